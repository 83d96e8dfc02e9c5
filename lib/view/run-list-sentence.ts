/** The sentence over the list of runs, made from counts alone: how many, and which one loses most right now. */
import { formatCount, formatNoun, formatOf, formatPercent } from "./format";
import { isSurelyAbove } from "./newest-steps";
import { type PhrasePart, plain, strong } from "./phrase";
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

/** @param rows all runs, in the order of who needs someone first. */
export function describeRuns(rows: readonly RunRow[]): PhrasePart[] {
  const live = rows.filter(({ state }) => state === "live").length;
  const opening = strong(`${formatNoun(rows.length, "run")}, ${live === 0 ? "none" : formatCount(live)} live.`);
  if (live === 0) return [opening];
  const losing = rows.filter(isLosing);
  const [worst, ...others] = losing;
  if (worst === undefined) return [opening, plain(" None of those surely loses 5% of its rollouts or more.")];
  if (others.length === 0) return [opening, ...describeWorst(worst)];
  const more = `${formatCount(others.length)} more ${others.length === 1 ? "loses" : "lose"} 5% or more.`;
  return [opening, ...describeWorst(worst), plain(` ${more}`)];
}
