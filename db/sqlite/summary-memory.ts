import type Database from "better-sqlite3";
import type { StepSummary } from "@/lib/core/step-summary";
import { decodeSummary, type SummaryRow } from "./summary-row";

/** A summary without its body: what tells whether it is the one that is remembered. */
export type SummaryMark = Omit<SummaryRow, "body"> & { readonly id: number; readonly sequence: number };

/** About 3 kB each. */
const rememberedSummaries = 20_000;

/**
 * Summaries that this connection has read, as long as they stand: a page that is looked at, or a stream, reads the same
 * thousand steps again and again. The number that a summary was written with tells whether it is still the same.
 */
export class SummaryMemory {
  readonly #body: Database.Statement<[number], string>;
  readonly #known = new Map<number, { readonly sequence: number; readonly summary: StepSummary }>();

  constructor(db: Database.Database) {
    this.#body = db.prepare<[number], string>("SELECT body FROM step_summary WHERE id = ?").pluck();
  }

  /** The summary that a mark stands for; read in the same moment as the mark was. */
  read(mark: SummaryMark): StepSummary {
    const known = this.#known.get(mark.id);
    if (known?.sequence === mark.sequence) return known.summary;
    const body = this.#body.get(mark.id);
    if (body === undefined) throw new Error("a summary vanished while it was read");
    const summary = decodeSummary({ ...mark, body });
    // The newest goes last, so that the first is the one to be forgotten.
    this.#known.delete(mark.id);
    this.#known.set(mark.id, { sequence: mark.sequence, summary });
    const oldest = this.#known.keys().next();
    if (this.#known.size > rememberedSummaries && oldest.done !== true) this.#known.delete(oldest.value);
    return summary;
  }
}

const memories = new WeakMap<Database.Database, SummaryMemory>();

/** The memory of a connection. */
export function memoryOf(db: Database.Database): SummaryMemory {
  const known = memories.get(db) ?? new SummaryMemory(db);
  memories.set(db, known);
  return known;
}
