/**
 * Large bodies are taken in few at a time: while some are judged and stored, the next are still being received. All at
 * once, they would share one long commit, and whoever sent them would wait together and then send together.
 */
export class BodyTurns {
  readonly #limit: number;
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit = 4) {
    this.#limit = limit;
  }

  /** Runs the work when it is this body's turn; in the order of asking. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay < this.#limit) this.#underWay++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }
}
