import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";

export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** For the whole of it, ms. */
  readonly timeoutMs: number;
  /** The process may end while it is under way. */
  readonly isBackground?: boolean;
}

export interface Heard {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

function readAnswer(response: IncomingMessage): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers["retry-after"] ?? null });
    });
  });
}

/**
 * Sends one request and reads its answer; redirects are answers. By node:http, which hands large bodies on as they are:
 * fetch copies them twice.
 *
 * @throws Error where there is no answer.
 */
export function send({ method, url, headers, body, timeoutMs, isBackground = false }: Sent): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === "https:" ? requestSecure : requestPlain;
    const signal = AbortSignal.timeout(timeoutMs);
    const length =
      body === null && (method === "GET" || method === "HEAD") ? {} : { "content-length": body?.length ?? 0 };
    const sent = start(url, { method, headers: { ...headers, ...length }, signal }, (response) => {
      readAnswer(response).then(resolve, reject);
    });
    if (isBackground) sent.on("socket", (socket) => socket.unref());
    sent.on("error", reject);
    sent.end(body);
  });
}
