import { copyBytes } from "@/lib/core/copy-bytes";
import { Problem } from "@/lib/core/errors";
import { parseIngestQuery } from "@/lib/wire/query";
import { sharedFrom, sideBySide } from "./body-memory";
import type { Context } from "./context";
import type { IntakeAccount } from "./intake";
import type { IngestTerms } from "./judge-rollouts";
import { type BodyLimits, type BodySource, readBody } from "./read-body";

export interface RolloutsPost {
  readonly run: string;
  /** As the address has it, behind its question mark. */
  readonly query: string;
  readonly headers: {
    readonly contentType: string | null;
    readonly contentEncoding: string | null;
    readonly contentLength: string | null;
    readonly idempotencyKey: string | null;
  };
  readonly body: BodySource;
}

/** What takes rollouts in. */
type Taking = Pick<Context, "intake" | "ingest"> & { readonly config: { readonly limits: BodyLimits } };

/** Whether the body is NDJSON by its content type; no content type leaves it to the first byte. */
function readContentType(sent: string | null): boolean {
  const [type = "", ...parameters] = (sent ?? "application/json").toLowerCase().split(";");
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const name = type.trim();
  const isLines = name === "application/x-ndjson" || name === "application/jsonl" || name === "application/x-jsonlines";
  if (isUtf8 && (isLines || name === "application/json")) return isLines;
  throw new Problem(
    "unsupported_media_type",
    `Content-Type ${(sent ?? "").slice(0, 80)} is not taken. Send application/json or application/x-ndjson, in UTF-8.`,
    { path: "Content-Type" },
  );
}

function readIdempotencyKey(sent: string | null): string | null {
  if (sent === null) return null;
  if (sent.length >= 1 && sent.length <= 255) return sent;
  throw new Problem("invalid_request", "An Idempotency-Key has 1 to 255 characters.", { path: "Idempotency-Key" });
}

interface ReadQuery extends ReturnType<typeof parseIngestQuery> {
  readonly sent: string;
  /** In one spelling, whatever it was sent in. */
  readonly query: string;
}

/** Senders ask the same with every request. */
let lastQuery: ReadQuery | null = null;

function readQuery(sent: string): ReadQuery {
  if (lastQuery?.sent === sent) return lastQuery;
  const query = new URLSearchParams(sent);
  lastQuery = { sent, query: query.toString(), ...parseIngestQuery(query) };
  return lastQuery;
}

/** Terms that are the same for many requests are one object, which travels once for all of a message. */
let lastTerms: IngestTerms | null = null;

function toTerms(run: string, read: ReadQuery, isLines: boolean, idempotencyKey: string | null): IngestTerms {
  const { query, format, defaults } = read;
  const isSame =
    lastTerms?.defaults === defaults &&
    lastTerms.run === run &&
    lastTerms.isLines === isLines &&
    lastTerms.idempotencyKey === idempotencyKey;
  if (lastTerms === null || !isSame) lastTerms = { run, query, format, defaults, isLines, idempotencyKey };
  return lastTerms;
}

/**
 * A body as it goes to the thread that writes: in memory that both see, or small and in a small piece, which is copied
 * whole. What was unpacked comes in whatever piece, and is moved into one of these.
 */
function toSent(body: Buffer, account: IntakeAccount): Uint8Array {
  const { buffer, length } = body;
  const isAlone = buffer.byteLength === length && length < sharedFrom;
  if (buffer instanceof SharedArrayBuffer || buffer.byteLength <= sideBySide || isAlone) return body;
  const room = account.room(length);
  copyBytes(room, body, 0);
  return room;
}

/**
 * `POST /api/v1/runs/{run}/rollouts`: the one implementation of it, whoever calls.
 *
 * @returns the JSON text of the answer, after the commit.
 * @throws Problem as `receiveRollouts` and {@link readBody} do.
 */
export async function postRollouts(context: Taking, post: RolloutsPost): Promise<string> {
  const isLines = readContentType(post.headers.contentType);
  const idempotencyKey = readIdempotencyKey(post.headers.idempotencyKey);
  const terms = toTerms(post.run, readQuery(post.query), isLines, idempotencyKey);
  const { limits } = context.config;
  const { contentEncoding, contentLength } = post.headers;
  const account = context.intake.open();
  try {
    const packing = { contentEncoding: contentEncoding ?? "", contentLength };
    const body = toSent(await readBody(post.body, packing, limits, account), account);
    return await context.ingest({ terms, body });
  } finally {
    account.close();
  }
}
