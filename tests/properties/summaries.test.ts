import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { type Split, splits } from "@/lib/core/rollout";
import type { StepSummary } from "@/lib/core/step-summary";
import { makeRollout, noon, type OpenedStore, present, TestedStore, toRow } from "../tested-store";
import { type Act, acts, environments } from "./acts";
import { Model } from "./model";

let folder = "";
let store: OpenedStore;
let runs = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "falsezero-properties-"));
  store = openSqliteStore({
    folder,
    migrations: join(process.cwd(), "db", "migrations"),
    workerFile: join(process.cwd(), "dist", "read.worker.mjs"),
    now: () => noon,
  });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A run of the store beside the model of it; each act happens to both. */
class Pair {
  readonly tested = new TestedStore(store);
  readonly model = new Model();
  readonly run = `run ${++runs}`;
  readonly #batches: ReturnType<typeof makeRollout>[][] = [];
  #rows = 0;

  async append(rows: readonly ReturnType<typeof makeRollout>[]): Promise<void> {
    await store.writer.appendRollouts({
      run: this.run,
      rows: rows.map((row, index) => toRow(row, index, null)),
      receivedAt: noon,
      idempotency: null,
      answer: () => "taken",
    });
    for (const row of rows) this.model.append(row);
  }

  async play(act: Act): Promise<void> {
    const { writer } = store;
    if (act.act === "append") {
      const rows = act.rows.map((row) => makeRollout({ ...row, sessionId: `row ${this.#rows++}` }));
      this.#batches.push(rows);
      await this.append(rows);
    } else if (act.act === "again") {
      await this.append(this.#batches[act.batch % Math.max(1, this.#batches.length)] ?? []);
    } else if (act.act === "delete") await this.#delete(act.pick);
    else if (act.act === "summarise") await writer.summariseDirtySteps(this.run);
    else if (act.act === "finish") {
      // A run that nobody heard of can't end.
      this.model.isFinished = await writer.setFinished(this.run, "finished");
    } else if (act.act === "segment") {
      this.model.isFinished = false;
      const startedAt = act.startedAt === null ? null : noon + act.startedAt;
      await writer.appendSegment(this.run, { ...act, startedAt }, noon);
      this.model.hear(act.segment, startedAt, act.fromStep);
    } else if (act.act === "declare") {
      await writer.setStep(this.run, act.segment, act.step, "train", { expected: act.expected }, noon);
      this.model.hear(act.segment);
      this.model.declared.set(`${act.segment} ${act.step}`, act.expected);
    } else if (act.act === "close") {
      await writer.setStep(this.run, act.segment, act.step, "train", { checkpoint: "saved" }, noon);
      this.model.hear(act.segment);
    } else {
      await writer.setRun(this.run, act.settings, noon);
      this.model.settings = { ...this.model.settings, ...act.settings };
    }
  }

  async #delete(pick: number): Promise<void> {
    const lists = await Promise.all(splits.map((split) => this.tested.rollouts({ run: this.run, split })));
    const found = lists.flatMap((page) => page.rollouts);
    const rollout = found[pick % Math.max(1, found.length)];
    if (rollout === undefined) return;
    await store.writer.deleteRollout(rollout.key);
    this.model.delete(rollout.segmentName, present(rollout.sessionId));
  }

  /** Everything that a reader can see of the run's steps. */
  async read(): Promise<Record<string, readonly StepSummary[]>> {
    const views: Record<string, readonly StepSummary[]> = {};
    for (const split of splits) {
      for (const segment of [undefined, ...this.model.segments.map((one) => one.name)]) {
        for (const environment of [undefined, ...environments]) {
          const { steps } = await store.reader.listSteps({ run: this.run, split, segment, environment, labels: [] });
          views[JSON.stringify([split, segment ?? null, environment ?? null])] = steps;
        }
      }
    }
    return views;
  }

  expected(view: string) {
    const [split, segment, environment]: [Split, string | null, string | null] = JSON.parse(view);
    return this.model.summaries(split, segment, environment);
  }
}

async function forget(pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs) await store.writer.deleteRun(pair.run);
}

/** Only a guard against a hang: hundreds of small databases' worth of work. */
const patienceMs = 240_000;
const settings = {
  seed: 20_260_803,
  numRuns: 80,
  // Long enough to find the smallest sequence that fails.
  interruptAfterTimeLimit: patienceMs / 2,
  markInterruptAsFailure: true,
};

test(
  "any sequence of acts gives the summaries of its final rows, whichever way they are built",
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.infiniteStream(fc.nat()), async (sequence, numbers) => {
        const pair = new Pair();
        for (const act of sequence) await pair.play(act);
        const seen = await pair.read();

        // As the plain rules have them.
        for (const [view, steps] of Object.entries(seen)) {
          const withoutComplete = steps.map(({ complete: _, ...summary }) => summary);
          expect({ view, steps: withoutComplete }).toEqual({ view, steps: pair.expected(view) });
        }

        // As they are when every summary is made again.
        await store.writer.rebuildSummaries();
        expect(await pair.read()).toEqual(seen);

        // As they are when the same final rows come to a fresh run in another order.
        const other = new Pair();
        const { settings: told, declared } = pair.model;
        await store.writer.setRun(other.run, told, noon);
        other.model.settings = told;
        for (const { name, startedAt, fromStep } of pair.model.segments) {
          await other.play({
            act: "segment",
            segment: name,
            startedAt: startedAt === null ? null : startedAt - noon,
            fromStep,
          });
        }
        const shuffled = pair.model
          .finalRows()
          .map((row) => ({ row, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
        for (let from = 0; from < shuffled.length; from += 3) await other.append(shuffled.slice(from, from + 3));
        for (const [place, expected] of declared) {
          const [segment = "", step] = place.split(" ");
          await other.play({ act: "declare", segment, step: Number(step), expected });
        }
        if (pair.model.isFinished) await other.play({ act: "finish" });
        expect(await other.read()).toEqual(seen);
        await forget([pair, other]);
      }),
      settings,
    );
  },
  patienceMs,
);

test(
  "coverage adds up in every summary and in the run, after every act",
  async () => {
    const sum = (one: Pick<StepSummary, "scored" | "masked" | "unscored" | "failed" | "omitted" | "unknown">) =>
      one.scored + one.masked + one.unscored + one.failed + one.omitted + one.unknown;
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        const pair = new Pair();
        for (const act of sequence) {
          await pair.play(act);
          for (const steps of Object.values(await pair.read())) {
            for (const summary of steps) {
              expect(sum(summary)).toBe(summary.expected);
              expect(summary.received).toBe(summary.expected - summary.unknown);
            }
          }
          const { steps } = await store.reader.listSteps({ run: pair.run, split: "train", labels: [] });
          const run = await store.reader.readRun(pair.run);
          if (run === null) continue;
          expect(sum(run.coverage)).toBe(run.coverage.expected);
          expect(run.coverage.expected).toBe(steps.reduce((total, summary) => total + summary.expected, 0));
        }
        await forget([pair]);
      }),
      { ...settings, numRuns: 20 },
    );
  },
  patienceMs,
);
