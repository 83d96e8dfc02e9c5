import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "@/lib/core/errors";
import type { Context } from "@/lib/server/context";
import { importFiles } from "@/lib/server/import-files";
import { spoolUpload } from "@/lib/server/spool-upload";
import type { WireImportEvent } from "@/lib/wire/import-events";
import { parseImportQuery } from "@/lib/wire/query";
import { decodeWrittenRunName } from "@/lib/wire/run-name";

/** An upload that brings nothing for this long is given up. */
const silentMs = 120_000;

function requirePlain(encoding: string | undefined): void {
  if (encoding === undefined || encoding === "identity" || encoding === "") return;
  const words = `Content-Encoding ${encoding.slice(0, 40)} is not taken here. Send files as they are; those that end in .gz are unpacked.`;
  throw new Problem("unsupported_encoding", words, { path: "Content-Encoding" });
}

/** Writes events as lines, waiting where the reader is slow. */
function toTeller(response: ServerResponse, onlyLast: boolean): (event: WireImportEvent) => Promise<void> {
  return async (event) => {
    if (onlyLast && event.event !== "done") return;
    const line = `${JSON.stringify(event)}\n`;
    if (response.writableEnded || response.destroyed || response.write(line)) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        response.off("drain", goOn).off("close", goOn);
        resolve();
      };
      response.on("drain", goOn).on("close", goOn);
    });
  };
}

/**
 * `POST /api/v1/runs/{run}/imports`. What can fail, fails before the answer begins; from then on it is a line an event.
 * Whoever disconnects cancels what is left, while it is coming in or while it is being read.
 */
export async function takeImports(
  context: Context,
  address: { readonly run: string; readonly query: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const run = decodeWrittenRunName(address.run);
  const { name, step, isDryRun, isFinished, ...options } = parseImportQuery(new URLSearchParams(address.query));
  requirePlain(request.headers["content-encoding"]);
  const left = new AbortController();
  // Before anything is waited for: who leaves while the last bytes are written down has left too.
  response.once("close", () => left.abort());
  request.setTimeout(silentMs, () => request.destroy());
  const body = request.iterator({ destroyOnReturn: false });
  const spool = await spoolUpload(context.config.dataFolder, body, request.headers["content-type"] ?? "", name);
  request.setTimeout(0);
  const signal = AbortSignal.any([left.signal, context.stopping]);
  const onlyLast = /\bapplication\/json\b/.test(request.headers.accept ?? "");
  const type = onlyLast ? "application/json; charset=utf-8" : "application/x-ndjson; charset=utf-8";
  try {
    signal.throwIfAborted();
    response.writeHead(200, {
      "content-type": type,
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const asked = { run, step: step ?? null, options, isDryRun, isFinished };
    await importFiles(context, asked, spool, toTeller(response, onlyLast), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await spool.remove();
    response.end();
  }
}
