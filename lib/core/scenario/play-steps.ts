import { makeConversation, makeTask, type Task } from "./conversation";
import type { Fate, Place } from "./fate";
import { indices, Random } from "./random";
import type { ArrivingRow, ScenarioClock, ScenarioRow, ScenarioStep } from "./scenario";

/** The fates of one step's rollouts: the first `groupSize` are the first group's, and so on. */
export interface StepPlan {
  readonly step: number;
  readonly fates: readonly Fate[];
}

export interface Stage {
  readonly seed: number;
  readonly environment: string;
  readonly groupSize: number;
  /** False: failures come back as plain rewards of 0, as from producers that have no failure fields. */
  readonly failureFields: boolean;
}

/** An update of the policy after the last rollout is in, ms. */
const trainingMs = 45_000;
/** Steps between the checkpoints of the trainer. */
const checkpointEvery = 20;
const poolBShare = 0.48;
const ordinaryDuration: readonly [number, number] = [70_000, 240_000];

interface Cast {
  readonly fate: Fate;
  readonly group: string;
  readonly sample: number;
  readonly task: Task;
  readonly random: Random;
}

function makePlace(random: Random, share: number): Place {
  const pool = random.chance(share) ? "b" : "a";
  return {
    host: `gpu-${String(random.integer(1, 16)).padStart(2, "0")}`,
    pool,
    address: `10.2.${pool === "a" ? 1 : 0}.${random.integer(2, 40)}:9222`,
  };
}

/** The verify response's part of a row. */
function toVerdict(fate: Fate, random: Random, place: Place, failureFields: boolean) {
  const reward = fate.solved ? 1 : 0;
  if (fate.failure === null || !failureFields) return { reward };
  const named = { failure_kind: fate.failure.kind, failure_reason: fate.failure.reason(random, place) };
  if (fate.failure.effect === "failed") return { outcome: "failed" as const, ...named };
  return fate.failure.effect === "masked" ? { reward, mask_sample: true, ...named } : { reward, ...named };
}

function playRollout(cast: Cast, step: number, stage: Stage, stepStartAt: number, speed: number): ArrivingRow {
  const { fate, random } = cast;
  const place = makePlace(random, fate.failure?.poolBShare ?? poolBShare);
  const durationMs = random.integer(...(fate.failure?.durationMs ?? ordinaryDuration));
  const turns = fate.failure?.generates === false ? 0 : random.integer(3, 12);
  // Only arrivals are played faster: a rollout that took three minutes still says so.
  const finishedAt = Math.round(stepStartAt + durationMs / speed);
  const row: ScenarioRow = {
    environment: stage.environment,
    step,
    group: cast.group,
    sample: cast.sample,
    ...toVerdict(fate, random, place, stage.failureFields),
    policy_step: step - 1,
    started_at: new Date(finishedAt - durationMs).toISOString(),
    finished_at: new Date(finishedAt).toISOString(),
    duration_ms: durationMs,
    turns,
    input_tokens: turns === 0 ? 0 : 900 + turns * random.integer(500, 900),
    output_tokens: turns * random.integer(60, 180),
    session_id: random.hex(12),
    labels: { host: place.host, browser_pool: place.pool },
    payload: makeConversation(random, cast.task, turns, fate.solved),
  };
  return { arrivalMs: durationMs / speed, row };
}

/** Turns fates into rows with times, places and conversations. Each step draws from a stream of its own. */
export function* playSteps(plans: Iterable<StepPlan>, stage: Stage, clock: ScenarioClock): Generator<ScenarioStep> {
  if (!(clock.speed > 0)) throw new RangeError(`a scenario's speed must be above 0, not ${clock.speed}`);
  const source = new Random(stage.seed);
  let startMs = 0;
  for (const { step, fates } of plans) {
    const random = source.fork(step);
    const groups = Math.ceil(fates.length / stage.groupSize);
    const tasks = indices(groups).map((group) => makeTask(random.fork(fates.length + group)));
    const stepStartAt = clock.startAt + startMs;
    const rows = fates.flatMap((fate, index) => {
      const group = Math.floor(index / stage.groupSize);
      const task = tasks[group];
      if (task === undefined) return [];
      const name = String((step - 1) * groups + group);
      const cast = { fate, group: name, sample: index % stage.groupSize, task, random: random.fork(index) };
      return [playRollout(cast, step, stage, stepStartAt, clock.speed)];
    });
    // What fails fast comes back first.
    rows.sort((a, b) => a.arrivalMs - b.arrivalMs);
    const durationMs = (rows.at(-1)?.arrivalMs ?? 0) + trainingMs / clock.speed;
    const checkpoint = step % checkpointEvery === 0 ? `ckpt-${step}` : null;
    yield { step, startMs, durationMs, rows, checkpoint };
    startMs += durationMs;
  }
}
