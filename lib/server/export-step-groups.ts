import type { Store } from "@/db/store";
import { type CsvRow, flatten, toCsvRow } from "@/lib/core/csv";
import { toFileName } from "@/lib/core/file-name";
import type { GroupPage } from "@/lib/core/step-groups";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { groupColumns } from "@/lib/wire/csv-tables";
import { toWireStepGroups } from "@/lib/wire/step-groups";
import type { CsvTable } from "./csv-answer";
import { nameFilters } from "./csv-pages";
import { requireRun } from "./found";
import { listStepGroups } from "./list-step-groups";

/** Rollouts whose groups are read together. */
const pageRollouts = 5_000;

/** A step's prompt groups, all pages, a row each. @throws Problem `not_found`. */
export async function exportStepGroups(
  store: Store,
  filter: StepFilter,
  step: number,
  order: GroupPage["order"],
): Promise<CsvTable> {
  await requireRun(store, filter.run);
  const { run, split, environment, segment } = filter;
  const filters = { split: split === "train" ? undefined : split, environment, segment };
  return {
    fileName: toFileName([run, `step-${step}`, "groups", ...nameFilters(filters)], "csv"),
    columns: groupColumns,
    pages: pageRows(store, filter, step, order),
  };
}

async function* pageRows(
  store: Store,
  filter: StepFilter,
  step: number,
  order: GroupPage["order"],
): AsyncGenerator<readonly CsvRow[]> {
  let offset: number | null = 0;
  while (offset !== null) {
    const placed = await listStepGroups(store, filter, step, { order, offset, rollouts: pageRollouts });
    const { groups, next_offset } = toWireStepGroups(placed);
    yield groups.map((group) => toCsvRow(groupColumns, flatten(group)));
    offset = next_offset;
  }
}
