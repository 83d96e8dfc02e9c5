import type { Context } from "./context";
import { sleep } from "./sleep";
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
/** A turn that takes longer has a step of very many rollouts summarised. */
const longTurnMs = 1_000;

function toSurroundings(context: Context, signal: AbortSignal): TailSurroundings {
  let turnBeganAt = performance.now();
  let beforeMs = 0;
  // What is announced while a turn is read and paused after is not in it: the next turn begins at once.
  let known = context.news.count;
  return {
    signal,
    async waitForNews() {
      await context.news.wait(known, pollMs, signal);
      known = context.news.count;
      turnBeganAt = performance.now();
    },
    // Readers of a step that takes long leave as much time to those who write. Such a step takes long at every turn; one
    // long turn alone only waited for what others had to have done first.
    pause() {
      const tookMs = performance.now() - turnBeganAt;
      const isLong = Math.min(tookMs, beforeMs) >= longTurnMs;
      beforeMs = tookMs;
      return sleep(isLong ? tookMs : pauseMs, signal);
    },
  };
}

/** Texts of events that several readers are sent. */
const texts = new WeakMap<LiveEvent, string>();

function toEventText(live: LiveEvent): string {
  let text = texts.get(live);
  if (text === undefined) {
    text = `id: ${live.id}\nevent: ${live.event}\ndata: ${JSON.stringify(live.data)}\n\n`;
    texts.set(live, text);
  }
  return text;
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
  const events = start(toSurroundings(context, signal));
  let next: Promise<IteratorResult<LiveEvent>> | null = null;
  let heartbeat: Promise<null> | null = null;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
    },
    // Asked for only while the reader takes what it gets: for a slow one, changes gather into its next frame.
    async pull(controller) {
      try {
        next ??= events.next();
        heartbeat ??= sleep(heartbeatMs, signal).then(() => null);
        const result = await Promise.race([next, heartbeat]);
        if (result === null) {
          heartbeat = null;
          if (!signal.aborted) controller.enqueue(encoder.encode(": still here\n\n"));
          else controller.close();
          return;
        }
        next = null;
        if (result.done === true || signal.aborted) controller.close();
        else controller.enqueue(encoder.encode(toEventText(result.value)));
      } catch (error) {
        // The reader connects again and continues from its last id.
        if (!signal.aborted) context.log.error({ err: error }, "a live stream failed");
        controller.close();
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
