import type Database from "better-sqlite3";
import { Annotations } from "./annotations";
import { Appender } from "./append";
import { CommitQueue } from "./commit-queue";
import { Counters } from "./counters";
import { IssueDesk } from "./issue-desk";
import { IssueSightings } from "./issue-sightings";
import { IssueSteps } from "./issue-steps";
import { Names } from "./names";
import { Overrides } from "./overrides";
import { PayloadBlocks } from "./payload-blocks";
import { RecordRestorer } from "./restore-records";
import { RunDetections } from "./run-detection";
import { RunOverviews } from "./run-overviews";
import { RunRemoval } from "./run-removal";
import { Runs } from "./runs";
import { SealedSteps } from "./sealed-steps";
import { SearchTexts } from "./search-texts";
import { Segments } from "./segments";
import { Settler } from "./settler";
import { Steps } from "./steps";
import { Summariser } from "./summaries";
import type { WriterSurroundings } from "./writer-surroundings";
import { WrittenSummaries } from "./written-summaries";

/** What the one writer works with: each part remembers what it wrote, and forgets it when a commit is rolled back. */
export function makeWriterParts(db: Database.Database, surroundings: WriterSurroundings) {
  const { now, onDetectionFault } = surroundings;
  const counters = new Counters(db);
  const names = new Names(db);
  const blocks = new PayloadBlocks(db);
  const runs = new Runs(db, counters);
  const segments = new Segments(db, counters);
  const sealed = new SealedSteps(db);
  const written = new WrittenSummaries(db, counters, names);
  const steps = new Steps(db, names);
  const texts = new SearchTexts(db);
  const issueSteps = new IssueSteps(db, texts);
  const sightings = new IssueSightings(db);
  const detections = new RunDetections(db, { counters, segments, now, onFault: onDetectionFault });
  const derived = { overviews: new RunOverviews(db), issueSteps, sightings, detections };
  const summariser = new Summariser(db, { counters, segments, sealed, steps, written, ...derived });
  const queue = new CommitQueue(db, {
    prepare: () => blocks.pack(),
    beforeCommit: () => {
      runs.save();
      counters.save();
    },
    afterRollback: (isWhole) => {
      runs.forget();
      if (isWhole) runs.forgetNotes();
      if (isWhole) counters.reload();
      names.forget();
      steps.forget();
      summariser.forget();
      // A job feeds detectors at its end, if at all, and what fails there is made good there.
      if (isWhole) detections.forget();
      segments.forget();
      sealed.forget();
      blocks.forget();
    },
    afterCommit: () => {
      blocks.committed();
      steps.forget();
      surroundings.afterCommit();
    },
    sync: () => surroundings.log.sync(),
    isDiskQuick: () => surroundings.log.isQuick,
    afterSync: surroundings.onCommit,
  });
  return {
    ...{ queue, counters, blocks, runs, segments, sealed, steps, issueSteps, detections, summariser },
    issueDesk: new IssueDesk(db, counters, sightings),
    overrides: new Overrides(db),
    annotations: new Annotations(db, (run) => detections.markDue(run)),
    appender: new Appender(db, { counters, names, blocks, runs, sealed, segments, steps }),
    removal: new RunRemoval(db),
    restorer: new RecordRestorer({
      ...{ db, names, runs, segments, sealed, steps, written, issueSteps, summariser, detections, sightings },
    }),
    settler: new Settler(db, { queue, runs, summariser, detections, texts }),
  };
}

export type WriterParts = ReturnType<typeof makeWriterParts>;
