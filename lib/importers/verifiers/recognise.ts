/** Tells results of verifiers by their rows, and the metadata beside them by what only it says. */
import type { FileSample, Importer, JsonRecord, Recognition } from "../importer";
import { startReading } from "./map";
import { VerifiersMetadata } from "./schema";

const ending = /(?:results[.]jsonl|metadata[.]json)$/;

function isOurs(record: JsonRecord): boolean {
  const hasExample = "example_id" in record || "id" in record;
  return hasExample && "prompt" in record && "completion" in record && "reward" in record;
}

/** `outputs/evals/{environment}--{model}/{id}/results.jsonl`. */
const evalFolder = /(?:^|[/])([^/]+?)--[^/]+[/][^/]+[/][^/]+$/;

function recognise({ path, records, document }: FileSample): Recognition | null {
  if (document !== undefined) {
    const parsed = VerifiersMetadata.safeParse(document);
    if (!parsed.success) return null;
    const { env_id: environment, avg_reward: mean, num_examples: examples, rollouts_per_example: each } = parsed.data;
    const counts = {
      ...(examples == null || examples < 0 ? {} : { expected: examples * each }),
      ...(mean == null ? {} : { reward_mean: mean }),
    };
    return { role: "counts", kind: "metadata", counts, environment };
  }
  if (!records.some(isOurs)) return null;
  const inPath = evalFolder.exec(path)?.[1] ?? null;
  return {
    role: "rows",
    kind: "rollouts",
    format: "native",
    reading: "lines",
    startReading: (context) => startReading(context, inPath),
  };
}

export const verifiers: Importer = {
  producer: "verifiers",
  title: "verifiers results",
  expects: "results of verifiers (results.jsonl, rows with example_id, prompt, completion and reward)",
  recognise,
  claims: (name) => name === "results.jsonl",
  stemOf: (path) => path.replace(ending, ""),
  companionsOf: (path) => (/(?:^|[/])results[.]jsonl$/.test(path) ? ["metadata.json"] : []),
};
