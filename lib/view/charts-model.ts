import type { Annotation } from "@/lib/core/annotation";
import type { Segment } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import type { StepBucket } from "@/lib/core/series";
import { type ChartMark, toChartMarks } from "./chart-marks";
import { type CoverageModel, toCoverageModel } from "./coverage-model";
import { type FailureScale, type FailuresModel, toFailuresModel } from "./failures-model";
import { formatNumber } from "./format";
import { type IncidentBand, toIncidentBands } from "./incident-bands";
import { stepsOfIncident } from "./incident-links";
import type { ChartName } from "./mark-links";
import { type RewardModel, toRewardModel } from "./reward-model";
import { rewardsInPercent } from "./reward-scale";
import { nameSmoothing, type Smoothed, type Smoothing, smoothBuckets } from "./smoothing";
import { type AxisKind, hasTimes, layOutSteps, layOutTimes, type StepAxis, type StepRange } from "./step-axis";
import { toWorldsModel, type WorldsModel } from "./worlds-model";

/** Everything the charts of a run draw, decided. */
export interface ChartsModel {
  readonly axis: StepAxis;
  readonly buckets: readonly StepBucket[];
  readonly width: number;
  readonly reward: RewardModel;
  readonly failures: FailuresModel;
  readonly coverage: CoverageModel;
  /** Lines smoothed, behind which the raw ones stay; null: none are. */
  readonly smoothed: Smoothed | null;
  /** Over how much they are, in words. */
  readonly smoothedOver: string | null;
  /** What failures did to learning; null: not asked for. */
  readonly learning: WorldsModel | null;
  readonly marks: readonly ChartMark[];
  /** Incidents, shaded in every chart. */
  readonly bands: readonly IncidentBand[];
  /** Why the axis is not the one that was asked for; null where it is. */
  readonly axisRemark: string | null;
}

export interface ChartsInput {
  readonly buckets: readonly StepBucket[];
  readonly superseded: readonly StepBucket[];
  readonly width: number;
  readonly shown: StepRange | null;
  readonly axisKind: AxisKind;
  readonly scaleKind: FailureScale;
  /** Absent: 1, which is not at all. */
  readonly smoothing?: Smoothing;
  readonly withLearning?: boolean;
  readonly rewardRange: readonly [number, number] | null;
  readonly segments: readonly Segment[];
  readonly annotations: readonly Annotation[];
  /** Those that hold for the rollouts shown, newest onset first. */
  readonly incidents: readonly RunIncident[];
}

/** The steps whose kinds matter most: of the newest incident on the axis, an open one before one that is over. */
function chooseFocus(incidents: readonly RunIncident[], bands: readonly IncidentBand[]): StepRange | null {
  const shown = incidents.filter(({ id }) => bands.some((band) => band.id === id));
  const chosen = shown.find(({ state }) => state === "open") ?? shown[0];
  return chosen === undefined ? null : stepsOfIncident(chosen);
}

export function toChartsModel(input: ChartsInput): ChartsModel {
  const { buckets, width } = input;
  const byTime = input.axisKind === "time" && hasTimes(buckets);
  const axis = byTime ? layOutTimes(buckets) : layOutSteps(buckets, width, input.shown);
  // By wall time, what was rolled back lies where it happened, which would stretch the axis: it is drawn by step only.
  const older = byTime
    ? []
    : input.superseded.filter((bucket) => bucket.to >= axis.domain[0] && bucket.from <= axis.domain[1]);
  const supersededAxis = layOutSteps(older, width, null);
  const bands = toIncidentBands(axis, buckets, input.incidents);
  const inPercent = rewardsInPercent([...buckets, ...older], input.rewardRange);
  const smoothing = input.smoothing ?? 1;
  const smoothed = smoothBuckets(axis, buckets, smoothing, input.incidents);
  return {
    axis,
    buckets,
    width,
    smoothed,
    smoothedOver: nameSmoothing(smoothing, width),
    reward: toRewardModel(axis, buckets, { extents: supersededAxis.extents, buckets: older }, inPercent, smoothed),
    failures: toFailuresModel(axis, buckets, input.scaleKind, chooseFocus(input.incidents, bands)),
    coverage: toCoverageModel(axis, buckets, smoothed),
    learning: input.withLearning === true ? toWorldsModel(axis, buckets, smoothed) : null,
    marks: toChartMarks(axis, buckets, input.segments, input.annotations),
    bands,
    axisRemark:
      input.axisKind === "time" && !byTime
        ? "Shown by step: these rollouts carry no finish times and came all at once."
        : null,
  };
}

export interface ChartCaption {
  readonly title: string;
  readonly subtitle: string;
  readonly aside: string;
  /** What stands in an empty plot; null where there is something to see. */
  readonly emptyText: string | null;
}

/** Headings of the charts: what is drawn, over how many steps a point. */
export function describeCharts(model: ChartsModel): Readonly<Record<ChartName, ChartCaption>> {
  const { width, reward, failures, coverage, smoothedOver } = model;
  const single = width === 1;
  const range = single ? "" : "; faint, the range over single steps";
  const band = single ? ", 10–90% band" : ", band from the lowest p10 to the highest p90 of its steps";
  const smooth = smoothedOver === null ? "" : `; ${smoothedOver}`;
  const none = model.buckets.length === 0;
  const share = single ? "share of each step’s rollouts" : `share of the rollouts of ${width} steps`;
  return {
    reward: {
      title: "Reward",
      subtitle: `mean ${single ? "a step" : `of ${width} steps`}, 95% interval${reward.hasBand ? band : ""}${range}${smooth}`,
      aside: reward.hasTrained ? "evidence · as scored · trained" : "evidence · as scored · trained: not told",
      emptyText: reward.isEmpty ? (none ? "No steps yet" : "No reward in these steps") : null,
    },
    failures: {
      title: "Failures by kind",
      subtitle:
        failures.scaleKind === "count"
          ? `rollouts ${single ? "a step" : `in ${width} steps`}`
          : failures.scaleKind === "log"
            ? `${share}, logarithmic, not stacked${smoothedOver === null ? "" : "; not smoothed: zeros have no place on it"}`
            : `${share}${single ? "" : "; grey, the range over single steps; a needle, one that stands out"}`,
      aside: "",
      emptyText: failures.isEmpty ? (none ? "No steps yet" : "No failure reported in these steps") : null,
    },
    coverage: {
      title: "Masked and coverage",
      subtitle: `flagged by the environment; below zero, expected without a result or not heard of${smooth}`,
      aside: "",
      emptyText: coverage.isEmpty ? "No steps yet" : null,
    },
  };
}

/** The subtitle of the panel of learning. @param shiftTop the top of the advantage shift's scale. */
export function describeLearning({ smoothedOver }: Pick<ChartsModel, "smoothedOver">, shiftTop: number): string {
  const smooth = smoothedOver === null ? "" : `; ${smoothedOver}`;
  return `share of groups; advantage shift on its own scale, 0 to ${formatNumber(shiftTop)}${smooth}`;
}
