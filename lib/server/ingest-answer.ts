import type { AppendReceipt } from "@/db/store";
import type { Rollout } from "@/lib/core/rollout";

export interface RejectedRow {
  readonly index: number;
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

export interface Warning {
  readonly code: string;
  readonly count: number;
  readonly message: string;
}

/** Rejected rows that an answer lists; it counts all. */
const listedRejections = 100;

/** What a sender should hear about rows that were taken. */
export class AnswerNotes {
  #unknownKeys = 0;
  #unregistered = 0;
  #cutKinds = 0;
  #cutReasons = 0;
  #echoed = 0;

  note(rollout: Rollout, unknownKeys: number): void {
    if (unknownKeys > 0) this.#unknownKeys++;
    for (const tag of rollout.tags) {
      if (tag === "kind_unregistered") this.#unregistered++;
      else if (tag === "kind_cut") this.#cutKinds++;
      else if (tag === "reason_cut") this.#cutReasons++;
      else if (tag === "kind_echoed") this.#echoed++;
    }
  }

  toWarnings(): Warning[] {
    const all: Warning[] = [
      {
        code: "unknown_keys",
        count: this.#unknownKeys,
        message: "rows with keys we do not read; kept with the payload",
      },
      {
        code: "kind_unregistered",
        count: this.#unregistered,
        message: "failure kinds that are neither registered nor <server>:<kind>; counted as they are",
      },
      { code: "kind_cut", count: this.#cutKinds, message: "failure kinds cut at 128 characters" },
      { code: "reason_cut", count: this.#cutReasons, message: "failure reasons cut at 2,000 characters" },
      {
        code: "kind_echoed",
        count: this.#echoed,
        message: "failure kinds that only echo the dataset's input; not counted",
      },
    ];
    return all.filter((warning) => warning.count > 0);
  }
}

/** What an answer says beside what the store did; plain data, so that another thread can make the answer. */
export interface AnswerFacts {
  readonly run: string;
  readonly received: number;
  readonly warnings: readonly Warning[];
  /** An idempotency key protects rows without identity from counting twice. */
  readonly isProtected: boolean;
}

function storeWarnings(receipt: AppendReceipt, isProtected: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (receipt.withoutIdentity > 0 && !isProtected) {
    warnings.push({
      code: "no_identity",
      count: receipt.withoutIdentity,
      message:
        "rows without group and sample, or id: sending them again would count them twice; an Idempotency-Key prevents it",
    });
  }
  for (const { step, declared, received } of receipt.overfull) {
    warnings.push({
      code: "more_than_declared",
      count: received - declared,
      message: `step ${step} has heard of ${received} rollouts, and ${declared} were declared. Did the trainer start again? Then name a new segment`,
    });
  }
  return warnings;
}

/** The JSON text of an answer to an ingest, as docs/api.md has it. */
export function toAnswer(facts: AnswerFacts, rejected: readonly RejectedRow[], receipt: AppendReceipt | null): string {
  return JSON.stringify({
    run: facts.run,
    received: facts.received,
    inserted: receipt?.inserted ?? 0,
    updated: receipt?.updated ?? 0,
    duplicates: receipt?.duplicates ?? 0,
    superseded: receipt?.superseded ?? 0,
    rejected_count: rejected.length,
    rejected: rejected.slice(0, listedRejections),
    warnings: [...facts.warnings, ...(receipt === null ? [] : storeWarnings(receipt, facts.isProtected))],
  });
}
