import { gzipSync } from "node:zlib";
import { Random } from "@/lib/core/scenario/random";

export interface BodyShape {
  /** Rows a request. */
  readonly batch: number;
  /** 2 kB of conversation a row, or none. */
  readonly payload: boolean;
  readonly gzip: boolean;
}

const words =
  "the page shows a form with two fields and one button that does not answer when it is pressed so the agent waits and tries again after reading what changed on screen and then it scrolls down to look for another way to reach the cart before time runs out".split(
    " ",
  );

export function makeText(random: Random, length: number): string {
  const parts: string[] = [];
  for (let made = 0; made < length; ) {
    const word = random.chance(0.1) ? random.integer(0, 1_000_000).toString(36) : random.pick(words);
    parts.push(word);
    made += word.length + 1;
  }
  return parts.join(" ").slice(0, length);
}

function makeRow(random: Random, number: number, payload: boolean): string {
  const isLost = random.chance(0.05);
  return JSON.stringify({
    step: Math.floor(number / 4_096),
    group: String(Math.floor(number / 8)),
    sample: number % 8,
    environment: "browser_agent",
    reward: random.chance(0.2) ? 1 : 0,
    ...(isLost
      ? { mask_sample: true, failure_kind: "session_lost", failure_reason: `session ${number} not reset` }
      : {}),
    ...(payload ? { payload: { prompt: makeText(random, 400), completion: makeText(random, 1_550) } } : {}),
  });
}

/** Request bodies of rows that are all different, made before anything is timed. */
export function makeBodies(shape: BodyShape, rows: number): Buffer[] {
  const random = new Random(7);
  const bodies: Buffer[] = [];
  for (let made = 0; made < rows; made += shape.batch) {
    const lines = Array.from({ length: shape.batch }, (_, index) => makeRow(random, made + index, shape.payload));
    const body = Buffer.from(lines.join("\n"));
    bodies.push(shape.gzip ? gzipSync(body, { level: 1 }) : body);
  }
  return bodies;
}
