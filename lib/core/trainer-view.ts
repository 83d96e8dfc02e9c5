import type { WorldInference } from "./infer-world";
import type { Baseline, RunSettings, World } from "./run";
import type { Estimator } from "./worlds";

/** How something about the trainer is known. */
export type Source = "told" | "inferred" | "assumed";

/** The world and the estimator that a run's figures are given for, and how each is known. */
export interface TrainerView extends Estimator {
  readonly world: World;
  readonly worldFrom: Source;
  readonly baselineFrom: Source;
  readonly normalisedFrom: Source;
}

type ToldSettings = Pick<RunSettings, "world" | "baseline" | "normalised">;

function choose<Value>(told: Value | null, inferred: Value | null, assumed: Value): readonly [Value, Source] {
  if (told !== null) return [told, "told"];
  return inferred === null ? [assumed, "assumed"] : [inferred, "inferred"];
}

/** The one value that all candidates share; null where they differ, or there is none. */
function shared<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

/**
 * What is told goes before what was inferred, and that before what is merely assumed: a trainer that ignores flags, with
 * the group's mean as its baseline and no division by the deviation.
 */
export function viewTrainer(told: ToldSettings, inference: WorldInference): TrainerView {
  const fits = inference.state === "inferred" || inference.state === "ambiguous" ? inference.fits : [];
  const [world, worldFrom] = choose(told.world, shared(fits.map((fit) => fit.world)), "as_scored" as const);
  const baseline = choose<Baseline>(told.baseline, shared(fits.map((fit) => fit.baseline)), "mean");
  const normalised = choose(told.normalised, shared(fits.map((fit) => fit.normalised)), false);
  return {
    world,
    worldFrom,
    baseline: baseline[0],
    baselineFrom: baseline[1],
    normalised: normalised[0],
    normalisedFrom: normalised[1],
  };
}
