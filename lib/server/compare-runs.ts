import type { Store } from "@/db/store";
import { type ComparedIssues, compareIssues } from "@/lib/core/compare/compare-issues";
import { type ComparedLabels, compareLabels } from "@/lib/core/compare/compare-labels";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import { type ComparedSettings, compareSettings } from "@/lib/core/compare/compare-settings";
import { type ComparedRun, type CompareRequest, type Comparison, mostCompared } from "@/lib/core/compare/comparison";
import { noteRun, type RunNotes } from "@/lib/core/compare/run-notes";
import type { RunTally } from "@/lib/core/compare/run-tally";
import { Problem } from "@/lib/core/errors";
import { formatRevision, type Revision } from "@/lib/core/frame";
import type { StepFilter } from "@/lib/core/stored-rollout";

export interface RunsRequest extends CompareRequest {
  readonly runs: readonly string[];
  readonly filter: Omit<StepFilter, "run" | "from" | "to" | "segment">;
}

/** Runs side by side with all that a reader of them asks next. */
export interface RunComparison {
  /** What a live stream of these runs goes on from. */
  readonly revision: string;
  /** Runs that were asked for and are not there. */
  readonly missing: readonly string[];
  readonly comparison: Comparison;
  /** In the order of the runs. */
  readonly notes: readonly RunNotes[];
  readonly issues: ComparedIssues;
  readonly settings: ComparedSettings;
  readonly labels: ComparedLabels;
  /** Label names of any of the runs, with their values. */
  readonly labelChoices: Readonly<Record<string, readonly string[]>>;
}

/** Points a chart draws of each run: of many runs fewer each, so that all of them stay as quick as one. */
function pointsEach(runs: number, resolution: number): number {
  return Math.max(1, Math.min(resolution, Math.floor(1_000 / Math.max(1, runs))));
}

function readTally(store: Store, run: ComparedRun, filter: RunsRequest["filter"]): Promise<RunTally | null> {
  const { counted } = run;
  if (counted === null) return Promise.resolve(null);
  return store.reader.readTally({ ...filter, run: run.run, from: counted.from, to: counted.to });
}

function mergeChoices(all: readonly Readonly<Record<string, readonly string[]>>[]): Record<string, readonly string[]> {
  const merged = new Map<string, Set<string>>();
  for (const labels of all) {
    for (const [name, values] of Object.entries(labels)) {
      merged.set(name, new Set([...(merged.get(name) ?? []), ...values]));
    }
  }
  return Object.fromEntries([...merged].map(([name, values]) => [name, [...values]]));
}

/**
 * Compares up to eight runs over the steps asked for; those that are not there are named, and the others compared.
 *
 * @throws Problem `invalid_request` for more of them, or none. `not_found` where none of them is there.
 */
export async function compareStoredRuns(store: Store, request: RunsRequest): Promise<RunComparison> {
  const { runs, filter } = request;
  if (runs.length === 0 || runs.length > mostCompared) {
    const why = runs.length === 0 ? "None is named" : `${runs.length} are named`;
    throw new Problem("invalid_request", `${why}: one run and up to ${mostCompared} can be compared.`, { path: "run" });
  }
  const readings = await Promise.all(runs.map((run) => store.reader.readRunView({ ...filter, run })));
  const found = readings.filter((reading) => reading !== null);
  const missing = runs.filter((_, index) => readings[index] === null);
  const [first] = found;
  if (first === undefined) {
    const names = missing.map((run) => `"${run}"`).join(", ");
    throw new Problem("not_found", `There is no run called ${names}.`);
  }
  const resolution = pointsEach(found.length, request.resolution);
  const comparison = compareRuns(found, { ...request, resolution });
  const tallies = await Promise.all(comparison.runs.map((run) => readTally(store, run, filter)));
  const seen = tallies.map((tally) => tally?.issues ?? null);
  // What was read first may be older than the rest: a stream that goes on from there misses nothing.
  const oldest = found.reduce<Revision>(
    (least, { revision }) => (revision.sequence < least.sequence ? revision : least),
    first.revision,
  );
  return {
    revision: formatRevision(oldest),
    missing,
    comparison,
    notes: found.map((reading) => noteRun(reading, filter)),
    issues: compareIssues(seen, comparison.baseline),
    settings: compareSettings(found.map(({ detail }) => detail.settings)),
    labels: compareLabels(tallies),
    labelChoices: mergeChoices(found.map(({ detail }) => detail.labels)),
  };
}
