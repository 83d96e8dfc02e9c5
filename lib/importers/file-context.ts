/** What is known of a file beside what stands in it: from whoever imports it, and from the files around it. */
import type { ImportPlace } from "./import-target";
import type { FileContext, InputFields } from "./importer";
import type { PlannedFile } from "./plan-import";

export interface ImportOptions extends ImportPlace {
  /** Rollouts that share a prompt, for producers whose files do not say so. */
  readonly generationsPerPrompt?: number | undefined;
  /** Columns that are rewards, for producers whose names do not say so. */
  readonly rewardColumns?: readonly string[] | undefined;
}

/** What the files of one step know of each other, by their stem. */
export class StepKnowledge {
  readonly inputFields = new Map<string, Map<string, InputFields>>();
  readonly environments = new Map<string, string>();
  readonly chosen = new Map<string, Set<string>>();
}

/** Where the rows of a file belong that say nothing else. */
export function placeOf(file: PlannedFile, { split, segment, environment }: ImportOptions): ImportPlace {
  return { split: file.split ?? split, segment, environment };
}

/** What is known around a file when its rows are read. */
export function contextOf(
  { stem, folder }: Pick<PlannedFile, "stem" | "folder">,
  known: StepKnowledge,
  options: ImportOptions,
): FileContext {
  return {
    inputFields: known.inputFields.get(stem) ?? new Map(),
    environment: known.environments.get(stem) ?? null,
    generationsPerPrompt: options.generationsPerPrompt ?? null,
    rewardColumns: options.rewardColumns ?? null,
    chosen: known.chosen.get(stem) ?? null,
    folder,
  };
}
