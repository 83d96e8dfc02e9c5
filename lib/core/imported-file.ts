/** What became of one file of an import; the same names wherever it is told. */

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

export interface ImportWarning {
  readonly code: string;
  readonly count: number;
  readonly message: string;
}

export interface ImportedFile {
  readonly file: string;
  /** null where it is no producer's that is known. */
  readonly producer: string | null;
  readonly kind: string;
  readonly step: number | null;
  /** Rows sent and taken; on a dry run, rows that would be. What was refused is counted apart, whoever refused it. */
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly superseded: number;
  /** Rollouts that the file says are to come. */
  readonly expected: number;
  /** What the producer counted itself. */
  readonly counts: Readonly<Record<string, number>> | null;
  /** Lines refused; the first of them are listed. */
  readonly refused: number;
  readonly lines: readonly RefusedLine[];
  /** Why the file as a whole was not taken, or not to its end. */
  readonly refusal: string | null;
  /** What could have been taken instead of what the refusal tells; null where that is not known. */
  readonly wanted: string | null;
  readonly warnings: readonly ImportWarning[];
  readonly note: string | null;
  /** False while it is being read, and for ever where an error ended the import before. */
  readonly finished: boolean;
}

/** What there is to say of a file, beside its name, that nothing was read of. */
export const unread: Omit<ImportedFile, "file"> = {
  producer: null,
  kind: "unknown",
  step: null,
  rows: 0,
  inserted: 0,
  updated: 0,
  duplicates: 0,
  superseded: 0,
  expected: 0,
  counts: null,
  refused: 0,
  lines: [],
  refusal: null,
  wanted: null,
  warnings: [],
  note: null,
  finished: false,
};

/** Warnings with one more: the same words count on, and other words are about a newer state. */
export function addWarning(warnings: readonly ImportWarning[], warning: ImportWarning): ImportWarning[] {
  const known = warnings.find(({ code }) => code === warning.code);
  const count = warning.count + (known?.message === warning.message ? known.count : 0);
  const added = { ...warning, count };
  return known === undefined ? [...warnings, added] : warnings.map((one) => (one === known ? added : one));
}

/** What became of all files together. */
export interface ImportTotals {
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly superseded: number;
  readonly refused: number;
}

/** What came of several files together. */
export function sumImported(files: readonly ImportedFile[]): ImportTotals {
  const sum = { rows: 0, inserted: 0, updated: 0, duplicates: 0, superseded: 0, refused: 0 };
  for (const file of files) {
    sum.rows += file.rows;
    sum.inserted += file.inserted;
    sum.updated += file.updated;
    sum.duplicates += file.duplicates;
    sum.superseded += file.superseded;
    sum.refused += file.refused;
  }
  return sum;
}

/** Whether anything of an import is in the run now, or was already: the run is there. */
export function hasTakenAny(files: readonly ImportedFile[]): boolean {
  return files.some(({ inserted, updated, duplicates, superseded, expected }) => {
    return inserted + updated + duplicates + superseded + expected > 0;
  });
}

/** Whether everything of a file that should be taken was. */
export function isTaken(file: ImportedFile): boolean {
  return file.refusal === null && file.refused === 0;
}

/** Files that nobody wrote to for so long are most likely of a run that has ended. */
const oldMs = 3_600_000;

/** @param changedAt when the newest of some files was written to. Both are epoch milliseconds. */
export function isLongUnchanged(changedAt: number, now: number): boolean {
  return now - changedAt >= oldMs;
}
