import { expect, it } from "vitest";
import type { ImportSource } from "./import-source";
import { readRecords } from "./read-records";

/** A file in two chunks, of a line each, that knows whether it was let go of. */
class TwoChunks implements ImportSource {
  readonly path = "a.jsonl";
  readonly shown = "a.jsonl";
  readonly size = 16;
  isOpen = false;

  async *open() {
    this.isOpen = true;
    try {
      for (const line of ['{"a":1}\n', '{"a":2}\n']) yield new TextEncoder().encode(line);
    } finally {
      this.isOpen = false;
    }
  }

  async read() {
    return new Uint8Array();
  }
}

it("lets go of a file whose reader stops before its end", async () => {
  const source = new TwoChunks();
  for await (const records of readRecords(source, "lines", () => undefined)) {
    expect(records).toMatchObject([{ number: 1, record: { a: 1 } }]);
    expect(source.isOpen).toBe(true);
    break;
  }
  expect(source.isOpen).toBe(false);
});
