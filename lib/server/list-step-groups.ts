import type { Store } from "@/db/store";
import type { GroupPage } from "@/lib/core/step-groups";
import type { StepFilter } from "@/lib/core/stored-rollout";
import type { PlacedGroups } from "@/lib/wire/step-groups";
import { requireRun } from "./found";

/** A page of one step's prompt groups; none where the step was never heard of. @throws Problem `not_found`. */
export async function listStepGroups(
  store: Store,
  filter: StepFilter,
  step: number,
  page: GroupPage,
): Promise<PlacedGroups> {
  await requireRun(store, filter.run);
  const { reader } = store;
  const [groups, place] = await Promise.all([
    reader.readStepGroups({ ...filter, from: step, to: step }, page),
    reader.readStepPlace(filter, step),
  ]);
  return { run: filter.run, step, split: filter.split, place, groups };
}
