import { z } from "zod";
import { isProblem } from "@/lib/core/errors";
import type { ImportReceipt, ImportTarget, RowsPlace } from "@/lib/importers/import-target";
import { WireReceipt, WireRejectedRow } from "@/lib/wire/answers";
import { ProducerCountsPost, StepPut } from "@/lib/wire/requests";
import { RecordsPost } from "@/lib/wire/run-record";
import type { Context } from "./context";
import type { IntakeAccount } from "./intake";
import { restoreRecords } from "./restore-records";
import { setProducerCounts } from "./set-producer-counts";
import { setStep } from "./set-step";
import { sleep } from "./sleep";

/** Tries before a server that stays busy with others is given up on. */
const tries = 60;
const longestWaitMs = 5_000;

/** Waits and tries again where the server can't take it now; what it was given is sent again as it is. */
export async function untilTaken<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isProblem(error) || (error.code !== "too_busy" && error.code !== "unavailable") || tried >= tries)
        throw error;
      await sleep(Math.min(longestWaitMs, (error.options.retryAfter ?? 1) * 1_000), signal);
    }
  }
}

const newline = 0x0a;

/** Rows as one body, in memory that the thread that writes sees too. */
function joinLines(rows: readonly Uint8Array[], account: IntakeAccount): Uint8Array {
  const length = rows.reduce((sum, row) => sum + row.length + 1, 0);
  account.add(length);
  const body = account.room(length);
  let at = 0;
  for (const row of rows) {
    body.set(row, at);
    at += row.length;
    body[at++] = newline;
  }
  return body;
}

const AllRejected = z.object({ rejected_count: z.int(), rejected: z.array(WireRejectedRow) });

/** The receipt of a request of which no row was taken. */
function toEmptyReceipt(details: unknown): ImportReceipt {
  const { rejected_count: rejectedCount, rejected } = AllRejected.parse(details);
  return { inserted: 0, updated: 0, duplicates: 0, superseded: 0, rejectedCount, rejected, warnings: [] };
}

async function send(
  context: Context,
  run: string,
  rows: readonly Uint8Array[],
  place: RowsPlace,
): Promise<ImportReceipt> {
  const { format, step, split, segment, environment } = place;
  const account = context.intake.open();
  try {
    const body = joinLines(rows, account);
    const defaults = {
      step: step ?? null,
      split: split ?? null,
      segment: segment ?? null,
      environment: environment ?? null,
    };
    const terms = { run, format, defaults, isLines: true, idempotencyKey: null, query: "" };
    const text = await context.ingest({ terms, body });
    const { rejected_count: rejectedCount, ...receipt } = WireReceipt.parse(JSON.parse(text));
    return { ...receipt, rejectedCount };
  } catch (error) {
    if (isProblem(error) && error.code === "rejected") return toEmptyReceipt(error.options.details);
    throw error;
  } finally {
    account.close();
  }
}

/** A run of this server: rows enter by the same use-case as anyone's. */
export function toRunHere(context: Context, run: string, signal: AbortSignal): ImportTarget {
  return {
    async declareExpected(step, expected, { split, segment }) {
      const place = { run, step, split: split ?? "train", segment: segment ?? null, environment: null };
      const told = StepPut.parse({ expected_ids: expected });
      await untilTaken(() => setStep(context.store, place, told), signal);
    },
    sendRows: (rows, place) => untilTaken(() => send(context, run, rows, place), signal),
    async sendRecords(exportedRun, records) {
      const told = RecordsPost.parse({ exported_run: exportedRun, records });
      await untilTaken(() => restoreRecords(context.store, run, told), signal);
    },
    async sendCounts(counts) {
      await untilTaken(() => setProducerCounts(context.store, run, ProducerCountsPost.parse(counts)), signal);
    },
  };
}
