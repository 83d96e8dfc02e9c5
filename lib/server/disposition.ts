/** A saved file's name for every client: plain letters, and beside them the name itself (RFC 6266). */
export function toDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
