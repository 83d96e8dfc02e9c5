import type { Store } from "@/db/store";
import { toFileName } from "@/lib/core/file-name";
import { toWireBucket, toWireStep } from "@/lib/wire/step";
import type { CsvTable } from "./csv-answer";
import { gatherColumns, nameFilters, pageThings } from "./csv-pages";
import { listSteps, type StepsRequest } from "./list-steps";

/** Summaries of steps, or of buckets of them, a row each; a column for each kind of failure. @throws Problem `not_found`. */
export async function exportSteps(store: Store, request: StepsRequest): Promise<CsvTable> {
  const { run, split, environment, segment, from, to, labels } = request.filter;
  const { steps, buckets } = await listSteps(store, request);
  const filters = { from, to, split: split === "train" ? undefined : split, environment, segment };
  const fileName = toFileName([run, "steps", ...nameFilters({ ...filters, ...Object.fromEntries(labels) })], "csv");
  if (buckets !== null) {
    const columns = await gatherColumns(buckets, toWireBucket);
    return { fileName, columns, pages: pageThings(buckets, columns, toWireBucket) };
  }
  const columns = await gatherColumns(steps, toWireStep);
  return { fileName, columns, pages: pageThings(steps, columns, toWireStep) };
}
