import { isRun, parseJson, type Receipt, readProblem, readReceipt } from "./answer";
import { backoffMs, parseRetryAfter } from "./backoff";
import { encodeBody, isOnThisMachine } from "./encode-body";
import type { SpoolRecord } from "./row";
import { type Heard, send } from "./send";

/** The server takes nothing now: everything is kept and tried again. */
export class AwayError extends Error {
  override readonly name = "AwayError";
  /** When to come again as the server asks, ms; null: as one likes. */
  readonly waitMs: number | null;

  constructor(reason: string, waitMs: number | null = null) {
    super(reason);
    this.waitMs = waitMs;
  }
}

/** Records that go in one request: rows to one address, or one call of another kind. */
export interface Batch {
  readonly method: string;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly isRows: boolean;
  /** When each was logged, epoch ms, where none of them names its launch; else empty. */
  readonly loggedAt: readonly number[];
}

/** A batch with other bodies. */
export function replaceBodies(batch: Batch, bodies: readonly string[], loggedAt: readonly number[]): Batch {
  return { ...batch, bodies, loggedAt };
}

/** What became of a batch: done with, or to be sent in two parts. */
export type Delivery = "done" | "split";

/** A token or an address that is wrong may be put right: asked again, but seldom. */
const refusedWaitMs = 60_000;
/** Tries of what the server can't digest before it is taken apart, and its bad row is given up. */
const triesOf500 = 4;

export interface CourierOptions {
  readonly url: string;
  readonly token: string | undefined;
  /** For one answer, ms. */
  readonly timeoutMs: number;
  /** Told what the server said of rows. */
  readonly onReceipt: (receipt: Receipt, sent: number) => void;
  /** Told of rows that are refused for good. */
  readonly onRefused: (rows: number, why: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Records in their order; rows to one address go together, as long as no other call stands between them. */
export function toBatches(records: readonly SpoolRecord[]): Batch[] {
  const batches: { method: string; path: string; bodies: string[]; isRows: boolean; loggedAt: number[] }[] = [];
  const open = new Map<string, (typeof batches)[number]>();
  for (const { method, path, body, loggedAt } of records) {
    const isRows = method === "ROWS";
    const times = loggedAt === undefined ? [] : [loggedAt];
    const known = open.get(path);
    if (isRows && known !== undefined && known.loggedAt.length > 0 === (loggedAt !== undefined)) {
      known.bodies.push(body);
      known.loggedAt.push(...times);
      continue;
    }
    const batch = { method: isRows ? "POST" : method, path, bodies: [body], isRows, loggedAt: times };
    batches.push(batch);
    if (isRows) open.set(path, batch);
    else open.clear();
  }
  return batches;
}

/** The two halves of a batch. */
export function halve(batch: Batch): Batch[] {
  const middle = Math.floor(batch.bodies.length / 2);
  const { bodies, loggedAt } = batch;
  return [
    replaceBodies(batch, bodies.slice(0, middle), loggedAt.slice(0, middle)),
    replaceBodies(batch, bodies.slice(middle), loggedAt.slice(middle)),
  ];
}

/** Brings batches to the server, and finds out what an answer means for what was sent. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #compress: boolean;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#compress = !isOnThisMachine(options.url);
  }

  /**
   * Sends a batch until its fate is known.
   *
   * @throws AwayError where it is to be kept.
   */
  async deliver(batch: Batch): Promise<Delivery> {
    for (let tried = 1; ; tried++) {
      const heard = await this.#send(batch);
      const verdict = this.#judge(batch, heard);
      if (verdict !== "again") return verdict;
      if (tried >= triesOf500) {
        if (batch.bodies.length > 1) return "split";
        this.#options.onRefused(batch.isRows ? 1 : 0, describeAnswer(heard));
        return "done";
      }
      await this.#options.sleep(backoffMs(tried, Math.random()));
    }
  }

  /**
   * What the server knows of a run; null where it says itself that it knows none: that is remembered, and rows that are
   * sent by it stay where they come.
   *
   * @throws AwayError where it can't be asked now.
   */
  async readRun(path: string): Promise<unknown> {
    const heard = await this.#ask("GET", path, null);
    throwIfAway(heard);
    const answer = parseJson(heard.text);
    if (isTaken(heard) && isRun(answer)) return answer;
    if (heard.status >= 500) throw new AwayError(describeAnswer(heard), readWaitMs(heard));
    if (isTaken(heard) || !readProblem(answer).isOurs) throw makeForeign(heard);
    return null;
  }

  async #send({ method, path, bodies, isRows }: Batch): Promise<Heard> {
    const type = isRows ? "application/x-ndjson" : "application/json";
    const text = isRows ? `${bodies.join("\n")}\n` : (bodies[0] ?? "{}");
    return this.#ask(method, path, await encodeBody({ type, bytes: Buffer.from(text) }, this.#compress));
  }

  async #ask(method: string, path: string, body: Awaited<ReturnType<typeof encodeBody>> | null): Promise<Heard> {
    const { url, token, timeoutMs } = this.#options;
    const headers: Record<string, string> = { accept: "application/json", ...body?.headers };
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    try {
      const target = new URL(`${url}${path}`);
      return await send({ method, url: target, headers, body: body?.bytes ?? null, timeoutMs, isBackground: true });
    } catch (error) {
      throw new AwayError(error instanceof Error ? error.message || error.name : String(error));
    }
  }

  #judge(batch: Batch, heard: Heard): Delivery | "again" {
    const { status, text } = heard;
    const answer = parseJson(text);
    const receipt = batch.isRows ? readReceipt(answer) : null;
    if (receipt !== null && (status === 422 || isTaken(heard))) {
      this.#options.onReceipt(receipt, batch.bodies.length);
      return "done";
    }
    if (isTaken(heard)) {
      if (!batch.isRows && answer !== undefined && answer !== null) return "done";
      throw makeForeign(heard);
    }
    throwIfAway(heard);
    if (status === 413 && batch.bodies.length > 1) return "split";
    if (status >= 500) return "again";
    this.#options.onRefused(batch.isRows ? batch.bodies.length : 0, describeAnswer(heard));
    return "done";
  }
}

function isTaken({ status }: Heard): boolean {
  return status >= 200 && status < 300;
}

function readWaitMs({ retryAfter }: Heard): number | null {
  return parseRetryAfter(retryAfter, Date.now());
}

function makeForeign({ status }: Heard): AwayError {
  return new AwayError(`what answers there is no Falsezero server (HTTP ${status})`, refusedWaitMs);
}

/** @throws AwayError where an answer says, whatever was asked, that ours is not there, or takes nothing from us now. */
function throwIfAway(heard: Heard): void {
  const { status, text } = heard;
  if (status === 401 || status === 403) throw new AwayError(`refused: ${describeAnswer(heard)}`, refusedWaitMs);
  if ([408, 425, 429, 502, 503, 504].includes(status)) throw new AwayError(describeAnswer(heard), readWaitMs(heard));
  const isNowhere = (status === 404 || status === 405) && !readProblem(parseJson(text)).isOurs;
  if (isNowhere || (status < 400 && !isTaken(heard))) throw makeForeign(heard);
}

function describeAnswer({ status, text }: Heard): string {
  const { sentence } = readProblem(parseJson(text));
  return sentence === null ? `HTTP ${status}` : `${sentence} (HTTP ${status})`;
}
