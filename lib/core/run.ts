import type { Annotation } from "./annotation";
import type { Coverage } from "./coverage";
import type { SensitivityName } from "./detect/sensitivity";
import type { WorldInference } from "./infer-world";
import type { RunOverride } from "./override";
import type { RunStanding } from "./run-incident";

export const worlds = ["as_scored", "loss_mask_only", "evidence_only", "drop_group"] as const;
export type World = (typeof worlds)[number];

export const baselines = ["mean", "leave_one_out"] as const;
export type Baseline = (typeof baselines)[number];

export const onFailedPolicies = ["zero", "drop", "resample"] as const;
export type OnFailed = (typeof onFailedPolicies)[number];

export const finishStates = ["finished", "crashed", "stopped"] as const;
export type FinishState = (typeof finishStates)[number];

/** live: heard of within 10 minutes; quiet: not. The others are told. */
export const runStates = ["live", "quiet", ...finishStates] as const;
export type RunState = (typeof runStates)[number];

/** Whether somebody said that a run has ended, well or not. */
export function hasEnded(state: RunState): state is FinishState {
  return state !== "live" && state !== "quiet";
}

/** A run that has been silent this long is quiet, and a step that nothing came for this long is closed. */
export const quietAfterMs = 10 * 60_000;

/** What a person or a trainer says about a run. All of it is optional. */
export interface RunSettings {
  readonly title: string | null;
  readonly project: string | null;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly expectedPerStep: number | null;
  readonly groupSize: number | null;
  readonly world: World | null;
  readonly baseline: Baseline | null;
  readonly normalised: boolean | null;
  readonly onFailed: OnFailed | null;
  readonly failureReward: number;
  readonly rewardRange: readonly [number, number] | null;
  readonly runbooks: Readonly<Record<string, string>>;
  /** How much it takes until detection says that a rate moved. */
  readonly sensitivity: SensitivityName;
  /** Steps overlap: a later one that is half in does not say that those before it are complete. */
  readonly asynchronous: boolean;
}

export const defaultRunSettings: RunSettings = {
  title: null,
  project: null,
  tags: [],
  description: null,
  config: null,
  expectedPerStep: null,
  groupSize: null,
  world: null,
  baseline: null,
  normalised: null,
  onFailed: null,
  failureReward: 0,
  rewardRange: null,
  runbooks: {},
  sensitivity: "normal",
  asynchronous: false,
};

/** The tag by which the bundled reconstruction is known, wherever it shows. */
export const reconstructionTag = "reconstruction";

export interface RunOverview extends RunStanding {
  /** The name the sender chose, normalised to NFC; it is the address. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly state: RunState;
  readonly lastStep: number | null;
  readonly rollouts: number;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  /** When a person put it away; null: it was not. */
  readonly archivedAt: number | null;
  /** Grows with every change of what is said about it. */
  readonly version: number;
}

/** One launch of a trainer. A newer one supersedes older rows from its first step on. */
export interface Segment {
  readonly segment: string;
  readonly startedAt: number | null;
  readonly fromStep: number | null;
  /** First step declared or heard of; null before either. */
  readonly firstStep: number | null;
  /** Steps from here on were run again by a newer segment; null: all of this one counts. */
  readonly supersededFrom: number | null;
  readonly firstHeardAt: number;
}

/** One number that a producer counted itself, beside ours for the same rollouts. */
export interface CountComparison {
  readonly source: string;
  readonly file: string;
  readonly step: number | null;
  readonly name: string;
  readonly theirs: number;
  /** null where we keep no such number. */
  readonly ours: number | null;
  readonly agrees: boolean | null;
}

export interface RunDetail extends RunOverview {
  /** What the trainer's own advantages say of how it treats failures. */
  readonly inference: WorldInference;
  readonly coverage: Coverage;
  readonly segments: readonly Segment[];
  readonly annotations: readonly Annotation[];
  /** What people overruled detection by, withdrawn ones too; oldest first. */
  readonly overrides: readonly RunOverride[];
  readonly comparisons: readonly CountComparison[];
  readonly environments: readonly string[];
  /** Label names with their values, most frequent first; at most 50 values each. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly splits: readonly string[];
}
