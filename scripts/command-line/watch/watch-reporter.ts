import { addWarning, type ImportedFile, isTaken, sumImported } from "@/lib/core/imported-file";
import { escapeUnseen, toOneLine } from "@/lib/core/one-line";
import type { FileReport } from "@/lib/importers/file-report";
import { describeName, describeOutcome, describeTotals, listRemarks } from "@/lib/view/import-words";

/** Lines of one file come no more often than this. */
const everyMs = 2_000;
/** Reasons why a server takes nothing come no more often than this. */
const awayEveryMs = 30_000;

function add(former: ImportedFile | undefined, next: ImportedFile): ImportedFile {
  if (former === undefined) return next;
  const sum = sumImported([former, next]);
  const lines = [...former.lines, ...next.lines].slice(0, 100);
  const warnings = next.warnings.reduce(addWarning, former.warnings);
  // Each pass hears a file's whole expected set and whole counts anew.
  return { ...next, ...sum, lines, warnings, expected: Math.max(former.expected, next.expected) };
}

function isWorthALine(file: ImportedFile): boolean {
  const hasCounts = Object.keys(file.counts ?? {}).length > 0;
  return file.refusal === null && (file.rows > 0 || file.expected > 0 || file.refused > 0 || hasCounts);
}

/** Tells a person, or a script, what becomes of the files; as often as one can read. */
export class WatchReporter {
  readonly #print: (line: string) => void;
  readonly #json: boolean;
  readonly #all = new Map<string, ImportedFile>();
  #news = new Map<string, ImportedFile>();
  #unreadable = new Map<string, string>();
  #saidAt = 0;
  #away: string | null = null;
  #saidAwayAt = 0;

  constructor(print: (line: string) => void, json: boolean) {
    this.#print = print;
    this.#json = json;
  }

  add(report: FileReport): void {
    const file = report.toImported();
    this.#all.set(file.file, add(this.#all.get(file.file), file));
    this.#news.set(file.file, add(this.#news.get(file.file), file));
  }

  /** Tells what is new, if the last time is long enough ago. */
  tell(isLast = false): void {
    if (this.#news.size === 0 || (!isLast && Date.now() - this.#saidAt < everyMs)) return;
    this.#saidAt = Date.now();
    for (const file of this.#news.values()) {
      if (!isWorthALine(file)) continue;
      if (this.#json) this.#print(JSON.stringify({ event: "file", ...file }));
      else this.#printLines(`${describeName(file)}: ${describeOutcome(file, false)}`, ...listRemarks(file));
    }
    this.#news = new Map();
  }

  refuse(name: string, refusal: string): void {
    if (this.#json) this.#print(JSON.stringify({ event: "refused", file: name, message: refusal }));
    else this.#printLines(`${toOneLine(name)}: not taken yet: ${refusal}`);
  }

  /** What can't be looked at now, by its path; each is told once for as long as its reason is the same. */
  setUnreadable(unreadable: ReadonlyMap<string, string>): void {
    for (const [path, why] of unreadable) {
      if (this.#unreadable.get(path) !== why) this.refuse(path, `it can't be read: ${why}`);
    }
    this.#unreadable = new Map(unreadable);
  }

  note(text: string): void {
    if (this.#json) this.#print(JSON.stringify({ event: "note", message: text }));
    else this.#printLines(text);
  }

  /** @param why null when the server is back. Another reason than before is told, but not with every try. */
  setAway(why: string | null): void {
    if (this.#away === why) return;
    const isNew = this.#away === null || why === null;
    if (!isNew && Date.now() - this.#saidAwayAt < awayEveryMs) return;
    this.#away = why;
    this.#saidAwayAt = Date.now();
    if (why === null) this.note("The server answers again.");
    else this.note(`The server takes nothing now: ${why}. Nothing is lost; it is tried again until it does.`);
  }

  /** The last line. @param hasUnread a file could not be read to the end. @returns whether everything was taken. */
  end(url: string, run: string, failure: string | null, hasUnread: boolean): boolean {
    this.tell(true);
    const files = [...this.#all.values()];
    const isWhole = files.every(isTaken) && this.#unreadable.size === 0 && !hasUnread;
    if (this.#json) {
      this.#print(
        JSON.stringify({ event: "end", run, url, ok: failure === null && isWhole, failure, ...sumImported(files) }),
      );
      return isWhole;
    }
    const isThere = files.some(({ rows, expected }) => rows > 0 || expected > 0);
    const totals = `${describeTotals(files, false)}.${isThere ? ` ${url}/runs/${encodeURIComponent(run)}` : ""}`;
    if (failure !== null) this.#printLines(failure);
    this.#print(totals);
    return isWhole;
  }

  /** For a person: names of files and words of the server may hold what a terminal obeys. */
  #printLines(line: string, ...remarks: readonly string[]): void {
    this.#print(escapeUnseen(line));
    for (const remark of remarks) this.#print(escapeUnseen(`  ${remark}`));
  }
}
