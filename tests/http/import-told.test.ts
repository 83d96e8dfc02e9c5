/** What the command line makes of what it is told: paths and options, before anything of them is sent. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type RealServer, startServer } from "../real-server";
import { runProgram } from "./program";
import { Talk } from "./talk";

const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));
const Report = z.object({
  ok: z.boolean(),
  failure: z.string().nullable(),
  rows: z.int(),
  inserted: z.int(),
  refused: z.int(),
  files: z.array(
    z.object({
      file: z.string(),
      refusal: z.string().nullable(),
      lines: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
    }),
  ),
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

it("says on a dry run what would be refused, as the server then does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "falsezero-told-"));
  const path = join(folder, "own.jsonl");
  const row = (more: object) => JSON.stringify({ step: 1, group: "g", sample: 0, reward: 1, ...more });
  const lines = [
    row({}),
    row({ sample: 1, note: "x".repeat(9_000_000) }),
    row({ sample: 2 }).replace("}", `,"deep":${"[".repeat(64)}${"]".repeat(64)}}`),
    row({ sample: 3 }).replace("}", `,"deep":${"[".repeat(63)}${"]".repeat(63)}}`),
    row({ step: 1_000_000_001 }),
    row({ id: "x".repeat(1_001) }),
    row({ sample: 4, step: undefined }),
    row({ sample: 5, step: undefined, split: "eval" }),
    "not JSON",
  ];
  await writeFile(path, `${lines.join("\n")}\n`);
  const args = ["import", path, "--run", "judged", "--url", server.url, "--json"];
  const [dry, real] = [await runProgram([...args, "--dry-run"]), await runProgram(args)];
  const refused = [
    [2, "row_too_large"],
    [3, "too_deep"],
    [5, "wrong_type"],
    [6, "wrong_type"],
    [7, "step_missing"],
    [9, "not_json"],
  ];
  for (const { code, out } of [dry, real]) {
    const report = Report.parse(JSON.parse(out));
    expect({ code, ok: report.ok, refused: report.refused }).toEqual({ code: 1, ok: false, refused: 6 });
    const told = report.files[0]?.lines.map(({ line, code: why }): [number, string] => [line, why]) ?? [];
    expect(told.sort(([a], [b]) => a - b)).toEqual(refused);
  }
  expect(Report.parse(JSON.parse(real.out)).inserted).toBe(3);
  const words = await runProgram(["import", path, "--run", "judged", "--dry-run"]);
  expect(words.out).toContain("line 2: the row has 9000054 bytes; at most 8388608 are taken (FALSEZERO_MAX_ROW_BYTES)");
  expect(words.out.trim().split("\n").at(-1)).toMatch(/^Judged without a server, by the limits of one/);
  await rm(folder, { recursive: true });
});

it("says of a row that no request can hold how large rows may be, and counts the rows that were taken", async () => {
  const folder = await mkdtemp(join(tmpdir(), "falsezero-told-"));
  const path = join(folder, "own.jsonl");
  const row = (sample: number, more: object) => JSON.stringify({ step: 1, group: "g", sample, reward: 1, ...more });
  const lines = [row(0, {}), row(1, { note: "x".repeat(34 * 1024 * 1024) }), row(-1, {}), row(2, {})];
  await writeFile(path, `${lines.join("\n")}\n`);
  const { code, out } = await runProgram(["import", path, "--run", "large", "--url", server.url]);
  expect(code).toBe(1);
  expect(out).toContain(
    "line 2: the row has 35651638 bytes, and the server, or a proxy before it, takes no request of",
  );
  expect(out).toContain("a row may have 8388608 bytes unless the server is told otherwise (FALSEZERO_MAX_ROW_BYTES)");
  expect(out).not.toMatch(/nothing was stored|smaller batches/i);
  expect(out).toContain("\n2 rows sent: 2 new; 2 lines refused.");
  await rm(folder, { recursive: true });
}, 60_000);

it("says of a run that is being removed where it can be brought back, and of no rows that they were taken", async () => {
  const talk = new Talk(server);
  const args = ["import", `${fixtures}group.jsonl`, "--run", "going", "--step", "3", "--url", server.url];
  expect((await runProgram(args)).code).toBe(0);
  expect((await talk.ask("POST", "/api/v1/runs/going/removal", { name: "going" })).status).toBe(200);
  const { code, out } = await runProgram(args);
  expect(code).toBe(2);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^The run "going" is being removed: it goes for good at .* Bring it back \(on its page, or /),
    `Its page: ${server.url}/runs/going`,
    "0 rows sent: 0 new.",
    "",
  ]);
});

it.each(["import", "watch"])(
  "refuses once, at the option, what the server would refuse with every row: %s",
  async (command) => {
    for (const [option, value, why] of [
      ["--step", "99999999999", "A step is a whole number from 0 to 1000000000."],
      ["--run", "\u202eevil", "The run's name holds U+202E"],
      ["--run", "a\u0007", "A run's name holds no control characters"],
      ["--run", " ", "something that can be seen"],
      ["--segment", "", "A name has 1 to 1,000 characters"],
      ["--environment", "", "A name has 1 to 1,000 characters"],
      ["--reward-columns", ",,", "with a comma between two: a,b"],
    ] as const) {
      const told = option === "--run" ? [option, value] : ["--run", "x", option, value];
      const { code, out, err } = await runProgram([command, `${fixtures}`, ...told, "--url", server.url]);
      expect([option, code, out]).toEqual([option, 2, ""]);
      expect(err).toContain(why);
    }
  },
);
