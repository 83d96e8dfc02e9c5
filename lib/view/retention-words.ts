/** Rules of retention, what they would do and what they did, in words. */
import { formatBytes, formatCount, formatNoun } from "./format";

interface Terms {
  readonly payload_days: number | null;
  readonly rollout_days: number | null;
  readonly archived_days: number | null;
}

export const actWords = {
  payloads: "its text goes",
  rollouts: "its rollouts go, its summaries stay",
  removal: "it is removed, after the ordinary wait",
} as const;

export const doneWords = {
  payloads: "its text went",
  rollouts: "its rollouts went, its summaries stayed",
  removal: "it was removed",
} as const;

export const protectionWords = { kept_by_tag: "kept by its tag", open_incident: "kept: an incident is open" } as const;

/** The terms of a rule as a sentence. */
export function describeRetention({ payload_days, rollout_days, archived_days }: Terms): string {
  const terms = [
    payload_days === null ? [] : [`Text of rollouts goes after ${formatNoun(payload_days, "day")}.`],
    rollout_days === null ? [] : [`Rollouts go after ${formatNoun(rollout_days, "day")}; summaries stay.`],
    archived_days === null ? [] : [`Archived runs go after ${formatNoun(archived_days, "day")}.`],
  ].flat();
  return terms.length === 0 ? "Everything is kept." : terms.join(" ");
}

/** Days as typed; null where the field is empty. @throws Error with a sentence for the reader. */
export function parseDays(text: string, label: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (/^[1-9]\d{0,4}$/.test(trimmed) && Number(trimmed) <= 36_500) return Number(trimmed);
  throw new Error(`${label}: has to be a whole number from 1 to 36,500, or empty.`);
}

interface PlannedAmounts {
  readonly protected_by: string | null;
  readonly rollouts: number;
  readonly bytes: number;
}

/** What a plan comes to: how many runs, rollouts and bytes would go, and how many runs are protected. */
export function sumPlan({ acts }: { readonly acts: readonly PlannedAmounts[] }): string {
  const due = acts.filter(({ protected_by }) => protected_by === null);
  const kept = acts.length - due.length;
  const protectedWords = kept === 0 ? "" : ` ${formatNoun(kept, "run is", "runs are")} protected.`;
  if (due.length === 0) return `Nothing would go now.${protectedWords}`;
  const sum = (read: (act: PlannedAmounts) => number) => due.reduce((total, act) => total + read(act), 0);
  const rollouts = sum((act) => act.rollouts);
  const rows = rollouts === 0 ? "" : `${formatCount(rollouts)} rollouts, `;
  return `Of ${formatNoun(due.length, "run")}, ${rows}${formatBytes(sum((act) => act.bytes))} would go now. Nothing was removed yet.${protectedWords}`;
}
