/** Failure kinds to the letter, text that is awkward, and what is kept of a row beside its fields. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

/** The only rollout of a run. */
async function only(run: string) {
  const { rollouts } = await talk.rollouts(run);
  const [rollout] = rollouts;
  if (rollout === undefined || rollouts.length > 1) throw new Error(`${run} has ${rollouts.length} rollouts`);
  return rollout;
}

describe("failure kinds", () => {
  test("what means no failure is none, and all else is kept to the letter", async () => {
    const sent = [
      "",
      "none",
      "None",
      " null ",
      "ok",
      "session_lost",
      "shop:cart_gone",
      "OOM Killed!",
      "none_found",
      "Ärger\n",
      "a".repeat(128),
      "b".repeat(129),
    ];
    const answer = await talk.post(
      "kinds",
      sent.map((failure_kind, index) => ({ id: `r${index}`, step: 1, reward: 1, failure_kind })),
    );
    const { rollouts } = await talk.rollouts("kinds");
    expect(rollouts.map(({ failure_kind }) => failure_kind)).toEqual([
      ...Array.from({ length: 5 }, () => null),
      ...sent.slice(5, 11),
      "b".repeat(128),
    ]);
    const tags = rollouts.map(({ tags }) => tags.join(" "));
    expect(tags.slice(5)).toEqual([
      "",
      "",
      "kind_unregistered",
      "kind_unregistered",
      "kind_unregistered",
      "kind_unregistered",
      "kind_unregistered kind_cut",
    ]);
    expect(answer).toMatchObject({
      warnings: [
        { code: "kind_unregistered", count: 5 },
        { code: "kind_cut", count: 1 },
      ],
    });
    expect(await talk.steps("kinds")).toMatchObject([{ degraded: 7, scored: 12 }]);
  });

  test("a kind is never made out of a reason", async () => {
    await talk.post("reasons", [
      { id: "a", step: 1, reward: 1, failure_reason: "session_lost" },
      { id: "b", step: 1, mask_sample: true, reward: 0, failure_reason: "timeout" },
    ]);
    expect(await talk.steps("reasons")).toMatchObject([{ degraded: 0, kinds: { "(masked, no kind)": { count: 1 } } }]);
  });

  test("a reason is cut at 2,000 characters and says so", async () => {
    const answer = await talk.post("long", [
      { id: "a", step: 1, failure_reason: "x".repeat(2_001) },
      { id: "b", step: 1, failure_reason: "y".repeat(2_000) },
    ]);
    expect(answer).toMatchObject({ warnings: [{ code: "reason_cut", count: 1 }] });
    const { rollouts } = await talk.rollouts("long");
    expect(rollouts.map(({ failure_reason, tags }) => [failure_reason?.length, tags])).toEqual([
      [2_000, ["reason_cut"]],
      [2_000, []],
    ]);
  });
});

describe("awkward text", () => {
  test("__proto__ and its friends are plain names everywhere", async () => {
    const body = `[{"step":1,"reward":1,"environment":"__proto__","failure_kind":"__proto__",
      "labels":{"__proto__":"a","constructor":"b"},"reward_components":{"__proto__":0.5,"toString":1},
      "payload":{"__proto__":{"polluted":true}},"__proto__":{"step":7}}]`;
    expect((await talk.postText("proto", body)).status).toBe(200);
    const { text } = await talk.ask("GET", "/api/v1/runs/proto/rollouts");
    expect(text).toContain('"labels":{"__proto__":"a","constructor":"b"}');
    expect(text).toContain('"reward_components":{"__proto__":0.5,"toString":1}');
    const steps = await talk.ask("GET", "/api/v1/runs/proto/steps");
    expect(steps.text).toContain('"kinds":{"__proto__":{"count":1');
    expect(steps.text).toContain('"components":{"__proto__":{"n":1,"mean":0.5}');
    expect(await talk.steps("proto", { environment: "__proto__" })).toMatchObject([{ received: 1 }]);
    expect(await talk.steps("proto", { "label.__proto__": "a" })).toMatchObject([{ received: 1 }]);
    const detail = await talk.ask("GET", `/api/v1/rollouts/${(await only("proto")).rollout}`);
    expect(detail.text).toContain('"__proto__":{"polluted":true}');
    expect({}).not.toHaveProperty("polluted");
  });

  test("NUL, control characters and broken characters are stored and given back, or made visible", async () => {
    const reason = "a\u0000b\u001b[31m\u0007\u2028é🧪";
    await talk.post("controls", [
      { step: 1, group: "g\u0000", failure_reason: reason, labels: { "l\u0000": "\u0001" }, payload: { text: reason } },
    ]);
    const rollout = await only("controls");
    expect(rollout).toMatchObject({ failure_reason: reason, group: "g\u0000", labels: { "l\u0000": "\u0001" } });
    expect((await talk.rollout(rollout.rollout)).payload).toMatchObject({ payload: { text: reason } });
    const reply = await talk.postText(
      "broken",
      '{"step":1,"failure_reason":"cut \\ud83e","failure_kind":"\\udead","payload":{"t":"\\ud83e"}}',
    );
    expect(reply.status).toBe(200);
    const broken = await only("broken");
    expect(broken).toMatchObject({ failure_reason: "cut \ufffd", failure_kind: "\ufffd" });
    expect((await talk.rollouts("broken", { kind: "\ufffd" })).rollouts).toHaveLength(1);
    expect((await talk.rollout(broken.rollout)).payload).toMatchObject({ payload: { t: "\ud83e" } });
  });

  test("bytes that are no UTF-8 become the replacement character, and cost nothing else", async () => {
    const body = Buffer.concat([
      Buffer.from('{"step":1,"failure_reason":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    expect((await talk.postText("latin", body)).status).toBe(200);
    expect(await only("latin")).toMatchObject({ failure_reason: "\ufffd\ufffd" });
  });
});

test("keys that are not read are kept with the payload, and counted by row", async () => {
  const answer = await talk.post("unknown", [
    { id: "a", step: 1, mood: "good", colour: 3 },
    { id: "b", step: 1 },
  ]);
  expect(answer).toMatchObject({ warnings: [{ code: "unknown_keys", count: 1 }] });
  const [first] = (await talk.rollouts("unknown")).rollouts;
  expect((await talk.rollout(first?.rollout ?? 0)).payload).toMatchObject({ mood: "good", colour: 3 });
});

test("what is large, private or of no use to a reader is dropped from what is kept, and named", async () => {
  await talk.post("slim", [
    {
      step: 1,
      instance_config: { api_key: "sk-secret", mask_sample: true },
      payload: {
        prompt_token_ids: [1, 2, 3],
        logprobs: [-0.1],
        image_url: `data:image/png;base64,${"A".repeat(600)}`,
        text: "kept",
      },
    },
  ]);
  const rollout = await only("slim");
  expect(rollout).toMatchObject({ outcome: "unscored", mask_sources: ["instance_config.mask_sample"] });
  const { text } = await talk.ask("GET", `/api/v1/rollouts/${rollout.rollout}`);
  expect(text).not.toContain("sk-secret");
  expect(text).not.toContain("AAAA");
  expect((await talk.rollout(rollout.rollout)).payload).toMatchObject({
    instance_config: { mask_sample: true },
    payload: { text: "kept" },
    _falsezero_dropped: {
      instance_config: expect.stringContaining("secrets"),
      "payload.prompt_token_ids": expect.any(String),
      "payload.logprobs": expect.any(String),
      "payload.image_url": expect.any(String),
    },
  });
});

test("a server that keeps no payloads keeps none", async () => {
  const forgetful = await startServer({ environment: { FALSEZERO_PAYLOADS: "none" } });
  const other = new Talk(forgetful);
  await other.post("none", [{ step: 1, payload: "private" }]);
  const [rollout] = (await other.rollouts("none")).rollouts;
  expect((await other.rollout(rollout?.rollout ?? 0)).payload).toBeUndefined();
  await forgetful.stop();
});
