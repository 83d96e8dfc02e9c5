/** How tables become CSV (RFC 4180), the same on the server and in a browser; csv-stringify writes it. */

/** A cell: a number in full, a word as it is, nothing for null. */
export type CsvCell = string | number | boolean | null;
export type CsvRow = readonly CsvCell[];

/** A table that is there whole. */
export interface CsvSheet {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/**
 * Options for csv-stringify. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers,
 * negative ones too, stay as they are.
 */
export const csvOptions = {
  record_delimiter: "\r\n",
  escape_formulas: true,
  cast: { boolean: (value: boolean) => String(value) },
};

/**
 * The members of a JSON object as cells by the path to them: `reward.evidence.mean`. Lists, and members that are named
 * to stay whole, are cells of JSON.
 */
export function flatten(value: object, whole: readonly string[] = []): ReadonlyMap<string, CsvCell> {
  const cells = new Map<string, CsvCell>();
  const take = (path: string, member: unknown) => {
    if (member === undefined) return;
    if (member === null || typeof member === "number" || typeof member === "string" || typeof member === "boolean") {
      cells.set(path, member);
    } else if (typeof member === "object" && !Array.isArray(member) && !whole.includes(path)) {
      for (const [name, inner] of Object.entries(member)) take(path === "" ? name : `${path}.${name}`, inner);
    } else cells.set(path, JSON.stringify(member));
  };
  take("", value);
  return cells;
}

/** Every path that any of them has, in the order in which they come up. */
export function listColumns(rows: Iterable<ReadonlyMap<string, CsvCell>>): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const path of row.keys()) columns.add(path);
  return [...columns];
}

export function toCsvRow(columns: readonly string[], cells: ReadonlyMap<string, CsvCell>): CsvRow {
  return columns.map((column) => cells.get(column) ?? null);
}
