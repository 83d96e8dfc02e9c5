/** TRL's logged completions in our terms. Pure but for numbering a file's prompts. */
import type { FileContext, JsonRecord, MappedRecord, RecordReader } from "../importer";
import { inFolder, isEmptyRecord, readNumber, readNumbers } from "../read-values";
import { TrlRow } from "./schema";

/** Reward functions of a row: a function that did not apply is null or NaN, and adds nothing. */
function readRewards(row: JsonRecord): { readonly named: Record<string, number>; readonly total: number | null } {
  const { step, advantage, prompt, completion, ...others } = row;
  const named = readNumbers(others);
  const values = Object.values(named);
  return { named, total: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) };
}

/** Rows of one prompt in a step are a group; a prompt is known by its text. */
export function startReading({ folder }: Pick<FileContext, "folder">): RecordReader {
  const prompts = new Map<string, number>();
  const map = (record: JsonRecord, id: string): MappedRecord => {
    const parsed = TrlRow.safeParse(record);
    if (!parsed.success) {
      const message = "no row of TRL's completions: it needs a step, a prompt and a completion";
      return { code: "not_a_rollout", message };
    }
    const { step, prompt, completion, advantage, ...others } = parsed.data;
    const { named, total } = readRewards(record);
    const text = JSON.stringify(prompt) ?? "";
    const group = prompts.get(text) ?? prompts.size;
    prompts.set(text, group);
    const told = readNumber(advantage);
    return {
      rows: [
        {
          id,
          step: Number(step),
          group: inFolder(folder, String(group)),
          reward: total,
          ...(isEmptyRecord(named) ? {} : { reward_components: named }),
          ...(told === null ? {} : { advantage: told }),
          payload: { prompt, completion, ...others },
        },
      ],
    };
  };
  return { map, note: () => "reward is the sum of the reward functions: their weights are not in the file" };
}
