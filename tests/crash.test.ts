/** kill -9 in the middle of ingest, again and again: nothing acknowledged is lost, nothing is half there. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { Talk } from "./http/talk";
import { makeDataFolder, type RealServer, startServer } from "./real-server";

const run = "crashing";
const rowsPerBatch = 8;
const posters = 4;
/** After how many acknowledgements of a round the server is killed, while the others' posts are under way. */
const rounds = [1, 3, 7, 12, 2, 20, 5, 9];

let folder = "";

beforeEach(() => {
  folder = makeDataFolder();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Batch {
  readonly name: string;
  readonly body: string;
  /** Batches without ids are protected by a key. */
  readonly headers: Record<string, string>;
}

/** Every other batch is anonymous; rows of one batch stand in two steps, so that half of it could be missing. */
function makeBatch(name: string, number: number): Batch {
  const hasIds = number % 2 === 0;
  const rows = Array.from({ length: rowsPerBatch }, (_, row) => ({
    step: (number + (row % 2)) % 6,
    ...(hasIds ? { id: `${name} ${row}` } : {}),
    session_id: name,
    reward: row % 3 === 0 ? 1 : 0,
    payload: { text: `${name} `.repeat(50) },
  }));
  return { name, body: JSON.stringify(rows), headers: hasIds ? {} : { "idempotency-key": name } };
}

/** Posts batches until the server dies. @returns those that were acknowledged, and the one that was not. */
async function postUntilKilled(
  talk: Talk,
  poster: string,
  onAnswer: () => void,
): Promise<{ kept: Batch[]; lost: Batch }> {
  const kept: Batch[] = [];
  for (let number = 0; ; number++) {
    const batch = makeBatch(`${poster} ${number}`, number);
    const reply = await talk.postText(run, batch.body, batch.headers).catch(() => null);
    if (reply === null) return { kept, lost: batch };
    expect(reply.status).toBe(200);
    kept.push(batch);
    onAnswer();
  }
}

/** Rollouts of each batch, by its name. */
async function countBatches(talk: Talk): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const page = await talk.rollouts(run, { limit: 500, ...(cursor === null ? {} : { cursor }) });
    for (const { session_id: name } of page.rollouts) counts.set(name ?? "", (counts.get(name ?? "") ?? 0) + 1);
    cursor = page.next;
  } while (cursor !== null);
  return counts;
}

async function expectWhole(talk: Talk, acknowledged: readonly Batch[]): Promise<void> {
  const counts = await countBatches(talk);
  const halves = [...counts].filter(([, count]) => count !== rowsPerBatch);
  const lost = acknowledged.filter(({ name }) => !counts.has(name));
  expect({ halves, lost }).toEqual({ halves: [], lost: [] });
  // Summaries answer for the very rows that are there.
  const rollouts = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const steps = await talk.steps(run);
  expect(steps.reduce((sum, step) => sum + step.received, 0)).toBe(rollouts);
  for (const step of steps) {
    const { total } = await talk.rollouts(run, { step: step.step ?? 0, limit: 1 });
    expect({ step: step.step, received: step.received }).toEqual({ step: step.step, received: total });
  }
}

async function crash(server: RealServer, round: number, after: number): Promise<{ kept: Batch[]; lost: Batch[] }> {
  const talk = new Talk(server);
  let answers = 0;
  let killed: Promise<unknown> | null = null;
  const onAnswer = () => {
    answers++;
    if (answers >= after) killed ??= server.kill();
  };
  const results = await Promise.all(
    Array.from({ length: posters }, (_, poster) => postUntilKilled(talk, `round ${round} poster ${poster}`, onAnswer)),
  );
  await killed;
  return { kept: results.flatMap(({ kept }) => kept), lost: results.map(({ lost }) => lost) };
}

test("nothing acknowledged is lost and nothing is half there, however often the server is killed", async () => {
  const acknowledged: Batch[] = [];
  let unanswered: readonly Batch[] = [];
  for (const [round, after] of rounds.entries()) {
    const server = await startServer({ dataFolder: folder });
    const talk = new Talk(server);
    if (round > 0) await expectWhole(talk, acknowledged);
    // Whoever got no answer sends again: each batch counts once, whether it had been stored or not.
    for (const batch of unanswered) {
      expect((await talk.postText(run, batch.body, batch.headers)).status).toBe(200);
      acknowledged.push(batch);
    }
    if (round > 0) await expectWhole(talk, acknowledged);
    const { kept, lost } = await crash(server, round, after);
    expect(kept.length).toBeGreaterThanOrEqual(after);
    acknowledged.push(...kept);
    unanswered = lost;
  }

  const server = await startServer({ dataFolder: folder });
  await expectWhole(new Talk(server), acknowledged);
  await server.kill();

  const store = openSqliteStore({
    folder,
    migrations: join(process.cwd(), "db", "migrations"),
    workerFile: join(process.cwd(), "dist", "read.worker.mjs"),
  });
  const { steps } = await store.reader.listSteps({ run, split: "train", labels: [] });
  await store.writer.rebuildSummaries();
  expect((await store.reader.listSteps({ run, split: "train", labels: [] })).steps).toEqual(steps);
  await store.close();
}, 120_000);
