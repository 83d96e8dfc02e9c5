import type { FileReport } from "./file-report";
import type { ImportReceipt } from "./import-target";
import { parseRecord } from "./source-lines";

/** Enough rows that requests cost little, few enough that one is quickly sent again. A larger row goes alone. */
const batchRows = 2_048;
const batchBytes = 8 * 1024 * 1024;

/** A row as it is sent, and the number of the record that it is of. */
export interface ReadRow {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Sends batches in their order, while the next one is being read. */
export class Sender {
  readonly #send: (rows: readonly Uint8Array[]) => Promise<ImportReceipt>;
  readonly #report: FileReport;
  #rows: ReadRow[] = [];
  #bytes = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(report: FileReport, send: (rows: readonly Uint8Array[]) => Promise<ImportReceipt>) {
    this.#report = report;
    this.#send = send;
  }

  /** Whether the batch has to be sent before a row is added. */
  isFullFor(row: ReadRow): boolean {
    const isFull = this.#rows.length >= batchRows || this.#bytes + row.bytes.length > batchBytes;
    return this.#rows.length > 0 && isFull;
  }

  add(row: ReadRow): void {
    this.#rows.push(row);
    this.#bytes += row.bytes.length;
  }

  async end(): Promise<void> {
    if (this.#rows.length > 0) await this.flush();
    await this.#underWay;
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    // One at a time: a later row of the same rollout must not overtake an earlier one.
    await this.#underWay;
    this.#underWay = this.#post(rows);
    // Its error is thrown where it is waited for.
    this.#underWay.catch(() => undefined);
  }

  async #post(rows: readonly ReadRow[]): Promise<void> {
    const receipt = await this.#send(rows.map(({ bytes }) => bytes));
    this.#report.rows += rows.length;
    this.#report.addReceipt(
      { ...receipt, rejected: receipt.rejected.map((one) => explain(one, rows)) },
      rows.map(({ number }) => number),
    );
  }
}

/** What the server could not read it names by its place in the request; a person looks for it in the file. */
function explain(rejected: ImportReceipt["rejected"][number], rows: readonly ReadRow[]): typeof rejected {
  const row = rows[rejected.index];
  if (rejected.code !== "invalid_json" || row === undefined) return rejected;
  const read = parseRecord(row);
  return "code" in read ? { ...rejected, ...read } : rejected;
}
