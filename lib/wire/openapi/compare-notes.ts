/** What the members of a comparison mean. */
import type { WireComparison } from "../comparison";

const comparison: Readonly<Record<keyof WireComparison, string>> = {
  revision: "What a live stream of these runs continues from.",
  sentence: "What differs, in words; no claim where intervals touch.",
  missing: "Runs that were asked for and are not there.",
  runs: "Those that are, in the order asked for; every list by run below has this order. points: their lines, in places of the common axis; counted: the steps that are counted; origin: the step that stands at 0, null where the run is left out.",
  baseline: "The run that the others are held against.",
  align: "step or onset.",
  at: "The step that stands at 0 in runs without an incident.",
  range: "The steps that are counted: common, whole, after, or chosen by from and to.",
  places: "Their first and last place on the common axis; null: there are none.",
  width: "Steps that a point spans.",
  kind: "The failure kind that was asked for: of_kind of each point is its share of the rollouts received.",
  means:
    "Evidence reward and reward as scored. estimate: the value with its 95% interval; design_effect: how many rollouts count for one, because those of a step are alike; difference: this run less the baseline; apart: their intervals do not touch.",
  rates: "The same of shares, count of n, each failure kind as kind:<name>.",
  other_kinds: "Failure kinds beyond the 40 most frequent.",
  issues:
    "Failure issues, with how many rollouts of each run show them: new ones that the baseline does not have, gone ones that only it has, and shared ones.",
  other_issues: "Issues beyond the 100 most frequent of each.",
  settings: "What the runs are set to differently, by path; null where a run has none.",
  other_settings: "Differences beyond the first 300.",
  alike_settings: "How many settings are the same in all runs.",
  labels: "Values of labels whose shares of the rollouts lie a point or more apart, the farthest first.",
  other_labels: "Such values beyond the first 60.",
};

export const compareNotes = { Comparison: comparison } as const;
