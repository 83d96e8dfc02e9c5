/** A program that is told of incidents: a real server that keeps what it was sent and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { WireNoticeBody } from "@/lib/wire/notice";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

export type Manner = (response: ServerResponse, number: number) => void;

export const takes: Manner = (response) => {
  response.end("ok");
};

export class Receiver {
  readonly received: Received[] = [];
  manner: Manner;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      this.received.push({ path: request.url ?? "", headers: request.headers, body, at: Date.now() });
      this.manner(response, this.received.length);
    });
  });

  private constructor(manner: Manner) {
    this.manner = manner;
  }

  /** @param port 0: any free one. */
  static async listen(manner: Manner = takes, port = 0): Promise<Receiver> {
    const receiver = new Receiver(manner);
    await new Promise<void>((resolve) => {
      receiver.#server.listen(port, "127.0.0.1", resolve);
    });
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
    return address.port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Waits until so many came. @throws Error with what came, where they don't. */
  async wait(count: number, ms = 20_000): Promise<readonly Received[]> {
    for (const end = Date.now() + ms; this.received.length < count; ) {
      if (Date.now() > end)
        throw new Error(`${this.received.length} of ${count} came: ${JSON.stringify(this.events())}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return this.received;
  }

  bodies(): WireNoticeBody[] {
    return this.received.map(({ body }) => WireNoticeBody.parse(JSON.parse(body)));
  }

  events(): string[] {
    return this.received.map(({ headers }) => String(headers["falsezero-event"]));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
