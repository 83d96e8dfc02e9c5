import { stringify } from "csv-stringify/sync";
import type { Logger } from "pino";
import { type CsvRow, csvOptions } from "@/lib/core/csv";
import { toDisposition } from "./disposition";

/** A table as it is sent: never held as a whole. */
export interface CsvTable {
  readonly fileName: string;
  readonly columns: readonly string[];
  /** Rows, some at a time; the next ones are asked for when there is room for them. */
  readonly pages: AsyncIterable<readonly CsvRow[]>;
}

/**
 * Streams a table as CSV. The first rows are read before it answers, so that what fails by then is a problem document;
 * what fails later breaks the connection, so that no part is taken for the whole.
 */
export async function toCsvAnswer(table: CsvTable, log: Logger): Promise<Response> {
  const pages = table.pages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next = await pages.next();
  let head: string = stringify([[...table.columns]], csvOptions);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (next.done === true) {
            if (head !== "") controller.enqueue(encoder.encode(head));
            return controller.close();
          }
          controller.enqueue(encoder.encode(head + stringify([...next.value], csvOptions)));
          head = "";
          next = await pages.next();
        } catch (error) {
          log.error({ err: error, file: table.fileName }, "a table was sent in part only");
          controller.error(error);
        }
      },
      async cancel() {
        await pages.return?.();
      },
    },
    { highWaterMark: 1 },
  );
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": toDisposition(table.fileName),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(body, { headers });
}
