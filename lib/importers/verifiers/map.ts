/** Results of a verifiers evaluation in our terms. Pure but for counting an example's rollouts. */
import type { FileContext, JsonRecord, MappedRecord, RecordReader } from "../importer";
import { inFolder, isEmptyRecord, readCount, readNumber, readNumbers, readRecord, readText } from "../read-values";
import { VerifiersRow } from "./schema";

interface Failure {
  readonly kind: string | null;
  readonly reason: string | null;
}

/** `{error, message, error_chain_repr, …}`, or the error as Python writes it: `SandboxError('gone')`. */
function readFailure(error: unknown): Failure | null {
  if (error === null || error === undefined || error === "" || error === false) return null;
  const record = readRecord(error);
  if (record !== null) {
    if (isEmptyRecord(record)) return null;
    const reason = readText(record["message"]) ?? readText(record["error_chain_repr"]);
    return { kind: readText(record["error"]) ?? readText(record["type"]), reason };
  }
  const reason = String(error);
  return { kind: /^([A-Za-z_][\w.]*)(?:\(|$)/.exec(reason)?.[1] ?? null, reason };
}

/** Older versions write the reward functions beside the row's own fields, newer ones below `metrics`. */
function readComponents(row: VerifiersRow): Record<string, number> {
  const beside = Object.fromEntries(Object.entries(row).filter(([name]) => /_reward(?:_func)?$|_func$/.test(name)));
  return { ...readNumbers(beside), ...readNumbers(row.metrics) };
}

function readTokens(usage: unknown): { input_tokens?: number; output_tokens?: number } {
  const record = readRecord(usage) ?? {};
  const input = readCount(record["input_tokens"]);
  const output = readCount(record["output_tokens"]);
  return { ...(input === null ? {} : { input_tokens: input }), ...(output === null ? {} : { output_tokens: output }) };
}

/**
 * A row is one rollout of an example; which one is told by the order of appearance alone. Examples are numbered within
 * their evaluation, which its folder tells from others, and their environment: where that is not known, rows are known
 * by their line, or those of another evaluation would replace them.
 *
 * @param inPath environment that the file's folder is named after.
 */
export function startReading(context: FileContext, inPath: string | null): RecordReader {
  const environment = context.environment ?? inPath;
  const seen = new Map<string, number>();
  const map = (record: JsonRecord, id: string): MappedRecord => {
    const parsed = VerifiersRow.safeParse(record);
    if (!parsed.success || !("reward" in record && "completion" in record)) {
      return { code: "not_a_rollout", message: "no result of verifiers: it needs a prompt, a completion and a reward" };
    }
    const row = parsed.data;
    const example = row.example_id ?? row.id ?? null;
    const sample = seen.get(String(example)) ?? 0;
    if (example !== null) seen.set(String(example), sample + 1);
    const failure = readFailure(row.error);
    const components = readComponents(row);
    const total = readNumber(row.timing?.total_ms) ?? readNumber(row.total_ms);
    const { reward, error, total_ms, timing, is_truncated, token_usage, ...payload } = row;
    return {
      rows: [
        {
          ...(example === null ? {} : { group: inFolder(context.folder, String(example)) }),
          ...(example === null || environment === null ? { id } : { sample, environment }),
          reward,
          ...(isEmptyRecord(components) ? {} : { reward_components: components }),
          // An error leaves the reward at its default of 0.0, which nobody measured.
          ...(failure === null
            ? {}
            : { outcome: "failed" as const, failure_kind: failure.kind, failure_reason: failure.reason }),
          ...("error" in record ? { failure_kind: failure?.kind ?? null } : {}),
          ...(total === null ? {} : { duration_ms: total }),
          ...(is_truncated == null ? {} : { truncated: is_truncated }),
          ...readTokens(token_usage),
          payload,
        },
      ],
    };
  };
  return { map, note: () => null };
}
