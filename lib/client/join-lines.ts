const newline = 0x0a;

/** Rows that lie behind one another, each with its newline, as they lie; null where they don't. */
function findJoined(rows: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | null {
  const [first] = rows;
  if (first === undefined || !(first.buffer instanceof ArrayBuffer)) return null;
  const memory = new Uint8Array(first.buffer);
  let at = first.byteOffset;
  for (const row of rows) {
    if (row.buffer !== first.buffer || row.byteOffset !== at || memory[at + row.length] !== newline) return null;
    at += row.length + 1;
  }
  return memory.subarray(first.byteOffset, at);
}

/** Rows as one body of NDJSON: not copied where they lie behind one another, each with its newline. */
export function joinLines(rows: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const found = findJoined(rows);
  if (found !== null) return found;
  const joined = new Uint8Array(rows.reduce((sum, row) => sum + row.length + 1, 0));
  let at = 0;
  for (const row of rows) {
    joined.set(row, at);
    at += row.length;
    joined[at++] = newline;
  }
  return joined;
}
