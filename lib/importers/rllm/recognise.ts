/** Tells rLLM's episodes by the document; the folder says the step, and whether it was trained on. */
import { folderOf, nameOf } from "../import-source";
import type { FileSample, Importer, JsonRecord, Recognition } from "../importer";
import { readCount, readRecord } from "../read-values";
import { mapEpisode, type RllmPlace } from "./map";

const stepFolder = /(?:^|[_-])(train|val)_step_(\d{1,9})_epoch_\d+$/;

function isSummary(document: JsonRecord): boolean {
  return "num_episodes" in document && Array.isArray(document["episode_files"]);
}

/** Folders above the step's own, which tell runs apart that were imported as one. */
function aboveOf(folder: string, stepFolder: string): string {
  return nameOf(folder) === stepFolder ? folderOf(folder) : folder;
}

function placeOf(path: string, document: JsonRecord): Omit<RllmPlace, "above"> {
  const folder = nameOf(folderOf(path));
  const [, kind, step] = stepFolder.exec(folder) ?? [];
  return {
    split: kind === undefined ? undefined : kind === "val" ? "eval" : "train",
    step: step === undefined ? readCount(document["training_step"]) : Number(step),
    folder: kind === undefined ? `step_${readCount(document["training_step"]) ?? ""}` : folder,
  };
}

function recognise({ path, document: told }: FileSample): Recognition | null {
  const document = readRecord(told);
  if (document === null) return null;
  if (isSummary(document)) {
    return { role: "unneeded", kind: "summary", reason: "a summary of episodes, computed from them" };
  }
  if (!Array.isArray(document["trajectories"])) return null;
  if (!("termination_reason" in document || "episode_id" in document)) return null;
  const place = placeOf(path, document);
  return {
    role: "rows",
    kind: "episode",
    format: "native",
    reading: "document",
    step: place.step,
    ...(place.split === undefined ? {} : { split: place.split }),
    startReading: ({ folder }) => {
      const inside = { ...place, above: aboveOf(folder, place.folder) };
      return { map: (record, id) => mapEpisode(record, id, inside), note: () => null };
    },
  };
}

export const rllm: Importer = {
  producer: "rllm",
  title: "rLLM episodes",
  expects: "an episode of rLLM (a JSON document with trajectories and termination_reason)",
  recognise,
  claims: (name) => /^episode_.*[.]json$/.test(name),
  stemOf: (path) => folderOf(path),
  companionsOf: () => [],
};
