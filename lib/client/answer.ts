/** What the server answers, read without trusting its shape: something else may be listening there. */

/** The answer to posted rollouts. */
export interface Receipt {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly superseded: number;
  readonly rejectedCount: number;
  /** At most 100 of them; `index` is the row's place in the request. */
  readonly rejected: readonly RejectedRow[];
  readonly warnings: readonly Warning[];
}

export interface RejectedRow {
  readonly index: number;
  readonly code: string;
  readonly message: string;
}

export interface Warning {
  readonly code: string;
  readonly count: number;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function readText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function readCount(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === "number" ? value : 0;
}

function readList(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** @returns null where the value is no receipt. */
export function readReceipt(value: unknown): Receipt | null {
  if (!isFields(value) || typeof value["received"] !== "number") return null;
  return {
    received: value["received"],
    inserted: readCount(value, "inserted"),
    updated: readCount(value, "updated"),
    duplicates: readCount(value, "duplicates"),
    superseded: readCount(value, "superseded"),
    rejectedCount: readCount(value, "rejected_count"),
    rejected: readList(value, "rejected").map((row) => ({
      index: readCount(row, "index"),
      code: readText(row, "code") ?? "rejected",
      message: readText(row, "message") ?? "refused without a reason",
    })),
    warnings: readList(value, "warnings").map((warning) => ({
      code: readText(warning, "code") ?? "warning",
      count: readCount(warning, "count"),
      message: readText(warning, "message") ?? "",
    })),
  };
}

/** The run that a demo is played into. */
export interface DemoRun {
  readonly run: string;
  readonly rollouts: number;
}

/** @returns null where the value tells of no demo. */
export function readDemoRun(value: unknown): DemoRun | null {
  if (!isFields(value)) return null;
  const run = readText(value, "run");
  return run === null ? null : { run, rollouts: readCount(value, "rollouts") };
}

/** A copy that was put in the place of the data. */
export interface Restored {
  readonly revision: string;
  /** Name of the file that holds what was there. */
  readonly replaced: string | null;
}

/** @returns null where the value tells of no copy. */
export function readRestored(value: unknown): Restored | null {
  if (!isFields(value)) return null;
  const revision = readText(value, "revision");
  if (revision === null) return null;
  return { revision, replaced: readText(value, "replaced") };
}

/** A launch that the server knows of. */
export interface KnownSegment {
  readonly name: string;
  /** When it began, or was first heard of, epoch ms. */
  readonly begunAt: number | null;
}

/** The launches of a run, in their order; none where the value is no run. */
export function readSegments(value: unknown): KnownSegment[] {
  if (!isFields(value)) return [];
  return readList(value, "segments").flatMap((segment) => {
    const name = readText(segment, "segment");
    if (name === null) return [];
    const begunAt = Date.parse(readText(segment, "started_at") ?? readText(segment, "first_heard_at") ?? "");
    return [{ name, begunAt: Number.isNaN(begunAt) ? null : begunAt }];
  });
}

/** Whether this is a run, as a Falsezero server tells of it, and nothing else that answers there. */
export function isRun(value: unknown): boolean {
  return isFields(value) && Array.isArray(value["segments"]);
}

/** How a run stands: live, quiet, finished, crashed or stopped. @returns null where the value is no run. */
export function readRunState(value: unknown): string | null {
  return isFields(value) ? readText(value, "state") : null;
}

/** What to do now. */
export interface Verdict {
  /** stop, watch, blind, learning or ok. */
  readonly verdict: string;
  readonly reason: string;
  /** The id of the incident that it is about; null where it is about none. */
  readonly incident: string | null;
  readonly lastCleanCheckpoint: { readonly segment: string; readonly step: number; readonly name: string } | null;
}

/** @returns null where the value is no verdict. */
export function readVerdict(value: unknown): Verdict | null {
  if (!isFields(value)) return null;
  const verdict = readText(value, "verdict");
  const reason = readText(value, "reason");
  if (verdict === null || reason === null) return null;
  const checkpoint = value["last_clean_checkpoint"];
  const name = isFields(checkpoint) ? readText(checkpoint, "name") : null;
  const lastCleanCheckpoint =
    isFields(checkpoint) && name !== null
      ? { name, segment: readText(checkpoint, "segment") ?? "", step: readCount(checkpoint, "step") }
      : null;
  return { verdict, reason, incident: readText(value, "incident"), lastCleanCheckpoint };
}

/** Whether this is the list of runs: what a Falsezero server, and nothing else, answers there. */
export function isRunList(value: unknown): boolean {
  return isFields(value) && Array.isArray(value["runs"]);
}

/** An error answer (RFC 9457), as far as it is one. */
export interface ProblemAnswer {
  readonly code: string | null;
  readonly sentence: string | null;
  /** Whether a Falsezero server wrote it, and not something between us and it. */
  readonly isOurs: boolean;
}

export function readProblem(value: unknown): ProblemAnswer {
  if (!isFields(value)) return { code: null, sentence: null, isOurs: false };
  const sentence = readText(value, "detail") ?? readText(value, "title");
  const isOurs = readText(value, "type")?.startsWith("urn:falsezero:") ?? false;
  return { code: readText(value, "code"), sentence, isOurs };
}

/** @returns undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
