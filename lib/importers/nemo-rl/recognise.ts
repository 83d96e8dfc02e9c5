/** Tells NeMo-RL's logged data by its rows; whether it is training or validation, and the step, stand in the name. */
import type { FileSample, Importer, JsonRecord, Recognition } from "../importer";
import { readCount } from "../read-values";
import { inferGenerations, startReading } from "./map";

const dataName = /(?:^|[_-])(train|val)_data_step(\d{1,9})[.]jsonl$/;
const besideRewards = ["content", "idx", "token_ids", "input_lengths", "sample_id"];

function isOurs(record: JsonRecord): boolean {
  const hasRewards = "rewards" in record || "filtered_rewards" in record;
  const isNewer = "reward" in record && "sample_id" in record && "step" in record;
  return isNewer || (hasRewards && besideRewards.some((name) => name in record));
}

function recognise({ name, records, isWhole }: FileSample): Recognition | null {
  const [first] = records;
  if (first === undefined || !records.some(isOurs)) return null;
  const [, kind, inName] = dataName.exec(name) ?? [];
  const hasOwnSteps = records.every((record) => readCount(record["step"]) !== null);
  const split = kind === undefined ? undefined : kind === "val" ? "eval" : "train";
  const inferred = inferGenerations(records, isWhole);
  return {
    role: "rows",
    kind: "rollouts",
    format: "native",
    reading: "lines",
    step: inName === undefined ? (hasOwnSteps ? readCount(first["step"]) : null) : Number(inName),
    ...(split === undefined ? {} : { split }),
    hasOwnSteps,
    startReading: (context) => startReading(context, split, inferred),
  };
}

export const nemoRl: Importer = {
  producer: "nemo-rl",
  title: "NeMo-RL training data",
  expects:
    "data that NeMo-RL logged (train_data_step{N}.jsonl or val_data_step{N}.jsonl, rows with rewards and content)",
  recognise,
  claims: (name) => dataName.test(name),
  stemOf: (path) => path,
  companionsOf: () => [],
};
