import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireComparison } from "@/lib/wire/comparison";
import { judgeAnswer } from "../api-document";
import { type RealServer, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

const solved = (count: number, about: object) => Array.from({ length: count }, () => ({ ...about, reward: 1 }));
const lost = (count: number, about: object) =>
  Array.from({ length: count }, () => ({
    ...about,
    reward: 0,
    mask_sample: true,
    failure_kind: "session_lost",
    failure_reason: "no session in 30 s",
  }));

/** Ten steps of 8 rollouts; from step `broken` on 6 of them are lost, on pool b. */
function rowsOf(broken: number, environment = "browser") {
  return Array.from({ length: 10 }, (_, index) => index + 1).flatMap((step) => {
    const good = { step, environment, mask_sample: false, labels: { pool: "a" } };
    const bad = { step, environment, labels: { pool: "b" } };
    return step < broken ? solved(8, good) : [...solved(2, good), ...lost(6, bad)];
  });
}

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
  await talk.post("healthy", rowsOf(99));
  await talk.post("broken", rowsOf(6));
  await talk.post("a, b/c ü", rowsOf(8, "code"));
  await talk.ask("PUT", "/api/v1/runs/healthy", { config: { lr: 1e-6, pool: "a" }, group_size: 8 });
  await talk.ask("PUT", "/api/v1/runs/broken", { config: { lr: 1e-6, pool: "b" }, group_size: 8 });
});

afterAll(async () => {
  await server.stop();
});

async function compare(query: string): Promise<WireComparison> {
  const answer = await talk.get(`/api/v1/compare?${query}`);
  expect(judgeAnswer("Comparison", answer)).toEqual([]);
  return WireComparison.parse(answer);
}

function counts(comparison: WireComparison, measure: string) {
  const row = comparison.rates.find((one) => one.measure === measure);
  return row?.runs.map((run) => run && [run.count, run.n]);
}

describe("runs side by side", () => {
  test("have the counts of their steps: 6 of 8 lost in steps 6 to 10", async () => {
    const comparison = await compare("runs=healthy,broken");
    expect(comparison.places).toEqual({ from: 1, to: 10 });
    expect(counts(comparison, "lost")).toEqual([
      [0, 80],
      [30, 80],
    ]);
    const [, own] = comparison.rates.find(({ measure }) => measure === "kind:session_lost")?.runs ?? [];
    const steps = await talk.steps("broken");
    expect(own?.count).toBe(steps.reduce((total, step) => total + (step.kinds["session_lost"]?.count ?? 0), 0));
    expect(comparison.sentence).toMatch(/^broken loses 37.5 points more of its rollouts than healthy/);
  });

  test("are counted over a range of their own, and say so", async () => {
    const comparison = await compare("run=healthy&run=broken&from=6&to=7");
    expect(comparison.range).toBe("chosen");
    expect(counts(comparison, "masked")).toEqual([
      [0, 16],
      [12, 16],
    ]);
    expect(comparison.runs.map(({ counted }) => counted)).toMatchObject([
      { from: 6, to: 7 },
      { from: 6, to: 7 },
    ]);
  });

  test("say which issues are new and gone, with how many rollouts show them", async () => {
    const { issues } = await compare("runs=healthy,broken&from=6&to=7");
    expect(issues.map(({ kind, presence, counts: seen }) => [kind, presence, seen])).toEqual([
      ["session_lost", "new", [0, 12]],
    ]);
    const turned = await compare("runs=healthy,broken&base=broken");
    expect(turned.issues.map(({ presence, counts: seen }) => [presence, seen])).toEqual([["gone", [0, 30]]]);
    const [issue] = issues;
    const { total } = await talk.rollouts("broken", { issue: issue?.issue ?? 0, from: 6, to: 7 });
    expect(total).toBe(12);
  });

  test("say which settings and labels differ", async () => {
    const { settings, labels } = await compare("runs=healthy,broken");
    expect(settings).toEqual([{ path: "config.pool", values: ["a", "b"] }]);
    expect(labels.map(({ name, value, runs }) => [name, value, runs.map((share) => share?.count)])).toEqual([
      ["pool", "a", [80, 50]],
      ["pool", "b", [0, 30]],
    ]);
  });

  test("take labels and environments as filters", async () => {
    const comparison = await compare("runs=healthy,broken&label.pool=b&range=whole");
    expect(counts(comparison, "lost")).toEqual([null, [30, 30]]);
    expect(comparison.issues.map(({ counts: seen }) => seen)).toEqual([[null, 30]]);
    const none = await compare("runs=healthy,broken&environment=code");
    expect(none.places).toBeNull();
  });

  test("stand together at their onsets", async () => {
    const name = encodeURIComponent("a, b/c ü");
    const comparison = await compare(`run=broken&run=${name}&run=healthy&align=onset&range=after`);
    const onsets = comparison.runs.map(({ incident }) => incident?.onset ?? null);
    expect(comparison.runs.map(({ origin }) => origin)).toEqual(onsets);
    expect(onsets).toEqual([6, 8, null]);
    expect(comparison.places).toEqual({ from: 0, to: 2 });
    expect(counts(comparison, "lost")).toEqual([[18, 24], [18, 24], null]);
  });
});

describe("names", () => {
  test("of runs that are not there are told, and the others are compared", async () => {
    const comparison = await compare("runs=healthy,nowhere,broken");
    expect(comparison.missing).toEqual(["nowhere"]);
    expect(comparison.runs.map(({ run }) => run)).toEqual(["healthy", "broken"]);
  });

  test("of none, of more than eight, or of none that is there, are refused in words", async () => {
    expect(problemOf(await talk.ask("GET", "/api/v1/compare"))).toMatchObject({ status: 400, path: "run" });
    const many = Array.from({ length: 9 }, (_, index) => `r${index}`).join(",");
    expect(problemOf(await talk.ask("GET", `/api/v1/compare?runs=${many}`))).toMatchObject({
      status: 400,
      detail: "9 are named: one run and up to 8 can be compared.",
    });
    expect(problemOf(await talk.ask("GET", "/api/v1/compare?runs=nowhere"))).toMatchObject({ status: 404 });
    expect((await talk.ask("GET", "/api/v1/compare?runs=healthy&colour=red")).status).toBe(400);
  });
});
