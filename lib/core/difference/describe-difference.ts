import type { Rollout } from "../rollout";
import {
  type CategoricalDifference,
  comparePresence,
  compareValues,
  minimumSupport,
  type Role,
} from "./categorical-difference";
import { compareNumbers, type NumericDifference } from "./numeric-difference";
import { findSharedSessions, type SessionUser, type SharedSessions } from "./shared-sessions";

/** What is compared of a rollout. */
export interface ComparedRollout
  extends SessionUser,
    Pick<Rollout, "environment" | "policyStep" | "labels" | "turns" | "inputTokens" | "outputTokens" | "truncated"> {}

interface Judged {
  /** p times the number of values and numbers looked at (Bonferroni), at most 1. */
  readonly correctedP: number;
  /** Large enough to matter and too large for chance. */
  readonly separates: boolean;
}

export type JudgedCategory = CategoricalDifference & Judged;
export type JudgedNumber = NumericDifference & Judged;

/** What is different about some rollouts. Causes and symptoms are kept apart: `turns=0` explains nothing. */
export interface Difference {
  readonly failing: number;
  readonly others: number;
  /** `none_separates` is an answer: no context that the rollouts carry sets them apart. */
  readonly verdict: "separates" | "none_separates" | "too_few";
  /** Contexts (labels, environment, policy version), those that separate first, then by difference. */
  readonly causes: readonly JudgedCategory[];
  readonly symptoms: readonly JudgedCategory[];
  readonly numbers: readonly JudgedNumber[];
  readonly sharedSessions: SharedSessions;
}

/** A smaller difference, of shares or of distribution functions, is not worth a sentence however certain it is. */
const smallestDifference = 0.1;
/** Of the corrected p. Rollouts of a step are not quite independent, so it is stricter than custom. */
const level = 0.01;

const numbers = [
  ["turns", (rollout: ComparedRollout) => rollout.turns],
  ["duration_ms", (rollout: ComparedRollout) => rollout.durationMs],
  ["input_tokens", (rollout: ComparedRollout) => rollout.inputTokens],
  ["output_tokens", (rollout: ComparedRollout) => rollout.outputTokens],
] as const;

interface Category {
  readonly attribute: string;
  readonly role: Role;
  readonly read: (rollout: ComparedRollout) => string | null;
}

function readPolicy({ policyStep }: ComparedRollout): string | null {
  if (policyStep === null) return null;
  const [first, last] = policyStep;
  return first === last ? String(first) : `${first}–${last}`;
}

function listCategories(rollouts: Iterable<ComparedRollout>): Category[] {
  const names = new Set<string>();
  for (const { labels } of rollouts) for (const [name] of labels) names.add(name);
  return [
    { attribute: "environment", role: "context", read: (rollout) => rollout.environment },
    { attribute: "policy_step", role: "context", read: readPolicy },
    {
      attribute: "truncated",
      role: "symptom",
      read: ({ truncated }) => (truncated === null ? null : String(truncated)),
    },
    ...[...names].sort().map((label): Category => {
      const read = ({ labels }: ComparedRollout) => labels.find(([name]) => name === label)?.[1] ?? null;
      return { attribute: `label.${label}`, role: "context", read };
    }),
  ];
}

/**
 * Compares failing rollouts of a range with the others there, or with healthy ones from before it: categorical
 * attributes by their values, numbers by their distributions, and sessions held twice. The order of the rollouts does
 * not matter.
 */
export function describeDifference(
  failing: readonly ComparedRollout[],
  others: readonly ComparedRollout[],
): Difference {
  const sides = { failing: failing.length, others: others.length };
  const sharedSessions = findSharedSessions(failing, others);
  if (failing.length < minimumSupport || others.length < minimumSupport) {
    return { ...sides, verdict: "too_few", causes: [], symptoms: [], numbers: [], sharedSessions };
  }
  const compared = listCategories([...failing, ...others]).flatMap(({ attribute, role, read }) => {
    const [a, b] = [failing.map(read), others.map(read)];
    const isTold = (value: string | null) => value !== null;
    const values = compareValues(attribute, role, a.filter(isTold), b.filter(isTold));
    return [values, comparePresence(attribute, a, b)].filter((found) => found !== null);
  });
  const distributions = numbers.flatMap(([attribute, read]) => {
    const found = compareNumbers(attribute, "symptom", failing.map(read), others.map(read));
    return found === null ? [] : [found];
  });
  const looked = compared.reduce((total, one) => total + one.looked, distributions.length);
  const judge = (p: number, size: number): Judged => {
    const correctedP = Math.min(1, p * looked);
    return { correctedP, separates: correctedP < level && size >= smallestDifference };
  };
  const categories = compared
    .map(({ difference }) => ({ ...difference, ...judge(difference.p, Math.abs(difference.top.difference)) }))
    .sort((a, b) => rank(a, b) || Math.abs(b.top.difference) - Math.abs(a.top.difference));
  const causes = categories.filter(({ role }) => role === "context");
  return {
    ...sides,
    verdict: causes.some(({ separates }) => separates) ? "separates" : "none_separates",
    causes,
    symptoms: categories.filter(({ role }) => role === "symptom"),
    numbers: distributions.map((one) => ({ ...one, ...judge(one.p, one.d) })).sort((a, b) => rank(a, b) || b.d - a.d),
    sharedSessions,
  };
}

function rank(a: Judged, b: Judged): number {
  return Number(b.separates) - Number(a.separates);
}
