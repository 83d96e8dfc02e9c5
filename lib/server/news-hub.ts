/**
 * Wakes whoever waits for news. Only a hint, so that a change shows at once: what changed is read from the database, and
 * a change that another process made shows a second later.
 */
export class NewsHub {
  #waiting = new Set<() => void>();
  #count = 0;

  /** How often there was news. Who reads takes it before reading, and waits from there. */
  get count(): number {
    return this.#count;
  }

  announce(): void {
    this.#count++;
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /**
   * Resolves at the next news, after `timeoutMs`, or when the signal aborts, whichever is first.
   *
   * @param since the count that is known: where there was news since, it resolves at once.
   */
  wait(since: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || since !== this.#count) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener("abort", done, { once: true });
      this.#waiting.add(done);
    });
  }
}
