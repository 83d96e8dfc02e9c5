/** Where saved views lead, and which view a page's address is. */
import { isOfRun, type SavedView, type ViewPage } from "@/lib/core/search/saved-view";
import { runHref } from "./run-links";

/** A page whose filters can be saved. */
export interface ViewPlace {
  readonly page: ViewPage;
  readonly run: string | null;
}

function toPath(page: ViewPage, run: string | null): string | null {
  if (page === "runs") return "/";
  if (page === "issues" || page === "compare") return `/${page}`;
  if (run === null) return null;
  return page === "run" ? runHref(run) : `${runHref(run)}/rollouts`;
}

/** The address that a view shows; null where it is of any run and none is at hand. */
export function viewTarget({ page, run, query }: Pick<SavedView, "page" | "run" | "query">, runHere: string | null) {
  const path = toPath(page, isOfRun(page) ? (run ?? runHere) : null);
  if (path === null) return null;
  return query === "" ? path : `${path}?${query}`;
}

/** The address that is passed on: it says so where the view, or its run, is no more. */
export function viewHref(view: number, runHere: string | null = null): string {
  return runHere === null ? `/views/${view}` : `/views/${view}?run=${encodeURIComponent(runHere)}`;
}

/** Whether a page offers a view: it is of that page, and of that run or of any. */
export function isOffered(view: SavedView, { page, run }: ViewPlace): boolean {
  return view.page === page && (view.run === null || view.run === run);
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The run that a path is below; null where it is of none. */
export function findPathRun(path: string): string | null {
  const part = /^\/runs\/([^/]+)/.exec(path)?.[1];
  return part === undefined ? null : decode(part);
}

/** The page at a path, where its filters can be saved; null elsewhere. */
export function findViewPlace(path: string): ViewPlace | null {
  if (path === "/") return { page: "runs", run: null };
  if (path === "/issues" || path === "/compare") return { page: path === "/issues" ? "issues" : "compare", run: null };
  const run = findPathRun(path);
  if (run === null) return null;
  const rest = path.split("/").slice(3).join("/");
  if (rest === "") return { page: "run", run };
  return rest === "rollouts" ? { page: "rollouts", run } : null;
}
