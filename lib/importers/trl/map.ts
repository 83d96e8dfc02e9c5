/** TRL's logged completions in our terms. Pure but for numbering a file's prompts. */
import type { FileContext, JsonRecord, MappedRecord, RecordReader } from "../importer";
import { inFolder, isEmptyRecord, readNumber, readNumbers } from "../read-values";
import { TrlRow } from "./schema";

/** Columns of reward functions, by how such functions are called; a trainer's users log other numbers beside them. */
const rewardName = /^reward(?:_|$)|[_-](?:reward|func)$/i;

/** Reward functions of a row: a function that did not apply is null or NaN, and adds nothing. */
function readRewards(
  row: JsonRecord,
  asked: readonly string[] | null,
): { readonly named: Record<string, number>; readonly total: number | null } {
  const isReward = (name: string) => (asked === null ? rewardName.test(name) : asked.includes(name));
  const named = readNumbers(Object.fromEntries(Object.entries(row).filter(([name]) => isReward(name))));
  const values = Object.values(named);
  return { named, total: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) };
}

/** What was added up, and what was not though it is a number: only names tell them apart. */
function describeSum(summed: readonly string[], left: readonly string[]): string {
  const others = left.length === 0 ? "" : `; not taken as rewards: ${left.join(", ")}`;
  if (summed.length === 0) {
    return `no reward: no column is called like a reward function (--reward-columns a,b says which are)${others}`;
  }
  const sum = summed.length === 1 ? `reward is ${summed[0]}` : `reward is the sum of ${summed.join(" + ")}`;
  return `${sum}: weights of reward functions are not in the file${others}`;
}

/** Rows of one prompt in a step are a group; a prompt is known by its text. */
export function startReading({ folder, rewardColumns }: Pick<FileContext, "folder" | "rewardColumns">): RecordReader {
  const prompts = new Map<string, number>();
  const summed = new Set<string>();
  const left = new Set<string>();
  const map = (record: JsonRecord, id: string): MappedRecord => {
    const parsed = TrlRow.safeParse(record);
    if (!parsed.success) {
      const message = "no row of TRL's completions: it needs a step, a prompt and a completion";
      return { code: "not_a_rollout", message };
    }
    const { step, prompt, completion, advantage, ...others } = parsed.data;
    const { named, total } = readRewards(record, rewardColumns);
    for (const name of Object.keys(named)) summed.add(name);
    for (const name of Object.keys(readNumbers(others))) if (!(name in named)) left.add(name);
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
  return { map, note: () => describeSum([...summed], [...left]) };
}
