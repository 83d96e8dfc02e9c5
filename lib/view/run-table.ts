import type { CsvRow } from "@/lib/core/csv";
import type { RunRow } from "./run-row";

/** The list of runs as a table, by the names of the API. */
export const runTableColumns = [
  "run",
  "name",
  "project",
  "tags",
  "state",
  "verdict",
  "open_incidents",
  "last_step",
  "rollouts",
  "evidence_mean",
  "lost",
  "lost_of",
  "masked",
  "masked_of",
  "created_at",
  "last_seen_at",
] as const;

/** The numbers behind a row of the list. */
export function toRunTableRow(row: RunRow): CsvRow {
  const { current } = row;
  return [
    row.run,
    row.title,
    row.project,
    row.tags.join(" "),
    row.state,
    row.verdict,
    row.openIncidents,
    row.lastStep,
    row.rollouts,
    row.lastEvidence?.mean ?? null,
    current?.lost.count ?? null,
    current?.lost.n ?? null,
    current?.masked.count ?? null,
    current?.masked.n ?? null,
    new Date(row.createdAt).toISOString(),
    row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
  ];
}
