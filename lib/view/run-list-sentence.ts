/** The sentence over the list of runs: how many, and which one needs someone; by counts where detection says nothing. */

import { kindOfSeries } from "@/lib/core/detect/rate-series";
import type { IncidentHeadline } from "@/lib/core/run-incident";
import { formatCount, formatNoun, formatOf, formatPercent } from "./format";
import { isSurelyAbove } from "./newest-steps";
import { type PhrasePart, plain, strong } from "./phrase";
import { findNewest, isRunning, needsSomeone } from "./run-filter";
import { isSteady, type RunRow } from "./run-row";

/** A live run of which the counts make sure that it loses 5% or more; a handful of rollouts makes nothing sure. */
function isLosing({ state, current, steadyLoss }: RunRow): boolean {
  if (state !== "live" || current === null || steadyLoss === null) return false;
  const toCome = Math.max(0, current.expected - current.received);
  // A step that has just begun says less than the one before, which is taken to have been as large.
  if (isSteady(current)) return isSurelyAbove(current.lost, toCome, 0);
  const n = current.lost.n + toCome;
  return isSurelyAbove({ count: steadyLoss * n, n }, 0, 0);
}

function describeWorst(worst: RunRow): PhrasePart[] {
  const { current, steadyLoss } = worst;
  if (current === null || steadyLoss === null) return [];
  if (!isSteady(current)) {
    return [
      plain(" "),
      { as: "name", text: worst.title ?? worst.run } as const,
      strong(` lost ${formatPercent(steadyLoss)} of its rollouts`),
      plain(" in the step before the one that is filling."),
    ];
  }
  const share = formatPercent(current.lost.count / current.lost.n);
  const step = current.step === null ? "" : ` in step ${formatCount(current.step)}`;
  const parts = [
    plain(" "),
    { as: "name", text: worst.title ?? worst.run } as const,
    strong(` loses ${share} of its rollouts`),
    plain(`, ${formatOf(current.lost)}${step}`),
  ];
  if (current.kind === null) return [...parts, plain(".")];
  return [...parts, plain(", most of them as "), { as: "kind", text: current.kind }, plain(".")];
}

/** What a run needs someone for that has no incident: it is over, silent, or lives and has nothing to show. */
function sayWithoutIncident(row: RunRow): string {
  if (!isRunning(row)) return " ended without a result: its collector died.";
  return row.state === "quiet" ? " has stalled." : " looks as if its collector had died.";
}

/** The run that needs someone most, in the words of its incident. */
function describeNeed(row: RunRow): PhrasePart[] {
  const name = { as: "name", text: row.title ?? row.run } as const;
  const { headline } = row;
  if (headline === null) return [plain(" "), name, strong(sayWithoutIncident(row))];
  const [words = "", kind, rest] = splitAtKind(headline);
  const when = isRunning(row) ? ": " : " ended ill: ";
  const told: PhrasePart[] =
    kind === undefined ? [plain(words)] : [plain(words), { as: "kind", text: kind }, plain(rest ?? "")];
  return [plain(" "), name, strong(when), ...told, plain(".")];
}

/** An incident's words around its failure kind, which has a look of its own. */
function splitAtKind({ series, words }: IncidentHeadline): readonly string[] {
  const kind = kindOfSeries(series);
  const at = kind === null ? -1 : words.lastIndexOf(kind);
  return kind === null || at < 0 ? [words] : [words.slice(0, at), kind, words.slice(at + kind.length)];
}

/** @param rows all runs of the list, in the order of who needs someone first. @param areArchived nobody is asked then. */
export function describeRuns(rows: readonly RunRow[], areArchived = false): PhrasePart[] {
  if (areArchived) return [strong(`${formatNoun(rows.length, "archived run")}.`), plain(" They raise no notices.")];
  const live = rows.filter(({ state }) => state === "live").length;
  const opening = strong(`${formatNoun(rows.length, "run")}, ${live === 0 ? "none" : formatCount(live)} live.`);
  const newestAt = findNewest(rows);
  const needing = rows.filter((row) => needsSomeone(row, newestAt));
  const [first, ...rest] = needing;
  if (first !== undefined) {
    const more = `${formatCount(rest.length)} more ${rest.length === 1 ? "needs" : "need"} someone.`;
    return [opening, ...describeNeed(first), ...(rest.length === 0 ? [] : [plain(` ${more}`)])];
  }
  if (live === 0) return [opening];
  const losing = rows.filter(isLosing);
  const [worst, ...others] = losing;
  if (worst === undefined) return [opening, plain(" No incident is open."), ...describeBlind(rows)];
  if (others.length === 0) return [opening, ...describeWorst(worst)];
  const more = `${formatCount(others.length)} more ${others.length === 1 ? "loses" : "lose"} 5% or more.`;
  return [opening, ...describeWorst(worst), plain(` ${more}`)];
}

/** Silence of runs that report no failure is no good news. */
function describeBlind(rows: readonly RunRow[]): PhrasePart[] {
  const blind = rows.filter(({ state, verdict }) => state === "live" && verdict === "blind").length;
  if (blind === 0) return [];
  return [
    plain(` ${formatCount(blind)} ${blind === 1 ? "reports" : "report"} no failures: only zeros are watched there.`),
  ];
}

/** A tab's title: how many running runs are to stop, or to watch. */
export function writeTabTitle(rows: readonly RunRow[]): string {
  const count = (verdict: RunRow["verdict"]) => rows.filter((row) => isRunning(row) && row.verdict === verdict).length;
  const [stop, watch] = [count("stop"), count("watch")];
  if (stop > 0) return `⚠ ${formatCount(stop)} to stop · Runs · Falsezero`;
  return watch > 0 ? `⚠ ${formatCount(watch)} to watch · Runs · Falsezero` : "Runs · Falsezero";
}
