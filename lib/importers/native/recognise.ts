/** Tells rows of our own format, as they are posted, by keys that say which rollout it is and what came of it. */
import { rolloutRowKeys } from "@/lib/wire/rollout-row";
import type { FileSample, Importer, JsonRecord, MappedRecord, Recognition } from "../importer";

/** Any of these says what came of a rollout. */
const results = ["reward", "outcome", "mask_sample", "failure_kind", "verification_skipped"];

/**
 * A group and a sample of it are what no log of metrics has, whatever stands beside them; a row with an id may be of
 * anything, unless every key of it is one of ours.
 */
function isOurs(record: JsonRecord): boolean {
  if (!results.some((key) => key in record)) return false;
  if ("group" in record && "sample" in record) return true;
  return "id" in record && "step" in record && Object.keys(record).every((key) => rolloutRowKeys.has(key));
}

/** Rows go on to the letter; one that does not say which rollout it is, is known by its line. */
function map(record: JsonRecord, id: string): MappedRecord {
  const isKnown =
    record["id"] != null || "_falsezero" in record || (record["group"] != null && record["sample"] != null);
  // Sent, anything at all would be a rollout that came back without a reward.
  if (!isKnown && !results.some((key) => key in record)) {
    const message = `neither which rollout it is (id, or group and sample) nor what came of it (${results.join(", ")})`;
    return { code: "not_a_rollout", message };
  }
  return { envelope: isKnown ? {} : { id } };
}

function recognise({ records }: FileSample): Recognition | null {
  if (!records.some(isOurs)) return null;
  const hasOwnSteps = records.every((record) => record["step"] != null || record["split"] === "eval");
  const startReading = () => ({ map, note: () => null });
  return { role: "rows", kind: "rollouts", format: "native", reading: "lines", hasOwnSteps, startReading };
}

export const native: Importer = {
  producer: "native",
  title: "rows of Falsezero's own format",
  expects:
    "rows of Falsezero's own format (with group and sample, or id, step and no key but ours, and with a reward or " +
    `another of ${results.slice(1).join(", ")})`,
  recognise,
  claims: () => false,
  stemOf: (path) => path,
  companionsOf: () => [],
};
