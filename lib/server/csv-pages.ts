import { setImmediate } from "node:timers/promises";
import { type CsvCell, type CsvRow, flatten, listColumns, toCsvRow } from "@/lib/core/csv";

/** Rows that are turned into cells before others have their turn. */
const pageRows = 200;

/** The columns of things that are there already, gathered without keeping others waiting. */
export async function gatherColumns<Thing>(
  things: readonly Thing[],
  toWire: (thing: Thing) => object,
  whole: readonly string[] = [],
): Promise<readonly string[]> {
  let columns: readonly string[] = [];
  for (let start = 0; start < things.length; start += pageRows) {
    const cells = things.slice(start, start + pageRows).map((thing) => flatten(toWire(thing), whole));
    columns = [...new Set([...columns, ...listColumns(cells)])];
    await setImmediate();
  }
  return columns;
}

/** Pages of things that are there already: their cells are made when they are asked for. */
export async function* pageThings<Thing>(
  things: readonly Thing[],
  columns: readonly string[],
  toWire: (thing: Thing) => object,
  whole: readonly string[] = [],
): AsyncGenerator<readonly CsvRow[]> {
  for (let start = 0; start < things.length; start += pageRows) {
    yield things.slice(start, start + pageRows).map((thing) => toCsvRow(columns, flatten(toWire(thing), whole)));
    await setImmediate();
  }
}

/** Filters as words of a file's name. */
export function nameFilters(filters: Readonly<Record<string, CsvCell | undefined>>): readonly string[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `${name}-${value}`);
}
