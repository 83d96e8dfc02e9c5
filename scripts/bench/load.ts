import { connect } from "node:net";

export interface Load {
  readonly url: string;
  readonly bodies: readonly Buffer[];
  readonly gzip: boolean;
  readonly connections: number;
}

/** The text of a whole answer with its length told; null where more of it has to come. */
function readAnswer(seen: string): { readonly status: string; readonly body: string } | null {
  const end = seen.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = seen.slice(0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
  const body = seen.slice(end + 4);
  return body.length < Number(length) ? null : { status: head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length), body };
}

/** One connection that is kept: the next body is sent when the one before is answered. */
function sendInTurn(url: URL, next: () => Buffer | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let seen = "";
    const sendNext = () => {
      const request = next();
      if (request === null) socket.end(resolve);
      else socket.write(request);
    };
    socket.on("connect", sendNext);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed a connection before it had answered")));
    socket.on("data", (chunk) => {
      seen += chunk.toString("latin1");
      const answer = readAnswer(seen);
      if (answer === null) return;
      seen = "";
      if (answer.status === "200") sendNext();
      else socket.destroy(new Error(`answered ${answer.status}: ${answer.body.slice(0, 300)}`));
    });
  });
}

/**
 * Sends all bodies over some connections. Requests are made before the time is taken, and sent by bare sockets: the
 * client of node:http takes more of the machine's two cores than the bare server that it would measure.
 *
 * @returns seconds it took.
 */
export async function sendAll(load: Load): Promise<number> {
  const url = new URL(load.url);
  const encoding = load.gzip ? "content-encoding: gzip\r\n" : "";
  const about = `host: ${url.host}\r\ncontent-type: application/x-ndjson\r\n${encoding}`;
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${about}`;
  const requests = load.bodies.map((body) =>
    Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]),
  );
  let sent = 0;
  const next = () => requests[sent++] ?? null;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: load.connections }, () => sendInTurn(url, next)));
  return (performance.now() - startedAt) / 1_000;
}
