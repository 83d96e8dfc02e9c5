import type { Split } from "../rollout";
import type { StepSummary } from "../step-summary";
import type { CountShift, RatePeriod, RewardPeriod, Shift, ShiftState } from "./detected-shift";
import { chooseHeadline, groupShifts } from "./group-shifts";
import { findPrecursors, type Precursor } from "./precursors";
import { kindOfSeries } from "./rate-series";
import { judgeRewardEffect, type RewardEffect, type RewardStepSummary } from "./reward-cause";
import { judgeSeverity, rankSeverity, type Severity, takenShare } from "./severity";
import type { Tape } from "./tape";
import type { LocatedShift } from "./to-shift";

/** What failures did to the prompt groups of an incident's steps. */
export interface GroupEffect {
  readonly n: number;
  readonly touched: number;
  readonly noSignal: number;
  /** Mean over the steps that have one. */
  readonly advantageShift: number | null;
}

/** One cause's shifts together. Series, place and counts are its headline's. */
export interface Incident {
  readonly series: string;
  readonly environment: string | null;
  readonly split: Split;
  readonly segment: string;
  readonly detector: Shift["detector"];
  /** null: eval rollouts outside any step. */
  readonly onset: number | null;
  readonly onsetRange: readonly [number, number] | null;
  /** When the last rollout of the onset's step finished, else when the first was heard of. */
  readonly onsetAt: number | null;
  /** First and last version of the policy that generated the onset's rollouts; null where none was told. */
  readonly policySteps: readonly [number, number] | null;
  /** The step at which it was known. */
  readonly opened: number | null;
  readonly lastStep: number | null;
  /** Last step of it; null while it goes on. */
  readonly end: number | null;
  readonly state: ShiftState;
  readonly severity: Severity;
  /** Share of a step's rollouts taken above the baseline. */
  readonly share: number;
  readonly steps: number;
  readonly completeSteps: number;
  /** null where it was bad from the start. */
  readonly before: RatePeriod | RewardPeriod | null;
  readonly during: RatePeriod | RewardPeriod;
  /** Rollouts above what the baseline would have given; null for a mean. */
  readonly excess: number | null;
  /** Other series that it shows in. */
  readonly also: readonly string[];
  readonly shifts: readonly Shift[];
  readonly evidenceLeft: { readonly rollouts: number; readonly groups: number };
  readonly reward: RewardEffect;
  readonly groups: GroupEffect;
  readonly precursors: readonly Precursor[];
}

/** A shift with the summaries of its steps, and of those it is compared with. */
interface Told {
  readonly shift: Shift;
  readonly before: readonly RewardStepSummary[];
  readonly during: readonly RewardStepSummary[];
}

/** Steps before the onset that the reward is compared with. */
const comparedSteps = 50;

function listBack(tape: Tape, to: number, from: number): number[] {
  const indices: number[] = [];
  for (let index = to; index >= from && index >= 0; index = tape.previous(index)) indices.push(index);
  return indices;
}

function readStep(tape: Tape, index: number, environment: string | null): RewardStepSummary[] {
  const whole = tape.summaryAt(index, environment);
  if (whole === null) return [];
  return [{ whole, environments: environment === null ? [...(tape.at(index)?.environments.values() ?? [])] : [] }];
}

/** The last complete steps before an onset that no shift of the same series covers. */
function readBefore(tape: Tape, { from, shift }: LocatedShift, all: readonly LocatedShift[]): RewardStepSummary[] {
  const covered = new Set<number>();
  for (const other of all) {
    if (other.shift.series !== shift.series || other.shift.environment !== shift.environment) continue;
    for (const index of listBack(tape, other.to, other.from)) covered.add(index);
  }
  const steps: RewardStepSummary[] = [];
  for (let index = tape.previous(from); index >= 0 && steps.length < comparedSteps; index = tape.previous(index)) {
    if (covered.has(index)) continue;
    steps.push(...readStep(tape, index, shift.environment).filter(({ whole }) => whole.complete));
  }
  return steps;
}

function toTold(tape: Tape, located: LocatedShift, all: readonly LocatedShift[]): Told {
  const { shift, from, to } = located;
  const during = listBack(tape, to, from).flatMap((index) => readStep(tape, index, shift.environment));
  return { shift, before: readBefore(tape, located, all), during };
}

function judgeState(members: readonly Told[]): ShiftState {
  const states = members.map(({ shift }) => shift.state);
  if (states.includes("open")) return "open";
  return states.includes("rolled_back") ? "rolled_back" : "ended";
}

function sumGroups(steps: readonly RewardStepSummary[]): GroupEffect {
  let n = 0;
  let touched = 0;
  let noSignal = 0;
  const shifts: number[] = [];
  for (const { groups } of steps.map(({ whole }) => whole)) {
    n += groups.n;
    touched += groups.touched;
    noSignal += groups.noSignal;
    if (groups.advantageShift !== null) shifts.push(groups.advantageShift);
  }
  const total = shifts.reduce((sum, shift) => sum + shift, 0);
  return { n, touched, noSignal, advantageShift: shifts.length === 0 ? null : total / shifts.length };
}

function summariesOf(steps: readonly RewardStepSummary[]): StepSummary[] {
  return steps.map(({ whole }) => whole);
}

function judgeWorst(members: readonly Told[]): { severity: Severity; share: number } {
  let share = 0;
  let severity: Severity = "minor";
  for (const { shift, before, during } of members) {
    const taken = takenShare(shift, summariesOf(before), summariesOf(during));
    const judged = judgeSeverity(shift, taken);
    share = Math.max(share, taken);
    if (rankSeverity(judged) > rankSeverity(severity)) severity = judged;
  }
  return { severity, share };
}

function assemble(
  members: readonly Told[],
  headline: Told,
  precursors: readonly Precursor[],
  failureReward: number,
): Incident {
  const { shift, before, during } = headline;
  const state = judgeState(members);
  const [last] = during;
  const first = during.at(-1)?.whole ?? last?.whole;
  let rollouts = 0;
  let groups = 0;
  for (const { whole } of during) {
    rollouts += whole.scored;
    groups += whole.groups.evidence.n;
  }
  return {
    series: shift.series,
    environment: shift.environment,
    split: shift.split,
    segment: shift.segment,
    detector: shift.detector,
    onset: shift.onset,
    onsetRange: shift.onsetRange,
    onsetAt: first?.finishedAt ?? first?.firstSeenAt ?? null,
    policySteps: first?.policySteps ?? null,
    opened: shift.opened,
    lastStep: shift.lastStep,
    end: state === "open" ? null : shift.lastStep,
    state,
    ...judgeWorst(members),
    steps: shift.steps,
    completeSteps: shift.completeSteps,
    before: shift.before,
    during: shift.during,
    excess: shift.detector === "reward" ? null : shift.excess,
    also: [...new Set(members.map((member) => member.shift.series))].filter((series) => series !== shift.series),
    shifts: members.map((member) => member.shift),
    evidenceLeft: { rollouts, groups },
    reward: judgeRewardEffect(before, during, failureReward),
    groups: sumGroups(during),
    precursors,
  };
}

export interface FoundIncidents {
  /** Newest onset first, that is, the newest launch's before those that it rolled back. */
  readonly incidents: readonly Incident[];
  /** Indices of the steps that open and rolled-back ones cover. */
  readonly spoilt: ReadonlySet<number>;
}

/** The incidents that shifts make up. A fall of the reward that is the environments' mix alone is none. */
export function findIncidents(tape: Tape, shifts: readonly LocatedShift[], failureReward: number): FoundIncidents {
  const found: { readonly incident: Incident; readonly from: number }[] = [];
  const spoilt = new Set<number>();
  for (const group of groupShifts(shifts)) {
    const headline = chooseHeadline(group);
    const told = group.map((located) => toTold(tape, located, shifts));
    const first = told[group.indexOf(headline)];
    if (first === undefined) continue;
    const kinds = group.flatMap(({ shift }) => kindOfSeries(shift.series) ?? []);
    const precursors = findPrecursors(tape, headline.from, headline.shift.environment, [...new Set(kinds)]);
    const incident = assemble(told, first, precursors, failureReward);
    if (incident.detector === "reward" && incident.reward.cause === "mix") continue;
    found.push({ incident, from: headline.from });
    if (incident.state === "ended") continue;
    for (const index of listBack(tape, headline.to, headline.from)) spoilt.add(index);
  }
  found.sort((a, b) => b.from - a.from);
  return { incidents: found.map(({ incident }) => incident), spoilt };
}

/** Eval rollouts outside any step that are bad as a whole, as one incident. */
export function toEvalIncident(
  shifts: readonly CountShift[],
  block: StepSummary,
  failureReward: number,
): Incident | null {
  if (shifts.length === 0) return null;
  const headline = chooseHeadline(shifts.map((shift) => ({ shift, from: -1, to: -1 })));
  const tell = (shift: Shift): Told => ({ shift, before: [], during: [{ whole: block, environments: [] }] });
  return assemble(shifts.map(tell), tell(headline.shift), [], failureReward);
}
