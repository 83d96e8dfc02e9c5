import { medianSorted } from "simple-statistics";
import { testKolmogorovSmirnov } from "../statistics/kolmogorov-smirnov";
import { minimumSupport, type Role } from "./categorical-difference";

export interface Histograms {
  /** Bin k spans [edges[k], edges[k + 1]), the last one its upper edge as well. */
  readonly edges: readonly number[];
  readonly failing: readonly number[];
  readonly others: readonly number[];
  /** `log`: edges are even in ln(1 + x), for values whose largest is far from their middle. */
  readonly scale: "linear" | "log";
}

export interface NumericDifference {
  readonly attribute: string;
  readonly role: Role;
  /** Rollouts that told a value, and the middle one. */
  readonly failing: { readonly n: number; readonly median: number };
  readonly others: { readonly n: number; readonly median: number };
  readonly histograms: Histograms;
  /** Largest distance of the two distribution functions, 0 to 1 (Kolmogorov-Smirnov). */
  readonly d: number;
  readonly p: number;
}

const bins = 20;
/** How many times the median the largest value is before a linear scale would show one bar. */
const skewed = 20;

function drawEdges(sorted: readonly number[]): Pick<Histograms, "edges" | "scale"> {
  const low = sorted[0] ?? 0;
  const high = sorted[sorted.length - 1] ?? 0;
  if (low === high) return { edges: [low, high], scale: "linear" };
  const isWhole = sorted.every((value) => Number.isInteger(value));
  // Few whole numbers (turns, say) have a bin each.
  if (isWhole && high - low < bins) {
    return { edges: Array.from({ length: high - low + 2 }, (_, at) => low + at), scale: "linear" };
  }
  const isLog = low >= 0 && high > skewed * Math.max(1, medianSorted(sorted));
  const to = (value: number) => (isLog ? Math.log1p(value) : value);
  const from = (value: number) => (isLog ? Math.expm1(value) : value);
  const width = (to(high) - to(low)) / bins;
  const inner = Array.from({ length: bins - 1 }, (_, at) => from(to(low) + width * (at + 1)));
  // The outer edges are the values themselves, whatever rounding made of them on the way.
  return { edges: [low, ...inner, high], scale: isLog ? "log" : "linear" };
}

/** Counts sorted values into bins. */
function countBins(sorted: readonly number[], edges: readonly number[]): number[] {
  const counts = new Array<number>(Math.max(1, edges.length - 1)).fill(0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? Infinity)) bin++;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/**
 * How one number differs: two histograms on common bins, and the two-sample Kolmogorov-Smirnov test.
 *
 * @param failing and others: the number of each rollout, null where it told none.
 * @returns null where a side has too few.
 */
export function compareNumbers(
  attribute: string,
  role: Role,
  failing: readonly (number | null)[],
  others: readonly (number | null)[],
): NumericDifference | null {
  const told = (values: readonly (number | null)[]) => values.filter((value) => value !== null).sort((a, b) => a - b);
  const first = told(failing);
  const second = told(others);
  const test = testKolmogorovSmirnov(first, second);
  if (test === null || first.length < minimumSupport || second.length < minimumSupport) return null;
  const { edges, scale } = drawEdges([...first, ...second].sort((a, b) => a - b));
  return {
    attribute,
    role,
    failing: { n: first.length, median: medianSorted(first) },
    others: { n: second.length, median: medianSorted(second) },
    histograms: { edges, scale, failing: countBins(first, edges), others: countBins(second, edges) },
    d: test.d,
    p: test.p,
  };
}
