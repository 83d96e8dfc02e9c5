import type { Split } from "@/lib/core/rollout";
import type { RowFormat } from "@/lib/wire/normalise";
import type { ExpectedId, JsonRecord } from "./importer";

/** What the server said about rows that were sent. */
export interface ImportReceipt {
  readonly inserted: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly superseded: number;
  readonly rejectedCount: number;
  /** Not always all of them; `index` is the row's place among those sent. */
  readonly rejected: readonly { readonly index: number; readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly code: string; readonly count: number; readonly message: string }[];
}

/** Where rows belong that say nothing else. */
export interface ImportPlace {
  readonly split?: Split | undefined;
  readonly segment?: string | undefined;
  readonly environment?: string | undefined;
}

export interface RowsPlace extends ImportPlace {
  readonly format: RowFormat;
  readonly step?: number | undefined;
}

export interface ProducerCounts {
  readonly source: string;
  readonly file: string;
  readonly step: number | null;
  readonly split?: Split | undefined;
  readonly counts: Readonly<Record<string, number>>;
}

/** Where an import goes: a run on a server, or nowhere on a dry run. It resolves when what it was given is stored. */
export interface ImportTarget {
  /** Declarations of a step add up. */
  declareExpected(step: number, expected: readonly ExpectedId[], place: ImportPlace): Promise<void>;
  /** @param rows the bytes of one JSON object each, on one line. */
  sendRows(rows: readonly Uint8Array[], place: RowsPlace): Promise<ImportReceipt>;
  sendCounts(counts: ProducerCounts): Promise<void>;
  /** What an export holds beside rows, in its order. */
  sendRecords(exportedRun: string, records: readonly JsonRecord[]): Promise<void>;
}
