import type Database from "better-sqlite3";
import {
  type Annotation,
  type AnnotationAct,
  type AnnotationChange,
  type AnnotationHistory,
  type AnnotationRevision,
  type AnnotationText,
  isPlace,
} from "@/lib/core/annotation";
import { Problem } from "@/lib/core/errors";
import type { ToldAnnotation } from "../annotation-store";

const insertAnnotation = `
  INSERT INTO annotation (run_id, step, to_step, at, text, kind, author, created_at)
  VALUES (:run, :step, :toStep, :at, :text, :kind, :author, :now)`;

/** The version is part of the condition: of two who saw the same one, the second changes nothing. */
const updateAnnotation = `
  UPDATE annotation SET
    step = :step, to_step = :toStep, at = :at, text = :text, kind = :kind,
    version = version + 1, changed_at = :now, changed_by = :by, removed_at = :removedAt
  WHERE id = :id AND run_id = :run AND version = :version`;

const insertRevision = `
  INSERT INTO annotation_revision (annotation_id, version, act, by, made_at, step, to_step, at, text, kind)
  SELECT id, version, :act, :by, :now, step, to_step, at, text, kind FROM annotation WHERE id = :id`;

const selectOne = "SELECT * FROM annotation WHERE run_id = ? AND id = ?";
const selectHeld = "SELECT * FROM annotation WHERE run_id = ? AND removed_at IS NULL ORDER BY id";
const selectRemoved =
  "SELECT * FROM annotation WHERE run_id = ? AND removed_at IS NOT NULL ORDER BY removed_at DESC, id DESC";
const selectRevisions = "SELECT * FROM annotation_revision WHERE annotation_id = ? ORDER BY version";

interface TextColumns {
  readonly step: number | null;
  readonly to_step: number | null;
  readonly at: number | null;
  readonly text: string;
  readonly kind: Annotation["kind"];
}

interface AnnotationRow extends TextColumns {
  readonly id: number;
  readonly author: string | null;
  readonly created_at: number;
  readonly version: number;
  readonly changed_at: number | null;
  readonly changed_by: string | null;
  readonly removed_at: number | null;
}

interface RevisionRow extends TextColumns {
  readonly version: number;
  readonly act: AnnotationAct;
  readonly by: string | null;
  readonly made_at: number;
}

function toText({ step, to_step: toStep, at, text, kind }: TextColumns): AnnotationText {
  return { step, toStep, at, text, kind };
}

function toAnnotation(row: AnnotationRow): Annotation {
  return {
    id: row.id,
    ...toText(row),
    author: row.author,
    createdAt: row.created_at,
    version: row.version,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    removedAt: row.removed_at,
  };
}

function toRevision(row: RevisionRow): AnnotationRevision {
  return { version: row.version, act: row.act, by: row.by, madeAt: row.made_at, ...toText(row) };
}

export function listAnnotations(db: Database.Database, run: number): readonly Annotation[] {
  return db.prepare<[number], AnnotationRow>(selectHeld).all(run).map(toAnnotation);
}

export function listRemovedAnnotations(db: Database.Database, run: number): readonly Annotation[] {
  return db.prepare<[number], AnnotationRow>(selectRemoved).all(run).map(toAnnotation);
}

export function readAnnotation(db: Database.Database, run: number, id: number): AnnotationHistory | null {
  const row = db.prepare<[number, number], AnnotationRow>(selectOne).get(run, id);
  if (row === undefined) return null;
  const revisions = db.prepare<[number], RevisionRow>(selectRevisions).all(id).map(toRevision);
  return { annotation: toAnnotation(row), revisions };
}

function toAct(now: Annotation, isRemoved: boolean | undefined): AnnotationAct {
  if (isRemoved === true) return "removed";
  return isRemoved === false && now.removedAt !== null ? "restored" : "changed";
}

function conflict(words: string, { version }: Annotation): Problem {
  return new Problem("conflict", words, { path: "version", details: { version } });
}

/** Writes of annotations: the row as it is now, and beside it one more version, in one commit. */
export class Annotations {
  readonly #db: Database.Database;
  readonly #onCurriculum: (run: number) => void;

  /** @param onCurriculum what detection goes by is not as it was. */
  constructor(db: Database.Database, onCurriculum: (run: number) => void) {
    this.#db = db;
    this.#onCurriculum = onCurriculum;
  }

  append(run: number, told: ToldAnnotation, now: number): Annotation {
    const { lastInsertRowid } = this.#db.prepare(insertAnnotation).run({ run, ...told, now });
    const id = Number(lastInsertRowid);
    this.#db.prepare(insertRevision).run({ id, act: "made", by: told.author, now });
    if (told.kind === "curriculum") this.#onCurriculum(run);
    return this.#read(run, id);
  }

  /** @throws Problem `conflict`, `invalid_request`. */
  change(run: number, id: number, change: AnnotationChange, now: number): Annotation | null {
    const row = this.#db.prepare<[number, number], AnnotationRow>(selectOne).get(run, id);
    if (row === undefined) return null;
    const before = toAnnotation(row);
    const { version, by, told, isRemoved } = change;
    if (before.version !== version) {
      const who = before.changedBy ?? "someone";
      throw conflict(
        `The annotation was changed by ${who} in the meantime and is at version ${before.version}, not ${version}. Look at it again, then decide.`,
        before,
      );
    }
    if (before.removedAt !== null && isRemoved !== false) {
      throw conflict("The annotation was removed. Bring it back (removed: false) to change it.", before);
    }
    const after = { ...toText(row), ...told };
    if (!isPlace(after)) {
      throw new Problem("invalid_request", "to_step: needs a step that is not after it.", { path: "to_step" });
    }
    const removedAt = isRemoved === true ? now : null;
    this.#db.prepare(updateAnnotation).run({ run, id, version, ...after, by, now, removedAt });
    this.#db.prepare(insertRevision).run({ id, act: toAct(before, isRemoved), by, now });
    if (before.kind === "curriculum" || after.kind === "curriculum") this.#onCurriculum(run);
    return this.#read(run, id);
  }

  #read(run: number, id: number): Annotation {
    const row = this.#db.prepare<[number, number], AnnotationRow>(selectOne).get(run, id);
    if (row === undefined) throw new Error("an annotation vanished while it was written");
    return toAnnotation(row);
  }
}
