import type { PackedRows } from "@/db/sqlite/packed-rows";
import type { Judgement } from "@/lib/server/judge-rollouts";

/** What the judging thread asks the writing one to store. */
export interface JudgedBatch {
  readonly judgement: Judgement;
  readonly rows: PackedRows;
  readonly receivedAt: number;
}
