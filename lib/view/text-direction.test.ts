import { expect, test } from "vitest";
import { textDirection } from "./text-direction";

test("a text is read the way most of its letters are, whatever its first one", () => {
  expect(textDirection("session <id> not reset")).toBe("ltr");
  expect(textDirection("فشل: something at <hex> took <duration>")).toBe("ltr");
  expect(textDirection("انتهت مهلة الاتصال بالخادم بعد <duration>")).toBe("rtl");
  expect(textDirection("503")).toBe("ltr");
});
