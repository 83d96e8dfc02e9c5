import type { ImportTarget } from "./import-target";
import type { ExportedRecord, JsonRecord } from "./importer";
import type { Sender } from "./sender";

const batchRecords = 1_000;
const batchCharacters = 4 * 1024 * 1024;

/** Sends records of an export in their place among its rows: some have to be there first, some can only be told after. */
export class RecordSender {
  readonly #target: ImportTarget;
  readonly #rows: Sender;
  #records: JsonRecord[] = [];
  #characters = 0;
  #exportedRun = "";

  constructor(target: ImportTarget, rows: Sender) {
    this.#target = target;
    this.#rows = rows;
  }

  add({ record, exportedRun }: ExportedRecord): void {
    this.#records.push(record);
    this.#characters += JSON.stringify(record).length;
    this.#exportedRun = exportedRun;
  }

  get hasAny(): boolean {
    return this.#records.length > 0;
  }

  get isFull(): boolean {
    return this.#records.length >= batchRecords || this.#characters >= batchCharacters;
  }

  /** Everything before it first. */
  async flush(): Promise<void> {
    if (!this.hasAny) return;
    const records = this.#records;
    this.#records = [];
    this.#characters = 0;
    await this.#rows.end();
    await this.#target.sendRecords(this.#exportedRun, records);
  }
}
