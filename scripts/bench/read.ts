import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSqliteStore } from "@/db/sqlite/open";
import type { RolloutRow } from "@/db/store";
import { Random } from "@/lib/core/scenario/random";
import { normaliseRow } from "@/lib/wire/normalise";
import { formatMs, median, p95 } from "./quantile";
import { makeFolder, startFalsezero } from "./server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));
const steps = 1_000;
const reads = 40;
const defaults = { step: null, split: null, segment: null, environment: "browser_agent" } as const;

function makeRow(random: Random, number: number, perStep: number, index: number): RolloutRow {
  const isLost = random.chance(0.03);
  const row = {
    step: Math.floor(number / perStep) + 1,
    group: String(Math.floor(number / 8)),
    sample: number % 8,
    reward: random.chance(0.2) ? 1 : 0,
    output_tokens: random.integer(100, 2_000),
    ...(isLost ? { mask_sample: true, failure_kind: "session_lost", failure_reason: "no session in 30 s" } : {}),
  };
  const judged = normaliseRow(row, "native", defaults);
  if ("rejection" in judged) throw new Error(judged.rejection.message);
  const contentHash = number.toString(16).padStart(40, "0");
  return { index, rollout: judged.rollout, contentHash, payload: null };
}

/** Fills a folder through the store itself: what is measured is reading. */
async function fill(folder: string, rollouts: number): Promise<void> {
  const store = openSqliteStore({
    folder,
    migrations: join(root, "db/migrations"),
    workerFile: join(root, "dist/read.worker.mjs"),
  });
  const random = new Random(3);
  const batch = 5_000;
  for (let made = 0; made < rollouts; made += batch) {
    const rows = Array.from({ length: batch }, (_, index) => makeRow(random, made + index, rollouts / steps, index));
    await store.writer.appendRollouts({
      run: "bench",
      rows,
      receivedAt: Date.now(),
      idempotency: null,
      answer: () => "",
    });
    if (made % 1_000_000 === 0 && made > 0) console.log(`  ${made / 1_000_000} million rollouts in`);
  }
  await store.writer.summariseDirtySteps(null);
  await store.close();
}

async function timeRead(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - startedAt;
}

async function timeReads(url: string): Promise<string> {
  await timeRead(url);
  const times: number[] = [];
  for (let read = 0; read < reads; read++) times.push(await timeRead(url));
  return `${formatMs(median(times)).padStart(9)}${formatMs(p95(times)).padStart(9)}`;
}

/** Reading a run of 1,000 steps over HTTP, by how many rollouts it has. */
export async function benchRead(sizes: readonly number[]): Promise<void> {
  console.log(`a run of ${steps} steps over HTTP, ${reads} reads each: median, 95th percentile`);
  for (const size of sizes) {
    const folder = makeFolder();
    await fill(folder, size);
    const server = await startFalsezero(folder);
    const run = `${server.url}/api/v1/runs/bench`;
    console.log(`${size.toLocaleString("en")} rollouts`);
    const reading: readonly (readonly [string, string])[] = [
      ["all steps", `${run}/steps`],
      ["in 500 buckets", `${run}/steps?resolution=500`],
      ["last 5 steps", `${run}/steps?from=${steps - 4}`],
      ["page's snapshot", `${run}/snapshot?resolution=500`],
      ["50 rollouts", `${run}/rollouts?step=500&kind=session_lost`],
      ["list of runs", `${server.url}/api/v1/runs`],
    ];
    for (const [name, url] of reading) console.log(`  ${name.padEnd(18)}${await timeReads(url)}`);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
