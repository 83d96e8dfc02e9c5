import type { Receipt, Warning } from "@/lib/client/answer";
import type { PlannedFile } from "./plan-import";
import { Refusals, type RefusedLine } from "./refusals";

/** What became of one file's rows, by the server's receipts. */
export interface Taken {
  inserted: number;
  updated: number;
  duplicates: number;
  superseded: number;
}

/** What became of one file. */
export class FileReport {
  readonly file: PlannedFile;
  readonly refusals = new Refusals();
  readonly taken: Taken = { inserted: 0, updated: 0, duplicates: 0, superseded: 0 };
  readonly warnings = new Map<string, Warning>();
  /** Why the file as a whole was not taken. */
  refusal: string | null = null;
  /** Rows sent; on a dry run, rows that would be. */
  rows = 0;
  /** Rollouts that the file says are to come. */
  expected = 0;
  counts: Readonly<Record<string, number>> | null = null;
  note: string | null = null;
  /** False while it is being read, and for ever where an error ended the import before. */
  isFinished = false;

  constructor(file: PlannedFile) {
    this.file = file;
  }

  addReceipt(receipt: Receipt, lines: readonly number[]): void {
    this.taken.inserted += receipt.inserted;
    this.taken.updated += receipt.updated;
    this.taken.duplicates += receipt.duplicates;
    this.taken.superseded += receipt.superseded;
    for (const { index, code, message } of receipt.rejected) this.refusals.add(lines[index] ?? 0, { code, message });
    this.refusals.count += Math.max(0, receipt.rejectedCount - receipt.rejected.length);
    for (const warning of receipt.warnings) {
      // The same words count on; other words are about a newer state.
      const known = this.warnings.get(warning.code);
      const count = warning.count + (known?.message === warning.message ? known.count : 0);
      this.warnings.set(warning.code, { ...warning, count });
    }
  }

  get isRefused(): boolean {
    return this.refusal !== null || this.refusals.count > 0;
  }
}

export interface ImportReport {
  readonly run: string;
  readonly url: string;
  readonly isDryRun: boolean;
  readonly files: readonly FileReport[];
  /** What ended the import before its end. */
  readonly failure: string | null;
}

interface JsonFile extends Taken {
  readonly file: string;
  readonly producer: string | null;
  readonly kind: string;
  readonly step: number | null;
  readonly rows: number;
  readonly expected: number;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly refused: number;
  readonly refusal: string | null;
  readonly lines: readonly RefusedLine[];
  readonly warnings: readonly Warning[];
  readonly note: string | null;
  readonly finished: boolean;
}

function plural(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

function kindOf(file: PlannedFile): string {
  return file.recognition.role === "refused" ? "unknown" : file.recognition.kind;
}

function toJsonFile(report: FileReport): JsonFile {
  const { file, taken, refusals, rows, expected, counts, refusal, note, isFinished } = report;
  return {
    file: file.shown,
    producer: file.producer,
    kind: kindOf(file),
    step: file.step,
    rows,
    ...taken,
    expected,
    counts,
    refused: refusals.count,
    refusal,
    lines: refusals.lines,
    warnings: [...report.warnings.values()],
    note,
    finished: isFinished,
  };
}

function sumTaken(files: readonly FileReport[]): Taken & { rows: number; refused: number } {
  const sum = { rows: 0, inserted: 0, updated: 0, duplicates: 0, superseded: 0, refused: 0 };
  for (const { rows, taken, refusals } of files) {
    sum.rows += rows;
    sum.inserted += taken.inserted;
    sum.updated += taken.updated;
    sum.duplicates += taken.duplicates;
    sum.superseded += taken.superseded;
    sum.refused += refusals.count;
  }
  return sum;
}

/** Whether everything that should be taken was. */
export function isComplete(report: ImportReport): boolean {
  return report.failure === null && report.files.every((file) => !file.isRefused);
}

/** The report as one JSON document, for scripts. */
export function toJsonReport(report: ImportReport): string {
  const { run, url, isDryRun, files, failure } = report;
  const document = { run, url, ok: isComplete(report), dry_run: isDryRun, failure, ...sumTaken(files) };
  return JSON.stringify({ ...document, files: files.map(toJsonFile) }, null, 2);
}

function listTaken(taken: Taken): string {
  const parts = [
    `${taken.inserted.toLocaleString("en")} new`,
    ...(taken.updated > 0 ? [`${taken.updated.toLocaleString("en")} updated`] : []),
    ...(taken.duplicates > 0 ? [`${plural(taken.duplicates, "duplicate")}`] : []),
    ...(taken.superseded > 0 ? [`${taken.superseded.toLocaleString("en")} superseded, kept beside`] : []),
  ];
  return parts.join(", ");
}

function describeOutcome(report: FileReport, isDryRun: boolean): string {
  const { file, refusal, counts, note } = report;
  if (refusal !== null) return `refused: ${refusal}`;
  switch (file.recognition.role) {
    case "empty":
      return "empty";
    case "unneeded":
      return `left out: ${file.recognition.reason}`;
    case "inputs":
      return note ?? `${plural(report.expected, "rollout")} expected`;
    case "counts":
      return note ?? `${plural(Object.keys(counts ?? {}).length, "count")} to compare with`;
    default:
      return isDryRun ? `${plural(report.rows, "row")} would be sent` : listTaken(report.taken);
  }
}

const shownLines = 20;

/** The lines that tell a person what became of one file. */
export function describeFile(report: FileReport, isDryRun: boolean): string[] {
  const { file, refusals } = report;
  const kind = kindOf(file);
  const about = ["unknown", "empty", "other"].includes(kind) ? "" : ` (${kind}${stepOf(file)})`;
  const lines = [`${file.shown}${about}: ${describeOutcome(report, isDryRun)}`];
  for (const { line, message } of refusals.lines.slice(0, shownLines)) lines.push(`  line ${line}: ${message}`);
  const more = refusals.count - Math.min(refusals.lines.length, shownLines);
  if (more > 0) lines.push(`  and ${plural(more, "more line")} refused`);
  for (const { count, message } of report.warnings.values()) lines.push(`  note (${count}): ${message}`);
  return lines;
}

function stepOf(file: PlannedFile): string {
  return file.step === null ? "" : `, step ${file.step}`;
}

/** The last lines: what became of everything. */
export function describeTotals(report: ImportReport): string[] {
  const { rows, refused, ...taken } = sumTaken(report.files);
  const files = report.files.filter((file) => file.refusal !== null).length;
  const what = report.isDryRun
    ? `${plural(rows, "row")} would be sent`
    : `${plural(rows, "row")} sent: ${listTaken(taken)}`;
  const parts = [
    what,
    ...(refused > 0 ? [`${plural(refused, "line")} refused`] : []),
    ...(files > 0 ? [`${plural(files, "file")} refused`] : []),
  ];
  const isThere = !report.isDryRun && rows > 0;
  const address = isThere ? ` ${report.url}/runs/${encodeURIComponent(report.run)}` : "";
  return [`${parts.join("; ")}.${address}`];
}
