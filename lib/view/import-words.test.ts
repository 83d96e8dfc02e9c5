import { expect, test } from "vitest";
import { type ImportedFile, unread } from "@/lib/core/imported-file";
import { describeArrived, describeEndedBefore, describeKind, describeName, describeOutcome } from "./import-words";

const untouched: ImportedFile = { ...unread, file: "a.jsonl", kind: "rollouts", finished: true };

test("what came in is told in sentences, and rows that were there before are not called new", () => {
  const some = { ...untouched, rows: 9, inserted: 6, updated: 1, duplicates: 1, superseded: 1 };
  expect(describeArrived([some])).toBe("9 rows came in: 6 new, 1 updated, 1 there before, 1 superseded, kept beside.");
  expect(describeArrived([{ ...untouched, rows: 5, inserted: 5 }])).toBe("5 rows came in, all new.");
  expect(describeArrived([{ ...untouched, rows: 5, duplicates: 5 }])).toBe("All 5 rows were there before.");
});

test("lines of a file that was refused whole are not counted beside it", () => {
  const refused = { ...untouched, refusal: "saw no line that is a JSON object", refused: 5 };
  expect(describeArrived([refused])).toBe("No row came in. 1 file was refused.");
  const partly = { ...untouched, rows: 3, inserted: 2, refused: 1 };
  expect(describeArrived([refused, partly])).toBe("2 rows came in, all new. 1 line and 1 file were refused.");
});

test("a run that had ended before is told to be left so", () => {
  expect(describeEndedBefore("crashed")).toBe("The run had ended before, as crashed, and stays so.");
  expect(describeEndedBefore("finished")).toBe("The run was finished before.");
});

test("a refusal is told with what the file could have been, where that is known", () => {
  const refused = { ...untouched, refusal: "saw a table\u202e", wanted: "one of these: a, b" };
  expect(describeOutcome(refused, false)).toBe("refused: saw a table\\u202e; expected one of these: a, b");
  expect(describeOutcome({ ...untouched, refusal: "its step is not known" }, false)).toBe(
    "refused: its step is not known",
  );
});

test("a name that turns the text around it is escaped, apart from the words beside it", () => {
  const file = { ...untouched, file: "\u202elnosj.jsonl", step: 3 };
  expect(describeKind(file)).toBe("rollouts, step 3");
  expect(describeName(file)).toBe('"\\u202elnosj.jsonl" (rollouts, step 3)');
});
