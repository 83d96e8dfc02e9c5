import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readPageHeaders } from "./page-headers";
import { readColumns, readTableRows } from "./read-table";

function toSource(bytes: Uint8Array) {
  return {
    path: "t.parquet",
    shown: "t.parquet",
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    read: async (start: number, end: number) => bytes.slice(start, end),
  };
}

it("does not take a table for damaged that the disk does not give", async () => {
  const gone = new Error("EIO: i/o error, read");
  const source = { ...toSource(new Uint8Array(100)), read: () => Promise.reject(gone) };
  await expect(readColumns(source)).rejects.toBe(gone);
});

/** A field of Thrift's compact form: a whole number, a text, a list of one sort, or a struct. */
type Field = number | string | readonly Field[] | { readonly [id: number]: Field };

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function typeOf(field: Field): number {
  if (typeof field === "number") return 5;
  if (typeof field === "string") return 8;
  return Array.isArray(field) ? 9 : 12;
}

function encode(field: Field): number[] {
  if (typeof field === "number") return varint(field * 2);
  if (typeof field === "string") return [...varint(field.length), ...Buffer.from(field)];
  if (Array.isArray(field)) return [field.length * 16 + typeOf(field[0] ?? 0), ...field.flatMap(encode)];
  let last = 0;
  const fields = Object.entries(field).flatMap(([told, value]) => {
    const delta = Number(told) - last;
    last = Number(told);
    return [delta * 16 + typeOf(value), ...encode(value)];
  });
  return [...fields, 0];
}

interface Declared {
  readonly rows?: number;
  readonly pageValues?: number;
  readonly unpacked?: number;
  readonly values?: readonly bigint[];
  /** Of the description, in the place of its schema. */
  readonly schema?: readonly number[];
}

/** A table of one column with one page, which declares whatever it is told to. */
function makeTable({ values = [7n, 8n], schema: told, ...declared }: Declared): Uint8Array {
  const { rows = values.length, pageValues = rows, unpacked = values.length * 8 } = declared;
  const header = encode({ 1: 0, 2: unpacked, 3: values.length * 8, 5: { 1: pageValues, 2: 0, 3: 3, 4: 3 } });
  const page = [...header, ...new Uint8Array(new BigInt64Array(values).buffer)];
  const column = { 1: 2, 2: [0], 3: ["step"], 4: 0, 5: rows, 6: page.length, 7: page.length, 9: 4 };
  const schema = [
    { 4: "table", 5: 1 },
    { 1: 2, 3: 0, 4: "step" },
  ];
  const groups = [{ 1: [{ 2: 4, 3: column }], 2: page.length, 3: rows }];
  const whole = encode({ 1: 1, 2: schema, 3: rows, 4: groups });
  // Its version, then a list of whatever is told.
  const footer = told === undefined ? whole : [...encode({ 1: 1 }).slice(0, -1), 0x19, ...told];
  const length = new Uint8Array(new Uint32Array([footer.length]).buffer);
  return new Uint8Array([...Buffer.from("PAR1"), ...page, ...footer, ...length, ...Buffer.from("PAR1")]);
}

async function readAll(bytes: Uint8Array) {
  const rows: unknown[] = [];
  for await (const { objects } of readTableRows(toSource(bytes))) rows.push(...objects);
  return rows;
}

it("reads a small table by its columns and rows", async () => {
  expect(await readColumns(toSource(makeTable({})))).toEqual(["step"]);
  expect(await readAll(makeTable({}))).toEqual([{ step: 7n }, { step: 8n }]);
});

it.each<[string, Declared]>([
  ["5,000,000 rows, and at most 200,000", { rows: 5_000_000 }],
  ["60,000,000 rows, and at most 200,000", { rows: 60_000_000 }],
])("gives up a table of a few bytes that declares %s, before it is recognised", async (words, declared) => {
  const bytes = makeTable(declared);
  expect(bytes.length).toBeLessThan(281);
  await expect(readColumns(toSource(bytes))).rejects.toThrow(words);
});

it.each<[string, Declared]>([
  ["2,000,000,000 values in one page", { pageValues: 2_000_000_000 }],
  ["1,000,000,000 bytes in one page", { unpacked: 1_000_000_000 }],
])("gives up a table whose page declares %s, whatever its description says", async (words, declared) => {
  await expect(readAll(makeTable(declared))).rejects.toThrow(words);
});

it.each([
  ["a list of 33,554,431 texts", [0xf8, ...varint(33_554_431)]],
  ["lists of 33,554,431 lists", Array.from({ length: 10 }, () => [0xf9, ...varint(33_554_431)]).flat()],
  ["lists in lists", Array.from({ length: 400 }, () => 0x19)],
  ["a number without an end", [0x15, ...Array.from({ length: 20 }, () => 0xff)]],
])("gives up a table whose description declares %s and has none, without making room for it", async (_, schema) => {
  const before = process.memoryUsage().heapUsed;
  await expect(readColumns(toSource(makeTable({ schema })))).rejects.toThrow(
    "it is a parquet file that is damaged or cut short",
  );
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});

/** A header of type 0 and an empty page, with its unpacked size as that is told. */
const withSize = (field: readonly number[]) => new Uint8Array([0x15, 0, ...field, 0x15, 0, 0, 0]);

it.each([
  ["a number of 64 bits", [0x16, 16]],
  ["a fraction", [0x17, ...new Uint8Array(new Float64Array([0.5]).buffer)]],
  ["less than nothing", [0x15, 15]],
  ["a list", [0x19, 0x15, 16]],
])("gives up a page whose size is %s to whoever unpacks it", (_, field) => {
  expect([...readPageHeaders(withSize([0x15, 16]))]).toEqual([{ unpacked: 8, packed: 0, values: 0 }]);
  expect(() => [...readPageHeaders(withSize(field))]).toThrow("does not say how large");
});

it("reads each byte of a table once", async () => {
  const bytes = new Uint8Array(readFileSync(new URL("trl/sample.parquet", import.meta.url)));
  const source = toSource(bytes);
  const reads = Array.from(bytes, () => 0);
  const read = async (start: number, end: number) => {
    for (let at = start; at < end; at++) reads[at] = (reads[at] ?? 0) + 1;
    return bytes.slice(start, end);
  };
  for await (const { objects } of readTableRows({ ...source, read })) expect(objects.length).toBeGreaterThan(0);
  // What the file begins with says nothing more; the length of the description is read to know where that begins.
  expect(reads.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(new Set(reads.slice(4, -8))).toEqual(new Set([1]));
});

it("reads the headers of pages that pandas wrote, and refuses what is no page", () => {
  const sample = new Uint8Array(readFileSync(new URL("trl/sample.parquet", import.meta.url)));
  const [first] = readPageHeaders(sample.subarray(4));
  expect(first?.values).toBeGreaterThan(0);
  expect(first?.unpacked).toBeLessThan(1_000);
  expect(() => [...readPageHeaders(new Uint8Array([0x15, 0xff, 0xff]))]).toThrow("cut short");
});

it("hands the rows of many on in order, each once", async () => {
  const rows: number[] = [];
  const table = makeTable({ values: Array.from({ length: 600 }, (_, index) => BigInt(index)) });
  for await (const { first, objects } of readTableRows(toSource(table))) {
    expect(objects[0]).toEqual({ step: BigInt(first - 1) });
    rows.push(objects.length);
  }
  expect(rows).toEqual([256, 256, 88]);
});
