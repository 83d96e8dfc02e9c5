import { expect, it } from "vitest";
import type { ImportSource } from "./import-source";
import { nameBytes } from "./name-bytes";
import { planFile } from "./plan-import";

function toSource(path: string, bytes: Uint8Array): ImportSource {
  return {
    path,
    shown: path,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    read: async (start, end) => bytes.subarray(start, end),
  };
}

async function refusalOf(path: string, bytes: Uint8Array) {
  const { recognition, refusals } = await planFile(toSource(path, bytes), 1, true);
  return { recognition, lines: refusals.count };
}

const row = '{"responses_create_params":{},"response":{"output":[]},"reward":1}\n';

it.each([
  ["r.jsonl", [0x1f, 0x8b, 8, 0], "gzip data in a file that is not named .gz"],
  ["model.bin", [0x50, 0x4b, 3, 4, 20, 0], "a zip archive"],
  ["r.jsonl", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0], "a PNG image"],
  ["r.jsonl", [0xff, 0xfe, 0x7b, 0, 0x22, 0], "text in UTF-16"],
  ["r.jsonl", [0x7b, 0, 0x22, 0], "text in UTF-16"],
  ["r.jsonl", [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0], "text in UTF-32"],
  [
    "r.jsonl",
    [7, 0, 0xc3, 10, 0x28, 1, 2, 3, 9],
    "binary data of an unknown kind (it begins with 07 00 c3 0a 28 01 02 03)",
  ],
])("says of %s that begins with %j what it is, and nothing of its lines", async (path, bytes, saw) => {
  const { recognition, lines } = await refusalOf(path, Uint8Array.from(bytes));
  expect(recognition).toMatchObject({ role: "refused", saw });
  expect(lines).toBe(0);
});

it("knows an archive by the mark in its middle, also where it is packed", async () => {
  const tar = new Uint8Array(512);
  tar.set(new TextEncoder().encode("ustar"), 257);
  expect(nameBytes(tar)?.saw).toBe("a tar archive");
  const packed = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  expect((await refusalOf("run.tar.gz", bytes)).recognition).toMatchObject({ role: "refused", saw: "a tar archive" });
});

it("still tells the lines of a text that is no UTF-8, or that only holds a block of zeros", async () => {
  const latin = Uint8Array.from([0x7b, 0x22, 0xe9, 0x22, 0x7d, 10]);
  const refused = await refusalOf("latin1.jsonl", latin);
  expect(refused.recognition).toMatchObject({ role: "refused", saw: "no line that is a JSON object" });
  expect(refused.lines).toBe(1);
  const holed = new TextEncoder().encode(`${row}${"\0".repeat(600)}\n${row}`);
  const taken = await refusalOf("r.jsonl", holed);
  expect(taken.recognition).toMatchObject({ role: "rows" });
});
