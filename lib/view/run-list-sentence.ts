/** The sentence over the list of runs, made from counts alone: how many, and which one loses most right now. */
import { formatCount, formatNoun, formatOf, formatPercent } from "./format";
import { type PhrasePart, plain, strong } from "./phrase";
import type { RunRow } from "./run-row";

/** A live run that loses less than this share is not worth a word above all others. */
const notableLoss = 0.05;

function isLosing(row: RunRow): boolean {
  return row.state === "live" && (row.steadyLoss ?? 0) >= notableLoss;
}

function describeWorst(worst: RunRow): PhrasePart[] {
  const { current } = worst;
  if (current === null || current.lost.n === 0) return [];
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
  if (worst === undefined) return [opening, plain(" None of those loses 5% of its rollouts or more.")];
  if (others.length === 0) return [opening, ...describeWorst(worst)];
  const more = `${formatCount(others.length)} more ${others.length === 1 ? "loses" : "lose"} 5% or more.`;
  return [opening, ...describeWorst(worst), plain(` ${more}`)];
}
