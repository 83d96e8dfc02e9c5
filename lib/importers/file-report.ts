import { addWarning, type ImportedFile, type ImportWarning } from "@/lib/core/imported-file";
import type { Split } from "@/lib/core/rollout";
import { tellsOfChange } from "./import-source";
import type { ImportReceipt } from "./import-target";
import { nameInSplit } from "./name-rows";
import type { PlannedFile } from "./plan-import";
import { Refusals } from "./refusals";

/** What became of one file, while it is being found out. */
export class FileReport {
  readonly file: PlannedFile;
  /** What the file's rows are known by that have no identity, before their number. */
  readonly rowsName: string;
  readonly refusals = new Refusals();
  readonly #taken = { inserted: 0, updated: 0, duplicates: 0, superseded: 0 };
  #warnings: readonly ImportWarning[] = [];
  /** Why the file as a whole was not taken. */
  refusal: string | null = null;
  /** What could have been taken instead. */
  wanted: string | null = null;
  rows = 0;
  expected = 0;
  counts: Readonly<Record<string, number>> | null = null;
  note: string | null = null;
  isFinished = false;
  /** Somebody wrote to it while it was read: there is more to come of it, or other. */
  hasChanged: boolean;

  /** @param split of files that do not say it. */
  constructor(file: PlannedFile, split: Split | undefined) {
    this.file = file;
    this.hasChanged = file.isChanging === true;
    this.rowsName = nameInSplit(file.sourceName, file.split ?? split);
  }

  /** @param lines the number of each row that was sent, in their order. */
  addReceipt(receipt: ImportReceipt, lines: readonly number[]): void {
    this.#taken.inserted += receipt.inserted;
    this.#taken.updated += receipt.updated;
    this.#taken.duplicates += receipt.duplicates;
    this.#taken.superseded += receipt.superseded;
    for (const { index, code, message } of receipt.rejected) this.refusals.add(lines[index] ?? 0, { code, message });
    this.refusals.count += Math.max(0, receipt.rejectedCount - receipt.rejected.length);
    this.#warnings = receipt.warnings.reduce(addWarning, this.#warnings);
  }

  /** Rows that took the place of others with the same identity. */
  get updated(): number {
    return this.#taken.updated;
  }

  /**
   * Does some of the work for this file, whose failing must not stop the others.
   *
   * @param isAboutFile whether an error is a reason to refuse the file. @throws any other.
   */
  async orRefuse(isAboutFile: (error: unknown) => error is Error, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAboutFile(error)) throw error;
      this.refuse(error, error.message);
    }
  }

  /** Says why the file, or the rest of it, is not taken. */
  refuse(error: Error, words: string): void {
    this.refusal = words;
    this.hasChanged ||= tellsOfChange(error);
  }

  toImported(): ImportedFile {
    const { recognition, shown, producer, step } = this.file;
    return {
      file: shown,
      producer,
      kind: recognition.role === "refused" ? "unknown" : recognition.kind,
      step,
      rows: this.rows,
      ...this.#taken,
      expected: this.expected,
      counts: this.counts,
      refused: this.refusals.count,
      lines: [...this.refusals.lines],
      refusal: this.refusal,
      wanted: this.wanted,
      warnings: this.#warnings,
      note: this.note,
      finished: this.isFinished,
    };
  }
}
