import { makeBodies } from "./bodies";
import { sendAll } from "./load";
import { formatMs, median, p95 } from "./quantile";
import { startFalsezero } from "./server-process";

const samples = 120;
const rolloutsPerPost = 8;

/** Waits on a live stream for the frame that shows a step as full as it was posted. */
async function* readFrames(url: string, signal: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(url, { signal });
  if (response.body === null) throw new Error("the live stream has no body");
  const decoder = new TextDecoder();
  let waiting = "";
  for await (const chunk of response.body) {
    waiting += decoder.decode(chunk, { stream: true });
    const frames = waiting.split("\n\n");
    waiting = frames.pop() ?? "";
    yield* frames;
  }
}

/** Time from sending a post to the frame that carries it, while other ingest runs. */
export async function benchLive(): Promise<void> {
  const server = await startFalsezero();
  const stop = new AbortController();
  const run = `${server.url}/api/v1/runs/watched`;
  await fetch(`${run}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([{ step: 0, group: "0", sample: 0, reward: 0 }]),
  });

  const posted = new Map<number, number>();
  const delays: number[] = [];
  const watching = (async () => {
    for await (const frame of readFrames(`${run}/events?resolution=500`, stop.signal)) {
      for (const [step, at] of posted) {
        if (!frame.includes(`"from":${step},"to":${step},`)) continue;
        delays.push(performance.now() - at);
        posted.delete(step);
      }
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });

  // Ingest beside it, all the time: batches of 64 rows of 2 kB.
  const bodies = makeBodies({ batch: 64, payload: true, gzip: false }, 20_000);
  let sent = 0;
  const startedAt = performance.now();
  const loading = (async () => {
    const target = `${server.url}/api/v1/runs/beside/rollouts`;
    for (let segment = 0; !stop.signal.aborted; segment++) {
      await sendAll({ url: `${target}?segment=${segment}`, bodies, gzip: false, connections: 4 });
      sent += 20_000;
    }
  })();

  for (let step = 1; step <= samples; step++) {
    const rows = Array.from({ length: rolloutsPerPost }, (_, sample) => ({ step, group: "0", sample, reward: 0 }));
    posted.set(step, performance.now());
    await fetch(`${run}/rollouts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(rows),
    });
    await new Promise((resolve) => setTimeout(resolve, 100 + (step % 7) * 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const rate = sent / ((performance.now() - startedAt) / 1_000);
  stop.abort();
  await Promise.all([watching, loading]);
  await server.stop();
  console.log(
    `${delays.length} of ${samples} posts seen live, beside ingest of about ${rate.toFixed(0)} rows a second`,
  );
  console.log(`POST to frame: median ${formatMs(median(delays))}, 95th percentile ${formatMs(p95(delays))}`);
}
