import type { RunIncident } from "@/lib/core/run-incident";
import type { StepBucket } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";
import type { StepSummary } from "@/lib/core/step-summary";
import { type ChartsModel, toChartsModel } from "./charts-model";
import type { IncidentEntry } from "./incident-entry";
import { listIncidentEntries } from "./list-incident-entries";
import { type RunView, toStepRange } from "./run-view";
import { toSentence } from "./sentence";
import type { IncidentTold } from "./sentence-incident";
import type { RunSentence } from "./sentence-parts";
import { toShownBuckets, toWholeRun } from "./shown-buckets";
import { fewestPoints, type StepRange } from "./step-axis";
import { sumBuckets, type Totals } from "./totals";
import { listWarnings, type Warning } from "./warnings";

/** Everything the run page says about a snapshot under a view. */
export interface RunPageModel {
  readonly charts: ChartsModel;
  readonly totals: Totals;
  readonly sentence: RunSentence;
  /** All of the run's, newest first. */
  readonly entries: readonly IncidentEntry[];
  /** The one that the sentence tells in full. */
  readonly told: IncidentEntry | null;
  readonly warnings: readonly Warning[];
  /** The steps shown, where they are not all. */
  readonly shown: StepRange | null;
  readonly shownName: string;
  /** The run's newest step, where it is among those shown. */
  readonly newest: StepSummary | null;
  /** The strip below the charts; null where there is nothing to choose from. */
  readonly brush: {
    readonly first: number;
    readonly last: number;
    readonly shown: StepRange;
    readonly overview: readonly StepBucket[];
  } | null;
}

export function toRunPageModel(snapshot: RunSnapshot, view: RunView): RunPageModel {
  const { detail, lastStep } = snapshot;
  const range = toStepRange(view.steps, lastStep);
  const shown = range.from === null ? null : { from: range.from, to: range.to ?? lastStep ?? range.from };
  const buckets = toShownBuckets(snapshot, view).filter(
    (bucket) => shown === null || (bucket.to >= shown.from && bucket.from <= shown.to),
  );
  const totals = sumBuckets(buckets);
  const charts = toChartsModel({
    buckets,
    superseded: view.segment === null ? snapshot.superseded : [],
    width: snapshot.width,
    shown,
    axisKind: view.axis,
    scaleKind: view.scale,
    smoothing: view.smoothing,
    withLearning: view.learning,
    rewardRange: detail.settings.rewardRange,
    segments: detail.segments,
    annotations: detail.annotations,
    incidents: listShownIncidents(snapshot.incidents, view),
  });
  const newestStep = snapshot.newest?.step ?? null;
  const isShown = newestStep !== null && (shown === null || (newestStep >= shown.from && newestStep <= shown.to));
  const newest = isShown ? snapshot.newest : null;
  const { inPercent } = charts.reward;
  const { overrides, settings } = detail;
  const entries = listIncidentEntries(snapshot.incidents, { inPercent, overrides, runbooks: settings.runbooks });
  const sentence = toSentence({
    buckets,
    failureReward: detail.settings.failureReward,
    inPercent: charts.reward.inPercent,
    picked: shown === null ? null : { steps: shown, whole: toWholeRun(snapshot) },
    filters: describeFilters(view),
    evalOutside: view.split === "eval" ? (snapshot.evalBlock?.received ?? 0) : 0,
    evalRollouts: detail.rollouts - detail.coverage.received,
    told: view.split === "eval" ? null : toTold(snapshot, totals, inPercent),
  });
  return {
    charts,
    totals,
    sentence,
    entries,
    told: entries.find(({ id }) => id === sentence.parts[0]?.incident) ?? null,
    warnings: listWarnings(detail, totals, newest),
    shown,
    newest,
    shownName: shown === null ? "all steps" : `steps ${shown.from}–${shown.to}`,
    brush: toBrush(snapshot, shown, buckets),
  };
}

/** Those that hold for the rollouts shown: detection watches train steps, of all launches. */
function listShownIncidents(incidents: readonly RunIncident[], view: RunView): readonly RunIncident[] {
  if (view.split === "eval") return [];
  return incidents.filter(({ environment, segment }) => {
    const isItsPlace = view.environment === null || environment === null || environment === view.environment;
    return isItsPlace && (view.segment === null || segment === view.segment);
  });
}

function toTold({ incidents, verdict, detail }: RunSnapshot, totals: Totals, inPercent: boolean): IncidentTold {
  const toldDispositions = Object.keys(totals.dispositions).length > 0;
  return { incidents, verdict, inPercent, state: detail.state, settings: detail.settings, toldDispositions };
}

/** A strip for choosing among steps, once there are more of them than a young run's charts have room for. */
function toBrush(
  snapshot: RunSnapshot,
  shown: StepRange | null,
  buckets: readonly StepBucket[],
): RunPageModel["brush"] {
  const { firstStep: first, lastStep: last } = snapshot;
  if (first === null || last === null || last - first + 1 < fewestPoints) return null;
  // The whole run live; when zoomed in, as it was when the reader zoomed.
  const overview = shown === null ? buckets : snapshot.overview;
  return { first, last, shown: clampRange(shown ?? { from: first, to: last }, first, last), overview };
}

function clampRange(range: StepRange, first: number, last: number): StepRange {
  const from = Math.max(first, Math.min(range.from, last));
  return { from, to: Math.max(from, Math.min(range.to, last)) };
}

function describeFilters(view: RunView): string[] {
  return [
    ...(view.split === "train" ? [] : ["the eval split"]),
    ...(view.environment === null ? [] : [`environment ${view.environment}`]),
    ...(view.segment === null ? [] : [`segment ${view.segment}`]),
    ...view.labels.map(([name, value]) => `${name} ${value}`),
  ];
}
