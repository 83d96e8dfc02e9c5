import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WireImportDone, WireImportEvent } from "@/lib/wire/import-events";
import { WireRunDetail } from "@/lib/wire/run";
import { type RealServer, startServer } from "../real-server";

const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));
const importers = fileURLToPath(new URL("../../lib/importers/", import.meta.url));

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

/** A file by the name it is sent under, from a path or as it is. */
type Part = readonly [name: string, content: string | Uint8Array];

function fixture(name: string, as = name): Part {
  return [as, readFileSync(join(fixtures, name))];
}

function toForm(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [name, content] of parts) form.append("file", new Blob([new Uint8Array(Buffer.from(content))]), name);
  return form;
}

async function post(run: string, query: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/api/v1/runs/${run}/imports${query}`, { method: "POST", body, headers });
}

async function importAll(run: string, query: string, body: BodyInit) {
  const response = await post(run, query, body);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  const events = lines.map((line) => WireImportEvent.parse(JSON.parse(line)));
  const done = WireImportDone.parse(events.at(-1));
  return { events, done };
}

async function readRun(run: string): Promise<WireRunDetail> {
  const response = await fetch(`${server.url}/api/v1/runs/${run}`);
  return WireRunDetail.parse(await response.json());
}

async function listSpooled(): Promise<string[]> {
  return readdir(join(server.dataFolder, "incoming")).catch(() => []);
}

describe("POST /api/v1/runs/{run}/imports", () => {
  it("imports the parts of a form together, as the command line does a folder", async () => {
    const names = ["whole.jsonl", "whole_failures.jsonl", "whole_materialized_inputs.jsonl", "whole_coverage.json"];
    const parts = names.map((name) => fixture(name, `run/step_4/${name}`));
    const { events, done } = await importAll("form", "", toForm(parts));
    expect(done).toMatchObject({
      ok: true,
      rows: 9,
      inserted: 7,
      updated: 1,
      superseded: 1,
      refused: 0,
      failure: null,
    });
    expect(events[0]).toMatchObject({ event: "received", files: 4 });
    expect(events.filter(({ event }) => event === "file")).toHaveLength(4);
    const { coverage, comparisons } = await readRun("form");
    expect(coverage).toMatchObject({ expected: 8, scored: 3, masked: 2, unscored: 1, failed: 1, unknown: 1 });
    expect(comparisons.every(({ agrees }) => agrees === true)).toBe(true);
    const again = await importAll("form", "", toForm(parts));
    expect(again.done).toMatchObject({ ok: true, inserted: 0, updated: 0, duplicates: 9 });
    expect(await listSpooled()).toEqual([]);
  });

  it("takes one file as the body, by its name, packed or not", async () => {
    const [, rows] = fixture("group.jsonl");
    const plain = await importAll("body", "?name=group.jsonl&step=3", new Uint8Array(Buffer.from(rows)));
    expect(plain.done).toMatchObject({ ok: true, inserted: 5 });
    const packed = await importAll("body", "?name=group.jsonl.gz&step=3", gzipSync(rows));
    expect(packed.done).toMatchObject({ ok: true, inserted: 0, duplicates: 5 });
  });

  it("lets no bad file stop the others, and says why each was not taken", async () => {
    const parts: Part[] = [
      fixture("placeholder.jsonl", "a/placeholder.jsonl"),
      [
        "b/broken.jsonl.gz",
        gzipSync(`${'{"responses_create_params":{},"response":{},"reward":1}\n'.repeat(2_000)}`).subarray(0, 60),
      ],
      ["c/completions_00001.parquet", "PAR1 and nothing else, but long enough to look"],
      fixture("group.jsonl", "d/group.jsonl"),
    ];
    const { done } = await importAll("mixed", "?step=1", toForm(parts));
    expect(done).toMatchObject({ ok: false, inserted: 5, failure: null });
    const byName = new Map(done.files.map((file) => [file.file, file]));
    expect(byName.get("a/placeholder.jsonl")).toMatchObject({ refused: 3, refusal: expect.stringContaining("saw") });
    expect(byName.get("b/broken.jsonl.gz")?.refusal).toContain("damaged or cut short");
    expect(byName.get("c/completions_00001.parquet")?.refusal).toContain("a parquet file that is damaged or cut short");
    expect(byName.get("d/group.jsonl")).toMatchObject({ inserted: 5, refusal: null });
  });

  it("imports every producer's files, each with its own step", async () => {
    const sample = (producer: string, file: string, as: string): Part => [
      as,
      readFileSync(join(importers, producer, file)),
    ];
    const parts = [
      sample("nemo-rl", "sample.jsonl", "logs/train_data_step5.jsonl"),
      sample("verl", "sample.jsonl", "dump/12.jsonl"),
      sample("verifiers", "sample.jsonl", "evals/step_7/results.jsonl"),
      sample("prime-rl", "sample.jsonl", "rollouts/step_9/train/all/traces.jsonl"),
      sample("rllm", "sample.json", "episodes/train_step_13_epoch_0/episode_1.json"),
      sample("trl", "sample.parquet", "completions/completions_00005.parquet"),
    ];
    const { done } = await importAll("producers", "?generations_per_prompt=2", toForm(parts));
    expect(done.files.map(({ producer, step, inserted, refusal }) => [producer, step, inserted, refusal])).toEqual([
      ["nemo-rl", 5, 3, null],
      ["trl", 5, 4, null],
      ["verifiers", 7, 4, null],
      ["prime-rl", 9, 3, null],
      ["verl", 12, 4, null],
      ["rllm", 13, 2, null],
    ]);
    const again = await importAll("producers", "?generations_per_prompt=2", toForm(parts));
    expect(again.done).toMatchObject({ inserted: 0, updated: 0, duplicates: 20 });
  });

  it("counts an episode once that stands in all and in effective", async () => {
    const text = readFileSync(join(importers, "prime-rl", "sample.jsonl"), "utf8");
    const [first = ""] = text.split("\n");
    const parts: Part[] = [
      ["rollouts/step_9/train/all/traces.jsonl", text],
      ["rollouts/step_9/train/effective/traces.jsonl", `${first}\n`],
    ];
    const { done } = await importAll("episodes", "", toForm(parts));
    expect(done).toMatchObject({ ok: true, inserted: 3, rows: 3 });
    expect(done.files[1]?.note).toContain("1 episode");
    const steps = await (await fetch(`${server.url}/api/v1/runs/episodes/steps`)).json();
    expect(steps.steps[0]).toMatchObject({ received: 2, dispositions: { trained: 1, filtered: 1 } });
  });

  it("stores nothing on a dry run, and answers with the last line alone where JSON is asked for", async () => {
    const response = await post("dry", "?step=1&dry_run=true", toForm([fixture("group.jsonl")]), {
      accept: "application/json",
    });
    const done = WireImportDone.parse(await response.json());
    expect(done).toMatchObject({ ok: true, dry_run: true, rows: 5, inserted: 0 });
    expect((await fetch(`${server.url}/api/v1/runs/dry`)).status).toBe(404);
  });

  it("ends the run where that is told, after what was taken; not on a dry run, nor where nothing was", async () => {
    const group = toForm([fixture("group.jsonl")]);
    const dry = await importAll("ended", "?step=1&finished=true&dry_run=true", group);
    expect(dry.done).toMatchObject({ ok: true, run_finished: false });
    const none = await importAll("ended", "?step=1&finished=true", toForm([fixture("placeholder.jsonl")]));
    expect(none.done).toMatchObject({ failure: null, run_finished: false });
    const open = await importAll("ended", "?step=1", group);
    expect(open.done.run_finished).toBe(false);
    expect((await readRun("ended")).state).toBe("live");
    const { done } = await importAll("ended", "?step=1&finished=true", group);
    expect(done).toMatchObject({ ok: true, duplicates: 5, run_finished: true, ended_before: null });
    expect((await readRun("ended")).state).toBe("finished");
    await fetch(`${server.url}/api/v1/runs/ended/finish`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"state":"crashed"}',
    });
    const again = await importAll("ended", "?step=1&finished=true", group);
    expect(again.done).toMatchObject({ ok: true, run_finished: false, ended_before: "crashed" });
    expect((await readRun("ended")).state).toBe("crashed");
  });

  it.each([
    ["a body without a name", "", "{}", {}, 400, "name"],
    ["a form that is none", "", "x", { "content-type": "multipart/form-data" }, 400, "form"],
    [
      "a form that is cut short",
      "",
      '--b\r\nContent-Disposition: form-data; name="f"; filename="a.jsonl"\r\n\r\n{"a"',
      { "content-type": "multipart/form-data; boundary=b" },
      400,
      "form",
    ],
    [
      "a form without a file",
      "",
      '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n--b--\r\n',
      { "content-type": "multipart/form-data; boundary=b" },
      400,
      "no file",
    ],
    ["a packed body", "?name=a.jsonl", "{}", { "content-encoding": "gzip" }, 415, "Content-Encoding"],
    ["a step that is none", "?name=a.jsonl&step=x", "{}", {}, 400, "step"],
    ["another site", "?name=a.jsonl", "{}", { "sec-fetch-site": "cross-site" }, 403, "other sites"],
  ])("refuses %s", async (_, query, body, headers, status, words) => {
    const response = await post("refused", query, body, headers);
    expect(response.status).toBe(status);
    expect(JSON.stringify(await response.json())).toContain(words);
    expect(await listSpooled()).toEqual([]);
  });

  it("takes what is more than any other body may be", async () => {
    const row = `{"responses_create_params":{},"response":{"output":[]},"reward":0,"pad":"${"x".repeat(1_000_000)}"}\n`;
    const { done } = await importAll("large", "?name=large.jsonl&step=1", row.repeat(40));
    expect(done).toMatchObject({ ok: true, inserted: 40 });
  });

  it("is cancelled by whoever disconnects, and leaves nothing on the disk", async () => {
    const { port } = server;
    const row = `{"responses_create_params":{},"response":{"output":[]},"reward":0,"pad":"${"x".repeat(2_000)}"}\n`;
    await new Promise<void>((resolve) => {
      const sent = request({ port, method: "POST", path: "/api/v1/runs/left/imports?name=a.jsonl&step=1" });
      sent.on("error", () => resolve());
      sent.write(row.repeat(500));
      setTimeout(() => sent.destroy(new Error("left")), 300);
    });
    await expect.poll(listSpooled).toEqual([]);
    expect((await fetch(`${server.url}/api/v1/runs/left`)).status).toBe(404);
    const controller = new AbortController();
    const body = row.repeat(20_000);
    const response = await fetch(`${server.url}/api/v1/runs/left/imports?name=a.jsonl&step=1`, {
      method: "POST",
      body,
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(listSpooled, { timeout: 10_000 }).toEqual([]);
    const left = await fetch(`${server.url}/api/v1/runs/left`);
    const rollouts = left.status === 404 ? 0 : WireRunDetail.parse(await left.json()).rollouts;
    expect(rollouts).toBeLessThan(20_000);
    const { done } = await importAll("left", "?name=a.jsonl&step=1", body);
    expect(done.inserted + done.duplicates).toBe(20_000);
    expect(done.updated).toBe(0);
  });
});
