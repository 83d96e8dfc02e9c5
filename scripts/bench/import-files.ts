import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { Random } from "@/lib/core/scenario/random";
import { makeText } from "./bodies";

/** Makes the row with a number. */
export type MakeRow = (random: Random, number: number) => string;

/** Characters of a transcript: most a few kB, one in twenty 80 kB and more, as counted in public files. */
function drawLength(random: Random): number {
  if (random.chance(0.05)) return random.integer(60_000, 120_000);
  return random.chance(0.3) ? random.integer(8_000, 40_000) : random.integer(1_500, 8_000);
}

/** A verify response of NeMo Gym with its conversation. */
export function makeGymRow(random: Random, number: number): string {
  const length = drawLength(random);
  const turns = 1 + Math.floor(length / 4_000);
  const output = Array.from({ length: turns }, (_, turn) => ({
    type: "message",
    id: `msg_${number}_${turn}`,
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: makeText(random, Math.floor(length / turns)), annotations: [] }],
  }));
  const isLost = random.chance(0.05);
  return JSON.stringify({
    responses_create_params: { input: [{ role: "user", content: makeText(random, 600) }] },
    response: { id: `resp_${number}`, object: "response", model: "policy", output, usage: { output_tokens: 900 } },
    reward: random.chance(0.2) ? 1 : 0,
    mask_sample: isLost,
    failure_kind: isLost ? "session_lost" : null,
    failure_reason: isLost ? `session ${number} not reset` : null,
    _ng_task_index: Math.floor(number / 8),
    _ng_rollout_index: number % 8,
    agent_ref: { name: "browser_agent" },
  });
}

/** A row of NeMo-RL's training data: a quarter of a megabyte of token ids and log-probabilities, with a bare NaN. */
export function makeRlRow(random: Random, number: number): string {
  const tokens = random.integer(2_000, 16_000);
  const ids = Array.from({ length: tokens }, () => random.integer(0, 150_000));
  const logprobs = Array.from({ length: tokens }, () => -random.integer(0, 10_000) / 7_919);
  const mask = Array.from({ length: tokens }, (_, at) => (at < 400 ? 0 : 1));
  const text = JSON.stringify({
    content: [makeText(random, tokens * 3)],
    rewards: [random.chance(0.2) ? 1 : 0],
    input_lengths: [tokens],
    token_ids: [ids],
    token_loss_mask: [mask],
    sample_loss_mask: [1],
    advantages: [mask],
    generation_logprobs: [logprobs],
    agent_ref: [{ name: "browser_agent" }],
    idx: number,
  });
  return number % 50 === 0 ? text.replace('"advantages":[[0', '"advantages":[[NaN') : text;
}

/** Writes rows until the file has so many bytes. @returns how many rows. */
export async function writeRows(path: string, bytes: number, makeRow: MakeRow): Promise<number> {
  const random = new Random(11);
  const file = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  let written = 0;
  let rows = 0;
  while (written < bytes) {
    const line = `${makeRow(random, rows++)}\n`;
    written += line.length;
    if (!file.write(line)) await once(file, "drain");
  }
  file.end();
  await finished(file);
  return rows;
}
