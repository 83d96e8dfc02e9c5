import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FinishState } from "@/lib/core/run";
import type { RowFormat } from "@/lib/wire/normalise";
import type { DemoPost } from "@/lib/wire/requests";
import type { RunPatch } from "@/lib/wire/run";
import {
  type DemoRun,
  isRunList,
  parseJson,
  type Receipt,
  type Restored,
  readDemoRun,
  readProblem,
  readReceipt,
  readRestored,
  readRunState,
  readVerdict,
  type Verdict,
} from "./answer";
import { backoffMs, judgeRetry, parseRetryAfter } from "./backoff";
import { RequestError, UnreachableError } from "./client-error";
import { type Body, encodeBody, isOnThisMachine } from "./encode-body";
import { joinLines } from "./join-lines";
import { send } from "./send";

export interface ClientOptions {
  /** Where the server is, such as http://127.0.0.1:6161. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Tries in all before giving up on a server that is busy or away; 8 unless told, about half a minute. */
  readonly tries?: number;
  /** For one try, ms; a minute unless told. */
  readonly timeoutMs?: number;
  /** Whether bodies are packed; not on this machine unless told, where bytes travel faster than they are packed. */
  readonly compress?: boolean;
  /** For tests: waits, and the random part of how long. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly random?: () => number;
}

/** What a request says about all of its rows. */
export interface RowsQuery {
  readonly format?: RowFormat | undefined;
  readonly step?: number | undefined;
  readonly split?: string | undefined;
  readonly segment?: string | undefined;
  readonly environment?: string | undefined;
}

export interface StepPatch {
  readonly expected?: number;
  readonly expected_ids?: readonly object[];
  readonly started_at?: string;
  readonly finished_at?: string;
  readonly checkpoint?: string;
}

export interface CountsPost {
  readonly source: string;
  readonly file: string;
  readonly step: number | null;
  readonly split?: string | undefined;
  readonly counts: Readonly<Record<string, number>>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface RequestParts {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tries?: number;
  readonly timeoutMs?: number;
}

/** A demo that is played at once is answered when it is done. */
const demoMs = 10 * 60_000;

/** A server ends what is under way, and may have to bring an older copy up to date. */
const restoreMs = 10 * 60_000;

/** Records of findings are answered once all rows before them were looked at. */
const recordsMs = 10 * 60_000;

/** A gate before a step keeps a trainer waiting no longer than this, a try. */
const verdictMs = 10_000;

/**
 * Talks to a Falsezero server. What it sends is stored once it resolves: the server answers after its commit. A busy or
 * absent server is tried again, as it asks by `Retry-After`, else with growing waits.
 *
 * Every method throws RequestError with the server's own words, or UnreachableError.
 */
export class FalsezeroClient {
  readonly url: string;
  readonly #token: string | undefined;
  readonly #compress: boolean;
  readonly #tries: number;
  readonly #timeoutMs: number;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #random: () => number;

  constructor(options: ClientOptions) {
    this.url = options.url.replace(/\/+$/, "");
    this.#token = options.token;
    this.#compress = options.compress ?? !isOnThisMachine(this.url);
    this.#tries = options.tries ?? 8;
    this.#timeoutMs = options.timeoutMs ?? 60_000;
    this.#sleep = options.sleep ?? ((ms) => wait(ms));
    this.#random = options.random ?? Math.random;
  }

  /** Asks once whether a server is there, and that it takes our token. */
  async checkServer(): Promise<void> {
    const { status, text } = await this.#request("GET", "/api/v1/runs", { query: { limit: 1 }, tries: 1 });
    if (!isRunList(parseJson(text))) throw new RequestError(`${this.url} is no Falsezero server`, status, null);
  }

  /** Creates a run, or changes what is said about it. */
  async putRun(run: string, patch: RunPatch): Promise<void> {
    await this.#request("PUT", runPath(run), { body: json(patch) });
  }

  async putStep(run: string, step: number, patch: StepPatch, query: Pick<RowsQuery, "split" | "segment">) {
    await this.#request("PUT", `${runPath(run)}/steps/${step}`, { query: { ...query }, body: json(patch) });
  }

  /** Names a launch of the trainer; rows without a segment join the newest. */
  async postSegment(run: string, segment: { segment: string; started_at?: string; from_step?: number }) {
    await this.#request("POST", `${runPath(run)}/segments`, { body: json(segment) });
  }

  /** How a run stands: live, quiet, finished, crashed or stopped. */
  async readRunState(run: string): Promise<string> {
    const { status, text } = await this.#request("GET", runPath(run), {});
    const state = readRunState(parseJson(text));
    if (state === null) throw new RequestError(`${this.url} is no Falsezero server`, status, null);
    return state;
  }

  /** Says how a run ended. */
  async postFinish(run: string, state: FinishState): Promise<void> {
    await this.#request("POST", `${runPath(run)}/finish`, { body: json({ state }) });
  }

  async postProducerCounts(run: string, counts: CountsPost): Promise<void> {
    await this.#request("POST", `${runPath(run)}/producer-counts`, { body: json(counts) });
  }

  /** What an export holds beside rollouts, in its order. Sending it again changes nothing. */
  async postRecords(run: string, exportedRun: string, records: readonly Readonly<Record<string, unknown>>[]) {
    const body = json({ exported_run: exportedRun, records });
    await this.#request("POST", `${runPath(run)}/records`, { body, timeoutMs: recordsMs });
  }

  /** What to do now, for a script beside the trainer. Asked of a server that may be away, so that few tries are made. */
  async readVerdict(run: string): Promise<Verdict> {
    const { status, text } = await this.#request("GET", `${runPath(run)}/verdict`, { tries: 3, timeoutMs: verdictMs });
    const verdict = readVerdict(parseJson(text));
    if (verdict === null) throw new RequestError(`${this.url} is no Falsezero server`, status, null);
    return verdict;
  }

  /** Has the server put a copy that waits in its data folder in the place of its data. Asked once. */
  async postRestore(copy: string): Promise<Restored> {
    const { status, text } = await this.#request("POST", "/api/v1/restore", {
      query: { copy },
      tries: 1,
      timeoutMs: restoreMs,
    });
    const restored = readRestored(parseJson(text));
    if (restored === null) throw new RequestError(`${this.url} is no Falsezero server`, status, null);
    return restored;
  }

  /** Has the server play a demo. Asked once: it plays on where its answer is lost. */
  async postDemo(demo: DemoPost): Promise<DemoRun> {
    const parts = { body: json(demo), tries: 1, timeoutMs: demoMs };
    const { status, text } = await this.#request("POST", "/api/v1/demo", parts);
    const played = readDemoRun(parseJson(text));
    if (played === null) throw new RequestError(`${this.url} is no Falsezero server`, status, null);
    return played;
  }

  /**
   * Sends rows in one request.
   *
   * @param rows each the text of one JSON object, on one line.
   * @param idempotencyKey protects rows without identity against being counted twice; a new one unless given, and null
   * for rows that all have an identity.
   * @returns the receipt, also where every row was rejected.
   */
  async postRollouts(
    run: string,
    rows: readonly string[],
    query: RowsQuery,
    idempotencyKey: string | null = randomUUID(),
  ): Promise<Receipt> {
    return this.#postLines(run, Buffer.from(`${rows.join("\n")}\n`), query, idempotencyKey);
  }

  /** The same of rows that are UTF-8 already; those that lie behind one another, each with its newline, are not copied. */
  async postRowBytes(
    run: string,
    rows: readonly Uint8Array[],
    query: RowsQuery,
    idempotencyKey: string | null = randomUUID(),
  ): Promise<Receipt> {
    return this.#postLines(run, joinLines(rows), query, idempotencyKey);
  }

  async #postLines(
    run: string,
    bytes: Uint8Array<ArrayBuffer>,
    query: RowsQuery,
    idempotencyKey: string | null,
  ): Promise<Receipt> {
    const { status, text } = await this.#request(
      "POST",
      `${runPath(run)}/rollouts`,
      {
        query: { ...query },
        body: { type: "application/x-ndjson", bytes },
        headers: idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey },
      },
      (answer) => answer.status === 422 && readReceipt(parseJson(answer.text)) !== null,
    );
    const receipt = readReceipt(parseJson(text));
    if (receipt === null)
      throw new RequestError(`${this.url} is no Falsezero server: it sent no receipt`, status, null);
    return receipt;
  }

  /** Sends until there is an answer that is final. */
  async #request(
    method: string,
    path: string,
    parts: RequestParts,
    isWelcome: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> {
    const body = parts.body === undefined ? null : await encodeBody(parts.body, this.#compress);
    const url = new URL(`${this.url}${path}`);
    for (const [name, value] of Object.entries(parts.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { accept: "application/json", ...parts.headers, ...body?.headers };
    if (this.#token !== undefined) headers["authorization"] = `Bearer ${this.#token}`;
    const tries = parts.tries ?? this.#tries;
    for (let tried = 1; ; tried++) {
      let waitMs = backoffMs(tried, this.#random());
      try {
        const timeoutMs = parts.timeoutMs ?? this.#timeoutMs;
        const answer = await send({ method, url, headers, body: body?.bytes ?? null, timeoutMs });
        if ((answer.status >= 200 && answer.status < 300) || isWelcome(answer)) return answer;
        const retryAfterMs = parseRetryAfter(answer.retryAfter, Date.now());
        const asked = judgeRetry({ status: answer.status, retryAfterMs }, tried, tries, this.#random());
        if (asked === null) throw this.#toError(answer, retryAfterMs);
        waitMs = asked;
      } catch (error) {
        if (error instanceof RequestError) throw error;
        if (tried >= tries) throw new UnreachableError(this.url, error);
      }
      await this.#sleep(waitMs);
    }
  }

  #toError({ status, text }: Answer, retryAfterMs: number | null): RequestError {
    const { code, sentence } = readProblem(parseJson(text));
    return new RequestError(sentence ?? `${this.url} answered with status ${status}`, status, code, retryAfterMs);
  }
}

function runPath(run: string): string {
  return `/api/v1/runs/${encodeURIComponent(run)}`;
}

function json(value: unknown): Body {
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(value)) };
}
