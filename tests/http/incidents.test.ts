/** Incidents, verdicts and overrides over HTTP, and the gate; the rows come in as everyone's do. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock, type ScenarioRow } from "@/lib/core/scenario/scenario";
import { reconstructStep61 } from "@/lib/core/scenario/step-61";
import { WireIncidents } from "@/lib/wire/incidents";
import { WireOverride, WireOverrides } from "@/lib/wire/override";
import { parseRunList } from "@/lib/wire/run-list";
import { parseSnapshot } from "@/lib/wire/snapshot";
import { WireVerdict } from "@/lib/wire/verdict";
import { type RealServer, startServer } from "../real-server";
import { first, present } from "../tested-store";
import { openEvents } from "./event-reader";
import { runProgram } from "./program";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

async function get(path: string): Promise<unknown> {
  const reply = await talk.ask("GET", `/api/v1/runs/${path}`);
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  return JSON.parse(reply.text);
}

const readIncidents = async (run: string) => WireIncidents.parse(await get(`${run}/incidents`)).incidents;
const readVerdict = async (run: string) => WireVerdict.parse(await get(`${run}/verdict`));

async function post(run: string, rows: readonly object[]): Promise<void> {
  const reply = await talk.ask("POST", `/api/v1/runs/${run}/rollouts`, rows);
  expect(reply.status).toBe(200);
}

type Says = "everything" | "without fields" | "rewards";

/** What a producer sends of a row. */
function toSent(row: ScenarioRow, says: Says): object {
  if (says !== "rewards") return row;
  const { environment, step, group, sample, reward } = row;
  return { environment, step, group, sample, reward };
}

function stepsOf(says: Says, to: number): { step: number; rows: object[] }[] {
  const scenario = reconstructStep61({ failureFields: says === "everything" });
  return [...scenario.stepsOf(fixedClock)]
    .filter(({ step }) => step <= to)
    .map(({ step, rows }) => ({ step, rows: rows.map(({ row }) => toSent(row, says)) }));
}

async function begin(run: string, says: Says): Promise<void> {
  await talk.ask("PUT", `/api/v1/runs/${run}`, { expected_per_step: 64 });
  for (const { step, rows } of stepsOf(says, 60)) {
    await post(run, rows);
    if (step % 20 === 0) await talk.ask("PUT", `/api/v1/runs/${run}/steps/${step}`, { checkpoint: `ckpt-${step}` });
  }
}

describe("the incident of step 61, through ordinary ingest", () => {
  test.each([
    ["with failure fields", "everything", "kind:session_lost"],
    ["without, where rollouts reported no output", "without fields", "suspected_false_zeros"],
  ] as const)("%s is raised before half of the step has arrived, at its onset", async (_, says, series) => {
    const run = `half-${says === "everything"}`;
    await begin(run, says);
    expect(await readIncidents(run)).toEqual([]);
    const rows = first(stepsOf(says, 61).slice(-1)).rows;
    await post(run, rows.slice(0, 31));
    expect(await readIncidents(run)).toMatchObject([{ series, onset: 61, state: "open" }]);
    await post(run, rows.slice(31));
    expect(await readVerdict(run)).toMatchObject({
      verdict: "stop",
      last_clean_checkpoint: { step: 60, name: "ckpt-60" },
    });
  });

  test("with rewards alone it is raised within five steps, at its onset, and the run is called blind before", async () => {
    const run = "rewards-alone";
    await begin(run, "rewards");
    expect((await readVerdict(run)).verdict).toBe("blind");
    for (const { rows } of stepsOf("rewards", 65).slice(-5)) await post(run, rows);
    expect(await readIncidents(run)).toMatchObject([{ onset: 61, state: "open" }]);
    expect((await readIncidents(run)).map(({ series }) => series)).not.toContain("suspected_false_zeros");
  });

  test("the whole reconstruction, which stops at step 80, has one incident that goes on to its end", async () => {
    await talk.ask("POST", "/api/v1/demo", { scenario: "step-61", run: "whole" });
    const [incident, ...others] = await readIncidents("whole");
    expect(others).toEqual([]);
    expect(incident).toMatchObject({
      onset: 61,
      onset_range: [61, 61],
      last_step: 80,
      end: null,
      state: "open",
      severity: "critical",
    });
    const { attribution } = present(incident).reward;
    const { change, lost, survivors } = present(attribution);
    expect(change).toBeLessThan(-0.14);
    expect(lost + survivors).toBeCloseTo(change, 12);
    expect(await readVerdict("whole")).toMatchObject({ verdict: "stop", incident: incident?.id });
  });
});

describe("what an incident shows in", () => {
  beforeAll(async () => {
    await begin("shown", "everything");
    for (const { rows } of stepsOf("everything", 62).slice(-2)) await post("shown", rows);
  });

  test("the list of runs, the run and the metrics", async () => {
    const [incident] = await readIncidents("shown");
    const { runs } = parseRunList(JSON.parse((await talk.ask("GET", "/api/v1/runs")).text));
    expect(runs.find(({ run }) => run === "shown")).toMatchObject({
      openIncidents: 1,
      verdict: "stop",
      headline: { id: incident?.id, onset: 61, severity: "critical", words: incident?.words },
    });
    expect(await talk.run("shown")).toMatchObject({ open_incidents: 1, verdict: "stop" });
    const metrics = (await talk.ask("GET", "/metrics")).text;
    expect(metrics).toMatch(/^falsezero_open_incidents\{severity="critical"\} [1-9]\d*$/m);
    expect(metrics).toMatch(/^falsezero_open_incidents\{severity="minor"\} \d+$/m);
  });

  test("the snapshot of a page, as it was found", async () => {
    const snapshot = parseSnapshot(await get("shown/snapshot?from=1&to=5"));
    expect(snapshot.incidents).toMatchObject([{ onset: 61, shifts: [{ detector: "rate" }, {}, {}, {}, {}, {}] }]);
    expect(snapshot.verdict).toMatchObject({ verdict: "stop", incident: snapshot.incidents[0]?.id });
  });

  test("an unknown run has none", async () => {
    for (const path of ["incidents", "verdict", "overrides"]) {
      const reply = await talk.ask("GET", `/api/v1/runs/unheard-of/${path}`);
      expect(problemOf(reply)).toMatchObject({ status: 404, code: "not_found" });
    }
  });
});

test("live streams tell of incidents when they change, of runs and of one run, and frames carry them", async () => {
  await begin("live", "everything");
  await readIncidents("live");
  const { revision } = WireIncidents.parse(await get("live/incidents"));
  const steps = await openEvents(server.port, `/api/v1/runs/live/events?since=${revision}`);
  const frames = await openEvents(server.port, `/api/v1/runs/live/events?resolution=500&since=${revision}`);
  const runs = await openEvents(server.port, `/api/v1/events?run=live&since=${revision}`);
  try {
    const [{ rows }] = [first(stepsOf("everything", 61).slice(-1))];
    await post("live", rows);
    for (const events of [steps, runs]) {
      const told = WireIncidents.parse((await events.next("incidents")).data);
      expect(told).toMatchObject({ run: "live", incidents: [{ onset: 61 }], verdict: { verdict: "stop" } });
    }
    const frame = await frames.nextWhere(({ data }) => Reflect.get(Object(data), "incidents") != null);
    expect(frame.data).toMatchObject({ incidents: [{ onset: 61 }], verdict: { verdict: "stop" } });
  } finally {
    for (const events of [steps, frames, runs]) events.close();
  }
});

describe("overrides", () => {
  const ask = async (method: string, path: string, body?: unknown) =>
    talk.ask(method, `/api/v1/runs/overruled/overrides${path}`, body);

  beforeAll(async () => {
    await begin("overruled", "everything");
    for (const { rows } of stepsOf("everything", 64).slice(-4)) await post("overruled", rows);
  });

  test("what is expected drops out of the verdict until that is withdrawn, and both are kept", async () => {
    const { id } = first(await readIncidents("overruled"));
    const told = { kind: "expect", incident: id, note: "pool b moves", author: "ada" };
    const kept = WireOverride.parse(JSON.parse((await ask("POST", "", told)).text));
    expect(kept).toMatchObject({ kind: "expect", incident: id, step: 61, withdrawn_at: null });
    expect(await readIncidents("overruled")).toMatchObject([{ id, expected: true, state: "open" }]);
    expect((await readVerdict("overruled")).verdict).toBe("ok");
    expect((await ask("DELETE", `/${kept.id}`)).status).toBe(200);
    expect((await readVerdict("overruled")).verdict).toBe("stop");
    const { overrides } = WireOverrides.parse(JSON.parse((await ask("GET", "")).text));
    expect(overrides).toMatchObject([{ id: kept.id, note: "pool b moves", withdrawn_at: expect.any(String) }]);
  });

  test.each([
    [{ kind: "expect" }, "incident"],
    [{ kind: "expect", series: "masked" }, "step"],
    [{ kind: "expect", series: "masked", step: 3, incident: "x" }, "incident"],
    [{ kind: "expect", incident: "x", step: 3 }, "incident"],
    [{ kind: "sensitivity", incident: "x" }, "kind"],
  ])("%j is refused by name", async (body, path) => {
    expect(problemOf(await ask("POST", "", body))).toMatchObject({ status: 400, code: "invalid_request", path });
  });

  test("an incident, or an override, that is not there is not found", async () => {
    expect(problemOf(await ask("POST", "", { kind: "accept", incident: "x" }))).toMatchObject({ status: 404 });
    for (const path of ["/999", "/x"]) expect(problemOf(await ask("DELETE", path))).toMatchObject({ status: 404 });
  });

  test("a setting of detection is part of the list, and is not withdrawn", async () => {
    await talk.ask("PUT", "/api/v1/runs/tuned", { sensitivity: "low", asynchronous: true });
    expect(await talk.run("tuned")).toMatchObject({
      sensitivity: "low",
      asynchronous: true,
      overrides: [{ kind: "sensitivity", value: "low" }],
    });
    const { overrides } = WireOverrides.parse(await get("tuned/overrides"));
    const reply = await talk.ask("DELETE", `/api/v1/runs/tuned/overrides/${overrides[0]?.id}`);
    expect(problemOf(reply)).toMatchObject({ status: 409, code: "conflict" });
  });
});

describe("the gate", () => {
  async function gate(run: string, url: string = server.url, ...flags: string[]) {
    const { code, out, err } = await runProgram(["gate", "--run", run, "--url", url, ...flags]);
    return { code, output: out + err };
  }

  beforeAll(async () => {
    await begin("gated", "everything");
    await begin("gated-blind", "rewards");
  });

  test("lets a healthy run go on, and says that a blind one is blind", async () => {
    expect(await gate("gated")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^OK {2}Healthy through step 60/),
    });
    const blind = await gate("gated-blind");
    expect(blind).toMatchObject({ code: 0, output: expect.stringMatching(/^BLIND {2}No failure reporting/) });
    expect(blind.output).toContain("can't see failures");
  });

  test("stops an ill one, with the reason, the incident and the last clean checkpoint", async () => {
    for (const { rows } of stepsOf("everything", 62).slice(-2)) await post("gated", rows);
    const { id } = first(await readIncidents("gated"));
    const { code, output } = await gate("gated");
    expect(code).toBe(2);
    expect(output).toMatch(/^STOP {2}Critical since step 61: /);
    expect(output).toContain(`Incident: ${id}`);
    expect(output).toContain("Last clean checkpoint: ckpt-60 (step 60, segment first)");
    const json = await gate("gated", server.url, "--json");
    expect(json.code).toBe(2);
    expect(JSON.parse(json.output)).toMatchObject({ run: "gated", verdict: "stop", incident: id, exit: 2 });
  });

  test("asks to watch what is only minor", async () => {
    await talk.ask("PUT", "/api/v1/runs/minor", { expected_per_step: 64 });
    for (let step = 1; step <= 30; step++) {
      const lost = { mask_sample: true, failure_kind: "session_lost" };
      const row = (sample: number) => ({
        step,
        group: String(sample >> 3),
        sample,
        reward: sample % 2,
        mask_sample: false,
      });
      const rows = Array.from({ length: 64 }, (_, sample) => ({
        ...row(sample),
        ...(step > 15 && sample < 5 ? lost : {}),
      }));
      await post("minor", rows);
    }
    expect(await gate("minor")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^WATCH {2}Minor since step 1/),
    });
  });

  test.each([
    ["nothing at all was heard of", [], "16 rollouts were declared, and none was heard of"],
    [
      "its only rollout is a failure",
      [{ step: 0, group: "0", sample: 0, outcome: "failed", failure_kind: "agent_run_error" }],
      "of 16 rollouts 15 were never dispatched, and the only one that was heard of is lost",
    ],
    [
      "its only rollout says nothing of failure",
      [{ step: 0, group: "0", sample: 0, reward: null }],
      "of 16 rollouts 15 were never dispatched, and the only one that was heard of is lost",
    ],
  ])(
    "stops for a run that has ended with its collector dead, where %s, and not while it begins",
    async (_, rows, words) => {
      const run = `died: ${words.length} ${JSON.stringify(rows).length}`;
      const path = `/api/v1/runs/${encodeURIComponent(run)}`;
      await talk.ask("PUT", `${path}/steps/0`, { expected: 16 });
      if (rows.length > 0) await post(encodeURIComponent(run), rows);
      expect((await gate(run)).code).toBe(0);
      await talk.ask("POST", `${path}/finish`, { state: "finished" });
      const { code, output } = await gate(run);
      expect({ code, output }).toMatchObject({
        code: 2,
        output: expect.stringContaining(`STOP  The collector died: ${words}.`),
      });
      const page = (await talk.ask("GET", `/runs/${encodeURIComponent(run)}`)).text;
      expect(page).toContain("the collector died, ");
      expect(page).toContain("never dispatched");
      const report = await talk.ask("GET", `${path}/report`);
      expect(report.text).toContain(`The collector died: ${words}.`);
    },
  );

  test("says in words why nobody could be asked", async () => {
    expect(await gate("unheard-of")).toMatchObject({ code: 3, output: expect.stringContaining("no run called") });
    const away = await gate("gated", "http://127.0.0.1:9");
    expect(away).toMatchObject({ code: 3, output: expect.stringContaining("No Falsezero server") });
    expect((await gate("gated", "nonsense")).code).toBe(3);
  });
});
