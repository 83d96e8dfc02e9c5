import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { MappedRecord } from "../importer";
import { planFile } from "../plan-import";
import { readRecords } from "../read-records";
import { startReading } from "./map";

// As pandas writes it: compressed by snappy, with whole numbers of 64 bits.
const bytes = new Uint8Array(readFileSync(new URL("sample.parquet", import.meta.url)));
const source = {
  path: "completions/completions_00005.parquet",
  shown: "completions_00005.parquet",
  size: bytes.length,
  async *open() {
    yield bytes;
  },
  read: async (start: number, end: number) => bytes.slice(start, end),
};

async function mapAll(): Promise<MappedRecord[]> {
  const reader = startReading({ folder: "", rewardColumns: null });
  const mapped: MappedRecord[] = [];
  for await (const records of readRecords(source, "parquet", () => undefined)) {
    for (const numbered of records) {
      mapped.push("refusal" in numbered ? numbered.refusal : reader.map(numbered.record ?? {}, `f:${numbered.number}`));
    }
  }
  return mapped;
}

it("takes the sum of the reward functions, and keeps each", async () => {
  expect(await mapAll()).toMatchObject([
    {
      rows: [
        {
          id: "f:1",
          step: 5,
          group: "0",
          reward: 1.25,
          reward_components: { accuracy_reward: 1, format_reward: 0.25 },
          advantage: 0.5,
          payload: { prompt: "Add 1 and 1.", completion: "It is 2." },
        },
      ],
    },
    { rows: [{ id: "f:2", group: "0", reward: 0.25, advantage: -0.5 }] },
    { rows: [{ id: "f:3", group: "1", reward: 0, payload: { completion: "" } }] },
    { rows: [{ id: "f:4", group: "1", reward: null }] },
  ]);
});

it("is planned by its columns, with the step of its name", async () => {
  expect(await planFile(source, null, true)).toMatchObject({
    producer: "trl",
    step: 5,
    sourceName: "step_5/completions_00005.parquet",
    recognition: { role: "rows", kind: "completions" },
  });
});

it("says so where a table is cut short", async () => {
  const torn = { ...source, size: bytes.length - 20 };
  const { recognition } = await planFile(torn, null, true);
  expect(recognition).toMatchObject({
    role: "refused",
    saw: expect.stringContaining("a parquet file that is damaged or cut short"),
  });
});

it("refuses a row without a step", () => {
  expect(startReading({ folder: "", rewardColumns: null }).map({ prompt: "p", completion: "c" }, "f:1")).toMatchObject({
    code: "not_a_rollout",
  });
});

function read(row: Record<string, unknown>, rewardColumns: readonly string[] | null = null) {
  const reader = startReading({ folder: "", rewardColumns });
  const mapped = reader.map({ step: 1, prompt: "p", completion: "c", ...row }, "f:1");
  return { row: "rows" in mapped ? mapped.rows[0] : mapped, note: reader.note() };
}

it("adds up what is called like a reward function, leaves other numbers alone, and says which is which", () => {
  const logged = { accuracy_reward: 1, reward_len: 0.5, format_func: 0.25, tokens: 812, difficulty: 3 };
  const { row, note } = read(logged);
  expect(row).toMatchObject({
    reward: 1.75,
    reward_components: { accuracy_reward: 1, reward_len: 0.5, format_func: 0.25 },
    payload: { tokens: 812, difficulty: 3 },
  });
  expect(note).toContain("reward is the sum of accuracy_reward + reward_len + format_func");
  expect(note).toContain("not taken as rewards: tokens, difficulty");
});

it("takes the columns that it is told, and has no reward where none is called like one", () => {
  expect(read({ accuracy: 1, tokens: 812 }, ["accuracy"]).row).toMatchObject({ reward: 1 });
  const { row, note } = read({ accuracy: 1, tokens: 812 });
  expect(row).toMatchObject({ reward: null });
  expect(note).toContain("no reward: no column is called like a reward function (--reward-columns a,b");
});

it("tells groups of one number apart by the folders that their files are in", () => {
  const mapped = startReading({ folder: "exp_1", rewardColumns: null }).map(
    { step: 1, prompt: "p", completion: "c" },
    "i",
  );
  expect(mapped).toMatchObject({ rows: [{ group: "exp_1/0" }] });
});
