/** For tests: a server that answers as it is told, and remembers what it was asked. */
import { createServer, type Server } from "node:http";
import { gunzipSync } from "node:zlib";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly rows: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** Absent: a receipt for the rows where the status is 200, else a problem. */
  readonly body?: unknown;
}

/** @returns null to break the connection. */
export type Answer = (asked: Asked, index: number) => Reply | null;

export class AnsweringServer {
  readonly seen: Asked[] = [];
  answer: Answer;
  readonly #server: Server;

  constructor(answer: Answer) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const sent = Buffer.concat(chunks);
        const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent).toString("utf8");
        const rows = text.split("\n").filter((line) => line !== "");
        const asked = { method: request.method ?? "", path: request.url ?? "", rows };
        this.seen.push(asked);
        const reply = this.answer(asked, this.seen.length - 1);
        if (reply === null) return request.socket.destroy();
        const body = reply.body ?? (reply.status === 200 ? receiptOf(rows.length) : { title: "no", detail: "no" });
        response.writeHead(reply.status, { connection: "close", ...reply.headers });
        return response.end(typeof body === "string" ? body : JSON.stringify(body));
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Bodies of rows that were sent, those that were refused included. */
  rows(): string[] {
    return this.seen.filter(({ path }) => path.includes("/rollouts")).flatMap(({ rows }) => rows);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function receiptOf(received: number, rejected: readonly object[] = []) {
  const inserted = received - rejected.length;
  return { received, inserted, rejected_count: rejected.length, rejected, warnings: [] };
}
