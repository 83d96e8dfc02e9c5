import type { FileReport } from "./file-report";
import type { ImportReceipt } from "./import-target";
import { BatchMemory, type ReadRow, RowBatch } from "./row-batch";
import { parseRecord } from "./source-lines";

/** Enough rows that requests cost little, few enough that one is quickly sent again. A larger row goes alone. */
const batchRows = 2_048;
const batchBytes = 4 * 1024 * 1024;

/** Requests at once: while the server stores one, it judges the next, and receives another. */
const mostUnderWay = 4;

/** Of all files: most are small, and a piece of memory for each would cost more than what is in it. */
const memory = new BatchMemory(batchBytes, mostUnderWay + 1);

interface UnderWay {
  readonly batch: RowBatch;
  readonly answered: Promise<void>;
}

/**
 * Sends batches while the next one is being read: some at a time, where no rollout has rows in both. A later row of the
 * same rollout must not overtake an earlier one.
 */
export class Sender {
  readonly #send: (rows: readonly Uint8Array[]) => Promise<ImportReceipt>;
  readonly #report: FileReport;
  #batch = new RowBatch(memory);
  #underWay: UnderWay[] = [];

  constructor(report: FileReport, send: (rows: readonly Uint8Array[]) => Promise<ImportReceipt>) {
    this.#report = report;
    this.#send = send;
  }

  /** Whether the batch has to be sent before a row is added. */
  isFullFor(row: ReadRow): boolean {
    return this.#batch.rows.length >= batchRows || !this.#batch.hasRoom(row);
  }

  /** Takes a copy of the row. */
  add(row: ReadRow): void {
    this.#batch.add(row);
  }

  async end(): Promise<void> {
    if (!this.#batch.isEmpty) await this.flush();
    while (this.#underWay.length > 0) await this.#awaitOldest();
  }

  /** Sends nothing more, and waits until all that is under way has ended, well or not. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay.map(({ answered }) => answered));
    this.#underWay = [];
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new RowBatch(memory);
    const hasToWait = () => {
      return (
        this.#underWay.length >= mostUnderWay || this.#underWay.some((other) => batch.mayShareRollouts(other.batch))
      );
    };
    while (hasToWait()) await this.#awaitOldest();
    const answered = this.#post(batch);
    // Its error is thrown where it is waited for.
    answered.catch(() => undefined);
    this.#underWay.push({ batch, answered });
  }

  async #awaitOldest(): Promise<void> {
    await this.#underWay[0]?.answered;
    this.#underWay.shift();
  }

  async #post(batch: RowBatch): Promise<void> {
    const { rows } = batch;
    const receipt = await this.#send(rows.map(({ bytes }) => bytes));
    this.#report.rows += rows.length - receipt.rejectedCount;
    this.#report.addReceipt(
      { ...receipt, rejected: receipt.rejected.map((one) => explain(one, rows)) },
      rows.map(({ number }) => number),
    );
    batch.release();
  }
}

/** What the server could not read it names by its place in the request; a person looks for it in the file. */
function explain(rejected: ImportReceipt["rejected"][number], rows: readonly ReadRow[]): typeof rejected {
  const row = rows[rejected.index];
  if (rejected.code !== "invalid_json" || row === undefined) return rejected;
  const read = parseRecord(row);
  return "code" in read ? { ...rejected, ...read } : rejected;
}
