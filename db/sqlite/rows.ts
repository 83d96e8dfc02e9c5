/** Where snake_case rows and camelCase values meet. Every decoder turns a row of one query into a domain value. */
import { type StoredOutcome, storedOutcomes } from "@/lib/core/outcome";
import {
  dispositions,
  emptinessRules,
  isCompleted,
  type MaskSource,
  maskSources,
  type Pair,
  type Rollout,
  rewardStates,
  rolloutTags,
  splits,
} from "@/lib/core/rollout";
import type { SummarisedRollout } from "@/lib/core/step-summary";

/** Bits of what a producer reported. */
const reportsGeneration = 1;
const reportsFailures = 2;

/** The step number under which eval rollouts outside any step are kept. */
export const noStep = -1;

export function toStepNumber(step: number | null): number {
  return step ?? noStep;
}

export function fromStepNumber(step: number): number | null {
  return step === noStep ? null : step;
}

/** Position of a value in its closed list: what is kept instead of the word. */
export function toCode<Value extends string>(list: readonly Value[], value: Value): number {
  return list.indexOf(value);
}

export function fromCode<Value extends string>(list: readonly Value[], code: number): Value {
  const value = list[code];
  if (value === undefined) throw new RangeError(`code ${code} is not one of ${list.join(", ")}`);
  return value;
}

function toBits<Value extends string>(list: readonly Value[], values: readonly Value[]): number {
  let bits = 0;
  for (const value of values) bits |= 1 << list.indexOf(value);
  return bits;
}

function fromBits<Value extends string>(list: readonly Value[], bits: number): Value[] {
  return bits === 0 ? [] : list.filter((_, index) => (bits & (1 << index)) !== 0);
}

function toBit(value: boolean | null): number | null {
  return value === null ? null : value ? 1 : 0;
}

function fromBit(bit: number | null): boolean | null {
  return bit === null ? null : bit === 1;
}

const noPairs: readonly Pair<number>[] = [];

/** Pairs are kept as a list: an object would lose a name such as `__proto__`. */
function fromPairs(text: string | null): readonly Pair<number>[] {
  if (text === null) return noPairs;
  const pairs: Pair<number>[] = JSON.parse(text);
  return pairs;
}

/** The columns of a rollout that do not depend on the database's own numbers. */
export function toRolloutColumns(rollout: Rollout) {
  return {
    attempt: rollout.attempt,
    completed: isCompleted(rollout.outcome) ? 1 : 0,
    outcome: toCode(storedOutcomes, rollout.outcome),
    reward: rollout.reward,
    reward_state: toCode(rewardStates, rollout.rewardState),
    mask_sources: toBits(maskSources, rollout.maskSources),
    reason: rollout.failureReason,
    tags: toBits(rolloutTags, rollout.tags),
    emptiness: rollout.emptiness === null ? null : toCode(emptinessRules, rollout.emptiness),
    reports: (rollout.reportsGeneration ? reportsGeneration : 0) | (rollout.reportsFailures ? reportsFailures : 0),
    group_key: rollout.group,
    sample: rollout.sample,
    sent_id: rollout.id,
    truncated: toBit(rollout.truncated),
    disposition: rollout.disposition === null ? null : toCode(dispositions, rollout.disposition),
    trainer_reward: rollout.trainerReward,
    advantage: rollout.advantage,
    omit_reason: rollout.omitReason,
    components: rollout.rewardComponents.length === 0 ? null : JSON.stringify(rollout.rewardComponents),
    policy_first: rollout.policyStep === null ? null : rollout.policyStep[0],
    policy_last: rollout.policyStep === null ? null : rollout.policyStep[1],
    started_at: rollout.startedAt,
    finished_at: rollout.finishedAt,
    duration_ms: rollout.durationMs,
    turns: rollout.turns,
    input_tokens: rollout.inputTokens,
    output_tokens: rollout.outputTokens,
    session_id: rollout.sessionId,
  };
}

/** The columns that a step's summary reads of a counting row. */
export interface SummarisedRow {
  readonly id: number;
  readonly outcome: number;
  readonly reward: number | null;
  readonly mask_sources: number;
  readonly kind_id: number | null;
  readonly reason: string | null;
  readonly emptiness: number | null;
  /** What the producer reported: bits of generation and of failures. */
  readonly reports: number;
  readonly environment_id: number | null;
  readonly group_key: string | null;
  readonly truncated: number | null;
  readonly disposition: number | null;
  readonly trainer_reward: number | null;
  readonly advantage: number | null;
  readonly components: string | null;
  readonly finished_at: number | null;
  readonly policy_first: number | null;
  readonly policy_last: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly seen_at: number;
}

export interface AboutRow {
  readonly kind: string | null;
  readonly environment: string | null;
  readonly attempts: number;
  readonly lostAttempts: number;
}

function toPolicyStep({ policy_first: first, policy_last: last }: SummarisedRow): Rollout["policyStep"] {
  return first === null || last === null ? null : [first, last];
}

const noSources: readonly MaskSource[] = [];

export function toSummarisedRollout(row: SummarisedRow, about: AboutRow): SummarisedRollout {
  return {
    environment: about.environment,
    group: row.group_key,
    outcome: fromCode(storedOutcomes, row.outcome),
    reward: row.reward,
    rewardComponents: fromPairs(row.components),
    maskSources: row.mask_sources === 0 ? noSources : fromBits(maskSources, row.mask_sources),
    failureKind: about.kind,
    failureReason: row.reason,
    emptiness: row.emptiness === null ? null : fromCode(emptinessRules, row.emptiness),
    reportsGeneration: (row.reports & reportsGeneration) !== 0,
    reportsFailures: (row.reports & reportsFailures) !== 0,
    truncated: fromBit(row.truncated),
    disposition: row.disposition === null ? null : fromCode(dispositions, row.disposition),
    trainerReward: row.trainer_reward,
    policyStep: toPolicyStep(row),
    advantage: row.advantage,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    finishedAt: row.finished_at,
    seenAt: row.seen_at,
    attempts: about.attempts,
    lostAttempts: about.lostAttempts,
  };
}

/** A whole rollout row with its names spelled out. */
export interface RolloutRecord extends SummarisedRow {
  readonly kind: string | null;
  readonly environment: string | null;
  readonly counts: number;
  readonly identity: Buffer | null;
  readonly attempt: number;
  readonly run: string;
  readonly segment: string;
  readonly split: number;
  readonly step: number;
  readonly superseded_from: number | null;
  readonly reward_state: number;
  readonly tags: number;
  readonly sample: number | null;
  readonly sent_id: string | null;
  readonly labels: string | null;
  readonly omit_reason: string | null;
  readonly started_at: number | null;
  readonly duration_ms: number | null;
  readonly turns: number | null;
  readonly session_id: string | null;
  readonly completed: number;
  readonly block_id: number | null;
  readonly block_offset: number | null;
  readonly block_length: number | null;
}

export function toRollout(row: RolloutRecord): Rollout {
  const labels: Pair<string>[] = row.labels === null ? [] : JSON.parse(row.labels);
  return {
    split: fromCode(splits, row.split),
    step: fromStepNumber(row.step),
    segment: row.segment,
    environment: row.environment,
    group: row.group_key,
    sample: row.sample,
    id: row.sent_id,
    attempt: row.attempt,
    outcome: fromCode(storedOutcomes, row.outcome),
    omitReason: row.omit_reason,
    reward: row.reward,
    rewardState: fromCode(rewardStates, row.reward_state),
    rewardComponents: fromPairs(row.components),
    maskSources: fromBits(maskSources, row.mask_sources),
    failureKind: row.kind,
    failureReason: row.reason,
    tags: fromBits(rolloutTags, row.tags),
    emptiness: row.emptiness === null ? null : fromCode(emptinessRules, row.emptiness),
    reportsGeneration: (row.reports & reportsGeneration) !== 0,
    reportsFailures: (row.reports & reportsFailures) !== 0,
    policyStep: toPolicyStep(row),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    durationMs: row.duration_ms,
    turns: row.turns,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    truncated: fromBit(row.truncated),
    sessionId: row.session_id,
    disposition: row.disposition === null ? null : fromCode(dispositions, row.disposition),
    trainerReward: row.trainer_reward,
    advantage: row.advantage,
    labels,
  };
}

/** An attempt that gave no evidence and was not left out on purpose. */
export function isLostOutcome(code: number): boolean {
  const outcome: StoredOutcome = fromCode(storedOutcomes, code);
  return outcome !== "scored" && outcome !== "omitted";
}
