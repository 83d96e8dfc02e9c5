import { expect, it } from "vitest";
import { recogniseFile } from "../registry";
import { native } from "./recognise";

const posted = { step: 1, group: "0", sample: 0, reward: 1, mask_sample: false };

function recognise(records: readonly Readonly<Record<string, unknown>>[]) {
  const about = { name: "rows.jsonl", path: "rows.jsonl", isWhole: true, document: undefined, columns: null };
  return recogniseFile({ ...about, records });
}

function mapOne(record: Readonly<Record<string, unknown>>) {
  const { recognition } = recognise([posted]);
  if (recognition.role !== "rows") throw new Error(recognition.role);
  const context = { inputFields: new Map(), environment: null, generationsPerPrompt: null };
  const reader = recognition.startReading({ ...context, rewardColumns: null, chosen: null, folder: "" });
  return reader.map(record, "rows.jsonl:1");
}

it.each([
  [[posted], true],
  [[{ ...posted, seen_by: "us" }], true],
  [[{ group: "0", sample: 0, outcome: "failed" }], false],
  [[{ ...posted, step: undefined, split: "eval" }], true],
  [[posted, { ...posted, step: null }], false],
  [[{ id: "a", step: 1, reward: 0 }], true],
])("takes %j as rows of our own, with steps of their own: %s", (records, hasOwnSteps) => {
  const { importer, recognition } = recognise(records);
  expect(importer).toBe(native);
  expect(recognition).toMatchObject({ role: "rows", format: "native", hasOwnSteps });
});

it.each([
  ["metrics of a step", { step: 1, reward: 0.4, loss: 2 }],
  ["a result of something with an id", { id: "a", step: 1, reward: 0, loss: 2 }],
  ["a place without a result", { step: 1, group: "0", sample: 0 }],
])("refuses %s", (_, record) => {
  expect(recognise([record])).toMatchObject({ importer: null, recognition: { role: "refused" } });
});

it("says which keys rows need that have a reward and are nobody's", () => {
  const { recognition } = recognise([{ step: 1, reward: 1 }]);
  if (recognition.role !== "refused") throw new Error(recognition.role);
  expect(recognition.expected).toContain("with group and sample, or id, step and no key but ours, and with a reward");
});

it.each([
  ["neither which rollout it is nor a result", { a: 1 }, true],
  ["a step and no more", { step: 7 }, true],
  ["a group that says nothing of which of its rollouts it is", { group: "0", step: 7 }, true],
  ["a result", { reward: null }, false],
  ["an identity, and no result yet", { group: "0", sample: 3 }, false],
])("of a row among ours with %s says whether it is refused", (_, record, isRefused) => {
  expect("code" in mapOne(record)).toBe(isRefused);
});

it("leaves a producer its rows, whatever keys of ours they have", () => {
  const row = { ...posted, responses_create_params: {}, response: { output: [] } };
  expect(recognise([row]).importer?.producer).toBe("nemo-gym");
});

it("sends a row as it is, and names one by its line that does not say which rollout it is", () => {
  expect(mapOne(posted)).toEqual({ envelope: {} });
  expect(mapOne({ id: "a", step: 1, reward: 0 })).toEqual({ envelope: {} });
  expect(mapOne({ step: 1, reward: 0, _falsezero: { id: "b" } })).toEqual({ envelope: {} });
  expect(mapOne({ step: 1, group: "0", reward: 0 })).toEqual({ envelope: { id: "rows.jsonl:1" } });
});
