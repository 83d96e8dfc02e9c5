import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import { groupPageRollouts } from "@/lib/core/step-groups";
import { type StepView, toStepFilter } from "@/lib/view/step-page-view";
import type { StepReading } from "@/lib/wire/step-groups";

/**
 * What the page of a step begins with.
 *
 * @returns null where there is no such run, or it never heard of the step under these filters.
 */
export async function readStepPage(
  store: Store,
  run: string,
  step: number,
  view: StepView,
): Promise<StepReading | null> {
  const { reader } = store;
  const filter = toStepFilter(run, view);
  const only = { ...filter, from: step, to: step };
  const detail = await reader.readRun(run);
  if (detail === null) return null;
  // Read first: what changes afterwards comes with the live stream, and coming twice does no harm.
  const { revision, steps } = await reader.listSteps(only);
  const [summary] = steps;
  if (summary === undefined) return null;
  const [groups, place] = await Promise.all([
    reader.readStepGroups(only, { order: view.order, offset: 0, rollouts: groupPageRollouts }),
    reader.readStepPlace(filter, step),
  ]);
  const { settings, inference, environments, annotations, segments } = detail;
  return {
    revision: formatRevision(revision),
    summary,
    about: { settings, inference, environments, annotations, segments },
    placed: { run, step, split: view.split, place, groups },
  };
}
