import { expect, it } from "vitest";
import { parseRecord, readLinesByChunk } from "./source-lines";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, size: number, limit = 1_000): Promise<object[]> {
  const read: object[] = [];
  for await (const lines of readLinesByChunk(chunksOf(bytes, size), limit)) {
    for (const line of lines) {
      read.push("refusal" in line ? line : { number: line.number, text: decoder.decode(line.bytes) });
    }
  }
  return read;
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

it("refuses a line that is too long, and reads on behind it", async () => {
  const bytes = encoder.encode(`${"x".repeat(20)}\n{}`);
  for (const size of [1, 6, 100]) {
    expect(await readAll(bytes, size, 10)).toEqual([
      { number: 1, refusal: { code: "line_too_long", message: "longer than 10 bytes" } },
      { number: 2, text: "{}" },
    ]);
  }
});

it("parses bare NaN, and says where and what an unreadable line is", () => {
  const parse = (text: string) => parseRecord({ number: 1, bytes: encoder.encode(text) });
  expect(parse('{"reward": NaN}')).toMatchObject({ record: { reward: Number.NaN } });
  expect(parse("<PLACEHOLDER ROW>")).toEqual({
    code: "not_json",
    message: 'not JSON: unexpected "<" at column 1 of "<PLACEHOLDER ROW>"',
  });
  expect(parse("\u009b31m\u202e[")).toMatchObject({ message: expect.stringMatching(/ of "\\u009b31m\\u202e\["$/) });
  expect(parse("[1]")).toMatchObject({ code: "not_an_object" });
  expect(parseRecord({ number: 1, bytes: Uint8Array.of(0x22, 0xff, 0x22) })).toMatchObject({ code: "not_utf8" });
});
