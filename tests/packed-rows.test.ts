import { expect, test } from "vitest";
import { packRows, unpackRows } from "@/db/sqlite/packed-rows";
import { lost, makeRollout, toRow } from "./tested-store";

const longText = JSON.stringify({ prompt: "x".repeat(300_000) });

test("rows come out of another thread as they went in: each with its place, hash and payload", async () => {
  const told = [
    makeRollout({ group: "7", sample: 0, reward: 0.25, labels: [["host", "gpu-17"]] }),
    makeRollout({ ...lost, group: "7", sample: 1, tags: ["kind_unregistered"], policyStep: [3, 4] }),
    makeRollout({ id: "é\u0000\ud800", reward: null, rewardState: "nan", rewardComponents: [["a", 0.5]] }),
  ];
  const [first, second, third] = told.map((rollout, at) => toRow(rollout, at * 10, ["{}", null, longText][at] ?? null));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three rows");
  const packed = structuredClone(await packRows([first, second, third]));
  const rows = [...unpackRows(packed)];
  expect(rows.map((row) => row.rollout)).toEqual(told);
  expect(rows.map((row) => row.index)).toEqual([0, 10, 20]);
  expect(rows.map((row) => Buffer.from(row.contentHash).toString("hex"))).toEqual(
    [first, second, third].map((row) => row.contentHash),
  );
  const bytes = Buffer.byteLength(longText);
  expect(rows.map(({ payload }) => payload && [payload.offset, payload.length])).toEqual([[0, 2], null, [2, bytes]]);
  expect(rows[0]?.payload?.block).toBe(rows[2]?.payload?.block);
});

test("payloads of more than half a megabyte lie in several blocks", async () => {
  const row = (at: number) => toRow(makeRollout({ sample: at }), at, longText);
  const rows = [...unpackRows(await packRows([row(0), row(1), row(2)]))];
  expect(new Set(rows.map(({ payload }) => payload?.block)).size).toBe(3);
});
