import { falsezero } from "./falsezero/recognise";
import type { FileSample, Importer, Recognition } from "./importer";
import { native } from "./native/recognise";
import { nemoGym } from "./nemo-gym/recognise";
import { nemoRl } from "./nemo-rl/recognise";
import { primeRl } from "./prime-rl/recognise";
import { rllm } from "./rllm/recognise";
import { trl } from "./trl/recognise";
import { verifiers } from "./verifiers/recognise";
import { verl } from "./verl/recognise";

/** Every producer whose files can be imported; the first that knows a file reads it. */
export const importers: readonly Importer[] = [
  falsezero,
  nemoGym,
  nemoRl,
  primeRl,
  verifiers,
  verl,
  rllm,
  trl,
  // Last: a producer's rows may have keys that ours have too.
  native,
];

/** A file and who reads it. */
export interface RecognisedFile {
  readonly importer: Importer | null;
  readonly recognition: Recognition;
}

/** What is taken at all; to rows that nobody claims it is said what they lack to be taken as they are. */
function listExpected({ records }: FileSample): string {
  const words = importers.map((importer) => {
    return importer === native && records.length > 0 ? importer.expects : importer.title;
  });
  return `one of these: ${words.join(", ")}`;
}

function describeSample(sample: FileSample): string {
  const [first] = sample.records;
  if (first !== undefined) return `rows with the keys ${listKeys(Object.keys(first))}`;
  if (sample.columns !== null) return `a parquet table with the columns ${listKeys(sample.columns)}`;
  if (sample.document === undefined) return "no line that is a JSON object";
  if (Array.isArray(sample.document)) return "a JSON array";
  if (sample.document === null || typeof sample.document !== "object") return "a JSON value that is no object";
  return `a JSON object with the keys ${listKeys(Object.keys(sample.document))}`;
}

function listKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, 6).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length > shown.length ? `${shown.join(", ")}, …` : shown.join(", ") || "(none)";
}

/** Finds out what a file is, by its content first and its name second. */
export function recogniseFile(sample: FileSample): RecognisedFile {
  for (const importer of importers) {
    const recognition = importer.recognise(sample);
    if (recognition !== null) return { importer, recognition };
  }
  // A name says at most what should have been there.
  const claimant = importers.find(({ claims }) => claims(sample.name));
  const expected = claimant?.expects ?? listExpected(sample);
  return { importer: null, recognition: { role: "refused", saw: describeSample(sample), expected } };
}
