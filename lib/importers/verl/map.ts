/** verl's dumped rollouts in our terms. Pure. */
import type { Split } from "@/lib/core/rollout";
import type { JsonRecord, MappedRecord } from "../importer";
import { VerlRow } from "./schema";

/**
 * verl says neither what failed nor what belongs together: a lost rollout is a plain score of 0, with one dummy token
 * or nothing as its output. The whole row is kept, so that an empty output is seen as one.
 */
export function mapRow(record: JsonRecord, id: string, split: Split | undefined): MappedRecord {
  const parsed = VerlRow.safeParse(record);
  if (!parsed.success || !("score" in record && "output" in record)) {
    return { code: "not_a_rollout", message: "no rollout of verl: it needs input, output and score" };
  }
  const { score, step, uid, ...payload } = parsed.data;
  const place = { ...(step == null ? {} : { step }), ...(uid == null ? {} : { group: uid }) };
  return { rows: [{ id, ...place, ...(split === undefined ? {} : { split }), reward: score, payload }] };
}
