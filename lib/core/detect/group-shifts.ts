import type { Shift } from "./detected-shift";
import { kindOfSeries } from "./rate-series";
import { rewardSeries } from "./reward-series";
import type { LocatedShift } from "./to-shift";

/** Onsets at most so far apart, give or take what their ranges leave open, may have one cause. */
const onsetSteps = 2;
/** A symptom that lasts so many steps longer than its cause is an incident of its own. */
const outlastingSteps = 5;
/** A headline explains at least this part of the excess. */
const leastExplained = 0.5;

/** From what happened to what came of it. Kinds come first, components of the reward last. */
const specificity: readonly string[] = [
  "any_failure",
  "masked",
  "no_result",
  "suspected_false_zeros",
  "lost_attempts",
  "unknown",
  "zero_rewards",
  "truncated",
  rewardSeries,
];

function rank(series: string): number {
  if (kindOfSeries(series) !== null) return -1;
  const at = specificity.indexOf(series);
  return at === -1 ? specificity.length : at;
}

/** What the policy gets to feel, rather than what went wrong. */
function isSymptom({ series }: Shift): boolean {
  return rank(series) >= specificity.indexOf("zero_rewards");
}

function excessOf(shift: Shift): number {
  return shift.detector === "reward" ? 0 : shift.excess;
}

function apart(step: number, [first, last]: readonly [number, number]): number {
  return Math.max(first - step, step - last, 0);
}

function isOneCause(a: Shift, b: Shift): boolean {
  if (a.split !== b.split || a.segment !== b.segment) return false;
  if (a.onset === null || b.onset === null || a.lastStep === null || b.lastStep === null) return a.onset === b.onset;
  if (a.onset > b.lastStep || b.onset > a.lastStep) return false;
  const nearest = Math.min(
    apart(a.onset, b.onsetRange ?? [b.onset, b.onset]),
    apart(b.onset, a.onsetRange ?? [a.onset, a.onset]),
  );
  return nearest <= onsetSteps;
}

function hasOutlasted(shift: Shift, causes: readonly Shift[]): boolean {
  if (causes.length === 0 || shift.state !== "open" || causes.some((cause) => cause.state === "open")) return false;
  const end = Math.max(...causes.map((cause) => cause.lastStep ?? 0));
  return (shift.lastStep ?? 0) >= end + outlastingSteps;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same order whatever order the shifts were found in. */
function compare(a: LocatedShift, b: LocatedShift): number {
  return (
    (a.shift.onset ?? -1) - (b.shift.onset ?? -1) ||
    rank(a.shift.series) - rank(b.shift.series) ||
    excessOf(b.shift) - excessOf(a.shift) ||
    compareText(a.shift.series, b.shift.series) ||
    compareText(a.shift.environment ?? "", b.shift.environment ?? "") ||
    compareText(a.shift.segment, b.shift.segment)
  );
}

/**
 * Shifts of one segment that overlap and begin within 2 steps of each other are one incident. A fall of the reward
 * that goes on for 5 steps after what caused it has ended is one of its own: what the failures left behind.
 */
export function groupShifts(shifts: readonly LocatedShift[]): LocatedShift[][] {
  const groups: LocatedShift[][] = [];
  for (const located of [...shifts].sort(compare)) {
    const group = groups.find(([first]) => first !== undefined && isOneCause(first.shift, located.shift));
    if (group === undefined) groups.push([located]);
    else group.push(located);
  }
  return groups.flatMap((group) => {
    const causes = group.filter(({ shift }) => !isSymptom(shift)).map(({ shift }) => shift);
    const outlasting = group.filter(({ shift }) => isSymptom(shift) && hasOutlasted(shift, causes));
    if (outlasting.length === 0) return [group];
    return [group.filter((member) => !outlasting.includes(member)), outlasting];
  });
}

/** Whether an environment's shift is of a part of the run, and not of all of it under another name. */
function isPart(environment: Shift, whole: Shift | undefined): boolean {
  return whole === undefined || environment.during.n < whole.during.n;
}

/**
 * The most specific series that explains at least half of the excess: a kind before any failure, before masked, before
 * zeros; and of that series one environment before all, where it is the only one that shifted and explains half too.
 *
 * @throws RangeError for no shift.
 */
export function chooseHeadline(members: readonly LocatedShift[]): LocatedShift {
  const largest = Math.max(...members.map(({ shift }) => excessOf(shift)));
  const explaining = members.filter(({ shift }) => excessOf(shift) >= Math.min(largest, leastExplained * largest));
  explaining.sort(
    (a, b) => rank(a.shift.series) - rank(b.shift.series) || excessOf(b.shift) - excessOf(a.shift) || compare(a, b),
  );
  const [best] = explaining;
  if (best === undefined) throw new RangeError("an incident has at least one shift, not 0");
  const same = members.filter(({ shift }) => shift.series === best.shift.series);
  const whole = same.find(({ shift }) => shift.environment === null);
  const environments = same.filter(({ shift }) => shift.environment !== null && isPart(shift, whole?.shift));
  const [only] = environments;
  if (only !== undefined && environments.length === 1 && explaining.includes(only)) return only;
  return whole ?? best;
}
