import { expect, it } from "vitest";
import { parseRecord, readSourceLines, type SourceLine } from "./source-lines";

const encoder = new TextEncoder();

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, size: number, limit = 1_000): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for await (const line of readSourceLines(chunksOf(bytes, size), limit)) lines.push(line);
  return lines;
}

it("reads the same lines however the bytes arrive, and counts blank ones", async () => {
  const bytes = encoder.encode('\uFEFF{"a":"ü"}\r\n\n  \n{"b":2}\n{"torn');
  const expected = [
    { number: 1, text: '{"a":"ü"}' },
    { number: 4, text: '{"b":2}' },
    { number: 5, text: '{"torn' },
  ];
  for (const size of [1, 2, 7, 1_000]) expect(await readAll(bytes, size)).toEqual(expected);
});

it("refuses a line that is too long or no UTF-8, and reads on behind it", async () => {
  const bytes = Uint8Array.from([...encoder.encode(`${"x".repeat(20)}\n`), 0xff, 0x0a, ...encoder.encode("{}")]);
  for (const size of [1, 6, 100]) {
    expect(await readAll(bytes, size, 10)).toEqual([
      { number: 1, refusal: { code: "line_too_long", message: "longer than 10 bytes" } },
      { number: 2, refusal: { code: "not_utf8", message: "not UTF-8 text" } },
      { number: 3, text: "{}" },
    ]);
  }
});

it("parses bare NaN, and says where and what an unreadable line is", () => {
  expect(parseRecord({ number: 1, text: '{"reward": NaN}' })).toMatchObject({ record: { reward: Number.NaN } });
  expect(parseRecord({ number: 1, text: "<PLACEHOLDER ROW>" })).toEqual({
    code: "not_json",
    message: 'not JSON: unexpected "<" at column 1 of "<PLACEHOLDER ROW>"',
  });
  expect(parseRecord({ number: 2, text: "[1]" })).toMatchObject({ code: "not_an_object" });
});
