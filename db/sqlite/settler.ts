import type Database from "better-sqlite3";
import type { CommitQueue } from "./commit-queue";
import { DirtyMarks } from "./dirty-marks";
import type { RunDetections } from "./run-detection";
import type { Runs } from "./runs";
import type { SearchTexts } from "./search-texts";
import type { Summariser } from "./summaries";

/** Steps summarised in one commit, so that ingest never waits long behind a backlog. */
const stepsPerCommit = 50;

export interface SettlerParts {
  readonly queue: CommitQueue;
  readonly runs: Runs;
  readonly summariser: Summariser;
  readonly detections: RunDetections;
  readonly texts: SearchTexts;
}

/** Works off what is marked: dirty steps are summarised and runs looked at, in commits that let others in between. */
export class Settler {
  readonly #parts: SettlerParts;
  readonly #marks: DirtyMarks;

  constructor(db: Database.Database, parts: SettlerParts) {
    this.#parts = parts;
    this.#marks = new DirtyMarks(db);
  }

  /** Everything of a run, or of all, summarised and detected. */
  async settleIncidents(run: string | null): Promise<void> {
    await this.summariseDirtySteps(run);
    await this.#detectDue(run, true);
  }

  /** @returns how many steps were summarised. */
  async summariseDirtySteps(run: string | null): Promise<number> {
    const done = await this.#summariseDirty(run);
    await this.#detectDue(run, false);
    return done;
  }

  /** Each run in commits of its own, by slices; what came in meanwhile is part of it. */
  async #detectDue(run: string | null, isAsked: boolean): Promise<void> {
    const { queue, summariser, detections } = this.#parts;
    for (const { id, name } of detections.listDue(run, isAsked)) {
      let isDone = false;
      while (!isDone) {
        isDone = await queue.submit(() => {
          if (summariser.summariseRun(id, stepsPerCommit) === stepsPerCommit) return false;
          const [due] = detections.listDue(name, isAsked);
          return due === undefined || detections.detect(due);
        });
      }
    }
  }

  async #summariseDirty(run: string | null): Promise<number> {
    const { queue, runs, summariser, detections, texts } = this.#parts;
    if (!this.#marks.hasDirtySteps(run)) return 0;
    let done = 0;
    for (;;) {
      const count = await queue.submit(() => {
        const row = run === null ? null : runs.find(run);
        if (run !== null && row === null) return 0;
        const ids = row === null ? summariser.listDirtyRuns() : [row.id];
        let left = stepsPerCommit;
        for (const id of ids) left -= left > 0 ? summariser.summariseRun(id, left) : 0;
        if (row !== null) for (const due of detections.listDue(row.name, false)) detections.detect(due);
        texts.noteLabels();
        return stepsPerCommit - left;
      });
      done += count;
      if (count < stepsPerCommit) return done;
    }
  }
}
