/** NeMo Gym's rows and documents in our terms. Pure. */
import { NemoGymRow } from "@/lib/wire/nemo-gym-row";
import type { Envelope } from "@/lib/wire/rollout-row";
import type { InputFields, JsonRecord, MappedInput, MappedRecord, Refusal } from "../importer";
import { type AggregateDocument, type CoverageDocument, MaterializedInput } from "./schema";

const failureFields = ["mask_sample", "failure_kind", "failure_reason"] as const;

/** Whether a record says that an attempt failed: any of the collector's failure keys. */
export function hasFailureMark(record: JsonRecord): boolean {
  for (const key in record) if (key.startsWith("_ng_failure_")) return true;
  return false;
}

/** An input of a rollout: what to do, and nothing of what came of it. */
export function isInput(record: JsonRecord): boolean {
  if (!("responses_create_params" in record)) return false;
  return !("reward" in record || "response" in record || "_ng_omitted" in record || hasFailureMark(record));
}

/** Any of these, or a key of the collector's, says that a rollout was tried. */
const tries = ["responses_create_params", "response", "reward", "error", "failure_kind", "failure_reason"];

function isTry(record: JsonRecord): boolean {
  for (const key in record) if (key.startsWith("_ng_") || tries.includes(key)) return true;
  return false;
}

function rolloutKey(task: string | number, rollout: number): string {
  return `${task}\n${rollout}`;
}

/** Failure fields whose value is the dataset's own. A mask that is off, and a field that is null, say nothing. */
function findEchoed(row: NemoGymRow, sources: ReadonlyMap<string, InputFields>): Envelope["echoed"] {
  const { _ng_task_index: task, _ng_rollout_index: rollout } = row;
  const own = task == null || rollout == null ? undefined : sources.get(rolloutKey(task, rollout));
  if (own === undefined) return [];
  return failureFields.filter((field) => row[field] === own[field] && Boolean(own[field]));
}

function hasIdentity(row: NemoGymRow): boolean {
  const { _ng_task_index: task, _ng_rollout_index: rollout, _ng_rollout_id: id, _ng_failure_record: record } = row;
  return (task != null && rollout != null) || id != null || record?.episode_id?.rollout_id != null;
}

/**
 * A row of a rollouts file or its failures sidecar, to the letter, with what its file adds: that it failed, an id where
 * it has none, and which failure fields are the dataset's.
 */
export function mapRow(
  record: JsonRecord,
  id: string,
  inputFields: ReadonlyMap<string, InputFields>,
  isFailuresFile: boolean,
): MappedRecord {
  if (isInput(record) && !isFailuresFile) {
    const message = "an input of a rollout, with neither a reward nor a response; expected what came of it";
    return { code: "not_a_rollout", message };
  }
  // Sent, anything at all would be a failure.
  if (isFailuresFile && !isTry(record)) {
    const message = `nothing of a rollout that failed: none of its keys begins with _ng_ or is ${tries.join(", ")}`;
    return { code: "not_a_rollout", message };
  }
  const failed: Envelope = isFailuresFile ? { outcome: "failed" } : {};
  const parsed = NemoGymRow.safeParse(record);
  // What is wrong with the row is the server's to say, with the path.
  if (!parsed.success) return { envelope: failed };
  const echoed = findEchoed(parsed.data, inputFields) ?? [];
  return {
    envelope: {
      ...failed,
      ...(hasIdentity(parsed.data) ? {} : { id }),
      ...(echoed.length === 0 ? {} : { echoed }),
    },
  };
}

/** A materialized input as the rollout that is expected of it. */
export function mapInput(record: JsonRecord): MappedInput | Refusal {
  const parsed = MaterializedInput.safeParse(record);
  if (!parsed.success || !isInput(record)) {
    const message =
      "no materialized input: it needs responses_create_params, _ng_task_index and _ng_rollout_index; names have at most 1,000 characters";
    return { code: "not_an_input", message };
  }
  const { _ng_task_index: task, _ng_rollout_index: sample, agent_ref: agent } = parsed.data;
  const fields: InputFields = Object.fromEntries(
    failureFields.filter((field) => Boolean(record[field])).map((field) => [field, record[field]]),
  );
  return {
    expected: { environment: agent?.name ?? null, group: String(task), sample },
    key: rolloutKey(task, sample),
    fields: Object.keys(fields).length === 0 ? null : fields,
  };
}

const ourNames = [
  ["expected", "expected"],
  ["measured", "scored"],
  ["masked", "masked"],
  ["unscored", "unscored"],
  ["failed", "failed"],
  ["intentionally_omitted", "omitted"],
  ["unknown", "unknown"],
  ["attempts", "attempts"],
] as const;

/** The collector's counts under our names; those that it did not write are left out. */
export function mapCoverage(document: CoverageDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [theirs, ours] of ourNames) {
    const count = document[theirs];
    if (count !== null && count !== undefined) counts[ours] = count;
  }
  return counts;
}

function sumOf(agent: AggregateDocument[number], field: "num_rollouts" | "expected_num_rollouts"): number | null {
  const groups = agent.group_level_metrics ?? [];
  if (groups.length === 0) return null;
  return groups.reduce<number | null>((sum, group) => {
    const count = group[field];
    return sum === null || count === null || count === undefined ? null : sum + count;
  }, 0);
}

/**
 * The mean reward over all agents, weighted by their rollouts, and how many rollouts were expected. What can't be told
 * exactly (several agents, one of them without counts) is left out.
 */
export function mapAggregate(agents: AggregateDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  let expected: number | null = 0;
  let rollouts: number | null = 0;
  let total: number | null = 0;
  for (const agent of agents) {
    const mean = agent.agent_metrics["mean/reward"];
    const n = agents.length === 1 ? 1 : sumOf(agent, "num_rollouts");
    const known: boolean = typeof mean === "number" && Number.isFinite(mean) && n !== null;
    total = total === null || !known ? null : total + Number(mean) * Number(n);
    rollouts = rollouts === null || n === null ? null : rollouts + n;
    const declared = sumOf(agent, "expected_num_rollouts");
    expected = expected === null || declared === null ? null : expected + declared;
  }
  if (expected !== null && agents.length > 0) counts["expected"] = expected;
  if (total !== null && rollouts !== null && rollouts > 0) counts["reward_mean"] = total / rollouts;
  return counts;
}
