/** Lines of an export of ours. Rollouts go on as they are; records go where an export's records go. */
import { ExportEnd, ExportHeader } from "@/lib/wire/export-file";
import { exportedRowStart } from "@/lib/wire/exported-row-start";
import { isKnownKind, RunRecordLine, recordKey } from "@/lib/wire/run-record";
import type { JsonRecord, MappedRecord, RecordReader, Refusal } from "../importer";

const nothing: MappedRecord = { rows: [] };

function refuse(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): Refusal {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  return { code: "wrong_type", message: `${path} is not as an export of this version has it: ${issue?.message ?? ""}` };
}

export function startReading(): RecordReader {
  let rollouts = 0;
  let records = 0;
  const unknown = new Map<string, number>();
  let header: ExportHeader["falsezero_export"] | null = null;
  let end: ExportEnd["falsezero_export_end"] | null = null;
  const map = (record: JsonRecord): MappedRecord => {
    if (recordKey in record) {
      records++;
      const kind = record[recordKey];
      if (!isKnownKind(kind)) {
        const words = String(kind).slice(0, 40);
        unknown.set(words, (unknown.get(words) ?? 0) + 1);
        return nothing;
      }
      const parsed = RunRecordLine.safeParse(record);
      return parsed.success ? { record, exportedRun: header?.run ?? "" } : refuse(parsed.error);
    }
    const begun = ExportHeader.safeParse(record);
    if (begun.success) {
      header = begun.data.falsezero_export;
      return nothing;
    }
    const ended = ExportEnd.safeParse(record);
    if (ended.success) {
      end = ended.data.falsezero_export_end;
      return nothing;
    }
    rollouts++;
    return { envelope: {} };
  };
  return {
    map,
    findPlain: ({ start }) => {
      if (!start.startsWith(exportedRowStart)) return null;
      rollouts++;
      return { key: null };
    },
    note: () => {
      const notes: string[] = [];
      if (header !== null) {
        const what = header.whole ? `all of run "${header.run}"` : `some rollouts of run "${header.run}"`;
        notes.push(`${what}, as it was on ${header.exported_at} (revision ${header.revision})`);
      }
      const writer = header === null ? "a newer version" : `Falsezero ${header.server}`;
      for (const [kind, count] of unknown) {
        notes.push(`${count} ${kind} records were left out: this version does not know what ${writer} means by them`);
      }
      return notes.length === 0 ? null : notes.join("; ");
    },
    finish: () => {
      const read = `${rollouts} rollouts and ${records} records`;
      const again = "what it has was taken; export the run again, and import that: nothing counts twice";
      if (end === null)
        return `not whole: it breaks off after ${read}, before the line that says how many there are; ${again}`;
      if (header === null) return `not whole: its first line is missing; ${again}`;
      if (end.rollouts === rollouts && end.records === records) return null;
      return `not whole: it has ${read}, and says that it should have ${end.rollouts} and ${end.records}; ${again}`;
    },
  };
}
