/** What every engine promises behind db/store.ts. A new engine is one more test file that runs this on its own opener. */
import { afterEach, beforeEach, describe } from "vitest";
import { annotationPromises } from "./store-contract/annotations";
import { attemptPromises } from "./store-contract/attempts";
import { changePromises } from "./store-contract/changes";
import { completionPromises } from "./store-contract/completion";
import { coveragePromises } from "./store-contract/coverage";
import { deletionPromises } from "./store-contract/deletion";
import { filterPromises } from "./store-contract/filters";
import { identityPromises } from "./store-contract/identity";
import { incidentPromises } from "./store-contract/incidents";
import { issueMergingPromises } from "./store-contract/issue-merging";
import { issueTriagePromises } from "./store-contract/issue-triage";
import { issuePromises } from "./store-contract/issues";
import { overridePromises } from "./store-contract/overrides";
import { removalPromises } from "./store-contract/removals";
import { reportEditPromises } from "./store-contract/report-edits";
import { retentionPromises } from "./store-contract/retention";
import { runPromises } from "./store-contract/runs";
import { scorePromises } from "./store-contract/scores";
import { searchPromises } from "./store-contract/search";
import { segmentPromises } from "./store-contract/segments";
import { stepPromises } from "./store-contract/steps";
import { tallyPromises } from "./store-contract/tallies";
import { unitOfWorkPromises } from "./store-contract/unit-of-work";
import { viewPromises } from "./store-contract/views";
import { type Clock, noon, type OpenedStore, type Promises, present, TestedStore } from "./tested-store";

const parts: Readonly<Record<string, Promises>> = {
  identity: identityPromises,
  attempts: attemptPromises,
  steps: stepPromises,
  segments: segmentPromises,
  coverage: coveragePromises,
  completion: completionPromises,
  filters: filterPromises,
  deletion: deletionPromises,
  removals: removalPromises,
  retention: retentionPromises,
  changes: changePromises,
  issues: issuePromises,
  "triage of issues": issueTriagePromises,
  "merging issues": issueMergingPromises,
  "units of work": unitOfWorkPromises,
  runs: runPromises,
  scores: scorePromises,
  tallies: tallyPromises,
  incidents: incidentPromises,
  overrides: overridePromises,
  annotations: annotationPromises,
  "edits of reports": reportEditPromises,
  search: searchPromises,
  views: viewPromises,
};

/**
 * @param open makes an empty store of the engine, with data of its own, that reads the given clock.
 */
export function describeStoreContract(engine: string, open: (now: () => number) => Promise<OpenedStore>): void {
  describe(`${engine} keeps the promises of a store`, () => {
    const clock: Clock = { now: noon };
    let opened: TestedStore | null = null;

    beforeEach(async () => {
      clock.now = noon;
      opened = new TestedStore(await open(() => clock.now));
    });

    afterEach(async () => {
      await opened?.store.close();
      opened = null;
    });

    for (const [part, promises] of Object.entries(parts)) {
      describe(part, () => promises(() => present(opened), clock));
    }
  });
}
