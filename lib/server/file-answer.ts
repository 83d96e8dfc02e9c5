import { toDisposition } from "./disposition";

/** An answer that a browser saves as a file. */
export function toFileAnswer(body: string | Uint8Array, contentType: string, fileName: string): Response {
  return new Response(typeof body === "string" ? body : Buffer.from(body), {
    headers: {
      "content-type": contentType,
      "content-disposition": toDisposition(fileName),
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
