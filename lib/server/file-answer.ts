/** A name that any file system takes, as near as possible to the one wanted. */
function toFileName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\p{C}"*/:<>?\\|]+/gu, "-")
    .slice(0, 150);
}

/** An answer that a browser saves as a file. */
export function toFileAnswer(body: string | Uint8Array, contentType: string, name: string): Response {
  const file = toFileName(name);
  const ascii = file.replace(/[^\x20-\x7e]/g, "_");
  return new Response(typeof body === "string" ? body : Buffer.from(body), {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file)}`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
