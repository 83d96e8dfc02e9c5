import type { Store } from "@/db/store";
import type { SavedView } from "@/lib/core/search/saved-view";
import { viewTarget } from "@/lib/view/view-links";

/** Runs that a view of any run is offered for, those heard of last. */
const offeredRuns = 50;

export type OpenedView =
  | { readonly as: "page"; readonly href: string }
  | { readonly as: "gone"; readonly view: SavedView; readonly run: string }
  | {
      readonly as: "choice";
      readonly view: SavedView;
      readonly runs: readonly { readonly run: string; readonly title: string | null }[];
    };

/**
 * Where a saved view leads.
 *
 * @param runHere the run to show a view of any run for; null: it is to be chosen.
 * @returns null where there is no such view.
 */
export async function openView(store: Store, id: number, runHere: string | null): Promise<OpenedView | null> {
  const view = await store.views.readView(id);
  if (view === null) return null;
  const href = viewTarget(view, runHere);
  if (href === null) {
    const runs = (await store.reader.listRuns()).slice(0, offeredRuns);
    return { as: "choice", view, runs: runs.map(({ run, settings }) => ({ run, title: settings.title })) };
  }
  const run = view.run ?? (viewTarget(view, null) === null ? runHere : null);
  if (run !== null && !(await store.reader.hasRun(run))) return { as: "gone", view, run };
  return { as: "page", href };
}
