/** Tells NeMo Gym's files apart: by what is in them, and by their names where content leaves it open. */
import { isRecord } from "@/lib/wire/is-record";
import type { FileSample, Importer, JsonRecord, Recognition, RowsFile } from "../importer";
import { findIndices } from "./find-indices";
import { hasFailureMark, isInput, mapAggregate, mapCoverage, mapInput, mapRow } from "./map";
import { AggregateDocument, CoverageDocument } from "./schema";

const plain = ".jsonl";

/** Endings of what the collector writes beside a file of rollouts, by kind. */
const companions = {
  inputs: "_materialized_inputs.jsonl",
  failures: "_failures.jsonl",
  coverage: "_coverage.json",
  aggregate: "_aggregate_metrics.json",
} as const;

const rolloutsExpected = "NeMo Gym rollouts (a verify response a line, with a reward or a response)";

function rowsFile(kind: "rollouts" | "failures"): RowsFile {
  return {
    role: "rows",
    kind,
    format: "nemo-gym",
    reading: "lines",
    startReading: ({ inputFields }) => ({
      // A failure has to be told, and echoes of the dataset to be found.
      findPlain: kind === "rollouts" && inputFields.size === 0 ? findIndices : undefined,
      map: (record, id) => mapRow(record, id, inputFields, kind === "failures"),
      note: () => null,
    }),
  };
}

const rollouts = rowsFile("rollouts");
const failures = rowsFile("failures");

function isOurs(record: JsonRecord): boolean {
  if ("responses_create_params" in record) return true;
  if (isRecord(record["response"]) && "output" in record["response"]) return true;
  for (const key in record) if (key.startsWith("_ng_")) return true;
  return false;
}

function recogniseLines(name: string, records: readonly JsonRecord[]): Recognition | null {
  if (!records.some(isOurs)) return null;
  if (records.every((record) => "mean/reward" in record && !("reward" in record))) {
    return { role: "unneeded", kind: "profile", reason: "a profile of rollouts by task, computed from them" };
  }
  if (records.every(isInput)) {
    const isNumbered = records.every((record) => "_ng_task_index" in record && "_ng_rollout_index" in record);
    if (isNumbered && name.endsWith(companions.inputs)) return { role: "inputs", kind: "inputs", mapInput };
    const saw = "inputs: rows with responses_create_params, and with neither a reward nor a response";
    return { role: "refused", saw, expected: rolloutsExpected };
  }
  const isFailures = name.endsWith(companions.failures) ? isSidecar(records) : records.every(hasFailureMark);
  return isFailures ? failures : rollouts;
}

/**
 * Whether a file that is called like the sidecar of failures is one. Older collectors write no mark, and a made-up
 * response and reward of 0: without the name each would be a zero that nobody earned. A set of ordinary rollouts that is
 * called "predict_failures" shows by a reward that is earned.
 */
function isSidecar(records: readonly JsonRecord[]): boolean {
  const isMarked = (record: JsonRecord) => hasFailureMark(record) || !("reward" in record || "response" in record);
  const isEarned = (record: JsonRecord) =>
    typeof record["reward"] === "number" && record["reward"] !== 0 && record["error"] == null;
  return records.some(isMarked) || !records.some(isEarned);
}

function recogniseDocument(document: unknown): Recognition | null {
  const coverage = CoverageDocument.safeParse(document);
  if (coverage.success && typeof coverage.data.measured === "number") {
    return { role: "counts", kind: "coverage", counts: mapCoverage(coverage.data) };
  }
  const aggregate = AggregateDocument.safeParse(document);
  if (aggregate.success && aggregate.data.length > 0) {
    return { role: "counts", kind: "aggregate", counts: mapAggregate(aggregate.data) };
  }
  return null;
}

export const nemoGym: Importer = {
  producer: "nemo-gym",
  title: "NeMo Gym rollouts",
  expects: `${rolloutsExpected}, or their failures, inputs, coverage or aggregate metrics`,
  recognise: ({ name, records, document }: FileSample) =>
    document === undefined ? recogniseLines(name, records) : recogniseDocument(document),
  claims: (name) => Object.values(companions).some((ending) => name.endsWith(ending)),
  stemOf: (path, kind) => {
    const own = new Map<string, string>(Object.entries(companions)).get(kind) ?? plain;
    const ending = [own, plain].find((suffix) => path.endsWith(suffix)) ?? "";
    return path.slice(0, path.length - ending.length);
  },
  companionsOf: (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!name.endsWith(plain)) return [];
    const stem = name.slice(0, -plain.length);
    return Object.values(companions).map((suffix) => `${stem}${suffix}`);
  },
};
