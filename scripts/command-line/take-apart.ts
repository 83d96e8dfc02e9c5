import { RequestError } from "@/lib/client/client-error";
import type { ImportReceipt, ImportTarget, RowsPlace } from "@/lib/importers/import-target";
import { usualLimits } from "@/lib/wire/row-scanner";

function addReceipts(first: ImportReceipt, second: ImportReceipt, middle: number): ImportReceipt {
  return {
    inserted: first.inserted + second.inserted,
    updated: first.updated + second.updated,
    duplicates: first.duplicates + second.duplicates,
    superseded: first.superseded + second.superseded,
    rejectedCount: first.rejectedCount + second.rejectedCount,
    rejected: [...first.rejected, ...second.rejected.map((row) => ({ ...row, index: row.index + middle }))],
    warnings: [...first.warnings, ...second.warnings],
  };
}

/** Of a body of one row; the server's own words are about one of many, which could be sent in parts. */
function sayTooLarge(row: Uint8Array): string {
  return (
    `the row has ${row.length} bytes, and the server, or a proxy before it, takes no request of that size ` +
    `(FALSEZERO_MAX_BODY_BYTES); a row may have ${usualLimits.rowBytes} bytes unless the server is told otherwise ` +
    "(FALSEZERO_MAX_ROW_BYTES). Shorten its text"
  );
}

/** What a row is answered that the server can't take, whatever stands around it. */
function refuse({ code, status, message }: RequestError, row: Uint8Array): ImportReceipt {
  const rejected = [
    status === 413
      ? { index: 0, code: "row_too_large", message: sayTooLarge(row) }
      : { index: 0, code: code ?? `http_${status}`, message },
  ];
  return { inserted: 0, updated: 0, duplicates: 0, superseded: 0, rejectedCount: 1, rejected, warnings: [] };
}

/**
 * The same target, but that a request which is refused as a whole is taken apart until the row is found that it is
 * refused for, so that one row never ends an import or holds up the others.
 *
 * @param isAboutRows whether a refusal is about what was sent, and not about who sent it or when.
 */
export function takeApart(target: ImportTarget, isAboutRows: (error: RequestError) => boolean): ImportTarget {
  const sendRows = async (rows: readonly Uint8Array[], place: RowsPlace): Promise<ImportReceipt> => {
    try {
      return await target.sendRows(rows, place);
    } catch (error) {
      if (!(error instanceof RequestError) || !isAboutRows(error)) throw error;
      const [only] = rows;
      if (rows.length === 1 && only !== undefined) return refuse(error, only);
      const middle = Math.floor(rows.length / 2);
      const first = await sendRows(rows.slice(0, middle), place);
      return addReceipts(first, await sendRows(rows.slice(middle), place), middle);
    }
  };
  return { ...target, sendRows };
}

/** Refusals of a body: what it holds, or how large it is. */
export function isAboutBody({ status }: RequestError): boolean {
  return status === 400 || status === 413 || status === 422;
}
