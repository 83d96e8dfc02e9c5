import { afterEach, expect, it } from "vitest";
import { AnsweringServer, type Reply, receiptOf } from "./answering-server";
import { AwayError, type Batch, Courier, halve, toBatches } from "./courier";

const open: AnsweringServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const path = "/api/v1/runs/r/rollouts";
const batch: Batch = { method: "POST", path, bodies: ['{"id":1}', '{"id":2}'], isRows: true, loggedAt: [] };
const call: Batch = { method: "PUT", path: "/api/v1/runs/r", bodies: ["{}"], isRows: false, loggedAt: [] };

async function makeCourier(...replies: readonly (Reply | null)[]) {
  const server = new AnsweringServer((_asked, index) => replies[Math.min(index, replies.length - 1)] ?? null);
  open.push(server);
  const told: unknown[] = [];
  const waits: number[] = [];
  const courier = new Courier({
    url: await server.listen(),
    token: "secret",
    timeoutMs: 5_000,
    onReceipt: ({ received, rejectedCount }, sent) => told.push({ received, rejectedCount, sent }),
    onRefused: (rows, why) => told.push({ refused: rows, why }),
    sleep: async (ms) => {
      waits.push(ms);
    },
  });
  return { courier, server, told, waits };
}

it("puts rows to one address together, as long as no other call and no other kind of row stands between", () => {
  const row = (body: string, loggedAt?: number) => ({ method: "ROWS", path, body, loggedAt });
  const records = [row("1"), row("2"), { method: "PUT", path: "/x", body: "3" }, row("4"), row("5", 70), row("6", 80)];
  expect(toBatches(records).map(({ method, bodies, loggedAt }) => [method, bodies, loggedAt])).toEqual([
    ["POST", ["1", "2"], []],
    ["PUT", ["3"], []],
    ["POST", ["4"], []],
    ["POST", ["5", "6"], [70, 80]],
  ]);
});

it("halves rows with when they were logged", () => {
  const halves = halve({ ...batch, bodies: ["1", "2", "3"], loggedAt: [10, 20, 30] });
  expect(halves.map(({ bodies, loggedAt }) => [bodies, loggedAt])).toEqual([
    [["1"], [10]],
    [
      ["2", "3"],
      [20, 30],
    ],
  ]);
});

it("hands on a receipt, also of rows that were all rejected", async () => {
  const rejected = receiptOf(2, [{ index: 0 }, { index: 1 }]);
  const { courier, told } = await makeCourier({ status: 200 }, { status: 422, body: rejected });
  expect([await courier.deliver(batch), await courier.deliver(batch)]).toEqual(["done", "done"]);
  expect(told).toEqual([
    { received: 2, rejectedCount: 0, sent: 2 },
    { received: 2, rejectedCount: 2, sent: 2 },
  ]);
});

it.each([
  [{ status: 503 }, null],
  [{ status: 503, headers: { "retry-after": "0" } }, 0],
  [{ status: 429, headers: { "retry-after": "2" } }, 2_000],
  [{ status: 503, headers: { "retry-after": "nan" } }, null],
  [{ status: 401 }, 60_000],
  [{ status: 301 }, 60_000],
  [{ status: 404 }, 60_000],
  [{ status: 200, body: "<html>" }, 60_000],
  [{ status: 200, body: [] }, 60_000],
  [null, null],
])("keeps everything on %j, to come again as asked: %j ms", async (reply, waitMs) => {
  const { courier, told } = await makeCourier(reply);
  const failed = await courier.deliver(batch).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AwayError);
  expect(failed).toMatchObject({ waitMs });
  expect(told).toEqual([]);
});

it("has what is too large, or breaks the server, sent in two parts, and gives up what is no smaller", async () => {
  const large = await makeCourier({ status: 413 });
  expect(await large.courier.deliver(batch)).toBe("split");
  expect(await large.courier.deliver({ ...batch, bodies: ["{}"] })).toBe("done");
  expect(large.told).toEqual([{ refused: 1, why: "no (HTTP 413)" }]);
  const broken = await makeCourier({ status: 500 });
  expect(await broken.courier.deliver(batch)).toBe("split");
  expect([broken.server.seen.length, broken.waits.length]).toEqual([4, 3]);
  expect(await broken.courier.deliver(call)).toBe("done");
  expect(broken.told).toEqual([{ refused: 0, why: "no (HTTP 500)" }]);
});

it("reads a run, none where the server knows none, and asks later where it is away", async () => {
  const problem = { type: "urn:falsezero:problem:run_unknown" };
  const { courier, server } = await makeCourier(
    { status: 200, body: { segments: [] } },
    { status: 404, body: problem },
    { status: 503, headers: { "retry-after": "3" } },
  );
  expect(await courier.readRun("/api/v1/runs/r")).toEqual({ segments: [] });
  expect(await courier.readRun("/api/v1/runs/r")).toBeNull();
  await expect(courier.readRun("/api/v1/runs/r")).rejects.toMatchObject({ name: "AwayError", waitMs: 3_000 });
  expect(server.seen[0]).toEqual({ method: "GET", path: "/api/v1/runs/r", rows: [] });
});

it.each([
  [{ status: 404 }, 60_000],
  [{ status: 405, body: "<html>" }, 60_000],
  [{ status: 400, body: "<html>" }, 60_000],
  [{ status: 302 }, 60_000],
  [{ status: 401 }, 60_000],
  [{ status: 403, body: { type: "urn:falsezero:problem:forbidden" } }, 60_000],
  [{ status: 200, body: "<html>" }, 60_000],
  [{ status: 200, body: { ok: true } }, 60_000],
  [{ status: 500, body: { type: "urn:falsezero:problem:internal" } }, null],
  [{ status: 507, headers: { "retry-after": "9" } }, 9_000],
  [null, null],
])("takes %j for no word about a run: asked again in %j ms", async (reply, waitMs) => {
  const { courier } = await makeCourier(reply);
  await expect(courier.readRun("/api/v1/runs/r")).rejects.toMatchObject({ name: "AwayError", waitMs });
});
