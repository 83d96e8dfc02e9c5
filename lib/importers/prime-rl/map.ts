/** prime-rl's episodes in our terms. Pure. */
import type { RolloutRow } from "@/lib/wire/rollout-row";
import type { JsonRecord, MappedRecord } from "../importer";
import { isEmptyRecord, readName, readNumbers } from "../read-values";
import { PrimeEpisode, type PrimeTrace } from "./schema";

/** What the episode's place says of it: `all` may hold what was filtered out, `effective` is what was trained on. */
export type Disposition = "trained" | "filtered" | null;

/** By which an episode is known again in `all` and in `effective`. */
export function readEpisodeKey(record: JsonRecord): string | null {
  return readName(record["id"]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Each trace's reward is the sum of its named ones; an episode of several has their mean. null where none has any. */
function readReward(traces: readonly PrimeTrace[]): number | null {
  const trained = traces.filter(({ agent }) => agent?.trainable !== false);
  const rewards = (trained.length > 0 ? trained : traces)
    .map(({ rewards: named }) => Object.values(readNumbers(named)))
    .filter((values) => values.length > 0)
    .map(sum);
  return rewards.length === 0 ? null : sum(rewards) / rewards.length;
}

function readPolicy(episode: PrimeEpisode): [number, number] | null {
  const { start, end } = episode.run?.work?.policy ?? {};
  const first = start ?? end;
  return first == null ? null : [first, end ?? first];
}

/** The episode's own error, else that of the first trace that has one. */
function readFailure({ errors, traces }: PrimeEpisode) {
  const error = [...(errors ?? []), ...traces.flatMap((trace) => trace.errors ?? [])].at(0);
  return { failure_kind: error?.type ?? null, failure_reason: error?.message ?? null };
}

function isEval({ run }: PrimeEpisode): boolean {
  return run?.work?.type === "eval" || (run?.work?.type == null && run?.type === "eval");
}

/** An episode as a row of ours, or why it is none; one that is not `ok` has failed, whatever its reward. */
export function mapEpisode(record: JsonRecord, disposition: Disposition): MappedRecord {
  const parsed = PrimeEpisode.safeParse(record);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    return {
      code: "not_an_episode",
      message: `no episode of prime-rl: ${path === "" ? "its keys" : path} is not as expected`,
    };
  }
  const episode = parsed.data;
  const { id, env, group, traces, ok } = episode;
  const environment = readName(env?.name) ?? readName(env?.id);
  const groupId = readName(group?.id);
  const step = episode.run?.work?.step ?? null;
  const policy = readPolicy(episode);
  const [only] = traces;
  const components = traces.length === 1 ? readNumbers(only?.rewards) : {};
  const row: RolloutRow = {
    id: String(id),
    split: isEval(episode) ? "eval" : "train",
    ...(step === null ? {} : { step }),
    ...(environment === null ? {} : { environment }),
    ...(groupId === null ? {} : { group: groupId }),
    reward: readReward(traces),
    ...(isEmptyRecord(components) ? {} : { reward_components: components }),
    ...(ok ? { failure_kind: null } : { outcome: "failed" as const, ...readFailure(episode) }),
    ...(policy === null ? {} : { policy_step: policy }),
    ...(disposition === null ? {} : { disposition }),
    payload: { task: record["task"], stop_condition: only?.stop_condition ?? null, traces: record["traces"] },
  };
  return { rows: [row] };
}
