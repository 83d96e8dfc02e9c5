import type { RewardAttribution } from "../attribution";
import { addCoverage, type Coverage, countLost, emptyCoverage } from "../coverage";
import type { Precursor } from "../detect/precursors";
import { kindOfSeries } from "../detect/rate-series";
import { rankSeverity } from "../detect/severity";
import { poolMeans, sumKinds } from "../pool";
import { quietAfterMs } from "../run";
import type { RunIncident } from "../run-incident";
import type { KindCounts, Mean, StepSummary } from "../step-summary";

/** What some rollouts took, as far as they told it: each sum with the number of rollouts that it is over. */
export interface Spend {
  readonly rollouts: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Rollouts that told any tokens. */
  readonly toldTokens: number;
  readonly durationMs: number;
  readonly toldDuration: number;
}

/** What the rows of an incident's steps say that summaries do not. */
export interface IncidentRows {
  /** Masked, unscored and failed ones. */
  readonly lost: Spend;
  readonly evidence: Spend;
  /** Rollouts of its steps that had come when detection raised it. */
  readonly arrived: number;
}

/** How long it took until an incident was raised. */
export interface DetectionDelay {
  /** Steps after the onset; 0: in the same. null: outside any step. */
  readonly steps: number | null;
  /** Rollouts of its steps that had come by then, of those that its steps have. */
  readonly rollouts: number;
  /**
   * From the end of the onset's step on the rollouts' own clock to the notice of it here, ms; below 0: before that step
   * had ended. null: they tell no times, or were sent long after they ran, so that it would say nothing of detection.
   */
  readonly ms: number | null;
  /** How long after the onset's step had ended its last rollout came, ms; null: it told no time. */
  readonly lagMs: number | null;
}

/** Prompt groups of some steps. */
export interface GroupFigures {
  readonly n: number;
  readonly touched: number;
  readonly noSignal: number;
}

/** Some steps, added up. */
export interface StretchFigures {
  readonly steps: number;
  /** null: none of them, or outside any step. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  readonly coverage: Coverage;
  readonly degraded: number;
  readonly suspected: number;
  readonly evidence: Mean;
  readonly asScored: Mean;
  readonly groups: GroupFigures;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly kinds: Readonly<Record<string, KindCounts>>;
}

/** An incident with what a post-mortem says of it. All of it is of the incident's own steps and environment. */
export interface IncidentFigures {
  readonly incident: RunIncident;
  readonly during: StretchFigures;
  /** Masked, unscored and failed. */
  readonly lost: number;
  readonly delay: DetectionDelay;
  readonly rows: IncidentRows;
  /** From the end of the step before the onset to that of its last step, ms; null where steps tell no times. */
  readonly wallMs: number | null;
  /** When its last step ended, else when the last rollout of it was heard of. */
  readonly lastAt: number | null;
  readonly precursors: readonly PrecursorFigures[];
  readonly attribution: RewardAttribution | null;
  /** Complete steps of the same line behind it; null where it goes on, or was rolled back. */
  readonly after: StretchFigures | null;
}

/** The same kind in the steps before, and the step that had most of it. */
export interface PrecursorFigures extends Precursor {
  readonly worstStep: number | null;
  readonly worstCount: number;
}

function sum(steps: readonly StepSummary[], read: (step: StepSummary) => number): number {
  return steps.reduce((total, step) => total + read(step), 0);
}

/** Steps of one line and one environment, in order, added up. Counts are exact at any length. */
export function addSteps(steps: readonly StepSummary[]): StretchFigures {
  return {
    steps: steps.length,
    firstStep: steps[0]?.step ?? null,
    lastStep: steps.at(-1)?.step ?? null,
    coverage: steps.reduce<Coverage>(addCoverage, emptyCoverage),
    degraded: sum(steps, (step) => step.degraded),
    suspected: sum(steps, (step) => step.suspectedFalseZeros),
    evidence: poolMeans(steps.map(({ reward }) => reward.evidence)),
    asScored: poolMeans(steps.map(({ reward }) => reward.asScored)),
    groups: {
      n: sum(steps, ({ groups }) => groups.n),
      touched: sum(steps, ({ groups }) => groups.touched),
      noSignal: sum(steps, ({ groups }) => groups.noSignal),
    },
    inputTokens: sum(steps, (step) => step.inputTokens),
    outputTokens: sum(steps, (step) => step.outputTokens),
    kinds: sumKinds(steps.map((step) => step.kinds)),
  };
}

/** Whether a step of an incident: between its onset and its last step, or outside any step as it is itself. */
function isStepOf({ onset, lastStep }: Pick<RunIncident, "onset" | "lastStep">, step: number | null): boolean {
  if (onset === null || step === null) return onset === step;
  return step >= onset && step <= Math.max(onset, lastStep ?? onset);
}

function toDelay(incident: RunIncident, during: readonly StepSummary[], arrived: number): DetectionDelay {
  const { onset, opened, openedAt } = incident;
  const first = during.find(({ step }) => step === onset);
  const endedAt = first?.finishedAt ?? null;
  const lagMs = endedAt === null || first?.lastSeenAt == null ? null : first.lastSeenAt - endedAt;
  const isLive = lagMs !== null && Math.abs(lagMs) < quietAfterMs;
  return {
    steps: onset === null || opened === null ? null : opened - onset,
    rollouts: arrived,
    ms: isLive && endedAt !== null ? openedAt - endedAt : null,
    lagMs,
  };
}

function toPrecursors(incident: RunIncident, before: readonly StepSummary[]): PrecursorFigures[] {
  return incident.precursors.map((precursor) => {
    let worstStep: number | null = null;
    let worstCount = 0;
    for (const { step, kinds } of before) {
      const count = Object.hasOwn(kinds, precursor.kind) ? (kinds[precursor.kind]?.count ?? 0) : 0;
      if (step === null || step < precursor.firstStep || step > precursor.lastStep || count <= worstCount) continue;
      worstStep = step;
      worstCount = count;
    }
    return { ...precursor, worstStep, worstCount };
  });
}

/**
 * @param line the summaries that the incident was found in: its environment's where it is one's, else the whole run's,
 *   of its split, of what counts now or, where it was rolled back, of its segment; in the order of steps.
 */
export function toIncidentFigures(
  incident: RunIncident,
  line: readonly StepSummary[],
  rows: IncidentRows,
): IncidentFigures {
  const { onset, state } = incident;
  const during = line.filter(({ step }) => isStepOf(incident, step));
  const before = onset === null ? [] : line.filter(({ step }) => step !== null && step < onset);
  const last = during.at(-1);
  const behind = line.filter(({ step, complete }) => step !== null && complete && step > (last?.step ?? 0));
  const figures = addSteps(during);
  const startAt = before.at(-1)?.finishedAt ?? null;
  const endedAt = last?.finishedAt ?? null;
  return {
    incident,
    during: figures,
    lost: countLost(figures.coverage),
    delay: toDelay(incident, during, rows.arrived),
    rows,
    wallMs: startAt === null || endedAt === null || endedAt < startAt ? null : endedAt - startAt,
    lastAt: endedAt ?? last?.lastSeenAt ?? null,
    precursors: toPrecursors(incident, before),
    attribution: incident.reward.attribution,
    after: state === "ended" && onset !== null ? addSteps(behind) : null,
  };
}

/** Those that nobody expects, in the order in which they are told: by severity, open ones first, then the longest. */
export function orderIncidents(incidents: readonly RunIncident[]): readonly RunIncident[] {
  return incidents
    .filter(({ isExpected }) => !isExpected)
    .toSorted(
      (a, b) =>
        rankSeverity(b.severity) - rankSeverity(a.severity) ||
        Number(b.state === "open") - Number(a.state === "open") ||
        b.steps - a.steps,
    );
}

/** Failure kinds that an incident is about, its headline's first. */
export function kindsOf({ series, also }: Pick<RunIncident, "series" | "also">): readonly string[] {
  return [series, ...also].flatMap((name) => kindOfSeries(name) ?? []);
}
