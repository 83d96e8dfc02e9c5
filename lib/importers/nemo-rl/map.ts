/** NeMo-RL's logged training data in our terms. Pure. */
import type { Split } from "@/lib/core/rollout";
import type { RolloutRow } from "@/lib/wire/rollout-row";
import type { FileContext, JsonRecord, MappedRecord, RecordReader } from "../importer";
import { inFolder, readCount, readName, readNumber, readRecord } from "../read-values";
import { NemoRlRow } from "./schema";

/** A value out of its list of one. */
function unwrap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function readIndex(record: JsonRecord): number | null {
  return readCount(unwrap(record["idx"]));
}

/** Tokens that the policy made, as the trainer marks them. */
function countGenerated(mask: unknown): number | null {
  const marks: unknown = unwrap(mask);
  if (!Array.isArray(marks)) return null;
  let count = 0;
  for (const mark of marks) if (mark === 1 || mark === true) count++;
  return count;
}

/** One advantage for the whole rollout: a number, or a list with a value for each token, 0 where none was trained on. */
function readAdvantage(advantages: unknown): number | null {
  const value = unwrap(advantages);
  if (!Array.isArray(value)) return readNumber(value);
  for (const one of value) if (typeof one === "number" && Number.isFinite(one) && one !== 0) return one;
  return value.length > 0 ? 0 : null;
}

function readEnvironment(row: NemoRlRow, metadata: JsonRecord): string | null {
  const agent = readRecord(unwrap(row.agent_ref)) ?? readRecord(metadata["agent_ref"]);
  return readName(agent?.["name"]) ?? readName(metadata["environment"]) ?? readName(metadata["task_name"]);
}

type Failure = Pick<RolloutRow, "mask_sample" | "failure_kind" | "failure_reason">;

/** The environment's own words, in versions that log them. */
function readFailure(row: NemoRlRow, metadata: JsonRecord): Failure {
  const told: Failure = {};
  for (const source of [metadata, row]) {
    if ("mask_sample" in source) told.mask_sample = unwrap(source["mask_sample"]);
    for (const name of ["failure_kind", "failure_reason"] as const) {
      const value = unwrap(source[name]);
      if (typeof value === "string" || (value === null && name in source)) told[name] = value;
    }
  }
  return told;
}

/** The trainer's mask, for whatever reason it was set. */
function readDisposition(mask: unknown): "trained" | "loss_masked" | null {
  const value = unwrap(mask);
  if (value === 0 || value === false) return "loss_masked";
  return value === 1 || value === true ? "trained" : null;
}

interface Reading {
  readonly split: Split | undefined;
  readonly generationsPerPrompt: number | null;
  readonly folder: string;
}

/** What an optional value adds to a row: nothing where it is null. */
function when<Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> {
  const told: Partial<Record<Name, Value>> = {};
  if (value !== null) told[name] = value;
  return told;
}

function mapRow(record: JsonRecord, id: string, { split, generationsPerPrompt, folder }: Reading): MappedRecord {
  const parsed = NemoRlRow.safeParse(record);
  const hasReward = "rewards" in record || "filtered_rewards" in record || "reward" in record;
  if (!parsed.success || !hasReward) {
    return { code: "not_a_rollout", message: "no row of NeMo-RL's training data: it has no rewards" };
  }
  const row = parsed.data;
  const metadata = readRecord(unwrap(row.metadata)) ?? {};
  const index = readIndex(record);
  const group = index === null || generationsPerPrompt === null ? null : Math.floor(index / generationsPerPrompt);
  const mapped: RolloutRow = {
    id,
    ...when("step", readCount(unwrap(row.step))),
    ...(split === undefined ? {} : { split }),
    ...when("environment", readEnvironment(row, metadata)),
    ...when("group", group === null ? null : inFolder(folder, String(group))),
    reward: unwrap(row.filtered_rewards ?? row.rewards ?? row.reward),
    ...readFailure(row, metadata),
    ...when("disposition", readDisposition(row.sample_loss_mask)),
    ...when("advantage", readAdvantage(row.advantages)),
    ...when("output_tokens", countGenerated(row.token_loss_mask)),
    payload: {
      content: unwrap(row.content),
      ...when("idx", index),
      ...when("sample_id", readName(unwrap(row.sample_id))),
      ...when("total_length", readCount(unwrap(row.input_lengths))),
      ...("metadata" in record ? { metadata } : {}),
    },
  };
  return { rows: [mapped] };
}

/** The prompt of a row: the tokens before the first that the policy made. null where the row does not tell. */
function promptOf(record: JsonRecord): string | null {
  const ids: unknown = unwrap(record["token_ids"]);
  const mask: unknown = unwrap(record["token_loss_mask"]);
  if (!Array.isArray(ids) || !Array.isArray(mask)) return null;
  const first = mask.findIndex((mark) => mark === 1 || mark === true);
  return first <= 0 ? null : ids.slice(0, first).join(" ");
}

/**
 * How many rollouts share a prompt, from the first rows of a file: only where at least two different prompts are there
 * whole, all as often, so that each begins at a multiple of it. One prompt alone, or uneven ones, tell nothing.
 *
 * @param isWhole the rows are all of the file's.
 */
export function inferGenerations(records: readonly JsonRecord[], isWhole: boolean): number | null {
  const lengths: number[] = [];
  let prompt: string | null = null;
  for (const [at, record] of records.entries()) {
    const own = promptOf(record);
    if (own === null || readIndex(record) !== at) return null;
    if (own === prompt) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
    else lengths.push(1);
    prompt = own;
  }
  const whole = isWhole ? lengths : lengths.slice(0, -1);
  const [first = 0] = whole;
  return whole.length >= 2 && first >= 2 && whole.every((length) => length === first) ? first : null;
}

function describeGroups(asked: number | null, inferred: number | null): string {
  if (asked !== null) return `groups of ${asked} by idx, as you said`;
  if (inferred !== null) return `groups of ${inferred} by idx, inferred from the prompts' tokens`;
  return "no groups: how many rollouts share a prompt is not in the file (--generations-per-prompt N says it)";
}

const survivors = "survivors of dynamic sampling only: what was filtered out is not in the file";

/**
 * Reads the rows of one file. Its note says how groups were told apart, and whether only survivors stand in it.
 *
 * @param inferred rollouts that share a prompt, as the first rows have it; what the reader said goes before it.
 */
export function startReading(context: FileContext, split: Split | undefined, inferred: number | null): RecordReader {
  const asked = context.generationsPerPrompt;
  const reading = { split, generationsPerPrompt: asked ?? inferred, folder: context.folder };
  let hasSurvivors = false;
  return {
    map(record, id) {
      hasSurvivors ||= record["filtered_rewards"] != null;
      return mapRow(record, id, reading);
    },
    note: () => [...(hasSurvivors ? [survivors] : []), describeGroups(asked, inferred)].join("; "),
  };
}
