/**
 * Wakes whoever waits for news. Only a hint, so that a change shows at once: what changed is read from the database, and
 * a hint that got lost costs a second.
 */
export class NewsHub {
  #waiting = new Set<() => void>();

  announce(): void {
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves at the next news, after `timeoutMs`, or when the signal aborts, whichever is first. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
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
