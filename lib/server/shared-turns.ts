import type { Store } from "@/db/store";

/** Turns of one kind that are remembered for each store. */
const limit = 64;

/**
 * What readers of streams are sent next: those that stand at the same place are sent the same, made once, so that a
 * hundred viewers cost what one does.
 */
export class SharedTurns<Turn> {
  readonly #ofStores = new WeakMap<Store, Map<string, Promise<Turn>>>();

  /** @param place all that a turn depends on, the revision that it is read at among it. */
  async share(store: Store, place: readonly unknown[], read: () => Promise<Turn>): Promise<Turn> {
    const key = JSON.stringify(place);
    const turns = this.#ofStores.get(store) ?? new Map<string, Promise<Turn>>();
    this.#ofStores.set(store, turns);
    const known = turns.get(key);
    if (known !== undefined) return known;
    const turn = read();
    const oldest = turns.keys().next();
    if (turns.size >= limit && oldest.done !== true) turns.delete(oldest.value);
    turns.set(key, turn);
    // What failed is tried again by the next reader.
    turn.catch(() => turns.delete(key));
    return turn;
  }
}
