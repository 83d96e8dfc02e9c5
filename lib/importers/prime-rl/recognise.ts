/** Tells prime-rl's episodes by their rows; which of them were trained on is told by the folder alone. */
import type { FileSample, Importer, JsonRecord, Recognition } from "../importer";
import { readCount, readRecord } from "../read-values";
import { type Disposition, mapEpisode, readEpisodeKey } from "./map";

/** The part of a path that says which episodes a file holds; the last one counts. */
const place = /^(.*(?:^|[/_.-]))(all|effective)(?=[/_.-][^/]*$)/;

function isOurs(record: JsonRecord): boolean {
  return Array.isArray(record["traces"]) && typeof record["ok"] === "boolean" && "id" in record;
}

/** What an episode says of its step, whatever it is. */
function readStep(record: JsonRecord | undefined): unknown {
  return readRecord(readRecord(record?.["run"])?.["work"])?.["step"];
}

function recognise({ path, records }: FileSample): Recognition | null {
  if (!records.some(isOurs)) return null;
  const isEffective = place.exec(path)?.[2] === "effective";
  const dispositionOf = (record: JsonRecord, chosen: ReadonlySet<string> | null): Disposition => {
    if (isEffective) return "trained";
    // Without the other file it is not known.
    if (chosen === null) return null;
    return chosen.has(readEpisodeKey(record) ?? "") ? "trained" : "filtered";
  };
  return {
    role: "rows",
    kind: isEffective ? "effective" : "episodes",
    format: "native",
    reading: "lines",
    step: readCount(readStep(records[0])),
    hasOwnSteps: records.every((record) => typeof readStep(record) === "number"),
    ...(isEffective ? { subsetKey: readEpisodeKey } : {}),
    startReading: ({ chosen }) => ({
      map: (record) => mapEpisode(record, dispositionOf(record, chosen)),
      note: () => (chosen === null && !isEffective ? untold : null),
    }),
  };
}

const untold = "which episodes were trained on is not known: no effective/traces.jsonl is beside it";

export const primeRl: Importer = {
  producer: "prime-rl",
  title: "prime-rl traces",
  expects: "episodes of prime-rl (traces.jsonl, rows with id, ok and traces)",
  recognise,
  claims: (name) => name === "traces.jsonl",
  stemOf: (path) => path.replace(place, "$1"),
  companionsOf: (path) => (/(?:^|[/])all[/]traces[.]jsonl$/.test(path) ? ["../effective/traces.jsonl"] : []),
};
