import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import type { ProjectRename, WireProjectRenamed } from "@/lib/wire/project";

/**
 * Has all runs of a project say another, and what was set for it go along.
 *
 * @throws Problem `not_found` where no run says it, `conflict` where runs say the other already and merging was not asked.
 */
export async function renameProject(store: Store, asked: ProjectRename): Promise<WireProjectRenamed> {
  const { from, to, merge, by } = asked;
  const renamed = await store.managing.renameProject(from, to, { isMerging: merge, by: by ?? null }, Date.now());
  if (renamed === "not_found")
    throw new Problem("not_found", "No run says that it belongs to this project.", { path: "from" });
  if (renamed === "taken") {
    throw new Problem(
      "conflict",
      "There is a project of that name, or a rule of retention for it. Nothing was changed; send merge: true to have both be one, kept as that one is.",
      { path: "to" },
    );
  }
  return { project: to, runs: renamed.runs, merged: renamed.isMerged };
}
