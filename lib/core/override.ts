/** A series of the whole run, or of one environment. */
export interface SeriesPlace {
  readonly series: string;
  readonly environment: string | null;
}

/**
 * What a person may overrule detection by:
 *
 * - accept: from a step on this is how it should be; what was an incident there is none
 * - expect: it is drawn, and counts in no verdict and no alert
 */
export const overruleKinds = ["accept", "expect"] as const;
export type OverruleKind = (typeof overruleKinds)[number];

/** sensitivity and runbook: a setting of detection that was changed; kept so that the change has its date. */
export const overrideKinds = [...overruleKinds, "sensitivity", "runbook"] as const;
export type OverrideKind = (typeof overrideKinds)[number];

/** One act of a person. It is never changed: taking it back is one more date. */
export interface RunOverride {
  readonly id: number;
  readonly kind: OverrideKind;
  /** The incident that it was said of, by its id; null where it was said of a series or a setting. */
  readonly incident: string | null;
  /** Every series that it holds for. */
  readonly series: readonly SeriesPlace[];
  /** From this step on; null for a setting, and for an incident of eval rollouts outside any step. */
  readonly step: number | null;
  /** What a setting was changed to; null for the other kinds. */
  readonly value: string | null;
  readonly note: string | null;
  readonly author: string | null;
  readonly createdAt: number;
  readonly withdrawnAt: number | null;
}

/** What a person overrules: an incident, or a series from a step on. */
export type ToldOverride = {
  readonly kind: OverruleKind;
  readonly note: string | null;
  readonly author: string | null;
} & (
  | { readonly incident: string }
  | { readonly series: string; readonly environment: string | null; readonly step: number }
);
