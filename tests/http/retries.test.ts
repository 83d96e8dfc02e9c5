/** Sending again: duplicates, updates, keys, and the warnings that ask. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
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

const ndjson = { "content-type": "application/x-ndjson" };
const receipt = (reply: { text: string }): unknown => JSON.parse(reply.text);

test("a file posted twice changes nothing the second time", async () => {
  const lines = Array.from({ length: 64 }, (_, index) =>
    JSON.stringify({
      step: 61,
      group: Math.floor(index / 8),
      sample: index % 8,
      reward: index % 3 === 0 ? 1 : 0,
      payload: { text: `turn ${index}` },
    }),
  ).join("\n");
  expect(receipt(await talk.postText("file", lines, ndjson))).toEqual({
    run: "file",
    received: 64,
    inserted: 64,
    updated: 0,
    duplicates: 0,
    superseded: 0,
    rejected_count: 0,
    rejected: [],
    warnings: [],
  });
  const before = await talk.steps("file");
  // The same lines, packed this time.
  const again = await talk.postText("file", gzipSync(lines), { ...ndjson, "content-encoding": "gzip" });
  expect(receipt(again)).toMatchObject({ received: 64, inserted: 0, updated: 0, duplicates: 64 });
  expect(await talk.steps("file")).toEqual(before);
});

test("64 identical failures without identity in one post are 64, and the sender is warned", async () => {
  const rows = Array.from({ length: 64 }, () => ({
    step: 61,
    mask_sample: true,
    reward: 0,
    failure_kind: "session_lost",
  }));
  expect(await talk.post("anonymous", rows)).toMatchObject({
    inserted: 64,
    warnings: [{ code: "no_identity", count: 64, message: expect.stringContaining("Idempotency-Key") }],
  });
  expect(await talk.steps("anonymous")).toMatchObject([
    { received: 64, masked: 64, kinds: { session_lost: { count: 64 } } },
  ]);
});

test("a key protects a batch without identity: the same answer, and nothing counted twice", async () => {
  const rows = Array.from({ length: 8 }, () => ({ step: 61, reward: 0 }));
  const first = await talk.postText("keyed", JSON.stringify(rows), { "idempotency-key": "batch-7" });
  expect(receipt(first)).toMatchObject({ inserted: 8, warnings: [] });
  const again = await talk.postText("keyed", JSON.stringify(rows), { "idempotency-key": "batch-7" });
  expect(again.text).toBe(first.text);
  expect(await talk.steps("keyed")).toMatchObject([{ received: 8 }]);
  const other = await talk.postText("keyed", JSON.stringify([...rows, { step: 62 }]), { "idempotency-key": "batch-7" });
  expect(problemOf(other)).toMatchObject({ answered: 422, code: "idempotency_key_reused", path: "Idempotency-Key" });
  const query = await talk.postText(
    "keyed",
    JSON.stringify(rows),
    { "idempotency-key": "batch-7" },
    { environment: "code" },
  );
  expect(problemOf(query)).toMatchObject({ answered: 422, code: "idempotency_key_reused" });
  expect((await talk.steps("keyed")).map(({ step }) => step)).toEqual([61]);
  const long = await talk.postText("keyed", JSON.stringify(rows), { "idempotency-key": "x".repeat(256) });
  expect(problemOf(long)).toMatchObject({ answered: 400, path: "Idempotency-Key" });
});

test("the same batch and key at once from two senders is stored once", async () => {
  const body = JSON.stringify(Array.from({ length: 8 }, () => ({ step: 1, reward: 0 })));
  const replies = await Promise.all(
    [1, 2, 3].map(() => talk.postText("twins", body, { "idempotency-key": "batch-1" })),
  );
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(await talk.steps("twins")).toMatchObject([{ received: 8 }]);
});

test("a key of a batch that was refused is free for the next one", async () => {
  const headers = { "idempotency-key": "batch-1" };
  const refused = await talk.postText("freed", '[{"reward":1}]', headers);
  expect(refused.status).toBe(422);
  expect(receipt(await talk.postText("freed", '[{"step":1,"reward":1}]', headers))).toMatchObject({ inserted: 1 });
});

test("changed content is an update, a newer attempt replaces, and a late older one never counts", async () => {
  const place = { step: 61, group: "a", sample: 0 };
  await talk.post("attempts", [{ ...place, outcome: "failed", failure_kind: "agent_timeout" }]);
  expect(await talk.post("attempts", [{ ...place, outcome: "failed", failure_kind: "kill_shaped" }])).toMatchObject({
    updated: 1,
  });
  expect(await talk.post("attempts", [{ ...place, attempt: 1, reward: 1 }])).toMatchObject({ updated: 1 });
  expect(await talk.post("attempts", [{ ...place, reward: 0 }])).toMatchObject({ superseded: 1 });
  expect(await talk.steps("attempts")).toMatchObject([
    { received: 1, scored: 1, failed: 0, attempts: 2, lost_attempts: 0 },
  ]);
});

test("more heard than declared asks whether the trainer started again", async () => {
  await talk.ask("PUT", "/api/v1/runs/overfull/steps/5", { expected: 2 });
  const answer = await talk.post("overfull", [
    { step: 5, id: "a" },
    { step: 5, id: "b" },
    { step: 5, id: "c" },
  ]);
  expect(answer).toMatchObject({
    warnings: [{ code: "more_than_declared", count: 1, message: expect.stringContaining("segment") }],
  });
});

test("posts that come at once are each whole", async () => {
  const posts = Array.from({ length: 30 }, (_, batch) =>
    talk.post(
      "at once",
      Array.from({ length: 10 }, (_row, row) => ({ step: batch % 3, id: `${batch}-${row}` })),
    ),
  );
  for (const answer of await Promise.all(posts)) expect(answer).toMatchObject({ inserted: 10 });
  expect((await talk.steps("at once")).map(({ received }) => received)).toEqual([100, 100, 100]);
});

test("a large body is judged in a thread of its own, and kept, answered and known again as the same rows sent in small ones", async () => {
  const rows = Array.from({ length: 96 }, (_, index) => ({
    step: 3 + (index % 2),
    group: String(Math.floor(index / 8)),
    sample: index % 8,
    attempt: index === 5 ? 1 : 0,
    environment: index < 50 ? "browser" : "shell",
    reward: index === 7 ? "high" : index / 96,
    ...(index % 9 === 0 ? { mask_sample: true, failure_kind: "session_lost", failure_reason: `session ${index}` } : {}),
    ...(index % 31 === 0 ? { outcome: "failed", failure_kind: "agent_run_error" } : {}),
    labels: { host: `gpu-${index % 3}` },
    payload: { text: `turn ${index} ${"and so on ".repeat(120)}` },
  }));
  const lines = [...rows.map((row) => JSON.stringify(row)), '{"step": "no number"}', "{"];
  const large = receipt(await talk.postText("large", lines.join("\n"), ndjson));
  expect(large).toMatchObject({ received: 98, inserted: 96, duplicates: 0, rejected_count: 2 });
  expect(large).toMatchObject({ rejected: [{ index: 96 }, { index: 97, code: "invalid_json" }] });
  for (const line of lines) await talk.postText("small", line, ndjson);
  const timeless = async (run: string) =>
    (await talk.steps(run)).map((step) => ({ ...step, first_seen_at: null, last_seen_at: null }));
  expect(await timeless("large")).toEqual(await timeless("small"));
  const whole = async (run: string) => {
    const { rollouts } = await talk.rollouts(run, { limit: 200 });
    const details = await Promise.all(rollouts.map(({ rollout }) => talk.rollout(rollout)));
    return details.map(({ rollout, payload }) => ({
      ...rollout,
      rollout: 0,
      run: "",
      seen_at: "",
      issue: rollout.issue !== null,
      payload,
    }));
  };
  expect(await whole("large")).toEqual(await whole("small"));
  // Rows are known again whichever way they come.
  const mixed = receipt(await talk.postText("small", lines.slice(0, 96).join("\n"), ndjson));
  expect(mixed).toMatchObject({ inserted: 0, updated: 0, duplicates: 96 });
});

test("an idempotency key protects a large body, and one in which every row is rejected stores nothing", async () => {
  const row = JSON.stringify({ step: 1, reward: 0, payload: { text: "x".repeat(2_000) } });
  const lines = Array.from({ length: 64 }, () => row).join("\n");
  const keyed = { ...ndjson, "idempotency-key": "once" };
  const answers = [await talk.postText("keyed", lines, keyed), await talk.postText("keyed", lines, keyed)];
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(receipt({ text: answers[0]?.text ?? "" })).toMatchObject({ inserted: 64, warnings: [] });
  expect((await talk.steps("keyed"))[0]).toMatchObject({ received: 64 });
  const stepless = Array.from({ length: 64 }, () => JSON.stringify({ payload: { text: "x".repeat(2_000) } })).join(
    "\n",
  );
  const refused = await talk.postText("refused", stepless, ndjson);
  expect(refused.status).toBe(422);
  expect(problemOf(refused)).toMatchObject({ code: "rejected", received: 64, rejected_count: 64 });
});
