import type { Store } from "@/db/store";
import { type CsvRow, flatten, toCsvRow } from "@/lib/core/csv";
import { toFileName } from "@/lib/core/file-name";
import type { RolloutFilter } from "@/lib/core/stored-rollout";
import { toWireRolloutPage, WireRollout } from "@/lib/wire/rollout";
import type { CsvTable } from "./csv-answer";
import { nameFilters } from "./csv-pages";
import { foundRun, requireRun } from "./found";

const pageRollouts = 500;
/** Labels have a column each, for they are grouped by; the rest of what is no single value is one cell of JSON. */
const whole = ["reward_components", "mask_sources", "tags", "policy_step"];

/** Everything that a list of rollouts holds, all its pages, in its order. @throws Problem `not_found`. */
export async function exportRollouts(store: Store, filter: Omit<RolloutFilter, "cursor" | "limit">): Promise<CsvTable> {
  const { labels } = foundRun(await store.reader.readRun(filter.run), filter.run);
  const columns = Object.keys(WireRollout.shape).flatMap((name) =>
    name === "labels" ? Object.keys(labels).map((label) => `labels.${label}`) : [name],
  );
  return { fileName: toFileName(nameRollouts(filter), "csv"), columns, pages: pageRows(store, filter, columns) };
}

async function* pageRows(
  store: Store,
  filter: Omit<RolloutFilter, "cursor" | "limit">,
  columns: readonly string[],
): AsyncGenerator<readonly CsvRow[]> {
  let cursor: string | undefined;
  do {
    // A run that is removed meanwhile must not look like one that ends here.
    await requireRun(store, filter.run);
    const page = await store.reader.listRollouts({ ...filter, cursor, limit: pageRollouts, isCounted: false });
    yield toWireRolloutPage(page).rollouts.map((rollout) => toCsvRow(columns, flatten(rollout, whole)));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function nameRollouts(filter: Omit<RolloutFilter, "cursor" | "limit">): readonly string[] {
  const { run, from, to, split, environment, segment, outcome, kind, group, issue, suspected, query, labels } = filter;
  const steps = from === undefined && to === undefined ? undefined : from === to ? from : `${from ?? ""}-${to ?? ""}`;
  return [
    run,
    "rollouts",
    ...nameFilters({
      steps,
      split: split === "train" ? undefined : split,
      environment,
      segment,
      outcome,
      kind,
      group,
      issue,
      suspected: suspected === true ? "only" : undefined,
      with: query,
      ...Object.fromEntries(labels),
    }),
  ];
}
