import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Attempt } from "@/lib/core/alerts/notice";
import { signNotice } from "@/lib/core/alerts/signature";
import type { Destination } from "@/lib/core/alerts/webhook";
import { isNoTarget } from "./webhook-target";

/** A receiver has this long from the first byte sent to its answer. */
const answerMs = 10_000;
/** What is read of an answer, and what is kept of that. */
const readBytes = 4_096;
const keptCharacters = 200;

export interface Outgoing {
  readonly destination: Destination;
  /** JSON text. */
  readonly body: string;
  /** The same for every try, for the receiver to tell a repetition by. */
  readonly key: string;
  readonly event: string;
  readonly version: string;
}

/** Addresses that no receiver has, whatever a name leads to. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, "", 0);
    const allowed = addresses.filter(({ address }) => !isNoTarget(address));
    const [first] = allowed;
    if (first === undefined) {
      const refusal: NodeJS.ErrnoException = new Error("no address of a receiver");
      refusal.code = "EFORBIDDEN";
      return callback(refusal, "", 0);
    }
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "Nothing listens at its address."],
  ["ENOTFOUND", "No such host was found."],
  ["EAI_AGAIN", "Its host's name could not be looked up."],
  ["ECONNRESET", "It closed the connection without an answer."],
  ["EHOSTUNREACH", "Its host can't be reached from this machine."],
  ["ENETUNREACH", "Its network can't be reached from this machine."],
  ["EFORBIDDEN", "Its host is a link-local address, which no receiver has."],
]);

/** What went wrong without an answer: never the address, which may hold a secret. */
function explain(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code)) return `Its certificate can't be trusted (${code}).`;
  return reasons.get(code) ?? (code === "" ? "The connection failed." : `The connection failed (${code}).`);
}

function explainStatus(status: number, location: string | undefined): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400 && location !== undefined) {
    return `It answered ${status}, a redirect, which is not followed. Enter the address that it leads to.`;
  }
  return `It answered ${status}.`;
}

function parseRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1_000 : null;
}

/** Parts of an address this long may be what keeps it secret. */
const telling = 8;

/** All of an address that an echo could give away, as it was entered and as a receiver decodes it, the longest first. */
function listHidden({ url, secret }: Destination): string[] {
  const { href, pathname, search, searchParams } = new URL(url);
  const parts = [...pathname.split("/"), ...search.slice(1).split(/[=&]/), ...searchParams.values()];
  const decoded = parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const hidden = [url, href, `${pathname}${search}`, pathname, secret ?? ""].filter(({ length }) => length > 3);
  const long = [...parts, ...decoded].filter(({ length }) => length >= telling);
  return [...new Set([...hidden, ...long])].sort((a, b) => b.length - a.length);
}

/** An answer as a line for people, without what it echoes of the secrets. */
function toShown(text: string, destination: Destination): string | null {
  let shown = text.replace(/\s+/g, " ").trim();
  for (const hidden of listHidden(destination)) shown = shown.replaceAll(hidden, "…");
  return shown === "" ? null : shown.slice(0, keptCharacters);
}

/**
 * Sends one notice and says what came of it; never throws. Redirects are not followed, an answer that takes longer than
 * 10 s is none, and only its beginning is read.
 *
 * @param stopping aborts it; what is then not known to be taken is sent again after the next start.
 */
export function sendToWebhook(outgoing: Outgoing, now: number, stopping: AbortSignal): Promise<Attempt> {
  const { destination, body, key, event, version } = outgoing;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (told: Pick<Attempt, "status" | "error"> & Partial<Attempt>) => {
      const tookMs = Math.round(performance.now() - startedAt);
      clearTimeout(late);
      stopping.removeEventListener("abort", stop);
      resolve({ at: now, tookMs, answer: null, retryAfterMs: null, ...told });
      outgoingRequest.destroy();
    };
    const stop = () => end({ status: null, error: "The server stopped before an answer came." });
    const late = setTimeout(() => {
      end({ status: null, error: `No answer came in ${answerMs / 1_000} s.` });
    }, answerMs);
    const url = new URL(destination.url);
    const { secret } = destination;
    const outgoingRequest = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      agent: false,
      lookup: guardedLookup,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": `falsezero/${version}`,
        "falsezero-event": event,
        "idempotency-key": key,
        ...(secret === null ? {} : { "falsezero-signature": signNotice(secret, body, now) }),
      },
    });
    outgoingRequest.on("error", (error) => end({ status: null, error: explain(error) }));
    outgoingRequest.on("response", (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, readBytes).toString("utf8");
        end({
          status,
          error: explainStatus(status, response.headers.location),
          answer: toShown(text, destination),
          retryAfterMs: parseRetryAfter(response.headers["retry-after"]),
        });
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= readBytes) finish();
      });
      response.on("end", finish);
      response.on("error", finish);
    });
    if (stopping.aborted) return stop();
    stopping.addEventListener("abort", stop, { once: true });
    outgoingRequest.end(body);
  });
}
