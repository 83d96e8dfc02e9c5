/** Tells exports of ours by their first line, or by the mark that each of their rows has. */
import { ExportHeader, exportVersion } from "@/lib/wire/export-file";
import { isExportedRow } from "@/lib/wire/exported-row";
import { recordKey } from "@/lib/wire/run-record";
import type { FileSample, Importer, Recognition } from "../importer";
import { startReading } from "./map";

function recognise({ records }: FileSample): Recognition | null {
  const [first] = records;
  if (first === undefined) return null;
  const header = ExportHeader.safeParse(first);
  if (header.success && header.data.falsezero_export.version !== exportVersion) {
    const { version, server } = header.data.falsezero_export;
    const saw = `an export of version ${version}, written by Falsezero ${server}`;
    return {
      role: "refused",
      saw,
      expected: `an export of version ${exportVersion}; a server as new as that one reads it`,
    };
  }
  if (!header.success && !isExportedRow(first) && !(recordKey in first)) return null;
  return { role: "rows", kind: "export", format: "native", reading: "lines", hasOwnSteps: true, startReading };
}

export const falsezero: Importer = {
  producer: "falsezero",
  title: "exports of Falsezero",
  expects: "an export of Falsezero (its first line begins with falsezero_export)",
  recognise,
  claims: () => false,
  stemOf: (path) => path,
  companionsOf: () => [],
};
