import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { UrlWithParsedQuery } from "node:url";
import type { RestoreReport } from "@/db/sqlite/restore";
import { Problem } from "@/lib/core/errors";
import type { Context } from "@/lib/server/context";
import { guardRequest } from "@/lib/server/guard";
import { guardAddress } from "@/lib/server/guard-address";
import { postRollouts } from "@/lib/server/post-rollouts";
import { type Answer, toJsonAnswer, toProblemAnswer } from "@/lib/server/respond";
import { decodeWrittenRunName } from "@/lib/wire/run-name";
import { handleLogin } from "./login";
import { takeImports } from "./take-imports";
import { takeRestore } from "./take-restore";

export type NextHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  url?: UrlWithParsedQuery,
) => Promise<void>;

/** What answers a request. */
export interface Surroundings {
  readonly context: Context;
  readonly toNext: NextHandler;
  /** Puts a copy that waits in the data folder in the place of the data. @throws Problem */
  readonly restore: (key: string) => Promise<RestoreReport>;
}

/** What is served before Next: the hot post, and uploads of any size. */
const ownPath = /^\/api\/v1\/runs\/([^/]+)\/(rollouts|imports)$/;
const restorePath = "/api/v1/restore";

/** A request has to be there whole by then; an import may take as long as it brings something. */
const requestMs = 10 * 60_000;

/** Whether a request takes longer than any may. @param tookMs since its head was there. */
export function isTooSlow(request: IncomingMessage, tookMs: number): boolean {
  if (request.complete || tookMs <= requestMs) return false;
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  return ownPath.exec(path)?.[2] !== "imports";
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** How long, and for how many bytes, a sender may go on sending what is not wanted before its connection is closed. */
const lingerMs = 2_000;
const lingerBytes = 64 * 1024 * 1024;

/** Answers while the request is still being sent: closing at once would lose the answer on its way. */
function sendEarly(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const headers = { ...answer.headers, connection: "close", "content-length": Buffer.byteLength(answer.body) };
  response.writeHead(answer.status, headers);
  response.write(answer.body);
  let left = lingerBytes;
  const end = () => {
    clearTimeout(late);
    response.end();
  };
  const late = setTimeout(end, lingerMs);
  request.once("close", end);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
}

function toHeader(value: string | string[] | undefined): string | null {
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}

/** By events: for a small body an async iterator costs as much as all else that is done about it. */
function takeChunks(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        // The request stays open: whoever sent it has still to be answered.
        request.off("data", onData);
        reject(error);
      }
    };
    request.on("data", onData);
    request.once("end", resolve);
    request.once("close", () => {
      if (!request.complete) reject(new Error("the request ended before its body did"));
    });
  });
}

async function takeRollouts(context: Context, run: string, query: string, request: IncomingMessage): Promise<Answer> {
  const { headers } = request;
  const text = await postRollouts(context, {
    run: decodeWrittenRunName(run),
    query,
    headers: {
      contentType: headers["content-type"] ?? null,
      contentEncoding: headers["content-encoding"] ?? null,
      contentLength: headers["content-length"] ?? null,
      idempotencyKey: toHeader(headers["idempotency-key"]),
    },
    body: (take) => takeChunks(request, take),
  });
  return toJsonAnswer(text);
}

/** Scripts run by nonce only; recharts sets style attributes. */
function setPageHeaders(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  // Next reads the nonce from the request's own header and gives it to its scripts.
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
}

function wantsPage(request: IncomingMessage, path: string): boolean {
  return request.method === "GET" && !path.startsWith("/api/") && (request.headers.accept ?? "").includes("text/html");
}

/**
 * Every request passes here: judged first, then the hot post is served, then Next has the rest. A request whose body was
 * not read to its end has its connection closed, so that nothing of it is taken for the next one.
 */
export async function handleRequest(
  { context, toNext, restore }: Surroundings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const method = request.method ?? "GET";
  try {
    const [, run, what] = (method === "POST" ? ownPath.exec(path) : null) ?? [];
    if (run === undefined) setPageHeaders(request, response);
    try {
      guardRequest(context.config, { method, path, headers: request.headers });
    } catch (error) {
      const isLogin = error instanceof Problem && error.code === "unauthorized" && wantsPage(request, path);
      if (!isLogin) throw error;
      response.writeHead(303, { location: `/login?next=${encodeURIComponent(request.url ?? "/")}` });
      response.end();
      return;
    }
    if (run !== undefined && what === "imports") {
      await takeImports(context, { run, query }, request, response);
    } else if (run !== undefined) {
      send(response, await takeRollouts(context, run, query, request));
    } else if (method === "POST" && path === restorePath) {
      send(response, await takeRestore(restore, query));
    } else if (method === "POST" && path === "/login") await handleLogin(context.config, request, response);
    else {
      guardAddress(method, path);
      await toNext(request, response);
    }
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const answer = toProblemAnswer(error, context.log);
    if (request.complete) send(response, answer);
    else sendEarly(request, response, answer);
  }
}
