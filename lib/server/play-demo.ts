import { gzipSync } from "node:zlib";
import type { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { reconstructionTag } from "@/lib/core/run";
import type { ScenarioStep } from "@/lib/core/scenario/scenario";
import { fixedClock } from "@/lib/core/scenario/scenario";
import { reconstructStep61 } from "@/lib/core/scenario/step-61";
import { type DemoPost, StepPut } from "@/lib/wire/requests";
import { RunPatch, toRunSettings } from "@/lib/wire/run";
import { parseWrittenRunName } from "@/lib/wire/run-name";
import type { Context } from "./context";
import { postRollouts } from "./post-rollouts";
import { setStep } from "./set-step";
import { sleep } from "./sleep";

/** Live, rows that arrive within this time are sent together. */
const tickMs = 200;

/** All at once, so many steps are sent together. */
const stepsTogether = 20;

type DemoRequest = z.output<typeof DemoPost>;

/** Sends rows in by the same door as everyone's. */
async function send(context: Context, run: string, rows: readonly unknown[]): Promise<void> {
  const body = gzipSync(rows.map((row) => JSON.stringify(row)).join("\n"), { level: 1 });
  await postRollouts(context, {
    run,
    query: "format=native",
    headers: {
      contentType: "application/x-ndjson",
      contentEncoding: "gzip",
      contentLength: null,
      idempotencyKey: null,
    },
    body: async (take) => take(body),
  });
}

/** Tells of the checkpoint that the trainer wrote behind a step, as a trainer would. */
async function declareCheckpoint(context: Context, run: string, step: ScenarioStep): Promise<void> {
  if (step.checkpoint === null) return;
  const place = { run, step: step.step, split: "train", segment: null, environment: null } as const;
  await setStep(context.store, place, StepPut.parse({ checkpoint: step.checkpoint }));
}

async function playLive(context: Context, run: string, steps: Iterable<ScenarioStep>): Promise<void> {
  const startedAt = Date.now();
  for (const step of steps) {
    let waiting = [...step.rows];
    while (waiting.length > 0 && !context.stopping.aborted) {
      const elapsed = Date.now() - startedAt - step.startMs;
      const arrived = waiting.filter((one) => one.arrivalMs <= elapsed);
      waiting = waiting.filter((one) => one.arrivalMs > elapsed);
      if (arrived.length > 0)
        await send(
          context,
          run,
          arrived.map((one) => one.row),
        );
      else await sleep(tickMs, context.stopping);
    }
    if (context.stopping.aborted) return;
    await declareCheckpoint(context, run, step);
  }
  await context.store.writer.setFinished(run, "finished");
}

async function playAll(context: Context, run: string, steps: Iterable<ScenarioStep>): Promise<void> {
  let waiting: ScenarioStep[] = [];
  const sendWaiting = async () => {
    const rows = waiting.flatMap((step) => step.rows.map((one) => one.row));
    if (rows.length > 0) await send(context, run, rows);
    for (const step of waiting) await declareCheckpoint(context, run, step);
    waiting = [];
  };
  for (const step of steps) {
    waiting.push(step);
    if (waiting.length === stepsTogether) await sendWaiting();
  }
  await sendWaiting();
  await context.store.writer.setFinished(run, "finished");
}

/** A reconstruction may be played over. Anyone else's run keeps its settings, and its rows to itself. */
async function requireNoOther(context: Context, run: string): Promise<void> {
  const known = await context.store.reader.readRun(run);
  if (known === null || known.settings.tags.includes(reconstructionTag)) return;
  const words = `The run "${run}" is no reconstruction, and is not played over. Name another run, or none.`;
  throw new Problem("conflict", words, { path: "run" });
}

/**
 * Plays the bundled reconstruction into a run through ordinary ingest: at once, or live at a chosen speed while the
 * answer is already given.
 *
 * @throws Problem `conflict` where the run is there and is no reconstruction.
 */
export async function playDemo(context: Context, request: DemoRequest): Promise<{ run: string; rollouts: number }> {
  const scenario = reconstructStep61({ failureFields: request.failure_fields });
  const isLive = request.mode === "live";
  const run = parseWrittenRunName(
    request.run ?? (isLive ? `${scenario.run}-live-${Date.now().toString(36)}` : scenario.run),
  );
  await requireNoOther(context, run);
  await context.store.writer.setRun(run, toRunSettings(RunPatch.parse(scenario.settings)), Date.now());
  const clock = isLive ? { startAt: Date.now(), speed: request.speed } : fixedClock;
  const rollouts = scenario.steps * scenario.settings.expected_per_step;
  if (!isLive) await playAll(context, run, scenario.stepsOf(clock));
  else {
    void playLive(context, run, scenario.stepsOf(clock)).catch((error: unknown) => {
      if (!context.stopping.aborted) context.log.error({ err: error, run }, "the live demo stopped");
    });
  }
  return { run, rollouts };
}
