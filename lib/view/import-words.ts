/** What became of an import, in words for people, on the command line and on the page. */
import { type ImportedFile, type ImportTotals, sumImported } from "@/lib/core/imported-file";
import { escapeUnseen, toOneLine } from "@/lib/core/one-line";
import type { FinishState } from "@/lib/core/run";
import { formatCount, formatNoun } from "./format";

function listTaken(taken: Omit<ImportTotals, "rows" | "refused">): string {
  const parts = [
    `${formatCount(taken.inserted)} new`,
    ...(taken.updated > 0 ? [`${formatCount(taken.updated)} updated`] : []),
    ...(taken.duplicates > 0 ? [formatNoun(taken.duplicates, "duplicate")] : []),
    ...(taken.superseded > 0 ? [`${formatCount(taken.superseded)} superseded, kept beside`] : []),
  ];
  return parts.join(", ");
}

/** Kinds of files by what is said of them beside rows. */
const declarations: ReadonlySet<string> = new Set(["inputs"]);
const counts: ReadonlySet<string> = new Set(["coverage", "aggregate", "metadata"]);
const leftOut: ReadonlySet<string> = new Set(["profile", "summary", "other"]);
const nameless: ReadonlySet<string> = new Set(["unknown", "empty", "other"]);

/** Why a file was refused, and what it could have been instead; null where it was not. */
export function describeRefusal({ refusal, wanted }: Pick<ImportedFile, "refusal" | "wanted">): string | null {
  return refusal === null || wanted === null ? refusal : `${refusal}; expected ${wanted}`;
}

/** What was done with one file. */
export function describeOutcome(file: ImportedFile, isDryRun: boolean): string {
  return escapeUnseen(sayOutcome(file, isDryRun));
}

function sayOutcome(file: ImportedFile, isDryRun: boolean): string {
  const { refusal, kind, note } = file;
  if (refusal !== null && file.rows === 0) return `refused: ${describeRefusal(file)}`;
  if (kind === "empty") return "empty";
  if (leftOut.has(kind)) return `left out: ${note ?? "nothing to import is in it"}`;
  if (declarations.has(kind)) return note ?? `${formatNoun(file.expected, "rollout")} expected`;
  if (counts.has(kind)) return note ?? `${formatNoun(Object.keys(file.counts ?? {}).length, "count")} to compare with`;
  if (file.rows === 0 && note !== null) return note;
  return isDryRun ? `${formatNoun(file.rows, "row")} would be sent` : listTaken(file);
}

/** What a file is, as `rollouts, step 3`; null where that says nothing. */
export function describeKind(file: ImportedFile): string | null {
  if (nameless.has(file.kind)) return null;
  return file.step === null ? file.kind : `${file.kind}, step ${file.step}`;
}

/** How a file is called, with what it is. */
export function describeName(file: ImportedFile): string {
  const name = toOneLine(file.file);
  const kind = describeKind(file);
  return kind === null ? name : `${name} (${kind})`;
}

const shownLines = 20;

/** What was refused in a file, and what else should be known of it; a line each. */
export function listRemarks(file: ImportedFile): string[] {
  const lines = file.lines.slice(0, shownLines).map(({ line, message }) => `line ${line}: ${message}`);
  const more = file.refused - lines.length;
  if (more > 0) lines.push(`and ${formatNoun(more, "more line")} refused`);
  if (file.rows > 0 && file.refusal !== null) lines.push(file.refusal);
  if (file.rows > 0 && file.note !== null) lines.push(`note: ${file.note}`);
  for (const { count, message } of file.warnings) lines.push(`note (${formatCount(count)}): ${message}`);
  // Words of files, and of the server about them.
  return lines.map(escapeUnseen);
}

/** What became of everything, in one sentence without its full stop. */
export function describeTotals(files: readonly ImportedFile[], isDryRun: boolean): string {
  const { rows, refused, ...taken } = sumImported(files);
  const refusedFiles = files.filter((file) => file.refusal !== null).length;
  const parts = [
    isDryRun ? `${formatNoun(rows, "row")} would be sent` : `${formatNoun(rows, "row")} sent: ${listTaken(taken)}`,
    ...(refused > 0 ? [`${formatNoun(refused, "line")} refused`] : []),
    ...(refusedFiles > 0 ? [`${formatNoun(refusedFiles, "file")} refused`] : []),
  ];
  return parts.join("; ");
}

/** What is said where the end of a run was told that had ended before; a full sentence. */
export function describeEndedBefore(state: FinishState): string {
  if (state === "finished") return "The run was finished before.";
  return `The run had ended before, as ${state}, and stays so.`;
}

function sayArrived({ inserted, updated, duplicates, superseded }: Omit<ImportTotals, "rows" | "refused">): string {
  const rows = inserted + updated + duplicates + superseded;
  if (rows === 0) return "No row came in.";
  if (rows === inserted) return `${formatNoun(rows, "row")} came in, all new.`;
  if (rows === duplicates)
    return rows === 1 ? "Its one row was there before." : `All ${formatCount(rows)} rows were there before.`;
  const parts = [
    ...(inserted > 0 ? [`${formatCount(inserted)} new`] : []),
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...(duplicates > 0 ? [`${formatCount(duplicates)} there before`] : []),
    ...(superseded > 0 ? [`${formatCount(superseded)} superseded, kept beside`] : []),
  ];
  return `${formatNoun(rows, "row")} came in: ${parts.join(", ")}.`;
}

/** What became of everything, in sentences for a reader who watched it. Lines of a file that was refused whole are not counted beside it. */
export function describeArrived(files: readonly ImportedFile[]): string {
  const refusedFiles = files.filter((file) => file.refusal !== null).length;
  const refusedLines = sumImported(files.filter((file) => file.refusal === null || file.rows > 0)).refused;
  const refused = [
    ...(refusedLines > 0 ? [formatNoun(refusedLines, "line")] : []),
    ...(refusedFiles > 0 ? [formatNoun(refusedFiles, "file")] : []),
  ];
  const verb = refusedLines + refusedFiles === 1 ? "was" : "were";
  const arrived = sayArrived(sumImported(files));
  return refused.length === 0 ? arrived : `${arrived} ${refused.join(" and ")} ${verb} refused.`;
}
