import type { Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import { isOfRun, type NewView, type SavedView, type ViewChange } from "@/lib/core/search/saved-view";

function foundView<Value>(value: Value | null, id: number): Value {
  if (value === null) throw new Problem("not_found", `There is no saved view ${id}; it may have been removed.`);
  return value;
}

/** Every saved view, newest change first. */
export function listViews(store: Store): Promise<readonly SavedView[]> {
  return store.views.listViews();
}

/** Keeps a page's filters under a name. */
export function addView(store: Store, view: NewView): Promise<SavedView> {
  return store.views.addView(view, Date.now());
}

/** @throws Problem `not_found`. */
export async function readView(store: Store, id: number): Promise<SavedView> {
  return foundView(await store.views.readView(id), id);
}

/** Changes what is told. @throws Problem `not_found`; `conflict` after another's change. */
export async function changeView(store: Store, id: number, change: ViewChange): Promise<SavedView> {
  const { page } = await readView(store, id);
  if (change.run !== undefined && change.run !== null && !isOfRun(page)) {
    throw new Problem("invalid_request", `A view of the page ${page} is of no run.`, { path: "run" });
  }
  return foundView(await store.views.changeView(id, change, Date.now()), id);
}

/** @throws Problem `not_found`; `conflict` after another's change. */
export async function removeView(store: Store, id: number, version: number | undefined) {
  foundView((await store.views.removeView(id, version)) || null, id);
  return { view: id, deleted: true } as const;
}
