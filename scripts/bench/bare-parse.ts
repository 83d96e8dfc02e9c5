/** What an import is compared with: the file line by line through JSON.parse, and nothing else. Prints seconds. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const path = process.argv[2];
if (path === undefined) throw new Error("usage: bare-parse FILE");
const startedAt = performance.now();
let rows = 0;
let unreadable = 0;
for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null) rows++;
  } catch {
    // A bare NaN is no JSON.
    unreadable++;
  }
}
console.log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1_000, rows, unreadable }));
