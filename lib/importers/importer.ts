/** What an importer promises: it looks at the beginning of a file, and says what the file is and how to read it. */
import type { Split } from "@/lib/core/rollout";
import type { RowFormat } from "@/lib/wire/normalise";
import type { Envelope, RolloutRow } from "@/lib/wire/rollout-row";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** What is known of a file before it is read through. */
export interface FileSample {
  /** Its name without folders, and without the ending of a compressed file. */
  readonly name: string;
  /** Its name with all folders that are known, parted by slashes. */
  readonly path: string;
  /** The first lines that are JSON objects; none where the file is one document or a table. */
  readonly records: readonly JsonRecord[];
  /** Whether the records are all that there are. */
  readonly isWhole: boolean;
  /** The whole file, where it is one JSON document; undefined otherwise. */
  readonly document: unknown;
  /** Names of the columns, where the file is a parquet table; null otherwise. */
  readonly columns: readonly string[] | null;
}

/** A line, or a whole file, that is not taken. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Failure fields of a rollout's input: a row that carries the same ones only echoes the dataset. */
export interface InputFields {
  readonly mask_sample?: unknown;
  readonly failure_kind?: unknown;
  readonly failure_reason?: unknown;
}

/** What is known around a file of rows when it is read. */
export interface FileContext {
  /** By rollout key, for those inputs at hand that have failure fields. */
  readonly inputFields: ReadonlyMap<string, InputFields>;
  /** Of the file's rows that name none, by a file beside it. */
  readonly environment: string | null;
  /** Rollouts that share a prompt, where the caller said how many. */
  readonly generationsPerPrompt: number | null;
  /** Columns that are rewards, where the caller said which. */
  readonly rewardColumns: readonly string[] | null;
  /** Rows of a file's subset beside it, by their key; null where no such file is at hand. */
  readonly chosen: ReadonlySet<string> | null;
  /** Folders of the file below what is imported, which tell it from others of its name; empty where there are none. */
  readonly folder: string;
}

/** A record of an export, and the run that it was exported from. */
export interface ExportedRecord {
  readonly record: JsonRecord;
  readonly exportedRun: string;
}

/**
 * What becomes of one record: itself to the letter with what is known beside it, rows of ours, what an export holds
 * beside rows, or a refusal.
 */
export type MappedRecord =
  | { readonly envelope: Envelope }
  | { readonly rows: readonly RolloutRow[] }
  | ExportedRecord
  | Refusal;

/** A line that is a row to the letter. */
export interface PlainRow {
  /** What its rollout is known by; null where that can't be told. */
  readonly key: string | null;
}

/** Bytes of a line that are looked at, at its beginning and at its end. */
export const lineEndBytes = 4_096;

/** How a line begins and how it ends: {@link lineEndBytes} of it, or all of a shorter one. */
export interface LineEnds {
  readonly start: string;
  readonly end: string;
}

/**
 * Tells a line that is a row to the letter, as its ends alone show: it goes to the server without being parsed here.
 * null where it has to be parsed.
 */
export type FindPlain = (line: LineEnds) => PlainRow | null;

/** Reads the records of one file in their order. */
export interface RecordReader {
  readonly findPlain?: FindPlain | undefined;
  /** @param id names the record for good: what a row without an identity is known by. */
  map(record: JsonRecord, id: string): MappedRecord;
  /** What a person should know of how the file was read; null where there is nothing to say. */
  note(): string | null;
  /** Why the file is not all that it should be, asked at its end; null where nothing is missing. */
  readonly finish?: (() => string | null) | undefined;
}

/** A rollout that is to come, by the identity its row will have. */
export interface ExpectedId {
  readonly environment: string | null;
  readonly group: string;
  readonly sample: number;
}

export interface MappedInput {
  readonly expected: ExpectedId;
  readonly key: string;
  /** null where the input has no failure field. */
  readonly fields: InputFields | null;
}

/** Rows to send. */
export interface RowsFile {
  readonly role: "rows";
  readonly kind: string;
  readonly format: RowFormat;
  /** How records are found in it. */
  readonly reading: "lines" | "document" | "parquet";
  /** The step of all its rows, where the file itself says so. */
  readonly step?: number | null;
  /** The split of all its rows, where the file itself says so. */
  readonly split?: Split;
  /** Every row says its step itself. */
  readonly hasOwnSteps?: boolean;
  /**
   * The file repeats some rows of another one with the same stem: those that this key is the same of. They are known
   * when the other file is read, and not read twice.
   */
  readonly subsetKey?: (record: JsonRecord) => string | null;
  readonly startReading: (context: FileContext) => RecordReader;
}

/** The set of rollouts that are expected. */
export interface InputsFile {
  readonly role: "inputs";
  readonly kind: string;
  readonly mapInput: (record: JsonRecord) => MappedInput | Refusal;
}

/** What a producer counted or said itself, under our names. */
export interface CountsFile {
  readonly role: "counts";
  readonly kind: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Environment of the rows beside it. */
  readonly environment?: string | null;
}

/** A file of this producer in which there is nothing to import. */
export interface UnneededFile {
  readonly role: "unneeded";
  readonly kind: string;
  readonly reason: string;
}

/** A file that looks like one of this producer's, but that can't be what it should. */
export interface RefusedFile {
  readonly role: "refused";
  readonly saw: string;
  /** null where it can't be read: what was seen then says all of it. */
  readonly expected: string | null;
}

export type Recognition = RowsFile | InputsFile | CountsFile | UnneededFile | RefusedFile;

export interface Importer {
  readonly producer: string;
  /** What this producer's files are, in two or three words. */
  readonly title: string;
  /** The same, with what they are known by. */
  readonly expects: string;
  /** @returns null where the file is none of this producer's. */
  readonly recognise: (sample: FileSample) => Recognition | null;
  /** Whether a name is one that this producer gives; a file of that name with other content is refused in its words. */
  readonly claims: (name: string) => boolean;
  /** What files that belong together share: the path without what tells their kinds apart. */
  readonly stemOf: (path: string, kind: string) => string;
  /** Paths, from the same folder, of the files that belong to a file of rows. */
  readonly companionsOf: (path: string) => readonly string[];
}
