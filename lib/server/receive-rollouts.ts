import type { AppendReceipt, IngestStore } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import { type RejectedRow, toAnswer } from "./ingest-answer";
import { type IngestRequest, type IngestRules, type Judgement, judgeRollouts } from "./judge-rollouts";

const sealedStep =
  "this step is sealed: a rule of retention removed its rollouts, and its summary is final. Nothing can be added to it";

const missingStep =
  "no step: give it in the row, in the query (?step=), or start one with PUT /api/v1/runs/{run}/steps/{step} and started_at";

function refusedRows(receipt: AppendReceipt): RejectedRow[] {
  return receipt.refused.map(({ index, code }) => {
    return { index, code, path: "step", message: code === "step_sealed" ? sealedStep : missingStep };
  });
}

function throwIfAllRejected(received: number, rejected: readonly RejectedRow[]): void {
  if (received === 0 || rejected.length < received) return;
  const first = rejected[0];
  throw new Problem("rejected", `Every row was rejected, and nothing was stored. The first: ${first?.message ?? ""}`, {
    details: { received, rejected_count: rejected.length, rejected: rejected.slice(0, 100) },
  });
}

/**
 * The JSON text of the answer to a judged request.
 *
 * @param receipt what the store did with its good rows; null where there are none.
 * @throws Problem 422 where every row was rejected: called inside the commit, so that nothing is stored then.
 */
export function answerJudged({ facts, rejected }: Judgement, receipt: AppendReceipt | null): string {
  if (receipt === null) {
    throwIfAllRejected(facts.received, rejected);
    return toAnswer(facts, rejected, null);
  }
  const all = [...rejected, ...refusedRows(receipt)].sort((a, b) => a.index - b.index);
  throwIfAllRejected(facts.received, all);
  return toAnswer(facts, all, receipt);
}

/**
 * Takes rollouts in: judges each row on its own, stores the good ones in one commit, and answers after it.
 *
 * @returns the JSON text of the answer.
 * @throws Problem 400 where no row can be found, 413 over a limit, 422 where every row was rejected or the idempotency
 * key belongs to another body, 429 or 503 where nothing could be stored.
 */
export async function receiveRollouts(store: IngestStore, request: IngestRequest, rules: IngestRules): Promise<string> {
  const { rows, judgement } = await judgeRollouts(request, rules);
  if (rows.length === 0) return answerJudged(judgement, null);
  const { answer } = await store.writer.appendRollouts({
    run: request.terms.run,
    rows,
    receivedAt: Date.now(),
    idempotency: judgement.idempotency,
    answer: (receipt) => answerJudged(judgement, receipt),
  });
  return answer;
}
