import type Database from "better-sqlite3";

/** Different reasons of one fingerprint in one launch that can be found; all of them are alike but for their holes. */
const reasonsPerPlace = 10;
/** Values of one label that can be found: names of sessions are no words to search by. */
const valuesPerLabel = 1_000;
/** Sets of labels looked at at once, and how often in one commit. */
const setsPerLook = 1_000;
const looksPerCommit = 10;

const countReasons = "SELECT text FROM search_text WHERE fingerprint_id = ? AND segment_id = ?";

const insertReason = `
  INSERT OR IGNORE INTO search_text (type, run_id, fingerprint_id, segment_id, rollout_id, text)
  SELECT 'reason', run_id, :fingerprint, id, :rollout, :text FROM segment WHERE id = :segment`;

const insertLabel = `
  INSERT OR IGNORE INTO search_text (type, name_id, value_id, text)
  SELECT 'label', n.id, v.id, n.text || char(10) || v.text
  FROM name AS n, name AS v WHERE n.text = ? AND v.text = ?`;

/** Texts to search by that no trigger tells of: they are noted when steps are summarised, so that no row waits for it. */
export class SearchTexts {
  readonly #db: Database.Database;
  readonly #reasons: Database.Statement<[number, number], string>;
  readonly #insertReason: Database.Statement<[object]>;
  readonly #insertLabel: Database.Statement<[string, string]>;
  readonly #sets: Database.Statement<[number], { id: number; labels: string }>;
  readonly #setMark: Database.Statement<[number]>;
  /** Reasons known by fingerprint and launch; null: there are enough. */
  readonly #known = new Map<string, Set<string> | null>();
  #labels: Map<string, Set<string>> | null = null;
  #mark: number | null = null;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#reasons = db.prepare<[number, number], string>(countReasons).pluck();
    this.#insertReason = db.prepare(insertReason);
    this.#insertLabel = db.prepare(insertLabel);
    this.#sets = db.prepare(`SELECT id, labels FROM label_set WHERE id > ? ORDER BY id LIMIT ${setsPerLook}`);
    this.#setMark = db.prepare("UPDATE meta SET value = ? WHERE name = 'searched_labels'");
  }

  /** A failure of a step that is summarised. Cheap for all but the first few of a kind. */
  noteReason(segment: number, fingerprint: number, rollout: number, text: string | null): void {
    if (text === null) return;
    const key = `${segment}/${fingerprint}`;
    let known = this.#known.get(key);
    if (known === null) return;
    if (known === undefined) known = this.#readKnown(key, segment, fingerprint);
    if (known === null || known.has(text)) return;
    this.#insertReason.run({ segment, fingerprint, rollout, text });
    known.add(text);
    if (known.size >= reasonsPerPlace) this.#known.set(key, null);
  }

  #readKnown(key: string, segment: number, fingerprint: number): Set<string> | null {
    if (this.#known.size >= 20_000) this.#known.clear();
    const texts = new Set(this.#reasons.all(fingerprint, segment));
    const known = texts.size >= reasonsPerPlace ? null : texts;
    this.#known.set(key, known);
    return known;
  }

  /** Pairs of the sets of labels that came since the last look, some at a time. */
  noteLabels(): void {
    for (let look = 0; look < looksPerCommit; look++) if (!this.#lookAtSets()) return;
  }

  /** @returns whether there may be more. */
  #lookAtSets(): boolean {
    const mark = this.#readMark();
    const sets = this.#sets.all(mark);
    const last = sets.at(-1);
    if (last === undefined) return false;
    const labels = this.#readLabels();
    for (const set of sets) {
      const pairs: readonly (readonly [string, string])[] = JSON.parse(set.labels);
      for (const [name, value] of pairs) {
        const values = labels.get(name) ?? new Set();
        labels.set(name, values);
        if (values.size >= valuesPerLabel || values.has(value)) continue;
        values.add(value);
        this.#insertLabel.run(name, value);
      }
    }
    this.#setMark.run(last.id);
    this.#mark = last.id;
    return sets.length === setsPerLook;
  }

  #readMark(): number {
    this.#mark ??= Number(this.#db.prepare("SELECT value FROM meta WHERE name = 'searched_labels'").pluck().get());
    return this.#mark;
  }

  #readLabels(): Map<string, Set<string>> {
    if (this.#labels !== null) return this.#labels;
    const rows = this.#db
      .prepare<[], { name: string; value: string }>(
        `SELECT n.text AS name, v.text AS value FROM search_text AS s
         JOIN name AS n ON n.id = s.name_id JOIN name AS v ON v.id = s.value_id WHERE s.type = 'label'`,
      )
      .all();
    const labels = new Map<string, Set<string>>();
    for (const { name, value } of rows) labels.set(name, (labels.get(name) ?? new Set()).add(value));
    this.#labels = labels;
    return labels;
  }

  /** A rollback, a rebuild or a deletion may have taken texts with it. */
  forget(): void {
    this.#known.clear();
    this.#labels = null;
    this.#mark = null;
  }
}

/** Drops what is found and makes it again, but for what steps tell when they are summarised again. */
export const rebuildSearch = `
  DELETE FROM search_text;
  INSERT INTO search_text (type, run_id, text) SELECT 'run', id, text FROM search_run ORDER BY id;
  INSERT INTO search_text (type, run_id, annotation_id, text)
    SELECT 'annotation', run_id, id, text FROM annotation WHERE removed_at IS NULL ORDER BY id;
  INSERT OR IGNORE INTO search_text (type, text) SELECT 'kind', kind FROM fingerprint ORDER BY id;
  INSERT INTO search_text (type, fingerprint_id, text)
    SELECT 'issue', id, kind || char(10) || template FROM fingerprint ORDER BY id;
  INSERT INTO search_text (type, name_id, value_id, text)
    SELECT 'environment', id, 0, text FROM name WHERE id IN (SELECT environment_id FROM step_summary) ORDER BY id;
  UPDATE meta SET value = 0 WHERE name = 'searched_labels';
  INSERT INTO search_index (search_index) VALUES ('rebuild')`;
