import type Database from "better-sqlite3";

/** Steps whose rows retention removed, remembered by segment while writing: most segments have none. */
export class SealedSteps {
  readonly #list: Database.Statement<[number], { split: number; step: number }>;
  readonly #known = new Map<number, ReadonlySet<string> | null>();

  constructor(db: Database.Database) {
    this.#list = db.prepare("SELECT split, step FROM sealed_step WHERE segment_id = ?");
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

  forget(): void {
    this.#known.clear();
  }
}

function toKey(split: number, step: number): string {
  return `${split} ${step}`;
}
