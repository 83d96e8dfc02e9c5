/** rLLM's episodes in our terms. Pure. */
import type { Split } from "@/lib/core/rollout";
import type { RolloutRow } from "@/lib/wire/rollout-row";
import type { JsonRecord, MappedRecord } from "../importer";
import { inFolder, isEmptyRecord, readName, readNumbers } from "../read-values";
import { RllmEpisode } from "./schema";

/** Reasons by which an episode ended without a result; others ended it early, and its reward stands. */
const failed: ReadonlySet<string> = new Set(["error", "timeout"]);
const cut: ReadonlySet<string> = new Set([
  "max_turns_exceeded",
  "max_prompt_length_exceeded",
  "max_response_length_exceeded",
]);

/** The step's folder. */
export interface RllmPlace {
  readonly split: Split | undefined;
  readonly step: number | null;
  /** Such as `train_step_12_epoch_0`: an episode's id repeats from step to step. */
  readonly folder: string;
  /** What it is in, below what is imported; empty where that is nothing. */
  readonly above: string;
}

/** Ids are `task:rollout`; what stands before the last colon is the task. */
function taskOf(episode: RllmEpisode): string | null {
  const id = readName(episode.episode_id);
  const colon = id?.lastIndexOf(":") ?? -1;
  return id !== null && colon > 0 ? id.slice(0, colon) : readName(episode.task_hash);
}

/** A row for each trajectory, since each has its reward; an episode without any is one row that failed. */
export function mapEpisode(record: JsonRecord, id: string, place: RllmPlace): MappedRecord {
  const parsed = RllmEpisode.safeParse(record);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    return {
      code: "not_an_episode",
      message: `no episode of rLLM: ${path === "" ? "its keys" : path} is not as expected`,
    };
  }
  const episode = parsed.data;
  const { trajectories, termination_reason: reason, task, metrics } = episode;
  const own = readName(episode.episode_id);
  const known = own === null ? id : inFolder(place.above, `${place.folder}/${own}`);
  const taskName = taskOf(episode);
  const group = taskName === null ? null : inFolder(place.above, taskName);
  const isFailed = trajectories.length === 0 || (reason != null && failed.has(reason));
  const step = place.step ?? episode.training_step ?? null;
  const session = readName(episode.session_id);
  const told = readNumbers(metrics);
  const common: RolloutRow = {
    ...(step === null ? {} : { step }),
    ...(place.split === undefined ? {} : { split: place.split }),
    ...(isFailed ? { outcome: "failed" as const } : {}),
    failure_kind: isFailed && reason != null && failed.has(reason) ? reason : null,
    ...(reason == null ? {} : { truncated: cut.has(reason) }),
    ...(session === null ? {} : { session_id: session }),
  };
  const about = { task, termination_reason: reason, ...(isEmptyRecord(told) ? {} : { metrics: told }) };
  if (trajectories.length === 0) {
    return { rows: [{ ...common, id: known, ...(group === null ? {} : { group }), payload: about }] };
  }
  const isAlone = trajectories.length === 1;
  const rows = trajectories.map((trajectory, index): RolloutRow => {
    // Trajectories of one name are compared with each other, as rLLM does.
    const name = trajectory.name ?? String(index);
    const suffix = isAlone ? "" : `:${index}`;
    return {
      ...common,
      id: `${known.slice(0, 900)}${suffix}`,
      ...(group === null ? {} : { group: isAlone ? group : `${group}/${name}` }),
      reward: trajectory.reward,
      ...(trajectory.num_steps == null ? {} : { turns: trajectory.num_steps }),
      payload: { ...about, trajectory },
    };
  });
  return { rows };
}
