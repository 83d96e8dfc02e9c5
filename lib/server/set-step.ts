import type { z } from "zod";
import type { ExpectedRollout, Store } from "@/db/store";
import { Problem } from "@/lib/core/errors";
import type { Split } from "@/lib/core/rollout";
import { type StepPut, toEpochMs } from "@/lib/wire/requests";

type SentId = NonNullable<z.output<typeof StepPut>["expected_ids"]>[number];

function toExpected(sent: SentId, index: number, environment: string | null): ExpectedRollout {
  if (typeof sent !== "object") return { id: String(sent), environment, group: null, sample: null };
  const id = sent.id ?? null;
  const group = sent.group ?? null;
  const expected = {
    id: id === null ? null : String(id),
    environment: sent.environment ?? environment,
    group: group === null ? null : String(group),
    sample: sent.sample ?? null,
  };
  if (expected.id === null && (expected.group === null || expected.sample === null)) {
    throw new Problem("invalid_request", `expected_ids.${index} names no rollout: give an id, or group and sample.`, {
      path: `expected_ids.${index}`,
    });
  }
  return expected;
}

export interface StepPlace {
  readonly run: string;
  readonly step: number;
  readonly split: Split;
  readonly segment: string | null;
  /** Environment of expected ids that name none. */
  readonly environment: string | null;
}

/** Declares a step: what is expected of it, when it started and finished, its checkpoint. What is left out stays. */
export async function setStep(
  store: Store,
  place: StepPlace,
  told: z.output<typeof StepPut>,
): Promise<{ run: string; step: number }> {
  const { run, step, split, segment, environment } = place;
  const declaration = {
    expected: told.expected,
    expectedIds: told.expected_ids?.map((sent, index) => toExpected(sent, index, environment)),
    startedAt: told.started_at === undefined ? undefined : toEpochMs(told.started_at),
    finishedAt: told.finished_at === undefined ? undefined : toEpochMs(told.finished_at),
    checkpoint: told.checkpoint,
  };
  await store.writer.setStep(run, segment, step, split, declaration, Date.now());
  return { run, step };
}
