/** The columns of tables that go out as CSV: members of the API's answers, by their names there. */
import { type CsvCell, flatten } from "@/lib/core/csv";
import type { RunOverview } from "@/lib/core/run";
import { toWireRun, WireRun } from "./run";

const outcomes = ["scored", "masked", "unscored", "failed", "omitted"] as const;

export const issueColumns = [
  "issue",
  "kind",
  "template",
  "state",
  "standing",
  "owner",
  "count",
  ...outcomes.map((outcome) => `outcomes.${outcome}`),
  "forms",
  "share.count",
  "share.n",
  "runs",
  "last_at",
  "created_at",
  "version",
  "decision",
  "reopened",
  "merged_into",
];

export const groupColumns = [
  "group",
  "environment",
  "size",
  ...outcomes.map((outcome) => `counts.${outcome}`),
  "evidence.n",
  "evidence.mean",
  "as_scored.n",
  "as_scored.mean",
];

/** What is no single value stays one cell of JSON. */
const wholeOfRun = ["config", "runbooks", "headline"];

export const runColumns: readonly string[] = Object.keys(WireRun.shape);

/** A run as its row has it; what only its sparklines show is left out. */
export function toRunCells(run: RunOverview): Readonly<Record<string, CsvCell>> {
  return Object.fromEntries(flatten(toWireRun(run), wholeOfRun));
}
