import type Database from "better-sqlite3";
import type { Pair } from "@/lib/core/rollout";

/**
 * Interned words: environments, failure kinds, labels. Found numbers are remembered, up to a limit, and only once their
 * commit has held: forget() drops what a rolled-back transaction made.
 */
export class Names {
  readonly #find: Database.Statement<[string], { id: number }>;
  readonly #insert: Database.Statement<[string]>;
  readonly #findSet: Database.Statement<[string], { id: number }>;
  readonly #insertSet: Database.Statement<[string]>;
  readonly #insertItem: Database.Statement<[number, number, number | bigint]>;
  readonly #known = new Map<string, number>();
  readonly #knownSets = new Map<string, number>();
  static readonly #limit = 50_000;

  constructor(db: Database.Database) {
    this.#find = db.prepare("SELECT id FROM name WHERE text = ?");
    this.#insert = db.prepare("INSERT INTO name (text) VALUES (?)");
    this.#findSet = db.prepare("SELECT id FROM label_set WHERE labels = ?");
    this.#insertSet = db.prepare("INSERT INTO label_set (labels) VALUES (?)");
    this.#insertItem = db.prepare(
      "INSERT OR IGNORE INTO label_set_item (name_id, value_id, label_set_id) VALUES (?, ?, ?)",
    );
  }

  intern(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const id = this.#find.get(text)?.id ?? Number(this.#insert.run(text).lastInsertRowid);
    if (this.#known.size >= Names.#limit) this.#known.clear();
    this.#known.set(text, id);
    return id;
  }

  /** The number of a set of labels; null for none. */
  internLabels(labels: readonly Pair<string>[]): number | null {
    if (labels.length === 0) return null;
    const text = JSON.stringify(labels);
    const known = this.#knownSets.get(text);
    if (known !== undefined) return known;
    let id = this.#findSet.get(text)?.id;
    if (id === undefined) {
      id = Number(this.#insertSet.run(text).lastInsertRowid);
      for (const [name, value] of labels) this.#insertItem.run(this.intern(name), this.intern(value), id);
    }
    if (this.#knownSets.size >= Names.#limit) this.#knownSets.clear();
    this.#knownSets.set(text, id);
    return id;
  }

  forget(): void {
    this.#known.clear();
    this.#knownSets.clear();
  }
}
