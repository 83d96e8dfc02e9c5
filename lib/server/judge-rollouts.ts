import { createHash, hash } from "node:crypto";
import type { RolloutRow } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import { isRecord } from "@/lib/wire/is-record";
import { judgeRow } from "@/lib/wire/judge-row";
import type { RowDefaults, RowFormat } from "@/lib/wire/normalise";
import { isSlim, keepPayload, type PayloadMode } from "@/lib/wire/payload";
import { rolloutRowKeys } from "@/lib/wire/rollout-row";
import { BodyError, scanRows } from "@/lib/wire/row-scanner";
import type { Limits } from "./config";
import { type AnswerFacts, AnswerNotes, type RejectedRow } from "./ingest-answer";

/** What a request says beside its rows. */
export interface IngestTerms {
  readonly run: string;
  readonly format: RowFormat | "auto";
  readonly defaults: RowDefaults;
  /** The sender says that the body is NDJSON. */
  readonly isLines: boolean;
  readonly idempotencyKey: string | null;
  /** What else than the body makes a request the same one again. */
  readonly query: string;
}

export interface IngestRequest {
  readonly terms: IngestTerms;
  readonly body: Uint8Array;
}

export interface IngestRules {
  readonly limits: Limits;
  readonly payloads: PayloadMode;
}

/** Bytes of rows judged before other requests get a turn. */
const turnBytes = 2 * 1024 * 1024;

/** What a request says for all of its rows, as part of each; empty where it says nothing. */
function describeDefaults({ step, split, segment, environment }: RowDefaults): string {
  const told = [step, split, segment, environment];
  return told.every((one) => one === null) ? "" : JSON.stringify(told);
}

/** SHA-1 of the row's bytes as they were sent, and the format they were read in: a retry sends the same again. */
function hashContent(bytes: Buffer, defaults: string, format: RowFormat): string {
  const read = format === "native" ? "00" : "01";
  if (defaults === "") return `${hash("sha1", bytes, "hex")}${read}`;
  return `${createHash("sha1").update(bytes).update(defaults).digest("hex")}${read}`;
}

function toKeptBytes(value: Readonly<Record<string, unknown>>, bytes: Buffer, mode: PayloadMode): Buffer | null {
  const kept = keepPayload(value, bytes.length, mode);
  if (kept.keep === "text") return Buffer.from(kept.text);
  return kept.keep === "row" ? bytes : null;
}

/** Text that another server kept stays as it is, unless this one keeps less. */
function keepExported(value: Readonly<Record<string, unknown>>, payload: Uint8Array | null, mode: PayloadMode) {
  const kept = value["payload"];
  if (payload === null || mode === "none") return null;
  if (mode === "full" || !isRecord(kept) || isSlim(kept, payload.length)) return payload;
  return toKeptBytes(kept, Buffer.from(payload), mode);
}

/** A request whose rows were judged, without those that are good: plain data. */
export interface Judgement {
  readonly facts: AnswerFacts;
  readonly rejected: readonly RejectedRow[];
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null;
}

export interface JudgedRows {
  readonly rows: readonly RolloutRow[];
  readonly judgement: Judgement;
}

interface JudgedBody {
  readonly rows: readonly RolloutRow[];
  readonly rejected: readonly RejectedRow[];
  readonly received: number;
  readonly notes: AnswerNotes;
}

async function judgeBody(request: IngestRequest, rules: IngestRules): Promise<JudgedBody> {
  const { limits } = rules;
  const rows: RolloutRow[] = [];
  const rejected: RejectedRow[] = [];
  const notes = new AnswerNotes();
  let received = 0;
  let turn = 0;
  const { terms } = request;
  const defaults = describeDefaults(terms.defaults);
  const body = Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength);
  for (const scanned of scanRows(body, terms.isLines, limits)) {
    received++;
    if (received > limits.rows) {
      throw new Problem(
        "too_many_rows",
        `The body has more than ${limits.rows} rows (FALSEZERO_MAX_ROWS). Nothing was stored; send smaller batches.`,
      );
    }
    if ("code" in scanned) {
      rejected.push({ index: scanned.index, code: scanned.code, path: "", message: scanned.message });
      continue;
    }
    const { index, value, bytes } = scanned;
    turn += bytes.length;
    if (turn > turnBytes) {
      turn = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const judged = judgeRow(value, bytes, terms.format, terms.defaults);
    if ("rejection" in judged || !isRecord(value)) {
      const why = "rejection" in judged ? judged.rejection : { code: "not_an_object", path: "", message: "" };
      rejected.push({ index, ...why });
      continue;
    }
    if ("exported" in judged) {
      const { rollout, contentHash, receivedAt, lone } = judged.exported;
      notes.note(rollout, 0);
      const payload = keepExported(value, judged.exported.payload, rules.payloads);
      rows.push({ index, rollout, contentHash, payload, origin: { receivedAt, lone } });
      continue;
    }
    const { rollout } = judged;
    notes.note(rollout, judged.format === "native" ? countUnknownKeys(value) : 0);
    rows.push({
      index,
      rollout,
      contentHash: hashContent(bytes, defaults, judged.format),
      payload: toKeptBytes(value, bytes, rules.payloads),
    });
  }
  return { rows, rejected, received, notes };
}

function countUnknownKeys(row: Readonly<Record<string, unknown>>): number {
  let unknown = 0;
  for (const key in row) if (!rolloutRowKeys.has(key)) unknown++;
  return unknown;
}

function readIdempotency({ terms, body }: IngestRequest): Judgement["idempotency"] {
  const { idempotencyKey, query } = terms;
  if (idempotencyKey === null) return null;
  return { key: idempotencyKey, requestHash: createHash("sha256").update(`${query}\n`).update(body).digest("hex") };
}

/**
 * Judges each row of a request on its own; the store is not asked.
 *
 * @throws Problem 400 where no row can be found, 413 over a limit.
 */
export async function judgeRollouts(request: IngestRequest, rules: IngestRules): Promise<JudgedRows> {
  try {
    const { rows, rejected, received, notes } = await judgeBody(request, rules);
    const { run, idempotencyKey } = request.terms;
    const isProtected = idempotencyKey !== null;
    const facts = { run, received, warnings: notes.toWarnings(), isProtected };
    return { rows, judgement: { facts, rejected, idempotency: readIdempotency(request) } };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const { line, column, message } = error;
    throw new Problem("invalid_json", `Line ${line}, column ${column}: ${message}. Nothing was stored.`, {
      line,
      column,
    });
  }
}
