import { type RunDetail, reconstructionTag } from "@/lib/core/run";
import { nameSteps } from "./chart-marks";
import { formatCount, formatUtc } from "./format";
import type { RunView } from "./run-view";
import type { StepRange } from "./step-axis";

type Filters = Pick<RunView, "environment" | "split" | "segment" | "labels">;

/** The filters of a view as words, what is not filtered left out. */
export function describeFilters(view: Filters): readonly string[] {
  const { environment, split, segment, labels } = view;
  return [
    ...(environment === null ? [] : [`environment ${environment}`]),
    ...(split === "train" ? [] : [`split ${split}`]),
    ...(segment === null ? [] : [`segment ${segment}`]),
    ...labels.map(([name, value]) => `${name} ${value}`),
  ];
}

/** What tells a file of a view from others, for its name: the run, the steps, the filters. */
export function nameFile(run: string, view: Filters, shown: StepRange | null): readonly string[] {
  const steps =
    shown === null ? [] : [shown.from === shown.to ? `step ${shown.from}` : `steps ${shown.from}-${shown.to}`];
  return [run, ...steps, ...describeFilters(view)];
}

export interface CaptionedView {
  readonly run: string;
  readonly title: string | null;
  readonly isReconstruction: boolean;
  readonly view: Filters;
  /** First and last step on the charts; null: there is none. */
  readonly steps: StepRange | null;
  /** Steps of a point. */
  readonly width: number;
  readonly revision: string;
}

/** What a page of a run shows, for the caption of its charts. */
export function toCaptioned(
  { detail, revision }: { readonly detail: Pick<RunDetail, "run" | "settings">; readonly revision: string },
  view: Filters,
  { buckets, width }: { readonly buckets: readonly StepRange[]; readonly width: number },
): CaptionedView {
  const { run, settings } = detail;
  const [first, last] = [buckets[0], buckets[buckets.length - 1]];
  return {
    run,
    title: settings.title,
    isReconstruction: settings.tags.includes(reconstructionTag),
    view,
    steps: first === undefined || last === undefined ? null : { from: first.from, to: last.to },
    width,
    revision,
  };
}

/** What stands under a chart that left its page: whose it is, what of it, as of when, and where it came from. */
export function writeChartCaption(told: CaptionedView, address: string, now: number): readonly string[] {
  const { run, title, isReconstruction, view, steps, width, revision } = told;
  const name = title === null || title === run ? run : `${title} (${run})`;
  const range = steps === null ? "no steps" : nameSteps(steps).toLowerCase();
  const filters = describeFilters(view);
  return [
    [
      name,
      range,
      ...(width > 1 ? [`${formatCount(width)} steps a point`] : []),
      ...(filters.length === 0 ? ["no filter"] : filters),
      ...(isReconstruction ? ["reconstruction, generated from published figures"] : []),
    ].join(" · "),
    `revision ${revision} · saved ${formatUtc(now)}`,
    address,
  ];
}
