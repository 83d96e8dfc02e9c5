import type Database from "better-sqlite3";

const anyDirty = "SELECT 1 FROM dirty_step LIMIT 1";
const anyDirtyOfRun = "SELECT 1 FROM dirty_step WHERE run_id = (SELECT id FROM run WHERE name = ?) LIMIT 1";

/** Steps to summarise, or runs to look at. */
const anyWork = "SELECT 1 WHERE EXISTS (SELECT 1 FROM dirty_step) OR EXISTS (SELECT 1 FROM due_detection)";
const anyWorkOfRun = `
  SELECT 1 FROM run WHERE run.name = :run AND (
    EXISTS (SELECT 1 FROM dirty_step WHERE run_id = run.id) OR EXISTS (SELECT 1 FROM due_detection WHERE run_id = run.id))`;

/** Whether anything is left to do. Nothing is the ordinary case: it is seen here, and costs no commit. */
export class DirtyMarks {
  readonly #hasDirty: Database.Statement<[]>;
  readonly #isDirty: Database.Statement<[string]>;
  readonly #hasWork: Database.Statement<[]>;
  readonly #isWork: Database.Statement<[object]>;

  constructor(db: Database.Database) {
    this.#hasDirty = db.prepare(anyDirty);
    this.#isDirty = db.prepare(anyDirtyOfRun);
    this.#hasWork = db.prepare(anyWork);
    this.#isWork = db.prepare(anyWorkOfRun);
  }

  /** Steps to summarise, of a run or of any. */
  hasDirtySteps(run: string | null): boolean {
    return (run === null ? this.#hasDirty.get() : this.#isDirty.get(run)) !== undefined;
  }

  /** Steps to summarise, or a run to look at. */
  hasWork(run: string | null): boolean {
    return (run === null ? this.#hasWork.get() : this.#isWork.get({ run })) !== undefined;
  }
}
