/** One line of the list of runs: what a reader compares runs by, and nothing a browser would have to add up. */
import { countLost, lostRate } from "@/lib/core/coverage";
import type { VerdictName } from "@/lib/core/detect/verdict";
import { type Rate, rateValue } from "@/lib/core/rate";
import { hasEnded, type RunState } from "@/lib/core/run";
import type { IncidentHeadline } from "@/lib/core/run-incident";
import type { RecentStep, RunListEntry } from "@/lib/core/run-list";
import { maskedFraction } from "@/lib/core/series";
import type { StepSummary } from "@/lib/core/step-summary";
import type { NoticeSubject } from "./notices";
import { isInPercent } from "./reward-scale";
import type { SparkPoint } from "./sparkline";

/** The counts of a run's newest step. */
export interface CurrentStep {
  readonly step: number | null;
  readonly complete: boolean;
  readonly received: number;
  readonly expected: number;
  /** Flagged of completed. */
  readonly masked: Rate;
  /** Masked, unscored and failed, of those received and not omitted: they came back and measure nothing. */
  readonly lost: Rate;
  /** Zeros that a rule suspects, of those received: whoever sent them reported no failure. */
  readonly suspected: Rate;
  /** The kind that most of the lost ones carry. */
  readonly kind: string | null;
}

export interface RunRow {
  readonly run: string;
  readonly title: string | null;
  readonly project: string | null;
  readonly tags: readonly string[];
  readonly state: RunState;
  readonly lastStep: number | null;
  readonly rollouts: number;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly isArchived: boolean;
  readonly current: CurrentStep | null;
  readonly verdict: VerdictName;
  /** The incident that the verdict is about. */
  readonly headline: IncidentHeadline | null;
  readonly openIncidents: number;
  /** The lost share to order by: of the newest step that is at least half in. */
  readonly steadyLoss: number | null;
  readonly evidence: readonly SparkPoint[];
  readonly lastEvidence: { readonly step: number; readonly mean: number } | null;
  readonly lost: readonly SparkPoint[];
  /** Values at the lower and upper edge of the reward sparkline. */
  readonly rewardEdges: readonly [low: number, high: number];
  readonly rewardInPercent: boolean;
}

/** Few digits: a sparkline is 20 pixels high, and a list of runs travels whole. */
function shorten(value: number): number {
  return Number(value.toPrecision(3));
}

function findTopKind(kinds: StepSummary["kinds"]): string | null {
  let top: string | null = null;
  let most = 0;
  for (const [kind, counts] of Object.entries(kinds)) {
    const lost = countLost(counts);
    if (lost > most) {
      top = kind;
      most = lost;
    }
  }
  return top;
}

function toCurrentStep(summary: StepSummary): CurrentStep {
  const { step, complete, received, expected } = summary;
  return {
    step,
    complete,
    received,
    expected,
    masked: maskedFraction(summary),
    lost: lostRate(summary),
    suspected: { count: summary.suspectedFalseZeros, n: received },
    kind: findTopKind(summary.kinds),
  };
}

/** The first few rollouts of a step are the quick ones; until half of it is in, the step before says more. */
export function isSteady(current: CurrentStep): boolean {
  return current.complete || current.received * 2 >= current.expected;
}

function findSteadyLoss(current: CurrentStep | null, recent: readonly RecentStep[]): number | null {
  if (current === null) return null;
  if (isSteady(current)) return rateValue(current.lost);
  const before = recent.findLast(({ step }) => current.step === null || step < current.step);
  return before?.lost ?? rateValue(current.lost);
}

function toPoints(recent: readonly RecentStep[], read: (step: RecentStep) => number | null): SparkPoint[] {
  return recent.map((point) => {
    const value = read(point);
    return [point.step, value === null ? null : shorten(value)];
  });
}

/** Zero is always in the frame: a small change of a small reward must not look like a large one. */
function findEdges(points: readonly SparkPoint[], range: readonly [number, number] | null): [number, number] {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  const low = Math.min(0, range?.[0] ?? 0, ...values);
  const high = Math.max(0, ...values);
  return [low, high === low ? low + 1 : high];
}

type Sparks = Pick<RunRow, "evidence" | "lost">;

/** By the steps they are drawn from, and gone with them: the list of runs is read more often than it changes. */
const knownSparks = new WeakMap<readonly RecentStep[], Sparks>();

function drawSparks(recent: readonly RecentStep[]): Sparks {
  const known = knownSparks.get(recent);
  if (known !== undefined) return known;
  const drawn = { evidence: toPoints(recent, (step) => step.evidence), lost: toPoints(recent, (step) => step.lost) };
  knownSparks.set(recent, drawn);
  return drawn;
}

function findLastEvidence(recent: readonly RecentStep[]): RunRow["lastEvidence"] {
  const last = recent.findLast(({ evidence }) => evidence !== null);
  return last === undefined || last.evidence === null ? null : { step: last.step, mean: last.evidence };
}

/** Makes the row of a run from its settings and its newest steps. */
export function toRunRow(entry: RunListEntry): RunRow {
  const { recent, newest, settings } = entry;
  const current = newest === null ? null : toCurrentStep(newest);
  const { evidence, lost } = drawSparks(recent);
  return {
    run: entry.run,
    title: settings.title,
    project: settings.project,
    tags: settings.tags,
    state: entry.state,
    lastStep: entry.lastStep,
    rollouts: entry.rollouts,
    createdAt: entry.createdAt,
    lastSeenAt: entry.lastSeenAt,
    isArchived: entry.archivedAt !== null,
    current,
    verdict: entry.verdict,
    headline: entry.headline,
    openIncidents: entry.openIncidents,
    steadyLoss: findSteadyLoss(current, recent),
    evidence,
    lastEvidence: findLastEvidence(recent),
    lost,
    rewardEdges: findEdges(evidence, settings.rewardRange),
    rewardInPercent: isInPercent(
      evidence.map(([, value]) => value),
      settings.rewardRange,
    ),
  };
}

/** The open incident of a running run, as far as a notice needs it. */
export function toRowSubjects({ run, title, state, headline, isArchived }: RunRow): NoticeSubject[] {
  if (isArchived || headline === null || hasEnded(state)) return [];
  return [{ run, name: title ?? run, incident: headline.id, severity: headline.severity, words: headline.words }];
}
