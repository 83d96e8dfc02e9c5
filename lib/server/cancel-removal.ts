import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";

/** Brings a run back that waits for its removal, as it was. @throws Problem `not_found` where none of that name waits. */
export async function cancelRemoval(store: Store, run: string): Promise<{ run: string; restored: true }> {
  if (!(await store.managing.cancelRemoval(run))) {
    throw new Problem(
      "not_found",
      `No run called "${run}" waits to be removed. One whose wait is over is gone for good.`,
    );
  }
  return { run, restored: true };
}
