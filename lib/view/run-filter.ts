/** Which runs a list shows, and in which order. */
import { rankSeverity, severities } from "@/lib/core/detect/severity";
import { type Condition, type Filtered, meetsAll } from "@/lib/core/filter/condition";
import { rateValue } from "@/lib/core/rate";
import { hasEnded, type RunState, runStates } from "@/lib/core/run";
import type { RunRow } from "./run-row";
import { rankVerdict } from "./verdict-words";

export const runSortColumns = [
  "name",
  "verdict",
  "state",
  "step",
  "reward",
  "masked",
  "lost",
  "rollouts",
  "heard",
] as const;
export type RunSortColumn = (typeof runSortColumns)[number];

export const sortDirections = ["asc", "desc"] as const;
export type SortDirection = (typeof sortDirections)[number];

export interface RunFilter {
  readonly text: string;
  readonly project: string | null;
  readonly tag: string | null;
  readonly state: RunState | null;
  /** What a filter asks beside all of these; null: it can't be read, and nothing matches. */
  readonly where: readonly Condition[] | null;
}

/** What a run shows to a filter: the fields of `runFields`. */
function toFiltered(row: RunRow): Filtered {
  const { current } = row;
  return {
    names: {
      run: row.title === null ? [row.run] : [row.run, row.title],
      state: [row.state],
      project: row.project === null ? [] : [row.project],
      tag: row.tags,
      verdict: [row.verdict],
      severity: row.headline === null ? [] : [row.headline.severity],
      kind: current === null || current.kind === null ? [] : [current.kind],
    },
    numbers: {
      step: row.lastStep,
      rollouts: row.rollouts,
      incidents: row.openIncidents,
      reward: row.lastEvidence?.mean ?? null,
      lost: current === null ? null : rateValue(current.lost),
      masked: current === null ? null : rateValue(current.masked),
    },
    text: [row.run, row.title ?? "", row.project ?? "", ...row.tags].join("\n"),
  };
}

/** Whether a run meets all of a filter's conditions. */
export function isWantedRun(row: RunRow, where: readonly Condition[]): boolean {
  return where.length === 0 || meetsAll(where, toFiltered(row));
}

/** Runs that match all of a filter. Words of the text may stand anywhere in the name, title, project or tags. */
export function filterRuns(rows: readonly RunRow[], filter: RunFilter): RunRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter.project !== null && row.project !== filter.project) return false;
    if (filter.tag !== null && !row.tags.includes(filter.tag)) return false;
    if (filter.state !== null && row.state !== filter.state) return false;
    if (filter.where === null || !isWantedRun(row, filter.where)) return false;
    if (words.length === 0) return true;
    const text = [row.run, row.title ?? "", row.project ?? "", ...row.tags].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Shares are compared in classes of 5 points, so that noise does not shuffle the list under a reader's eyes. */
const shareClasses = 20;

/** A run that fell silent, or ended ill, is still to be looked at for so long after the list's newest news. */
const recentMs = 24 * 3_600_000;

export function isRunning({ state }: Pick<RunRow, "state">): boolean {
  return !hasEnded(state);
}

/** Whether a run asks for someone: it is to stop or to watch; of those that fell silent or ended, only lately. */
export function needsSomeone(row: RunRow, newestAt: number): boolean {
  if (row.verdict !== "stop" && row.verdict !== "watch") return false;
  if (row.state === "live") return true;
  // A trainer that was ended after its last step has not stalled; one whose collector died is to be looked at.
  if (!isRunning(row) && row.headline === null && row.verdict === "watch") return false;
  return (row.lastSeenAt ?? row.createdAt) >= newestAt - recentMs;
}

/** When the list last heard of any run. */
export function findNewest(rows: readonly RunRow[]): number {
  return rows.reduce((newest, row) => Math.max(newest, row.lastSeenAt ?? row.createdAt), 0);
}

/** How much a run needs someone, as a number: running ones by their verdict, then those that ended ill, then by loss. */
function attention(row: RunRow, newestAt: number): number {
  const loss = isRunning(row) ? Math.floor((row.steadyLoss ?? 0) * shareClasses) : 0;
  const needs = needsSomeone(row, newestAt);
  const rank = !needs ? 0 : !isRunning(row) ? 1 : row.verdict === "watch" ? 2 : 3;
  const severity = needs && row.headline !== null ? rankSeverity(row.headline.severity) : 0;
  return (rank * severities.length + severity) * (shareClasses + 1) + loss;
}

/** All live runs are equally new; the one that began last comes first. */
function activity(row: RunRow): number {
  return row.state === "live" ? Number.POSITIVE_INFINITY : (row.lastSeenAt ?? row.createdAt);
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a column sorts by; null has no place and comes last in both directions. */
function sortValue(row: RunRow, column: RunSortColumn): number | string | null {
  if (column === "name") return (row.title ?? row.run).toLowerCase();
  // The one that needs someone most has the highest value, as losses have.
  if (column === "verdict") return -rankVerdict(row.verdict);
  if (column === "state") return runStates.indexOf(row.state);
  if (column === "step") return row.lastStep;
  if (column === "reward") return row.lastEvidence?.mean ?? null;
  if (column === "masked") return row.current === null ? null : rateValue(row.current.masked);
  if (column === "lost") return row.current === null ? null : rateValue(row.current.lost);
  if (column === "rollouts") return row.rollouts;
  return row.lastSeenAt;
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return compareNumbers(a, b);
  return compareNames(String(a), String(b));
}

function compareByAttention(newestAt: number) {
  return (a: RunRow, b: RunRow): number =>
    compareNumbers(attention(b, newestAt), attention(a, newestAt)) ||
    compareNumbers(activity(b), activity(a)) ||
    compareNumbers(b.createdAt, a.createdAt) ||
    compareNames(a.run, b.run);
}

/** Runs in the order of a column; without one, those that need someone first, then newest activity. */
export function sortRuns(rows: readonly RunRow[], column: RunSortColumn | null, direction: SortDirection): RunRow[] {
  const byAttention = compareByAttention(findNewest(rows));
  if (column === null) return [...rows].sort(byAttention);
  const sign = direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const left = sortValue(a, column);
    const right = sortValue(b, column);
    if (left === null || right === null) {
      return left === right ? byAttention(a, b) : left === null ? 1 : -1;
    }
    return sign * compareValues(left, right) || byAttention(a, b);
  });
}

export interface RunChoices {
  readonly projects: readonly string[];
  readonly tags: readonly string[];
  /** Failure kinds of the newest steps. */
  readonly kinds: readonly string[];
}

/** What the runs at hand can be filtered by. */
export function listRunChoices(rows: readonly RunRow[]): RunChoices {
  const projects = new Set<string>();
  const tags = new Set<string>();
  const kinds = new Set<string>();
  for (const row of rows) {
    if (row.project !== null) projects.add(row.project);
    for (const tag of row.tags) tags.add(tag);
    const kind = row.current?.kind ?? null;
    if (kind !== null) kinds.add(kind);
  }
  const sort = (names: ReadonlySet<string>) => [...names].sort(compareNames);
  return { projects: sort(projects), tags: sort(tags), kinds: sort(kinds) };
}
