/** What an importer promises: it looks at the beginning of a file, and says what the file is and how to read it. */
import type { RowFormat } from "@/lib/wire/normalise";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** What is known of a file before it is read through. */
export interface FileSample {
  /** Its name without folders. */
  readonly name: string;
  /** The first lines that are JSON objects; none where the file is one document. */
  readonly records: readonly JsonRecord[];
  /** The whole file, where it is one JSON document; undefined otherwise. */
  readonly document: unknown;
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

export interface RowSource {
  /** Names the line for good: what a row without an identity is known by. */
  readonly id: string;
  /** By rollout key, for those inputs at hand that have failure fields. */
  readonly inputFields: ReadonlyMap<string, InputFields>;
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
  /** @returns the text to send: the line itself, with what the file says about it. */
  readonly mapRow: (record: JsonRecord, text: string, source: RowSource) => { readonly text: string } | Refusal;
}

/** The set of rollouts that are expected. */
export interface InputsFile {
  readonly role: "inputs";
  readonly kind: string;
  readonly mapInput: (record: JsonRecord) => MappedInput | Refusal;
}

/** What a producer counted itself, under our names. */
export interface CountsFile {
  readonly role: "counts";
  readonly kind: string;
  readonly counts: Readonly<Record<string, number>>;
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
  readonly expected: string;
}

export type Recognition = RowsFile | InputsFile | CountsFile | UnneededFile | RefusedFile;

export interface Importer {
  readonly producer: string;
  /** What this producer's files are, for people. */
  readonly expects: string;
  /** @returns null where the file is none of this producer's. */
  readonly recognise: (sample: FileSample) => Recognition | null;
  /** What files that belong together share: the name without the ending of its kind. */
  readonly stemOf: (name: string, kind: string) => string;
  /** Names, in the same folder, of the files that belong to a file of rollouts. */
  readonly companionsOf: (name: string) => readonly string[];
}
