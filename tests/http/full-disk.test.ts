/** A disk that takes no more: senders are told to come back, nothing is half there, and what was acknowledged stays. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDataFolder, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let folder = "";

beforeEach(() => {
  folder = makeDataFolder();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Text that does not compress to much less than half. */
function makeText(seed: string): string {
  return Array.from({ length: 800 }, (_, index) => createHash("sha256").update(`${seed} ${index}`).digest("hex")).join(
    "",
  );
}

function makeBatch(number: number): string {
  const rows = [0, 1, 2].map((row) => ({
    step: number % 3,
    id: `${number}-${row}`,
    reward: 1,
    output: makeText(`${number} ${row}`),
  }));
  return JSON.stringify(rows);
}

test("a full disk answers 503 with a time to come back, stores nothing of it, and loses nothing", async () => {
  const server = await startServer({ dataFolder: folder, fileLimitKb: 3_072 });
  const talk = new Talk(server);
  let taken = 0;
  let refused = await talk.postText("full", makeBatch(0));
  while (refused.status === 200) {
    taken++;
    refused = await talk.postText("full", makeBatch(taken));
  }
  expect(taken).toBeGreaterThan(3);
  expect(problemOf(refused)).toMatchObject({
    answered: 503,
    code: "unavailable",
    detail: expect.stringContaining("Nothing of this request was stored"),
  });
  expect(refused.text).not.toContain(folder);
  expect(refused.text).not.toContain("SQLITE");
  expect(refused.headers["retry-after"]).toBe("30");
  const { code, output } = await server.stop();
  expect(code).toBe(0);
  expect(output).toContain("SQLITE_IOERR");

  // With room again, what was acknowledged is there, and the sender who came back is served.
  const again = await startServer({ dataFolder: folder });
  const talkAgain = new Talk(again);
  expect(await talkAgain.rollouts("full", { limit: 1 })).toMatchObject({ total: taken * 3 });
  expect(JSON.parse((await talkAgain.postText("full", makeBatch(taken))).text)).toMatchObject({
    inserted: 3,
    duplicates: 0,
  });
  expect(JSON.parse((await talkAgain.postText("full", makeBatch(0))).text)).toMatchObject({
    inserted: 0,
    duplicates: 3,
  });
  const steps = await talkAgain.steps("full");
  expect(steps.reduce((sum, step) => sum + step.received, 0)).toBe((taken + 1) * 3);
  await again.stop();
});
