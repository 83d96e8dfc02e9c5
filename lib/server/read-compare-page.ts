import type { Store } from "@/db/store";
import { mostCompared } from "@/lib/core/compare/comparison";
import { isProblem } from "@/lib/core/errors";
import type { RunListEntry } from "@/lib/core/run-list";
import { chartPoints } from "@/lib/core/snapshot";
import type { CompareView } from "@/lib/view/compare-view";
import { compareStoredRuns, type RunComparison } from "./compare-runs";
import { allRuns, listRuns } from "./list-runs";

/** What there is to choose from, without the lines of a list of runs. */
type Choosable = Pick<RunListEntry, "run" | "state" | "verdict" | "lastStep" | "rollouts"> & {
  readonly title: string | null;
};

export type ComparePageReading =
  | { readonly kind: "compare"; readonly found: RunComparison }
  | {
      readonly kind: "choose";
      /** In words, why there is nothing to compare yet. */
      readonly why: string;
      readonly runs: readonly Choosable[];
      readonly chosen: readonly string[];
    };

function sayWhy(runs: readonly Choosable[], asked: readonly string[], chosen: readonly string[]): string {
  if (runs.length === 0) return "There is no run yet, so there is nothing to compare.";
  const missing = asked.filter((run) => !chosen.includes(run));
  const named = missing.map((run) => `“${run}”`).join(", ");
  const lost = missing.length === 0 ? "" : `There is no run called ${named}. `;
  if (asked.length > mostCompared) {
    return `${asked.length} runs are too many to tell apart: choose at most ${mostCompared}.`;
  }
  if (chosen.length === 1) return `${lost}Choose one more run, or several, to hold against this one.`;
  return `${lost}Choose two runs or more to compare, up to ${mostCompared}.`;
}

async function readChoice(store: Store, asked: readonly string[]): Promise<ComparePageReading> {
  const { runs } = await listRuns(store, allRuns);
  const choosable = runs.map(({ run, settings, state, verdict, lastStep, rollouts }): Choosable => {
    return { run, title: settings.title, state, verdict, lastStep, rollouts };
  });
  const chosen = asked.filter((run) => runs.some((one) => one.run === run));
  return { kind: "choose", why: sayWhy(choosable, asked, chosen), runs: choosable, chosen };
}

/** What the page shows of a view: the comparison, or what to choose from where fewer than two of its runs are there. */
export async function readComparePage(store: Store, view: CompareView, choose: boolean): Promise<ComparePageReading> {
  const { runs, environment, split, labels } = view;
  if (choose || runs.length < 2 || runs.length > mostCompared) return readChoice(store, runs);
  try {
    const filter = { environment: environment ?? undefined, split, labels };
    const found = await compareStoredRuns(store, { ...view, filter, resolution: chartPoints });
    return found.comparison.runs.length < 2 ? await readChoice(store, runs) : { kind: "compare", found };
  } catch (error) {
    if (isProblem(error) && error.code === "not_found") return readChoice(store, runs);
    throw error;
  }
}
