/** The number of a rollout in an address, or null where no rollout can have it. */
export function findRolloutKey(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
