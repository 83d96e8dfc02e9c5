/** Pages whose filters can be saved under a name. Those of one run can be saved for that run, or for any. */
export const viewPages = ["runs", "issues", "compare", "run", "rollouts"] as const;
export type ViewPage = (typeof viewPages)[number];

/** Whether a page is of one run. */
export function isOfRun(page: ViewPage): boolean {
  return page === "run" || page === "rollouts";
}

export interface NewView {
  readonly name: string;
  readonly page: ViewPage;
  /** The run that it is of; null: of any, or of none. */
  readonly run: string | null;
  /** What stands behind the question mark of the page's address. */
  readonly query: string;
  readonly author: string | null;
}

export interface SavedView extends NewView {
  readonly id: number;
  /** Grows with each change. */
  readonly version: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface ViewChange {
  /** The version that whoever changes it saw. */
  readonly version: number;
  readonly name?: string | undefined;
  readonly query?: string | undefined;
  readonly run?: string | null | undefined;
}
