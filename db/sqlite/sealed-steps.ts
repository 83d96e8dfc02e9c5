import type Database from "better-sqlite3";

/** Steps whose rows retention removed here, or on the server that they were exported from; remembered by segment while writing: most segments have none. */
export class SealedSteps {
  readonly #list: Database.Statement<[number], { split: number; step: number }>;
  readonly #insert: Database.Statement<[number, number, number, number]>;
  readonly #known = new Map<number, Set<string> | null>();

  constructor(db: Database.Database) {
    this.#list = db.prepare("SELECT split, step FROM sealed_step WHERE segment_id = ?");
    this.#insert = db.prepare("INSERT INTO sealed_step (segment_id, split, step, sealed_at) VALUES (?, ?, ?, ?)");
  }

  has(segmentId: number, split: number, step: number): boolean {
    let sealed = this.#known.get(segmentId);
    if (sealed === undefined) {
      const rows = this.#list.all(segmentId);
      sealed = rows.length === 0 ? null : new Set(rows.map((row) => toKey(row.split, row.step)));
      if (this.#known.size > 1_000) this.#known.clear();
      this.#known.set(segmentId, sealed);
    }
    return sealed?.has(toKey(split, step)) ?? false;
  }

  /** Seals a step that is not sealed. */
  add(segmentId: number, split: number, step: number, at: number): void {
    this.#insert.run(segmentId, split, step, at);
    const known = this.#known.get(segmentId);
    if (known === null) this.#known.delete(segmentId);
    else known?.add(toKey(split, step));
  }

  forget(): void {
    this.#known.clear();
  }
}

function toKey(split: number, step: number): string {
  return `${split} ${step}`;
}
