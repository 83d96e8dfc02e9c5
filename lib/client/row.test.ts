import { expect, it } from "vitest";
import { toJsonText, toRowRecord } from "./row";

const defaults = { path: "/api/v1/runs/r", split: undefined, segment: "launch 1", environment: "shop" };
const native = "/api/v1/runs/r/rollouts?format=native&segment=launch+1&environment=shop";

function toRow(rollout: object, fields: object = {}, step: number | null = 7) {
  const { method, path, body } = toRowRecord(rollout, { ...fields }, step, "fz-1", defaults);
  return { method, path, row: JSON.parse(body) };
}

it.each([
  ["an id and the current step", { reward: 1 }, {}, { reward: 1, step: 7, id: "fz-1" }],
  ["its own step and identity", { group: 4, sample: 0, step: 3 }, {}, { group: 4, sample: 0, step: 3 }],
  [
    "fields that win over its own",
    { id: "a", reward: 0 },
    { reward: 1, split: undefined },
    { id: "a", reward: 1, step: 7 },
  ],
])("gives a native row %s", (_what, rollout, fields, row) => {
  expect(toRow(rollout, fields)).toEqual({ method: "ROWS", path: native, row });
});

it("leaves a NeMo Gym row as it is, and tells its step beside it", () => {
  const gym = { responses_create_params: {}, response: {}, reward: 1, step: 99 };
  const named = toRow(gym, { group: "4", sample: 2, step: 5, environment: "own" });
  expect(named.path).toBe("/api/v1/runs/r/rollouts?format=nemo-gym&step=5&segment=launch+1&environment=own");
  expect(named.row).toEqual({ ...gym, _ng_task_index: "4", _ng_rollout_index: 2 });
  expect(toRow(gym).row).toEqual({ ...gym, _falsezero: { id: "fz-1" } });
  expect(toRow({ _ng_rollout_id: "x", reward: 0 }).row).toEqual({ _ng_rollout_id: "x", reward: 0 });
});

it("is a snapshot: what is changed afterwards is not sent", () => {
  const rollout = { id: "a", labels: { host: "x" } };
  const record = toRowRecord(rollout, {}, 1, "fz-1", defaults);
  rollout.labels.host = "y";
  expect(JSON.parse(record.body)).toMatchObject({ labels: { host: "x" } });
});

it("writes what JSON does not know, on one line", () => {
  const odd = {
    big: 12n,
    huge: 2n ** 70n,
    map: new Map([["a", 1]]),
    set: new Set([1, 2]),
    error: new TypeError("x"),
    floats: new Float32Array([0.5, 1]),
    date: new Date(0),
    text: "a\n\tb",
    nothing: undefined,
    nan: Number.NaN,
  };
  const text = toJsonText(odd);
  expect(text).not.toMatch(/[\n\t]/);
  expect(JSON.parse(text)).toEqual({
    big: 12,
    huge: "1180591620717411303424",
    map: { a: 1 },
    set: [1, 2],
    error: { type: "TypeError", message: "x" },
    floats: [0.5, 1],
    date: "1970-01-01T00:00:00.000Z",
    text: "a\n\tb",
    nan: null,
  });
});

it("tells what can be told of a rollout that JSON refuses", () => {
  const cycle: Record<string, unknown> = { reward: 1 };
  cycle["self"] = cycle;
  expect(JSON.parse(toJsonText(cycle))).toMatchObject({ reward: 1, self: { reward: 1 } });
  const broken = {
    reward: 1,
    get bad() {
      throw new Error("no");
    },
  };
  expect(JSON.parse(toJsonText(broken))).toEqual({ reward: 1, bad: "(unreadable)" });
});
