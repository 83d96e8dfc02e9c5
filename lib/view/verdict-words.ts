import type { VerdictName } from "@/lib/core/detect/verdict";

/** A verdict in a word, and what it asks of a person. */
export const verdictWords: Readonly<Record<VerdictName, { readonly name: string; readonly asks: string }>> = {
  stop: { name: "Stop", asks: "a critical incident is open, or a major one for 3 steps, or its collector died" },
  watch: { name: "Watch", asks: "an incident is open, or nothing has come for long" },
  blind: { name: "Blind", asks: "no failure reporting: only zeros are watched" },
  learning: { name: "Learning", asks: "too few steps to judge by" },
  ok: { name: "OK", asks: "no incident is open" },
};

/** How much a verdict needs someone, most first. */
const needs: readonly VerdictName[] = ["stop", "watch", "blind", "learning", "ok"];

/** 0: most of all. */
export function rankVerdict(verdict: VerdictName): number {
  return needs.indexOf(verdict);
}

/** The verdict that needs someone most; null of none. */
export function worstVerdict(verdicts: readonly VerdictName[]): VerdictName | null {
  return needs.find((verdict) => verdicts.includes(verdict)) ?? null;
}
