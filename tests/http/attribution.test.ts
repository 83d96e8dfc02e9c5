import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAttribution } from "@/lib/wire/attribution";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
  await talk.ask("POST", "/api/v1/demo", { scenario: "step-61" });
});

afterAll(async () => {
  await server.stop();
});

async function ask(run: string, query: string) {
  return parseAttribution(await talk.get(`/api/v1/runs/${run}/attribution?${query}`));
}

const points = (change: number | undefined) => Number(((change ?? Number.NaN) * 100).toFixed(1));

describe("whose a change of the reward is", () => {
  test("of the demo's 15.1-point drop, 14.1 are lost rollouts, 0.9 the survivors", async () => {
    const { before, after, attribution } = await ask("step-61", "from=61&to=80&before_from=1&before_to=60");
    expect([attribution?.change, attribution?.lost, attribution?.survivors].map(points)).toEqual([-15.1, -14.1, -0.9]);
    expect(before).toMatchObject({ from: 1, to: 60, steps: 60, n: 3_840 });
    expect(after).toEqual({ from: 61, to: 80, steps: 20, n: 1_280, evidence: 108 });
  });

  test("is compared with up to 50 complete steps before, unless told", async () => {
    const { before, attribution } = await ask("step-61", "from=61&to=80");
    expect(before).toMatchObject({ from: 11, to: 60, steps: 50, n: 3_200 });
    const { lost = 0, policy = 0, mix = 0, change = Number.NaN } = attribution ?? {};
    expect(lost + policy + mix).toBeCloseTo(change, 12);
  });

  test("tells the environments' mix from their own change, rollouts without one included", async () => {
    const step = (number: number, easy: number, hard: number) => [
      ...Array.from({ length: easy }, () => ({ step: number, environment: "easy", reward: 1 })),
      ...Array.from({ length: hard }, () => ({ step: number, reward: 0 })),
    ];
    await talk.post("mix", [...step(1, 8, 8), ...step(2, 4, 12)]);
    const { attribution } = await ask("mix", "from=2&to=2&before_from=1&before_to=1");
    // 0.5 to 0.25, and both kept their means.
    expect(attribution).toEqual({
      change: -0.25,
      before: 0.5,
      after: 0.25,
      lost: 0,
      survivors: -0.25,
      policy: 0,
      mix: -0.25,
    });
  });

  test("is null where there is nothing before, and refuses what it does not know", async () => {
    expect(await ask("step-61", "from=0&to=5")).toMatchObject({ before: null, attribution: null });
    expect((await talk.ask("GET", "/api/v1/runs/step-61/attribution?from=1&to=2&label.host=a")).status).toBe(400);
    expect((await talk.ask("GET", "/api/v1/runs/nowhere/attribution?from=1&to=2")).status).toBe(404);
  });
});
