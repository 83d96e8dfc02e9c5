import type { Store } from "@/db/store";
import { isProblem } from "@/lib/core/errors";
import type { RunDetail } from "@/lib/core/run";
import type { RolloutFilter, RolloutPage } from "@/lib/core/stored-rollout";
import { listFailureKinds } from "./list-failure-kinds";

export interface RolloutsPage {
  readonly run: RunDetail;
  readonly page: RolloutPage;
  /** Failure kinds to filter by, most frequent first. */
  readonly kinds: readonly string[];
  /** Steps whose rollouts a rule of retention removed. */
  readonly sealedSteps: number;
}

/** An address with an old cursor still shows the list, from its start. */
async function listFromCursor(store: Store, filter: RolloutFilter): Promise<RolloutPage> {
  try {
    return await store.reader.listRollouts(filter);
  } catch (error) {
    if (filter.cursor === undefined || !isProblem(error) || error.code !== "invalid_request") throw error;
    return store.reader.listRollouts({ ...filter, cursor: undefined });
  }
}

/**
 * What the page of a run's rollouts begins with: the first of them, and what they can be filtered by.
 *
 * @returns null where there is no such run.
 */
export async function readRolloutsPage(store: Store, filter: RolloutFilter): Promise<RolloutsPage | null> {
  const run = await store.reader.readRun(filter.run);
  if (run === null) return null;
  const page = await listFromCursor(store, filter);
  const sealedSteps = await store.reader.countSealedSteps(filter.run);
  return { run, page, kinds: await listFailureKinds(store, filter), sealedSteps };
}
