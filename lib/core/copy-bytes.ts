/**
 * Copies bytes to or from memory that threads share, in one piece. `set` and `Buffer.concat` copy such memory a byte at
 * a time unless both ends lie alike, a fifteenth as fast; `fill` with as many bytes as there is room for does not. It is
 * no matter of the domain, and here because the store and the use-cases, which both need it, share no other room.
 *
 * @param at where they go in the target.
 * @throws RangeError where they have no room there.
 */
export function copyBytes(target: Buffer, source: Uint8Array, at: number): void {
  // Nothing is nothing to fill with.
  if (source.length > 0) target.fill(source, at, at + source.length);
}
