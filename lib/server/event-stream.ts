import type { Context } from "./context";
import type { TailSurroundings } from "./tail-run";

/** One server-sent event; the id is the revision that a reconnect continues from. */
export interface LiveEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** A comment keeps proxies from closing a silent stream. */
const heartbeatMs = 15_000;
/** Without a hint the database is asked this often. */
const pollMs = 1_000;
/** Changes within this time share a frame. */
const pauseMs = 150;

export function toSurroundings(context: Context, signal: AbortSignal): TailSurroundings {
  return {
    signal,
    waitForNews: () => context.news.wait(pollMs, signal),
    pause: () =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, pauseMs);
        signal.addEventListener("abort", done, { once: true });
      }),
  };
}

/**
 * Sends events as they come until the reader leaves or the server stops. What can fail has failed before: a stream that
 * began is never an error document.
 */
export function toEventStream(
  request: Request,
  context: Context,
  start: (surroundings: TailSurroundings) => AsyncGenerator<LiveEvent>,
): Response {
  const left = new AbortController();
  const signal = AbortSignal.any([request.signal, context.stopping, left.signal]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const heartbeat = setInterval(() => {
        if (!signal.aborted) controller.enqueue(encoder.encode(": still here\n\n"));
      }, heartbeatMs);
      try {
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        for await (const { event, id, data } of start(toSurroundings(context, signal))) {
          if (signal.aborted) break;
          controller.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        }
      } catch (error) {
        // The reader connects again and continues from its last id.
        if (!signal.aborted) context.log.error({ err: error }, "a live stream failed");
      } finally {
        clearInterval(heartbeat);
        if (!left.signal.aborted) controller.close();
      }
    },
    cancel() {
      left.abort();
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
