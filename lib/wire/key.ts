/** The number of a rollout or an issue in an address, or null where nothing can have it. */
export function findKey(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
