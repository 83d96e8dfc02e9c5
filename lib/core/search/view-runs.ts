import { listNamedRuns } from "../compare/named-runs";
import type { NewView } from "./saved-view";

type Place = Pick<NewView, "page" | "run" | "query">;

/** Whether a view is of a run, or compares it with others. */
export function namesRun({ page, run, query }: Place, name: string): boolean {
  return run === name || (page === "compare" && listNamedRuns(new URLSearchParams(query)).includes(name));
}

/** The same view where a run has another name. */
export function renameInView<View extends Place>(view: View, from: string, to: string): View {
  if (from === to) return view;
  const run = view.run === from ? to : view.run;
  if (view.page !== "compare" || !namesRun({ ...view, run: null }, from)) return { ...view, run };
  const params = new URLSearchParams(view.query);
  const runs = listNamedRuns(params).map((name) => (name === from ? to : name));
  params.delete("runs");
  params.delete("run");
  if (params.get("base")?.normalize("NFC") === from) params.set("base", to);
  // Once for each: a name may hold a comma.
  const named = new URLSearchParams(runs.map((name) => ["run", name]));
  return {
    ...view,
    run,
    query: [named, params]
      .map(String)
      .filter((text) => text !== "")
      .join("&"),
  };
}
