/** What failures did to learning, as a chart: shares of groups on one scale, the advantage shift on its own. */
import type { Baseline, RunSettings, World } from "@/lib/core/run";
import { baselines, worlds } from "@/lib/core/run";
import type { StepBucket } from "@/lib/core/series";
import type { TrainerView } from "@/lib/core/trainer-view";
import { type EndLabel, writeStale } from "./end-labels";
import { formatCount, formatNumber, formatPercent } from "./format";
import { fractionFromTop, niceScale, type ValueScale } from "./nice-scale";
import { type Smoothed, toSmoothParts } from "./smoothing";
import type { StepAxis } from "./step-axis";
import { type ChartRow, toStepRows } from "./step-rows";

export const worldSeries = [
  { key: "touched", name: "groups with losses", colour: "var(--masked)" },
  { key: "no_signal", name: "teach nothing", colour: "var(--warning)" },
  { key: "shift", name: "advantage shift", colour: "var(--trained)" },
] as const;

type WorldSeries = (typeof worldSeries)[number]["key"];

export interface WorldsModel {
  readonly rows: readonly ChartRow[];
  /** Shares of groups. */
  readonly scale: ValueScale;
  /** The top of the advantage shift's own scale, which begins at 0; rows hold it as a share of this. */
  readonly shiftTop: number;
  /** Each series smoothed, in parts, on the scale of the rows; null: none is. */
  readonly smoothed: Readonly<Record<WorldSeries, ReturnType<typeof toSmoothParts>>> | null;
  readonly labels: readonly EndLabel[];
  /** Why there is nothing to draw; null where there is. */
  readonly emptyText: string | null;
}

const keys = ["touched", "touched_range", "no_signal", "shift"] as const;

function share(count: number, n: number): number | null {
  return n === 0 ? null : count / n;
}

function extremes(bucket: StepBucket, rate: string): readonly [number, number] | null {
  const [low, high] = [bucket.min[rate], bucket.max[rate]];
  return low === undefined || high === undefined || bucket.steps === 1 ? null : [low, high];
}

function explainEmpty(buckets: readonly StepBucket[]): string | null {
  if (buckets.length === 0) return "No steps yet";
  if (buckets.some(({ learning }) => learning.groups > 0)) return null;
  return buckets.some(({ learning }) => learning.prompts > 0)
    ? "Every group has one member: there is nothing to be relative to"
    : "These rollouts name no group, so nothing is compared";
}

/** The fourth panel of a run's charts. */
export function toWorldsModel(
  axis: StepAxis,
  buckets: readonly StepBucket[],
  smoothed: Smoothed | null = null,
): WorldsModel {
  const largest = buckets.reduce((most, bucket) => Math.max(most, bucket.learning.advantageShift ?? 0), 0);
  const [, shiftTop] = niceScale(0, largest === 0 ? 1 : largest, 2).domain;
  const cells = buckets.map((bucket) => {
    const { touched, noSignal, groups, advantageShift } = bucket.learning;
    return {
      touched: share(touched, groups),
      touched_range: extremes(bucket, "groups_touched"),
      no_signal: share(noSignal, groups),
      shift: advantageShift === null ? null : advantageShift / shiftTop,
    };
  });
  const scale = niceScale(0, 1, 2);
  const draw = (series: WorldSeries, top: number) =>
    toSmoothParts(smoothed?.[series] ?? [], axis.extents, ({ start, end }) => [start, end]).map((part) =>
      part.map(({ x, y }) => ({ x, y: y / top })),
    );
  return {
    rows: toStepRows(axis.extents, cells, keys),
    scale,
    shiftTop,
    smoothed:
      smoothed === null
        ? null
        : { touched: draw("touched", 1), no_signal: draw("no_signal", 1), shift: draw("shift", shiftTop) },
    labels: toLabels(buckets, scale, shiftTop),
    emptyText: explainEmpty(buckets),
  };
}

function toLabels(buckets: readonly StepBucket[], scale: ValueScale, shiftTop: number): EndLabel[] {
  const bucket = buckets.findLast(({ learning }) => learning.groups > 0);
  if (bucket === undefined) return [];
  const isLast = bucket === buckets[buckets.length - 1];
  const { touched, noSignal, groups, advantageShift } = bucket.learning;
  const write = (value: string) => (isLast ? value : writeStale(value, bucket.to));
  const detail = `of ${formatCount(groups)}`;
  const [first, second, third] = worldSeries;
  const labels: EndLabel[] = [];
  for (const [series, count] of [
    [first, touched],
    [second, noSignal],
  ] as const) {
    const value = count / groups;
    const at = fractionFromTop(value, scale.domain);
    labels.push({
      id: series.key,
      name: series.name,
      value: write(formatPercent(value)),
      detail,
      colour: series.colour,
      at,
    });
  }
  if (advantageShift !== null) {
    const at = fractionFromTop(advantageShift, [0, shiftTop]);
    const value = write(formatNumber(advantageShift));
    labels.push({
      id: third.key,
      name: third.name,
      value,
      detail: `scale to ${formatNumber(shiftTop)}`,
      colour: third.colour,
      at,
    });
  }
  return labels;
}

/** `as scored · mean, not normalised`, each with how it is known where it was not told. */
export function nameTrainer(trainer: TrainerView): string {
  const remark = (from: TrainerView["worldFrom"]) => (from === "told" ? "" : ` (${from})`);
  const { world, worldFrom, baseline, baselineFrom, normalised, normalisedFrom } = trainer;
  return `${worldLabels[world]}${remark(worldFrom)} · ${baselineLabels[baseline]}${remark(baselineFrom)}, ${normalised ? "normalised" : "not normalised"}${remark(normalisedFrom)}`;
}

const worldLabels: Readonly<Record<World, string>> = {
  as_scored: "as scored",
  loss_mask_only: "loss mask only",
  evidence_only: "evidence only",
  drop_group: "drop the group",
};
const baselineLabels: Readonly<Record<Baseline, string>> = { mean: "mean", leave_one_out: "leave one out" };

/** Stands for "not told" in a choice. */
export const untold = "";

export interface TrainerChoice {
  readonly name: "world" | "baseline" | "normalised";
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** What a person can say of the run's trainer, with what is said now. */
export function listTrainerChoices(settings: Pick<RunSettings, "world" | "baseline" | "normalised">): TrainerChoice[] {
  const none = { value: untold, label: "not told" };
  const { world, baseline, normalised } = settings;
  return [
    {
      name: "world",
      label: "Lost rollouts",
      value: world ?? untold,
      options: [none, ...worlds.map((value) => ({ value, label: worldLabels[value] }))],
    },
    {
      name: "baseline",
      label: "Baseline",
      value: baseline ?? untold,
      options: [none, ...baselines.map((value) => ({ value, label: baselineLabels[value] }))],
    },
    {
      name: "normalised",
      label: "Normalised",
      value: normalised === null ? untold : String(normalised),
      options: [none, { value: "true", label: "by the deviation" }, { value: "false", label: "no" }],
    },
  ];
}

/** The body that tells the server one of them. */
export function toTrainerPatch(name: TrainerChoice["name"], value: string): Readonly<Record<string, unknown>> {
  if (value === untold) return { [name]: null };
  return { [name]: name === "normalised" ? value === "true" : value };
}
