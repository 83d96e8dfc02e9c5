import { expect, test } from "vitest";
import { newForMs } from "./issue";
import { judgeStanding } from "./standing";

const madeAt = Date.UTC(2026, 7, 14, 12);
const untouched = { decision: null, reopened: null, createdAt: madeAt };
const decided = { ...untouched, decision: { state: "acknowledged", by: "mira", at: madeAt, untilRate: null } } as const;
const window = (recent: number, earlier: number) => ({
  recent: { count: recent, n: 640 },
  earlier: { count: earlier, n: 2_560 },
});

test("what nobody decided about is new for a day", () => {
  expect(judgeStanding(untouched, window(1, 1), madeAt + newForMs - 1)).toBe("new");
  expect(judgeStanding(untouched, window(1, 1), madeAt + newForMs)).toBe("ongoing");
  expect(judgeStanding(decided, window(1, 1), madeAt)).toBe("ongoing");
});

test("what came back is reopened, whatever else it is", () => {
  const reopened = { because: "seen_again", run: "a", segment: "s", split: "train", step: 9, at: madeAt } as const;
  expect(judgeStanding({ ...decided, reopened }, window(600, 1), madeAt)).toBe("reopened");
});

// 2.5% of 2,560 lies in 1.96-3.18% and 5% of 640 in 3.56-6.97%; 4% of 640 begins at 2.7%.
test.each([
  [32, 64, "rising"],
  [26, 64, "ongoing"],
  [0, 64, "ongoing"],
])("%d of 640 after %d of 2,560 is %s", (recent, earlier, standing) => {
  expect(judgeStanding(decided, window(recent, earlier), madeAt)).toBe(standing);
});

test("steps that there are not say nothing", () => {
  const none = { count: 0, n: 0 };
  expect(judgeStanding(decided, { recent: { count: 9, n: 10 }, earlier: none }, madeAt)).toBe("ongoing");
  expect(judgeStanding(decided, null, madeAt)).toBe("ongoing");
});
