import { expect, it } from "vitest";
import { FileReport } from "./file-report";
import type { ImportReceipt } from "./import-target";
import { planFile } from "./plan-import";
import { Sender } from "./sender";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const taken = { updated: 0, duplicates: 0, superseded: 0, rejectedCount: 0, rejected: [], warnings: [] };

/** A target that answers when told to, by the place of the request. */
class Target {
  readonly texts: string[][] = [];
  readonly #answers: ((receipt: ImportReceipt) => void)[] = [];

  readonly send = (rows: readonly Uint8Array[]): Promise<ImportReceipt> => {
    this.texts.push(rows.map((row) => decoder.decode(row)));
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  answer(place: number): void {
    this.#answers[place]?.({ ...taken, inserted: this.texts[place]?.length ?? 0 });
  }
}

async function startSending() {
  const bytes = encoder.encode('{"_ng_task_index":0,"_ng_rollout_index":0,"reward":1}\n');
  const source = {
    path: "rollouts.jsonl",
    shown: "rollouts.jsonl",
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    read: async (start: number, end: number) => bytes.subarray(start, end),
  };
  const report = new FileReport(await planFile(source, 1, true), undefined);
  const target = new Target();
  return { report, target, sender: new Sender(report, target.send) };
}

/** Sends rows as one batch each; a row's text is its number. */
async function sendEach(sender: Sender, keys: readonly (string | null)[]): Promise<void> {
  const sending = async () => {
    for (const [number, key] of keys.entries()) {
      sender.add({ number, bytes: encoder.encode(`{"n":${number}}`), key });
      await sender.flush();
    }
  };
  void sending();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

it("has four batches under way where they share no rollout, and no more", async () => {
  const { target, sender, report } = await startSending();
  await sendEach(sender, ["a", "b", "c", "d", "e"]);
  expect(target.texts.flat()).toEqual(['{"n":0}', '{"n":1}', '{"n":2}', '{"n":3}']);
  target.answer(0);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(target.texts.flat()).toEqual(['{"n":0}', '{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
  for (const place of [1, 2, 3, 4]) target.answer(place);
  await sender.end();
  expect(report.rows).toBe(5);
});

it.each([
  ["have rows of one rollout", ["a", "a"]],
  ["may have rows of one rollout", ["a", null]],
  ["are of rollouts that nobody knows", [null, null]],
])("sends one after the other where two batches %s", async (_, keys) => {
  const { target, sender } = await startSending();
  await sendEach(sender, keys);
  expect(target.texts).toEqual([['{"n":0}']]);
  target.answer(0);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(target.texts).toEqual([['{"n":0}'], ['{"n":1}']]);
});

it("keeps what it was given, whatever becomes of the memory it came in", async () => {
  const { target, sender } = await startSending();
  const memory = encoder.encode('{"n":1}');
  sender.add({ number: 1, bytes: memory, key: "a" });
  memory.fill(0x78);
  sender.add({ number: 2, bytes: memory, key: "b" });
  await sender.flush();
  expect(target.texts).toEqual([['{"n":1}', "xxxxxxx"]]);
});

it("passes an error on to whoever waits for the end", async () => {
  const { report } = await startSending();
  const sender = new Sender(report, () => Promise.reject(new Error("away")));
  sender.add({ number: 1, bytes: encoder.encode("{}"), key: "a" });
  await sender.flush();
  await expect(sender.end()).rejects.toThrow("away");
});
