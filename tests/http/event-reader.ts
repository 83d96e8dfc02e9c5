/** Server-sent events as a reader that is not a browser sees them. */
import { request } from "node:http";

export interface SeenEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

export interface EventReader {
  readonly status: number;
  readonly contentType: string;
  /** The next event of that name; others before it are passed over. @throws Error where the stream ends first. */
  next(event: string): Promise<SeenEvent>;
  /** The next event that fits; others before it are passed over. */
  nextWhere(fits: (seen: SeenEvent) => boolean): Promise<SeenEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** A test waits this long for an event that has to come. */
const patienceMs = 15_000;

function parseBlock(block: string): SeenEvent | null {
  const fields = new Map(
    block.split("\n").flatMap((line) => {
      const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const [event, id, data] = [fields.get("event"), fields.get("id"), fields.get("data")];
  return event === undefined || id === undefined || data === undefined ? null : { event, id, data: JSON.parse(data) };
}

/** Opens a live stream, and resolves once its head has come. */
export function openEvents(port: number, path: string, headers: Record<string, string> = {}): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      path,
      headers: { accept: "text/event-stream", ...headers },
      agent: false,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const events: SeenEvent[] = [];
      let isOver = false;
      let wake: () => void = () => {};
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        const blocks = (text + chunk).split("\n\n");
        text = blocks.pop() ?? "";
        for (const event of blocks.map(parseBlock)) if (event !== null) events.push(event);
        wake();
      });
      const ended = new Promise<void>((end) => {
        response.on("close", () => {
          isOver = true;
          wake();
          end();
        });
      });
      response.on("error", () => {});

      async function nextWhere(fits: (seen: SeenEvent) => boolean): Promise<SeenEvent> {
        const until = Date.now() + patienceMs;
        for (;;) {
          const seen = events.shift();
          if (seen !== undefined && fits(seen)) return seen;
          if (seen !== undefined) continue;
          if (isOver) throw new Error("the stream ended before the event came");
          if (Date.now() > until) throw new Error("the event did not come");
          await new Promise<void>((next) => {
            const late = setTimeout(next, patienceMs);
            wake = () => {
              clearTimeout(late);
              next();
            };
          });
        }
      }

      resolve({
        status: response.statusCode ?? 0,
        contentType: response.headers["content-type"] ?? "",
        nextWhere,
        next: (event) => nextWhere((seen) => seen.event === event),
        ended,
        close: () => outgoing.destroy(),
      });
    });
    outgoing.end();
  });
}
