import type { Rate } from "../rate";
import { testIndependence } from "../statistics/independence";

/** `context`: fixed before the rollout ran, so possibly a cause. `symptom`: came of what happened, so never one. */
export type Role = "context" | "symptom";

export interface ValueDifference {
  /** null: not told. Only compared with `told`, apart from the values themselves. */
  readonly value: string | null;
  readonly failing: Rate;
  readonly others: Rate;
  /** P(value | failing) − P(value | others), −1 to 1. */
  readonly difference: number;
}

export interface CategoricalDifference {
  readonly attribute: string;
  readonly role: Role;
  /** The value that sets them apart most. */
  readonly top: ValueDifference;
  /** Values with enough support, the largest difference first, `top` included; at most 5. */
  readonly values: readonly ValueDifference[];
  readonly distinct: number;
  readonly test: "g" | "fisher";
  /** Of the top value against all others, uncorrected. */
  readonly p: number;
}

/** Values in fewer rollouts than this, on both sides together, are not ranked: anything happens five times. */
export const minimumSupport = 5;
const listedValues = 5;

interface Counts {
  failing: number;
  others: number;
}

/** The value of whatever carries an attribute, where only that is compared. */
const told = "(told)";

/**
 * How one attribute differs: ranked by |P(v | failing) − P(v | others)| over values v with enough support, the first one
 * tested as a two-by-two table (has it or not, failing or not). Where two values differ equally, as both of a pair do,
 * the over-represented one is named.
 *
 * @param failing and others: the attribute's value of each rollout that tells one.
 * @returns null where there is nothing to compare: no value with enough support, or a side without any; with the number of
 *   values looked at, which corrects the p of whoever looks at several.
 */
export function compareValues(
  attribute: string,
  role: Role,
  failing: readonly (string | null)[],
  others: readonly (string | null)[],
): { readonly difference: CategoricalDifference; readonly looked: number } | null {
  const counts = new Map<string | null, Counts>();
  const count = (values: readonly (string | null)[], side: keyof Counts) => {
    for (const value of values) {
      const both = counts.get(value) ?? { failing: 0, others: 0 };
      counts.set(value, both);
      both[side]++;
    }
  };
  count(failing, "failing");
  count(others, "others");
  if (failing.length === 0 || others.length === 0) return null;

  // Differences as whole numbers, P × P of the totals, so that equal ones compare equal.
  const score = ({ failing: a, others: b }: Counts) => a * others.length - b * failing.length;
  const ranked = [...counts]
    .filter(([, both]) => both.failing + both.others >= minimumSupport)
    .sort(
      ([aName, a], [bName, b]) =>
        Math.abs(score(b)) - Math.abs(score(a)) || score(b) - score(a) || ((aName ?? "") < (bName ?? "") ? -1 : 1),
    )
    .map(([value, both]): ValueDifference => {
      const rates = {
        failing: { count: both.failing, n: failing.length },
        others: { count: both.others, n: others.length },
      };
      const difference = both.failing / failing.length - both.others / others.length;
      return { value, ...rates, difference };
    });
  const [top] = ranked;
  if (top === undefined) return null;
  const { test, p } = testIndependence({
    a: top.failing.count,
    aOf: top.failing.n,
    b: top.others.count,
    bOf: top.others.n,
  });
  return {
    difference: {
      attribute,
      role,
      top,
      values: ranked.slice(0, listedValues),
      distinct: counts.size,
      test,
      p,
    },
    looked: ranked.length,
  };
}

/**
 * Whether an attribute is told equally often. Always a symptom: a rollout that lacks its host may have died before it had
 * one.
 *
 * @returns null where all tell it, or none.
 */
export function comparePresence(
  attribute: string,
  failing: readonly (string | null)[],
  others: readonly (string | null)[],
): ReturnType<typeof compareValues> {
  const isMixed = [...failing, ...others].some((value, _, [first]) => (value === null) !== (first === null));
  const presence = (values: readonly (string | null)[]) => values.map((value) => (value === null ? null : told));
  return isMixed ? compareValues(attribute, "symptom", presence(failing), presence(others)) : null;
}
