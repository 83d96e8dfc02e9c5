/** Where a reader points, shared by all charts. A plain store, so that moving it renders nothing but what follows it. */
export interface Pointed {
  /** Index of the bucket under the crosshair. */
  readonly index: number;
  /** Pixels from the left edge of the charts, and from the top of the whole area. */
  readonly x: number;
  readonly y: number;
  readonly by: "mouse" | "touch" | "keyboard";
  /** The other end of a selection that is being dragged, in pixels from the left edge. */
  readonly draggedFrom: number | null;
  /** What that selection is for: annotating, else zooming. */
  readonly annotates: boolean;
}

export class StepPointer {
  #pointed: Pointed | null = null;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Pointed | null => this.#pointed;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(pointed: Pointed | null): void {
    if (pointed === null && this.#pointed === null) return;
    this.#pointed = pointed;
    for (const listener of this.#listeners) listener();
  }
}
