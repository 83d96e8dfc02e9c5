import { expect, test } from "vitest";
import { type StorageColumn, sortSizes, toStorageSheet } from "./storage-table";

const row = (run: string, name: string | null, rollouts: number, bytes: number) => {
  return { run, name, rollouts, row_bytes: bytes, payload_bytes: 0, summary_bytes: 0, bytes };
};
const rows = [row("c", null, 9, 10), row("a", "Zeta", 3, 30), row("b", null, 3, 20)];

test.each<[StorageColumn, string]>([
  ["run", "bca"],
  ["rollouts", "cba"],
  ["bytes", "abc"],
  ["payload_bytes", "bca"],
])("by %s the runs stand as %s", (column, order) => {
  expect(
    sortSizes(rows, column)
      .map(({ run }) => run)
      .join(""),
  ).toBe(order);
});

test("as CSV a run has its bytes in full", () => {
  expect(toStorageSheet([{ ...row("c", null, 9, 1_234_567), archived: true }])).toEqual({
    columns: ["run", "name", "archived", "rollouts", "row_bytes", "payload_bytes", "summary_bytes", "bytes"],
    rows: [["c", null, true, 9, 1_234_567, 0, 0, 1_234_567]],
  });
});
