import { type Rate, wilsonInterval } from "../rate";

export const triageStates = ["open", "acknowledged", "resolved", "ignored"] as const;
export type TriageState = (typeof triageStates)[number];

/** Where an issue had been seen when a person decided about it: the last step of each run and segment. */
export interface SeenThrough {
  readonly run: string;
  readonly segment: string;
  readonly step: number;
}

/** What a person does about an issue. */
export type TriageAct =
  | { readonly type: "acknowledge" | "reopen"; readonly by: string }
  | { readonly type: "resolve"; readonly by: string; readonly through: readonly SeenThrough[] }
  | {
      readonly type: "ignore";
      readonly by: string;
      readonly through: readonly SeenThrough[];
      /** Share of a step's rollouts above which it is open again; null: ignored whatever happens. */
      readonly untilRate: number | null;
    };

/** A step in which an issue was seen. */
export interface Sighting {
  readonly type: "seen";
  readonly run: string;
  readonly segment: string;
  /** null: eval rollouts outside any step. */
  readonly step: number | null;
  /** When the step's last occurrence finished, else arrived, epoch ms. */
  readonly at: number;
  /** Occurrences of the step's expected rollouts. Those still to come count as not failed: failures return first. */
  readonly rate: Rate;
}

export type TriageEvent = TriageAct | Sighting;

/** What a person decided last. A rule never changes it. */
export interface Decision {
  readonly state: TriageState;
  readonly by: string;
  readonly at: number;
  readonly through: readonly SeenThrough[];
  readonly untilRate: number | null;
}

/** Why an issue is open again although a person had put it away. */
export interface Reopening {
  readonly because: "seen_again" | "above_rate";
  readonly run: string;
  readonly segment: string;
  readonly step: number | null;
  readonly at: number;
}

/** Where an issue stands: `open` while there is a reopening, else as decided, else `open`. */
export interface Triage {
  readonly state: TriageState;
  readonly decision: Decision | null;
  readonly reopened: Reopening | null;
}

export const untriaged: Triage = { state: "open", decision: null, reopened: null };

/** What an act makes of a state. A dash: nothing to do. */
const acts: Readonly<Record<TriageState, Readonly<Record<TriageAct["type"], TriageState | "-">>>> = {
  open: { acknowledge: "acknowledged", resolve: "resolved", ignore: "ignored", reopen: "-" },
  acknowledged: { acknowledge: "-", resolve: "resolved", ignore: "ignored", reopen: "open" },
  // Again, because it was seen in more steps since, or is to be ignored up to another rate.
  resolved: { acknowledge: "acknowledged", resolve: "resolved", ignore: "ignored", reopen: "open" },
  ignored: { acknowledge: "acknowledged", resolve: "resolved", ignore: "ignored", reopen: "open" },
};

/** What a sighting after the decision makes of what was decided. A dash: it stays. */
const sightings: Readonly<Record<TriageState, Reopening["because"] | "-">> = {
  open: "-",
  acknowledged: "-",
  resolved: "seen_again",
  ignored: "above_rate",
};

/**
 * Later than what the person knew: a later step of a run and segment it had been seen in; elsewhere, or outside any step,
 * a later time. So a late row of an old step, or an old run that is imported afterwards, reopens nothing.
 */
function isLater({ run, segment, step, at }: Sighting, decision: Decision): boolean {
  const known = decision.through.find((stretch) => stretch.run === run && stretch.segment === segment);
  return known === undefined || step === null ? at > decision.at : step > known.step;
}

/** Surely above, that is by its Wilson 95% interval: one of two is no half. */
function isAbove(rate: Rate, limit: number | null): boolean {
  const interval = wilsonInterval(rate);
  return limit !== null && interval !== null && interval[0] > limit;
}

/** The earlier of two, so that the order of arrival does not show. */
function earlier(a: Reopening | null, b: Reopening): Reopening {
  if (a === null) return b;
  const order =
    a.at - b.at || (a.step ?? -1) - (b.step ?? -1) || compare(a.run, b.run) || compare(a.segment, b.segment);
  return order <= 0 ? a : b;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function see(previous: Triage, sighting: Sighting): Triage {
  const { decision } = previous;
  if (decision === null || !isLater(sighting, decision)) return previous;
  const because = sightings[decision.state];
  if (because === "-" || (because === "above_rate" && !isAbove(sighting.rate, decision.untilRate))) return previous;
  const { run, segment, step, at } = sighting;
  const reopened = earlier(previous.reopened, { because, run, segment, step, at });
  return reopened === previous.reopened ? previous : { state: "open", decision, reopened };
}

/**
 * The next state of an issue. Nothing to do returns the previous one itself. A rule reopens only what a person put away on
 * that condition (until it is seen again, until it exceeds a rate), and keeps what was decided.
 */
export function nextTriage(previous: Triage, event: TriageEvent, now: number): Triage {
  if (event.type === "seen") return see(previous, event);
  const state = acts[previous.state][event.type];
  if (state === "-") return previous;
  const through = "through" in event ? event.through : [];
  const untilRate = event.type === "ignore" ? event.untilRate : null;
  if (untilRate !== null && !(untilRate >= 0 && untilRate < 1)) {
    throw new RangeError(`a rate to ignore up to must be at least 0 and below 1, not ${untilRate}`);
  }
  return { state, decision: { state, by: event.by, at: now, through, untilRate }, reopened: null };
}

/** What a person decides about an issue, who it belongs to, or both. */
export interface IssueChange {
  /** The version that they saw. */
  readonly version: number;
  readonly by: string;
  readonly act?: { readonly type: TriageAct["type"]; readonly untilRate: number | null } | undefined;
  readonly owner?: string | null | undefined;
}
