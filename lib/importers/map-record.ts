import { addEnvelope } from "./envelope";
import type { FileReport } from "./file-report";
import type { ExportedRecord, RecordReader } from "./importer";
import type { ReadRow } from "./row-batch";
import type { NumberedRecord } from "./source-lines";

const encoder = new TextEncoder();

const unfollowed =
  "its rollouts only: what an export holds beside them is not followed; import it (npx falsezero import) to have all";

/**
 * The rows that a record becomes; what it is refused for goes into the report.
 *
 * @param onRecord takes what an export holds beside rows; absent: the report says that it was left.
 */
export function* mapRecord(
  numbered: NumberedRecord,
  reader: RecordReader,
  report: FileReport,
  onRecord?: (record: ExportedRecord) => void,
): Generator<ReadRow, void, undefined> {
  const { number } = numbered;
  if ("refusal" in numbered) {
    report.refusals.add(number, numbered.refusal);
    return;
  }
  if (numbered.record === null) {
    yield { number, bytes: numbered.bytes, key: numbered.key };
    return;
  }
  const mapped = reader.map(numbered.record, `${report.rowsName}:${number}`);
  if ("code" in mapped) report.refusals.add(number, mapped);
  else if ("record" in mapped) {
    if (onRecord === undefined) report.note = unfollowed;
    else onRecord(mapped);
  } else if ("rows" in mapped) {
    for (const row of mapped.rows) yield { number, bytes: encoder.encode(JSON.stringify(row)), key: null };
  } else {
    const bytes = numbered.bytes ?? encoder.encode(JSON.stringify(numbered.record));
    // An id of ours names one record of one file.
    const { id } = mapped.envelope;
    yield { number, bytes: addEnvelope(bytes, mapped.envelope), key: id === undefined ? null : `id ${id}` };
  }
}
