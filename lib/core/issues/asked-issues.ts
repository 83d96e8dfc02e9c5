import type { Condition } from "../filter/condition";
import { toOnlyName } from "../filter/rollout-terms";

/** What a filter asks of issues, and what it says that has a place of its own. */
export interface AskedIssues {
  readonly where: readonly Condition[];
  /** Runs that it names, each once. Issues are counted in one run or in all, so that more than one can't be asked for. */
  readonly runs: readonly string[];
  /** It says which states, and so goes before those that are meant unless told. */
  readonly asksForState: boolean;
}

export const onlyOneRun = "Only one run can be asked for at a time.";

function isOf(field: string): (condition: Condition) => boolean {
  return (condition) => condition.as === "names" && condition.field === field;
}

/** @param run the one that is asked for beside the filter; null: none is. */
export function toAskedIssues(conditions: readonly Condition[], run: string | null): AskedIssues {
  const isOfRun = isOf("run");
  const named = conditions.filter(isOfRun).flatMap((condition) => toOnlyName(condition) ?? []);
  // As a run's name is kept, however it was typed.
  const runs = [...(run === null ? [] : [run]), ...named].map((name) => name.normalize("NFC"));
  return {
    where: conditions.filter((condition) => !isOfRun(condition)),
    runs: [...new Set(runs)],
    asksForState: conditions.some(isOf("state")),
  };
}
