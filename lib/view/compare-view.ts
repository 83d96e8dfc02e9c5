/** Which runs a page compares, and how: all of it is in the address. */
import { type Alignment, alignments, type Places, type RangeKind, rangeKinds } from "@/lib/core/compare/comparison";
import { listNamedRuns } from "@/lib/core/compare/named-runs";
import { type Pair, type Split, splits } from "@/lib/core/rollout";
import { readLabels, readText, toLabelParams } from "./address";
import { compareHref } from "./run-links";
import { parseSmoothing, type Smoothing } from "./smoothing";

export interface CompareView {
  readonly runs: readonly string[];
  /** The run that the others are held against; null: the first. */
  readonly baseline: string | null;
  readonly alignment: Alignment;
  /** The step that stands at 0 in runs without an incident. */
  readonly at: number | null;
  readonly range: RangeKind | Places;
  /** The failure kind whose share the chart of failures draws; null: of all that was lost. */
  readonly kind: string | null;
  /** Over how many points lines are smoothed; 1: not at all. */
  readonly smoothing: Smoothing;
  readonly environment: string | null;
  readonly split: Split;
  readonly labels: readonly Pair<string>[];
}

/** Reads a view from query parameters; what makes no sense there is as if it were absent. */
export function parseCompareView(params: URLSearchParams): CompareView {
  const at = readPlace(params.get("at"));
  return {
    runs: listNamedRuns(params),
    baseline: params.get("base")?.normalize("NFC") ?? null,
    alignment: alignments.find((alignment) => alignment === params.get("align")) ?? "step",
    at: at === null || at < 0 ? null : at,
    range: parseRange(params),
    kind: readText(params.get("kind")),
    smoothing: parseSmoothing(params.get("smoothing")),
    environment: readText(params.get("environment")),
    split: splits.find((split) => split === params.get("split")) ?? "train",
    labels: readLabels(params),
  };
}

function parseRange(params: URLSearchParams): CompareView["range"] {
  const [from, to] = [readPlace(params.get("from")), readPlace(params.get("to"))];
  if (from !== null && to !== null) return { from: Math.min(from, to), to: Math.max(from, to) };
  return rangeKinds.find((range) => range === params.get("range")) ?? "common";
}

/** A place on the axis, which lies below 0 before an onset. */
function readPlace(text: string | null): number | null {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Everything of a view but its runs; what says nothing is left out. */
function toCompareParams(view: CompareView): URLSearchParams {
  const { baseline, alignment, at, range, kind, smoothing, environment, split, labels } = view;
  const params = new URLSearchParams();
  if (baseline !== null && baseline !== view.runs[0]) params.set("base", baseline);
  if (alignment !== "step") params.set("align", alignment);
  if (at !== null) params.set("at", String(at));
  if (typeof range === "object") {
    params.set("from", String(range.from));
    params.set("to", String(range.to));
  } else if (range !== "common") params.set("range", range);
  if (kind !== null) params.set("kind", kind);
  if (smoothing !== 1) params.set("smoothing", String(smoothing));
  if (environment !== null) params.set("environment", environment);
  if (split !== "train") params.set("split", split);
  for (const [name, value] of toLabelParams(labels)) params.append(name, value);
  return params;
}

/** The page where runs are chosen, these already. */
export function chooseHref(runs: readonly string[]): string {
  return compareHref(runs, new URLSearchParams({ choose: "1" }));
}

/** The page that shows a view. */
export function compareViewHref(view: CompareView): string {
  return compareHref(view.runs, toCompareParams(view));
}
