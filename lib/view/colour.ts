/**
 * Colour means one thing everywhere. Names of CSS variables, never values: the theme decides how they look.
 */

import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import type { Outcome } from "@/lib/core/outcome";

/** Outcomes as a reader tells them apart: a solved rollout, a valid zero and a degraded one are all `scored`. */
export type Appearance = "solved" | "zero" | "degraded" | "masked" | "no_result" | "omitted" | "missing";

const appearances: Readonly<Record<Appearance, string>> = {
  solved: "var(--solved)",
  zero: "var(--zero)",
  degraded: "var(--degraded)",
  masked: "var(--masked)",
  no_result: "var(--no-result)",
  omitted: "var(--omitted)",
  missing: "var(--missing)",
};

export interface AppearanceFacts {
  readonly outcome: Outcome;
  readonly reward: number | null;
  readonly failureKind: string | null;
  readonly failureReward: number;
}

/** What one rollout, or one that never came, looks like. */
export function judgeAppearance(facts: AppearanceFacts): Appearance {
  if (facts.outcome === "masked" || facts.outcome === "omitted") return facts.outcome;
  if (facts.outcome === "unscored" || facts.outcome === "failed") return "no_result";
  if (facts.outcome === "unknown") return "missing";
  if (facts.failureKind !== null) return "degraded";
  return facts.reward === facts.failureReward ? "zero" : "solved";
}

export function appearanceColour(appearance: Appearance): string {
  return appearances[appearance];
}

const kindPaletteSize = 10;

/** FNV-1a over UTF-16 code units. The start is chosen so that the kinds seen most often fall on colours far apart. */
const hashStart = 916263;

function hashName(name: string): number {
  let hash = hashStart;
  for (let index = 0; index < name.length; index++) {
    hash ^= name.charCodeAt(index);
    hash = Math.imul(hash, 16777619);
  }
  // FNV's low bits are weak on short names; fold the high ones in.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** One stable colour per failure kind, by its name alone, so that two runs agree. */
export function kindColour(kind: string): string {
  if (kind === maskedWithoutKind) return appearances.masked;
  if (kind === failedWithoutKind) return appearances.no_result;
  return `var(--kind-${hashName(kind) % kindPaletteSize})`;
}

export const otherKindsColour = "var(--kind-other)";
