import { type Split, splits } from "@/lib/core/rollout";
import { readLabels, toLabelParams } from "./address";
import { type FailureScale, failureScales } from "./failures-model";
import { parseSmoothing, type Smoothing } from "./smoothing";
import { type AxisKind, axisKinds } from "./step-axis";

/** Which steps are shown: all of them, the newest ones, or a fixed range (which follows nothing). */
export type ShownSteps =
  | { readonly kind: "all" }
  | { readonly kind: "newest"; readonly count: number }
  | { readonly kind: "range"; readonly from: number; readonly to: number };

/** What a reader looks at: all of it is in the address, so that a pasted link shows the same. */
export interface RunView {
  readonly steps: ShownSteps;
  readonly environment: string | null;
  readonly split: Split;
  readonly segment: string | null;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly scale: FailureScale;
  readonly axis: AxisKind;
  /** Over how many points lines are smoothed; 1: not at all. */
  readonly smoothing: Smoothing;
  /** Whether the panel of what failures did to learning is open. */
  readonly learning: boolean;
}

export const wholeRun: RunView = {
  steps: { kind: "all" },
  environment: null,
  split: "train",
  segment: null,
  labels: [],
  scale: "share",
  axis: "step",
  smoothing: 1,
  learning: false,
};

/** Reads a view from query parameters; what makes no sense there is as if it were absent. */
export function parseRunView(params: Iterable<readonly [string, string]>): RunView {
  const told = [...params];
  const given = new Map(told.filter(([, value]) => value !== ""));
  return {
    steps: parseSteps(given),
    environment: given.get("environment") ?? null,
    split: splits.find((split) => split === given.get("split")) ?? "train",
    segment: given.get("segment") ?? null,
    labels: readLabels(told).sort(([a], [b]) => (a < b ? -1 : 1)),
    scale: failureScales.find((scale) => scale === given.get("scale")) ?? "share",
    axis: axisKinds.find((axis) => axis === given.get("axis")) ?? "step",
    smoothing: parseSmoothing(given.get("smoothing")),
    learning: given.get("learning") === "1",
  };
}

function parseSteps(given: ReadonlyMap<string, string>): ShownSteps {
  const whole = (name: string) => {
    const text = given.get(name);
    return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const newest = whole("newest");
  if (newest !== null && newest > 0) return { kind: "newest", count: newest };
  const from = whole("from");
  const to = whole("to");
  if (from === null || to === null) return { kind: "all" };
  return { kind: "range", from: Math.min(from, to), to: Math.max(from, to) };
}

/** The query parameters of a view; null where a parameter is left out because it says nothing. */
export function toRunParams(view: RunView): Record<string, string | null> {
  const { steps } = view;
  return {
    from: steps.kind === "range" ? String(steps.from) : null,
    to: steps.kind === "range" ? String(steps.to) : null,
    newest: steps.kind === "newest" ? String(steps.count) : null,
    environment: view.environment,
    split: view.split === "train" ? null : view.split,
    segment: view.segment,
    scale: view.scale === "share" ? null : view.scale,
    axis: view.axis === "step" ? null : view.axis,
    smoothing: view.smoothing === 1 ? null : String(view.smoothing),
    learning: view.learning ? "1" : null,
    ...Object.fromEntries(toLabelParams(view.labels)),
  };
}

/** The first and last step that a view asks a server for, given the run's newest step. */
export function toStepRange(
  steps: ShownSteps,
  lastStep: number | null,
): { readonly from: number | null; readonly to: number | null } {
  if (steps.kind === "range") return { from: steps.from, to: steps.to };
  if (steps.kind === "all" || lastStep === null) return { from: null, to: null };
  return { from: Math.max(0, lastStep - steps.count + 1), to: null };
}

/** Whether the newest steps come into view as they happen. */
export function isFollowing(steps: ShownSteps): boolean {
  return steps.kind !== "range";
}

/** The same steps as a fixed range, or, the other way, as many of the newest. */
export function setFollowing(
  steps: ShownSteps,
  following: boolean,
  shown: { readonly firstStep: number | null; readonly lastStep: number | null },
): ShownSteps {
  if (following === isFollowing(steps)) return steps;
  if (steps.kind === "range") {
    const whole = shown.firstStep === null || steps.from <= shown.firstStep;
    return whole ? { kind: "all" } : { kind: "newest", count: steps.to - steps.from + 1 };
  }
  if (shown.firstStep === null || shown.lastStep === null) return steps;
  const { from } = toStepRange(steps, shown.lastStep);
  return { kind: "range", from: Math.max(shown.firstStep, from ?? 0), to: shown.lastStep };
}
