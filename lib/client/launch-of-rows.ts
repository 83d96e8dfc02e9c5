/** Which launch rows belong to that name none: the newest one when they were logged, not when they are sent. */
import { type KnownSegment, readSegments } from "./answer";
import { type Batch, replaceBodies } from "./courier";

/** Rows that are younger go as they are, and join the newest; ms. */
const freshMs = 2_000;

/** The newest launch that had begun at a moment, epoch ms, else the first. @param segments in their order. */
export function findLaunchAt(segments: readonly KnownSegment[], at: number): string | null {
  let found: string | null = null;
  for (const { name, begunAt } of segments) if (found === null || begunAt === null || begunAt <= at) found = name;
  return found;
}

/** Asks the server for a run, by its path. @returns parsed JSON, or null where it knows none. @throws where it is away. */
type ReadRun = (path: string) => Promise<unknown>;

/** Names launches, and remembers those of the runs that it asked for. */
export class LaunchOfRows {
  readonly #readRun: ReadRun;
  readonly #known = new Map<string, { readonly at: number; readonly segments: readonly KnownSegment[] }>();

  constructor(readRun: ReadRun) {
    this.#readRun = readRun;
  }

  /** Whether rows of a batch name no launch and had to wait. */
  isNeeded(batch: Batch, now: number): boolean {
    return batch.loggedAt.some((at) => now - at > freshMs);
  }

  /** The same rows, each with its launch. */
  async name(batch: Batch, now: number): Promise<Batch[]> {
    const segments = await this.#list(batch, now);
    const named: { path: string; bodies: string[] }[] = [];
    for (const [index, body] of batch.bodies.entries()) {
      const segment = findLaunchAt(segments, batch.loggedAt[index] ?? now);
      const sign = batch.path.includes("?") ? "&" : "?";
      const path = segment === null ? batch.path : `${batch.path}${sign}segment=${encodeURIComponent(segment)}`;
      const last = named.at(-1);
      if (last?.path === path) last.bodies.push(body);
      else named.push({ path, bodies: [body] });
    }
    return named.map(({ path, bodies }) => ({ ...replaceBodies(batch, bodies, []), path }));
  }

  async #list({ path, loggedAt }: Batch, now: number): Promise<readonly KnownSegment[]> {
    const run = path.split("?")[0]?.split("/").slice(0, 5).join("/") ?? path;
    const known = this.#known.get(run);
    // What was asked for after a row was logged knows every launch that it can belong to.
    if (known !== undefined && known.at >= Math.max(...loggedAt)) return known.segments;
    const segments = readSegments(await this.#readRun(run));
    this.#known.set(run, { at: now, segments });
    return segments;
  }
}
