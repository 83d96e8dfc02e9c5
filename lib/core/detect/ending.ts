import { levelNull } from "./level";
import type { RatePoint } from "./rate-point";
import { addSums, type Ending, noSums, type Place, type RateShift, type StepSums, toSums } from "./shift";
import { effectiveShare, fromOdds, leastClustering, toOdds } from "./yardstick";

const endAt = Math.log(100);
const leastSteps = 2;

/** Still shifted: the rate so far, but at least twice the null's odds, so that the two can be told apart. */
function shiftedRate({ mixedX, mixedN }: StepSums, pt: number): number {
  const soFar = (0.5 + mixedX) / (1 + mixedN);
  return fromOdds(Math.max(toOdds(soFar), 2 * toOdds(pt)));
}

/**
 * A shift with one more step: the mirror of the detector that opened it, with "as shifted as so far" as the null and
 * the practical null as the alternative,
 *
 *     l = f · (x ln(pt / ps) + (n − x) ln((1 − pt) / (1 − ps))),  E = max(0, E + l),  over where E ≥ ln 100
 *
 * over at least 2 complete steps. The end is the step before the excursion began. A step still filling says nothing
 * about the end: what has not arrived counts as not failed there, which is what an end looks like.
 */
export function extendShift(shift: RateShift, point: RatePoint, place: Place): RateShift {
  const { yardstick, ending } = shift;
  const step = toSums(point, yardstick);
  if (!point.complete || step.mixedN === 0)
    return ending === null ? include(shift, step, place) : wait(shift, ending, step, place);
  const pt = yardstick?.pt ?? levelNull;
  const shifted = shiftedRate(shift.sums, pt);
  const ratio = step.mixedX * Math.log(pt / shifted) + (step.mixedN - step.mixedX) * Math.log((1 - pt) / (1 - shifted));
  const score = (ending?.score ?? 0) + effectiveShare(step.mixedN, yardstick?.rho ?? leastClustering) * ratio;
  if (score <= 0) return include(shift, ending === null ? step : addSums(ending.sums, step), place);
  const grown = grow(ending ?? { score, after: shift.last, sums: noSums, indices: [] }, step, place, score);
  const isOver = score >= endAt && grown.sums.completeSteps >= leastSteps;
  return { ...shift, ending: grown, state: isOver ? "ended" : "open" };
}

function include(shift: RateShift, step: StepSums, last: Place): RateShift {
  return { ...shift, sums: addSums(shift.sums, step), last, ending: null };
}

function wait(shift: RateShift, ending: Ending, step: StepSums, place: Place): RateShift {
  return { ...shift, ending: grow(ending, step, place, ending.score) };
}

function grow(ending: Ending, step: StepSums, place: Place, score: number): Ending {
  return { ...ending, score, sums: addSums(ending.sums, step), indices: [...ending.indices, place.index] };
}
