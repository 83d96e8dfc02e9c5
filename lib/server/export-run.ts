import { join } from "node:path";
import { toFileName } from "@/lib/core/file-name";
import type { RolloutFilter } from "@/lib/core/stored-rollout";
import type { Context } from "./context";
import { toDisposition } from "./disposition";
import { startExport } from "./export-spool";
import { requireRun } from "./found";

export interface ExportRequest {
  readonly run: string;
  /** null: the whole run. */
  readonly filter: Omit<RolloutFilter, "run"> | null;
  /** What the filter was read from. */
  readonly query: URLSearchParams;
  readonly isPacked: boolean;
}

function toStream(chunks: AsyncGenerator<Uint8Array>, context: Context): ReadableStream<BufferSource> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done === true || context.stopping.aborted) {
          if (done !== true) await chunks.return(undefined);
          controller.close();
        } else controller.enqueue(new Uint8Array(value));
      } catch (error) {
        // The answer has begun: that it breaks off, and has no end line, is how a reader knows.
        context.log.error({ err: error }, "an export ended before its end");
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/**
 * A run, or the rollouts that a filter means, as NDJSON that imports again (docs/importing.md). What can fail has failed
 * before the answer begins.
 *
 * @throws Problem `not_found`, `too_busy`.
 */
export async function exportRun(context: Context, request: ExportRequest): Promise<Response> {
  const { run, filter, query } = request;
  await requireRun(context.store, run);
  // What was found is part of it, and of what is filtered by an issue.
  await context.store.writer.settleIncidents(run);
  const isWhole = filter === null;
  const chunks = await startExport(context.config.dataFolder, join(context.root, "dist", "export.worker.mjs"), {
    database: context.database,
    run,
    filter: filter === null ? null : { ...filter, run },
    query: isWhole ? null : query.toString(),
    now: Date.now(),
    server: context.version,
  });
  const plain = toStream(chunks, context);
  const fileName = toFileName([run, isWhole ? "" : "rollouts"], request.isPacked ? "ndjson.gz" : "ndjson");
  const headers = {
    "content-type": request.isPacked ? "application/gzip" : "application/x-ndjson; charset=utf-8",
    "content-disposition": toDisposition(fileName),
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
  return new Response(request.isPacked ? plain.pipeThrough(new CompressionStream("gzip")) : plain, { headers });
}
