/** What the command line makes of what it is told: paths and options, before anything of them is sent. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type RealServer, startServer } from "../real-server";
import { runProgram } from "./program";

const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));
const Report = z.object({
  ok: z.boolean(),
  failure: z.string().nullable(),
  rows: z.int(),
  inserted: z.int(),
  files: z.array(z.object({ file: z.string(), refusal: z.string().nullable() })),
});

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

it("takes what can be taken of what was named, and tells in its document of what can't", async () => {
  const args = ["--run", "named", "--step", "3", "--url", server.url, "--json"];
  const some = await runProgram(["import", "", "nowhere.jsonl", `${fixtures}group.jsonl`, ...args]);
  expect(some).toMatchObject({ code: 1, err: "" });
  const report = Report.parse(JSON.parse(some.out));
  expect(report).toMatchObject({ ok: false, failure: null, inserted: 5 });
  expect(report.files.map(({ file, refusal }) => [file, refusal?.split(";")[0] ?? null]).sort()).toEqual([
    ['""', "an empty path, such as of a variable that is not set"],
    ["group.jsonl", null],
    ["group_aggregate_metrics.json", null],
    ["group_materialized_inputs.jsonl", null],
    ["nowhere.jsonl", "there is no file or folder of that name"],
  ]);
  const away = await runProgram(["import", `${fixtures}group.jsonl`, ...args, "--url", "http://127.0.0.1:9"]);
  expect(away.code).toBe(2);
  expect(Report.parse(JSON.parse(away.out))).toMatchObject({
    ok: false,
    failure: expect.stringMatching(/npm start/),
    rows: 0,
  });
});

it("takes an empty path for nothing, and not for the folder that one is in", async () => {
  for (const args of [
    ["watch", "", "--run", "x", "--once"],
    ["export", "x", "--out", ""],
    ["backup", ""],
    ["restore", ""],
    ["doctor", "--data", ""],
  ]) {
    const refused = await runProgram([...args]);
    expect([args[0], refused.code, refused.out]).toEqual([args[0], 2, ""]);
    expect(refused.err).toContain("An empty path, such as of a variable that is not set, names nothing.");
  }
});
