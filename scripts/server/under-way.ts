import type { IncomingMessage, ServerResponse } from "node:http";
import { Slots } from "@/lib/core/slots";
import { isTooSlow } from "./handle-request";

interface Taken {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** On the clock of `performance`. */
  readonly since: number;
}

/** Requests that were taken: until they are answered, and there whole. */
export class RequestsUnderWay {
  readonly #taken = new Slots<Taken>();

  add(request: IncomingMessage, response: ServerResponse): void {
    const place = this.#taken.add({ request, response, since: performance.now() });
    response.once("close", () => {
      // The rest of one that was answered early may still be coming, and hold its connection.
      if (request.complete || request.destroyed) this.#taken.release(place);
      else request.once("close", () => this.#taken.release(place));
    });
  }

  listResponses(): ServerResponse[] {
    return this.#taken.list().map(({ response }) => response);
  }

  /** @param now on the clock of `performance`. */
  endSlow(now: number): void {
    for (const { request, since } of this.#taken.list()) if (isTooSlow(request, now - since)) request.destroy();
  }
}
