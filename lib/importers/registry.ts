import type { FileSample, Importer, Recognition } from "./importer";
import { nemoGym } from "./nemo-gym/recognise";

/** Every producer whose files can be imported; the first that knows a file reads it. */
export const importers: readonly Importer[] = [nemoGym];

/** A file and who reads it. */
export interface RecognisedFile {
  readonly importer: Importer | null;
  readonly recognition: Recognition;
}

function describeSample(sample: FileSample): string {
  const [first] = sample.records;
  if (first !== undefined) return `rows with the keys ${listKeys(first)}`;
  if (sample.document === undefined) return "no line that is a JSON object";
  if (Array.isArray(sample.document)) return "a JSON array";
  if (sample.document === null || typeof sample.document !== "object") return "a JSON value that is no object";
  return `a JSON object with the keys ${listKeys(sample.document)}`;
}

function listKeys(record: object): string {
  const keys = Object.keys(record);
  const shown = keys.slice(0, 6).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length > shown.length ? `${shown.join(", ")}, …` : shown.join(", ") || "(none)";
}

/** Finds out what a file is, by its content first and its name second. */
export function recogniseFile(sample: FileSample): RecognisedFile {
  for (const importer of importers) {
    const recognition = importer.recognise(sample);
    if (recognition !== null) return { importer, recognition };
  }
  const expected = importers.map((importer) => importer.expects).join("; or ");
  return { importer: null, recognition: { role: "refused", saw: describeSample(sample), expected } };
}
