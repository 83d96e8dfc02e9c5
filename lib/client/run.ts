import { randomBytes } from "node:crypto";
import type { FinishState } from "@/lib/core/run";
import type { RolloutRow } from "@/lib/wire/rollout-row";
import type { RunPatch } from "@/lib/wire/run";
import { findLaunch, findSpoolFolder, isWorker, type RunEnvironment } from "./launch";
import { Outbox, type OutboxCounts } from "./outbox";
import { toJsonText, toLoggedAt, toQuery, toRowRecord } from "./row";

const mebibyte = 1024 * 1024;

export interface RunOptions {
  /** The server; else FALSEZERO_URL of `env`, else the one on this machine. */
  readonly url?: string;
  /** Its token; else FALSEZERO_TOKEN of `env`. */
  readonly token?: string;
  /**
   * `process.env`, where settings and the launch's name may come from it. A launch that has no name then gets one, which
   * is left there for child processes.
   */
  readonly env?: RunEnvironment;
  /** The name of this launch, shared by all its processes; else FALSEZERO_SEGMENT of `env`. */
  readonly segment?: string;
  /** For rows that name none. */
  readonly environment?: string;
  readonly split?: "train" | "eval";
  /** Folder of what is not acknowledged; else FALSEZERO_SPOOL of `env`, else ~/.cache/falsezero/spool. */
  readonly spool?: string;
  /** Bytes of rows that may wait in memory; 256 MiB unless told. */
  readonly maxMemory?: number;
  /** Bytes of the spool, of all processes together; 1 GiB unless told. */
  readonly maxDisk?: number;
  /** For one answer of the server, ms; 30 s unless told. */
  readonly timeoutMs?: number;
  /** How long the end of a process that did not call `finish` may wait for the server, ms; 5 s unless told. */
  readonly exitTimeoutMs?: number;
  /** Whether another process leads this launch; found out from `env` unless told. */
  readonly isWorker?: boolean;
  /** What the server should know of the run, such as `expected_per_step`. */
  readonly about?: RunPatch;
  /** Told of trouble, once for each sort; a warning of the process unless told. */
  readonly onWarning?: (message: string) => void;
}

export interface StepOptions {
  /** How many rollouts it will have; what is missing shows as unknown. */
  readonly expected?: number;
  /** Which: ids, or objects with group and sample. */
  readonly expectedIds?: readonly unknown[];
  readonly checkpoint?: string;
  readonly split?: "train" | "eval";
  /** The step has ended; it is complete, whatever is missing. */
  readonly finished?: boolean;
}

export interface AnnotationOptions {
  readonly step?: number;
  readonly toStep?: number;
  readonly kind?: "note" | "curriculum" | "restart";
  /** Who says so. */
  readonly author?: string;
}

export interface RunCounts extends OutboxCounts {
  /** Bytes that were logged and are not acknowledged. */
  readonly pending: number;
}

/** Runs with something to send, which the end of the process has to think of. */
const active = new Set<Run>();
let isListening = false;

function listenForEnd(): void {
  if (isListening) return;
  isListening = true;
  process.on("beforeExit", () => {
    for (const run of active) void run.leave();
  });
  process.on("exit", () => {
    for (const run of active) run.writeNow();
  });
}

/**
 * One training job, as this process sees it. Nothing of it throws or blocks: a call makes a row's text and queues it, and
 * the rest happens between the caller's own work. What was logged is spooled to disk, sent, and removed once the server
 * has acknowledged it; each rollout counts once, however often it was sent.
 */
export class Run {
  readonly name: string;
  readonly url: string;
  readonly segment: string | null = null;
  readonly #options: RunOptions;
  readonly #isWorker: boolean = true;
  readonly #outbox: Outbox;
  readonly #path: string;
  readonly #prefix = `fz-${randomBytes(8).toString("hex")}`;
  readonly #steps = new Set<string>();
  readonly #warned = new Set<string>();
  #step: number | null = null;
  #rows = 0;
  #hasLeft = false;

  constructor(name: string, told: RunOptions | null = {}) {
    const options = told ?? {};
    const { env } = options;
    this.name = toText(name);
    this.#options = options;
    this.url = toText(options.url ?? (env?.["FALSEZERO_URL"] || "http://127.0.0.1:6161")).replace(/\/+$/, "");
    this.#path = `/api/v1/runs/${encodeURIComponent(this.name.toWellFormed())}`;
    this.#outbox = new Outbox({
      url: this.url,
      token: options.token ?? (env?.["FALSEZERO_TOKEN"] || undefined),
      timeoutMs: this.#readBound("timeoutMs", options.timeoutMs, 30_000),
      folder: findSpoolFolder(options.spool, env, this.url),
      maxMemory: this.#readBound("maxMemory", options.maxMemory, 256 * mebibyte),
      maxDisk: this.#readBound("maxDisk", options.maxDisk, 1024 * mebibyte),
      warn: (key, text) => this.#warn(key, text),
    });
    this.#isWorker = options.isWorker ?? isWorker(env ?? {});
    const { segment, startedAt } = findLaunch(options.segment, env, this.#isWorker);
    this.segment = segment;
    listenForEnd();
    this.#outbox.begin();
    if (this.#isWorker) return;
    if (options.about !== undefined) this.describe(options.about);
    if (segment === null) return;
    const started = startedAt === null ? {} : { started_at: startedAt };
    this.#try("start", () => this.#call("POST", "/segments", { segment, ...started }));
  }

  /**
   * Reports one rollout, or each of a list: an object with the fields of a native row, or a NeMo Gym verify response as
   * it is. What is passed may be changed afterwards.
   *
   * @param fields of the native row, which win over the rollout's own.
   */
  log(rollout: object | readonly object[], fields: RolloutRow | null = {}): void {
    try {
      if (Array.isArray(rollout)) {
        for (const one of rollout) this.log(one, fields);
        return;
      }
      const { split, environment } = this.#options;
      const defaults = { path: this.#path, split, segment: this.segment, environment };
      this.#put(toRowRecord(rollout, { ...fields }, this.#step, `${this.#prefix}-${this.#rows++}`, defaults));
    } catch (error) {
      this.#outbox.drop(1, `a rollout could not be taken (${describeError(error)})`);
    }
  }

  /** Declares a step. The first time it starts it, and rows without a step belong to it from then on. */
  step(step: number, options: StepOptions | null = {}): void {
    this.#try("step", () => {
      const { expected, expectedIds, checkpoint, split, finished = false } = options ?? {};
      const place = `${step} ${split ?? ""}`;
      const isNew = !this.#steps.has(place) && !finished;
      this.#steps.add(place);
      if (isNew && split !== "eval") this.#step = step;
      const query = toQuery({ split: split ?? this.#options.split, segment: this.segment });
      this.#call("PUT", `/steps/${step}${query}`, {
        ...(isNew ? { started_at: Date.now() } : {}),
        ...(finished ? { finished_at: Date.now() } : {}),
        expected,
        expected_ids: expectedIds,
        checkpoint,
      });
    });
  }

  /** Tells the server more about the run. */
  describe(about: RunPatch): void {
    this.#try("describe", () => this.#call("PUT", "", about));
  }

  /** Leaves a note on a step, on the steps from `step` to `toStep`, or on this moment. */
  annotate(text: string, options: AnnotationOptions | null = {}): void {
    this.#try("annotate", () => {
      const { step, toStep, kind = "note", author } = options ?? {};
      const place = step === undefined ? { at: Date.now() } : { step, to_step: toStep };
      this.#call("POST", "/annotations", { text: toText(text), kind, author, ...place });
    });
  }

  /**
   * Waits until everything is acknowledged; what is left then stays in the spool. The process that leads the launch also
   * tells the server how the run ended; a worker only waits.
   */
  async finish(state: FinishState = "finished", timeoutMs = 60_000): Promise<RunCounts> {
    if (!this.#isWorker) this.#try("finish", () => this.#call("POST", "/finish", { state }));
    try {
      await this.#outbox.flush(this.#readBound("timeoutMs of finish", timeoutMs, 60_000), false);
      this.#report();
      await this.#outbox.close();
      if (this.#outbox.pending === 0) active.delete(this);
    } catch (error) {
      this.#warn("finish", `finish failed (${describeError(error)})`);
    }
    return this.counts();
  }

  /**
   * Rows that this process logged: accepted and rejected by the server and dropped here so far, and bytes that are
   * pending. What it sends for processes that are gone is not among them.
   */
  counts(): RunCounts {
    return { ...this.#outbox.counts, pending: this.#outbox.pending };
  }

  /** The process is about to end by itself. @internal */
  async leave(): Promise<void> {
    if (this.#hasLeft || this.#outbox.pending === 0) return;
    this.#hasLeft = true;
    const timeoutMs = this.#readBound("exitTimeoutMs", this.#options.exitTimeoutMs, 5_000);
    if (!(await this.#outbox.flush(timeoutMs, true))) this.#report();
  }

  /** The process ends. @internal */
  writeNow(): void {
    this.#try("end", () => this.#outbox.writeNow());
  }

  /** A bound as it was told, where it is one. */
  #readBound(name: string, told: number | undefined, usual: number): number {
    if (told === undefined || told === null) return usual;
    if (typeof told === "number" && told >= 0) return told;
    this.#warn(name, `${name} ${toText(told)} is no number of at least 0; it is ${usual}`);
    return usual;
  }

  #put(record: Parameters<Outbox["put"]>[0]): void {
    active.add(this);
    this.#hasLeft = false;
    this.#outbox.put(record);
  }

  /** Any other request, in its place among the rows. */
  #call(method: string, path: string, body: object): void {
    const loggedAt = path.startsWith("/steps") ? toLoggedAt(path, Date.now()) : undefined;
    this.#put({ method, path: `${this.#path}${path}`, body: toJsonText({ ...body }), loggedAt });
  }

  #try(where: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#warn(where, `${where} failed (${describeError(error)}); the run goes on`);
    }
  }

  #report(): void {
    const { accepted, rejected, dropped, pending } = this.counts();
    if (rejected + dropped > 0) {
      const text = `${accepted} rows accepted, ${rejected} rejected by the server, ${dropped} dropped here`;
      this.#warn(`report:${rejected}:${dropped}`, text);
    }
    if (pending > 0) {
      const why = this.#outbox.away ?? "not in time";
      this.#warn("pending", `${pending} bytes are not acknowledged (${why}); the next process sends them`);
    }
  }

  /** Once for each sort of trouble: the same on every rollout is one line. */
  #warn(key: string, text: string): void {
    if (this.#warned.has(key) || this.#warned.size > 100) return;
    this.#warned.add(key);
    const message = `${this.name}: ${text}`;
    try {
      if (this.#options.onWarning !== undefined) this.#options.onWarning(message);
      else process.emitWarning(message, "FalsezeroWarning");
    } catch {
      // Whoever listens has trouble of his own.
    }
  }
}

/** What anything is called; objects may refuse to say. */
function toText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

function describeError(error: unknown): string {
  return toText(error instanceof Error ? error.message : error).slice(0, 300);
}
