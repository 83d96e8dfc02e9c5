import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";

/** Removes a rule: what it held for is kept from now on. @throws Problem `not_found`. */
export async function removeRetentionRule(
  store: Store,
  project: string | null,
): Promise<{ project: string | null; removed: true }> {
  if (!(await store.retention.removeRule(project))) {
    const whose =
      project === null ? "There is no rule for all runs." : `The project "${project}" has no rule of its own.`;
    throw new Problem("not_found", whose);
  }
  return { project, removed: true };
}
