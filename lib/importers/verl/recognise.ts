/** Tells verl's dumps of rollouts by their rows; the name is the step. */
import type { Split } from "@/lib/core/rollout";
import { folderOf, nameOf } from "../import-source";
import type { FileSample, Importer, JsonRecord, Recognition } from "../importer";
import { readCount } from "../read-values";
import { mapRow } from "./map";

const stepName = /(?:^|[_-])(\d{1,9})[.]jsonl$/;
/**
 * `trainer.validation_data_dir` is a folder of the user's choosing; these names say what is in it. Only the file's own
 * folder is asked: those above it are named after other things, such as a trial of the trainer.
 */
const evalFolder = /^(?:val|valid|validation|eval)(?:[_-]|$)|[_-](?:val|valid|validation|eval)$/i;

function isOurs(record: JsonRecord): boolean {
  return "input" in record && "output" in record && "score" in record;
}

function recognise({ name, path, records }: FileSample): Recognition | null {
  const [first] = records;
  if (first === undefined || !records.some(isOurs)) return null;
  const split: Split | undefined = evalFolder.test(nameOf(folderOf(path))) ? "eval" : undefined;
  const inName = stepName.exec(name)?.[1];
  const hasOwnSteps = records.every((record) => readCount(record["step"]) !== null);
  const step = hasOwnSteps ? readCount(first["step"]) : inName === undefined ? null : Number(inName);
  return {
    role: "rows",
    kind: "rollouts",
    format: "native",
    reading: "lines",
    step,
    ...(split === undefined ? {} : { split }),
    hasOwnSteps,
    startReading: () => ({ map: (record, id) => mapRow(record, id, split), note: () => null }),
  };
}

export const verl: Importer = {
  producer: "verl",
  title: "verl rollouts",
  expects: "rollouts that verl dumped ({step}.jsonl, rows with input, output and score)",
  recognise,
  claims: (name) => /^\d+[.]jsonl$/.test(name),
  stemOf: (path) => path,
  companionsOf: () => [],
};
