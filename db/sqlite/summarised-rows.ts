import type Database from "better-sqlite3";
import type { SummarisedRollout } from "@/lib/core/step-summary";
import { isLostOutcome, type SummarisedRow, toSummarisedRollout } from "./rows";

/** Columns of a counting rollout that summaries read; kinds and environments by number, in the order of their values. */
export const summarisedColumns = `
  r.id, r.outcome, r.reward, r.mask_sources, r.kind_id, r.reason, r.emptiness, r.reports, r.environment_id,
  r.group_key, r.truncated, r.disposition, r.trainer_reward, r.advantage, r.components, r.finished_at, r.policy_first,
  r.policy_last, r.input_tokens, r.output_tokens, r.seen_at`;

/** Values of {@link summarisedColumns}: read as a list they cost half of what they cost by name. */
export type SummarisedValues = readonly [
  id: number,
  outcome: number,
  reward: number | null,
  maskSources: number,
  kindId: number | null,
  reason: string | null,
  emptiness: number | null,
  reports: number,
  environmentId: number | null,
  groupKey: string | null,
  truncated: number | null,
  disposition: number | null,
  trainerReward: number | null,
  advantage: number | null,
  components: string | null,
  finishedAt: number | null,
  policyFirst: number | null,
  policyLast: number | null,
  inputTokens: number | null,
  outputTokens: number | null,
  seenAt: number,
];

/** @param values may go on: with columns that were asked for beside these. */
function toSummarisedRow(values: readonly [...SummarisedValues, ...unknown[]]): SummarisedRow {
  return {
    id: values[0],
    outcome: values[1],
    reward: values[2],
    mask_sources: values[3],
    kind_id: values[4],
    reason: values[5],
    emptiness: values[6],
    reports: values[7],
    environment_id: values[8],
    group_key: values[9],
    truncated: values[10],
    disposition: values[11],
    trainer_reward: values[12],
    advantage: values[13],
    components: values[14],
    finished_at: values[15],
    policy_first: values[16],
    policy_last: values[17],
    input_tokens: values[18],
    output_tokens: values[19],
    seen_at: values[20],
  };
}

/** Replaced attempts with the rollout that counts in their place. */
export const replacedColumns = `
  winner.id, winner.attempt AS counting_attempt, r.attempt, r.outcome`;

export const replacedJoin = "JOIN rollout AS winner ON winner.identity = r.identity AND winner.counts = 1";

export interface ReplacedRow {
  readonly id: number;
  readonly counting_attempt: number;
  readonly attempt: number;
  readonly outcome: number;
}

/** How often a rollout was tried before, and how many of those attempts gave no evidence. */
export interface Attempts {
  readonly attempts: number;
  readonly lostAttempts: number;
}

const onlyAttempt: Attempts = { attempts: 1, lostAttempts: 0 };

/** Words by their number, read once: they never change. */
export class NameReader {
  readonly #find: Database.Statement<[number], { text: string }>;
  readonly #known = new Map<number, string>();

  constructor(db: Database.Database) {
    this.#find = db.prepare("SELECT text FROM name WHERE id = ?");
  }

  read(id: number | null): string | null {
    if (id === null) return null;
    let text = this.#known.get(id);
    if (text === undefined) {
      text = this.#find.get(id)?.text;
      if (text === undefined) throw new RangeError(`no name has the number ${id}`);
      if (this.#known.size > 50_000) this.#known.clear();
      this.#known.set(id, text);
    }
    return text;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** Attempts of the counting rollouts that had more than one, by the counting row's number. */
export function countAttempts(replaced: readonly ReplacedRow[]): ReadonlyMap<number, Attempts> {
  // A failure record and a result of one attempt are one attempt; the result, where there is one, says how it went.
  const byRollout = new Map<number, Map<number, boolean>>();
  for (const row of replaced) {
    if (row.attempt === row.counting_attempt) continue;
    const attempts = byRollout.get(row.id) ?? new Map<number, boolean>();
    byRollout.set(row.id, attempts);
    attempts.set(row.attempt, isLostOutcome(row.outcome) && (attempts.get(row.attempt) ?? true));
  }
  const counted = new Map<number, Attempts>();
  for (const [id, attempts] of byRollout) {
    const lostAttempts = [...attempts.values()].filter((isLost) => isLost).length;
    counted.set(id, { attempts: 1 + attempts.size, lostAttempts });
  }
  return counted;
}

/** What a summary reads of counting rows, with their attempts and their names spelled out. */
export function toSummarisedRollouts(
  rows: readonly (readonly [...SummarisedValues, ...unknown[]])[],
  attempts: ReadonlyMap<number, Attempts>,
  names: NameReader,
): SummarisedRollout[] {
  return rows.map((values) => {
    const row = toSummarisedRow(values);
    const about = {
      kind: names.read(row.kind_id),
      environment: names.read(row.environment_id),
      ...(attempts.get(row.id) ?? onlyAttempt),
    };
    return toSummarisedRollout(row, about);
  });
}
