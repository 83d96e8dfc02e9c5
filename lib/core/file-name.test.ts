import { expect, test } from "vitest";
import { toFileName } from "./file-name";

const names: [readonly string[], string][] = [
  [["browser-7", "rollouts", "kind session_lost"], "browser-7-rollouts-kind-session_lost.csv"],
  [["../../etc/passwd", "steps"], "etc-passwd-steps.csv"],
  [["пробег 7", "", "steps 1–20"], "пробег-7-steps-1-20.csv"],
  [['a"b\r\nc: d', "runs"], "a-b-c-d-runs.csv"],
  [["con"], "falsezero-con.csv"],
  [["…"], "falsezero.csv"],
  [["\u202Egnp.exe"], "gnp.exe.csv"],
];
test.each(names)("%j is the file %s", (parts, name) => {
  expect(toFileName(parts, "csv")).toBe(name);
});

test("a long name is cut", () => {
  expect(toFileName(["x".repeat(500)], "csv")).toHaveLength(124);
});
