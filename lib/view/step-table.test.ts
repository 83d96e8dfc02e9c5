import { expect, test } from "vitest";
import { sampleBuckets } from "./sample-steps";
import { stepColumns, toTableRow } from "./step-table";

test("a row says what the charts draw, and each count leads to its rollouts", () => {
  const [bucket] = sampleBuckets([
    {
      step: 61,
      expected: 12,
      rewards: [1, 0],
      masked: { session_lost: 5, judge_failed: 1 },
      failed: { agent_timeout: 1 },
      omitted: 1,
    },
  ]);
  if (bucket === undefined) throw new Error("no bucket");
  const row = toTableRow(bucket, true);
  expect(Object.fromEntries(stepColumns.map((column, index) => [column.id, row[index]?.text]))).toEqual({
    step: "61",
    evidence: "50% (n 2)",
    as_scored: "12.5% (n 8)",
    expected: "12",
    scored: "2",
    masked: "6",
    unscored: "0",
    failed: "1",
    omitted: "1",
    unknown: "2 missing",
    mask_rate: "75% of 8",
    kinds: "session_lost 5, agent_timeout 1, judge_failed 1",
  });
  expect(row.map((cell) => cell.counted?.outcome ?? null)).toEqual([
    ...[null, null, null, null],
    ...["scored", "masked", null, "failed", "omitted"],
    ...[null, null, null],
  ]);
  expect(row[0]?.counted).toEqual({ steps: { from: 61, to: 61 } });
});

test("a bucket without evidence has no mean, and one of several steps names both ends", () => {
  const [bucket] = sampleBuckets(
    [
      { step: 0, masked: { session_lost: 1 } },
      { step: 1, failed: { agent_timeout: 1 } },
    ],
    1,
  );
  if (bucket === undefined) throw new Error("no bucket");
  expect(toTableRow(bucket, true).slice(0, 2)).toEqual([
    { text: "0–1", counted: { steps: { from: 0, to: 1 } } },
    { text: "– (n 0)", counted: null },
  ]);
});
