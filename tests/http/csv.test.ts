/** Tables: what a list holds, whole, and never taken for whole where it is not. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { WireRollout } from "@/lib/wire/rollout";
import { type RealServer, startServer } from "../real-server";
import { problemOf, send, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

/** RFC 4180, read character by character: no library of ours is trusted to check itself. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ",") {
      row.push(cell);
      cell = "";
    } else if (character === "\r" && text[at + 1] === "\n") {
      at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += character;
  }
  expect({ row, cell }).toEqual({ row: [], cell: "" });
  return rows;
}

async function readTable(path: string): Promise<{ columns: string[]; rows: Record<string, string>[] }> {
  const reply = await send(talk.port, path);
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
  const [columns = [], ...rows] = parseCsv(reply.text);
  expect(rows.filter((row) => row.length !== columns.length)).toEqual([]);
  return { columns, rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ""]))) };
}

describe("rollouts as CSV", () => {
  test("are those of the list, every value in full, texts that could be formulas made harmless", async () => {
    const reason = '=HYPERLINK("http://x","y"), "quoted"\nsecond line ✓ שלום';
    await talk.post("told", [
      { step: 1, group: "a", sample: 0, reward: 0.1, labels: { host: "gpu-17" }, reward_components: { style: 0.5 } },
      { step: 1, group: "-a", sample: 1, reward: -0.25, mask_sample: true, failure_kind: "@x", failure_reason: reason },
      { step: 2, group: "b", sample: 0, reward: 1 / 3 },
    ]);
    const { columns, rows } = await readTable("/api/v1/runs/told/rollouts.csv?sort=oldest");
    const listed = z
      .object({ rollouts: z.array(WireRollout) })
      .parse(JSON.parse((await talk.ask("GET", "/api/v1/runs/told/rollouts?sort=oldest")).text)).rollouts;
    const names = Object.keys(WireRollout.shape).flatMap((name) => (name === "labels" ? ["labels.host"] : [name]));
    expect(columns).toEqual(names);
    expect(rows.map(({ rollout }) => Number(rollout))).toEqual(listed.map(({ rollout }) => rollout));
    expect(rows[0]).toMatchObject({ reward: "0.1", "labels.host": "gpu-17", reward_components: '{"style":0.5}' });
    expect(rows[1]).toMatchObject({
      group: "'-a",
      reward: "-0.25",
      failure_kind: "'@x",
      failure_reason: `'${reason}`,
      mask_sources: '["mask_sample"]',
      suspected_false_zero: "false",
      "labels.host": "",
    });
    expect(Number(rows[2]?.["reward"])).toBe(1 / 3);
  });

  test("are filtered as the list is, and the file's name says how", async () => {
    const path = "/api/v1/runs/told/rollouts.csv?step=1&outcome=masked";
    expect((await readTable(path)).rows).toMatchObject([{ group: "'-a" }]);
    const { headers } = await send(talk.port, path);
    const name = "told-rollouts-steps-1-outcome-masked.csv";
    expect(headers["content-disposition"]).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
    expect((await readTable("/api/v1/runs/told/rollouts.csv?q=nowhere")).rows).toEqual([]);
  });

  test("what is wrong is a problem, told before anything is sent", async () => {
    expect(problemOf(await talk.ask("GET", "/api/v1/runs/nobody/rollouts.csv"))).toMatchObject({ answered: 404 });
    expect(problemOf(await talk.ask("GET", "/api/v1/runs/told/rollouts.csv?limit=5"))).toMatchObject({
      answered: 400,
      path: "limit",
    });
    expect(problemOf(await talk.ask("GET", "/api/v1/runs/told/rollouts.csv?stepp=5"))).toMatchObject({ answered: 400 });
    expect(problemOf(await talk.ask("GET", "/api/v1/runs/nobody/steps.csv"))).toMatchObject({ answered: 404 });
  });
});

describe("a long table", () => {
  const rollouts = 24_000;
  const filler = "lost its session while waiting for the browser pool ".repeat(12);

  test("is streamed as it is read: memory stays, every row comes once", async () => {
    for (let from = 0; from < rollouts; from += 4_000) {
      await talk.post(
        "long",
        Array.from({ length: 4_000 }, (_, index) => ({
          step: 1 + ((from + index) >> 6),
          group: String(index >> 3),
          sample: index & 7,
          reward: (from + index) / 7,
          failure_reason: `${from + index} ${filler}`,
        })),
      );
    }
    await talk.steps("long");
    // What the server needs once, such as room for young objects, is there after a first table.
    expect((await send(talk.port, "/api/v1/runs/long/rollouts.csv?sort=newest")).status).toBe(200);
    const before = await readResidentMb();
    let peak = before;
    const timer = setInterval(() => {
      void readResidentMb().then((now) => {
        peak = Math.max(peak, now);
      });
    }, 50);
    const { rows } = await readTable("/api/v1/runs/long/rollouts.csv?sort=oldest");
    clearInterval(timer);
    expect(rows).toHaveLength(rollouts);
    expect(new Set(rows.map(({ rollout }) => rollout)).size).toBe(rollouts);
    expect(rows.every(({ reward }, index) => Number(reward) === index / 7)).toBe(true);
    // The table itself is 20 MB of text, which in memory as a whole would be several times as much.
    expect(peak - before).toBeLessThan(120);
  }, 120_000);

  test("that breaks off does not look whole", async () => {
    const ended = await new Promise<string>((resolve, reject) => {
      const path = "/api/v1/runs/long/rollouts.csv?sort=oldest";
      const outgoing = request({ host: "127.0.0.1", port: talk.port, path, agent: false }, (response) => {
        response.once("data", () => {
          response.pause();
          // The server fills what lies between, and waits: then what it reads from is taken away.
          setTimeout(async () => {
            await talk.ask("DELETE", "/api/v1/runs/long");
            response.on("data", () => undefined);
            response.resume();
          }, 500);
        });
        response.once("end", () => resolve("whole"));
        response.once("error", (error) => resolve(`broken: ${error.message}`));
      });
      outgoing.on("error", reject);
      outgoing.end();
    });
    expect(ended).toBe("broken: aborted");
  }, 60_000);
});

async function readResidentMb(): Promise<number> {
  const text = (await send(talk.port, "/metrics")).text;
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error("the server does not say how much memory it takes");
  return Number(bytes) / 2 ** 20;
}

describe("other lists as CSV", () => {
  test("steps have a column for each number of the API, as many as any of them has", async () => {
    await talk.post("steps", [
      { step: 1, reward: 1 },
      { step: 1, reward: 0, mask_sample: true, failure_kind: "session_lost" },
      { step: 2, reward: 0.5 },
    ]);
    const { columns, rows } = await readTable("/api/v1/runs/steps/steps.csv");
    expect(columns).toContain("reward.evidence.mean");
    expect(rows).toMatchObject([
      { step: "1", scored: "1", masked: "1", "reward.evidence.mean": "1", "kinds.session_lost.masked": "1" },
      { step: "2", scored: "1", masked: "0", "reward.evidence.mean": "0.5", "kinds.session_lost.masked": "" },
    ]);
    const buckets = await readTable("/api/v1/runs/steps/steps.csv?resolution=1");
    expect(buckets.rows).toMatchObject([{ from: "0", to: "4", scored: "2" }]);
  });

  test("groups, issues, incidents and runs", async () => {
    await talk.post("lists", [
      { step: 1, group: "a", sample: 0, reward: 1 },
      { step: 1, group: "a", sample: 1, reward: 0, mask_sample: true, failure_kind: "kind_of_lists" },
    ]);
    await talk.steps("lists");
    expect((await readTable("/api/v1/runs/lists/steps/1/groups.csv")).rows).toEqual([
      expect.objectContaining({ group: "a", size: "2", "counts.masked": "1", "evidence.mean": "1" }),
    ]);
    const issues = await readTable("/api/v1/runs/lists/issues.csv");
    expect(issues.rows).toMatchObject([{ kind: "kind_of_lists", count: "1", "outcomes.masked": "1", state: "open" }]);
    expect((await readTable("/api/v1/issues.csv?kind=kind_of_lists")).rows).toEqual(issues.rows);
    expect((await readTable("/api/v1/runs/lists/incidents.csv")).rows).toEqual([]);
    expect((await readTable("/api/v1/runs.csv")).rows.map(({ run }) => run)).toContain("lists");
  });
});
