/** Rollouts taken in during the last minute, by run: a gauge of this process, in slots of five seconds. */
export class RateMeter {
  readonly #slots = new Map<number, { slot: number; count: number }[]>();
  static readonly #slotMs = 5_000;
  static readonly #slotCount = 12;

  note(runId: number, rollouts: number, now: number): void {
    const slot = Math.floor(now / RateMeter.#slotMs);
    const slots = this.#slots.get(runId) ?? [];
    this.#slots.set(runId, slots);
    const newest = slots[slots.length - 1];
    if (newest?.slot === slot) newest.count += rollouts;
    else slots.push({ slot, count: rollouts });
    if (slots.length > RateMeter.#slotCount) slots.shift();
  }

  read(runId: number, now: number): number {
    const oldest = Math.floor(now / RateMeter.#slotMs) - RateMeter.#slotCount;
    let total = 0;
    for (const { slot, count } of this.#slots.get(runId) ?? []) if (slot > oldest) total += count;
    return total;
  }
}
