/** A watcher of a folder as people run it, and what a server has of it. */
import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import type { RealServer } from "../real-server";
import { startProgram } from "./program";
import { Talk } from "./talk";

const EndLine = z.looseObject({ event: z.literal("end") });

export interface Watcher {
  /** What it printed. */
  lines(): string[];
  /** The last line, which sums up. */
  end(): z.infer<typeof EndLine>;
  /** Waits until it follows, and asks it to end. @returns its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** A verify response without an identity: it is known by its file and line alone. */
export const row = (reward: number) =>
  `${JSON.stringify({ responses_create_params: {}, response: { output: [] }, reward })}\n`;
export const rows = (rewards: readonly number[]) => rewards.map(row).join("");
export const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Rewards of all rollouts that count in a step, in order. */
export async function rewardsOf(server: RealServer, run: string, step: number): Promise<number[]> {
  const talk = new Talk(server);
  const rewards: number[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { step, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<Talk["rollouts"]>> = await talk.rollouts(run, query);
    rewards.push(...page.rollouts.map(({ reward }) => Number(reward)));
    cursor = page.next;
  } while (cursor !== null);
  return rewards.sort((a, b) => a - b);
}

let made = 0;

/** A folder that a run writes to, a run of its own, and a watcher's state beside it. */
export class WatchedFolder {
  readonly run = `watched-${++made}`;
  readonly #root: string;
  readonly #children = new Set<ChildProcess>();

  private constructor(root: string) {
    this.#root = root;
  }

  static async make(): Promise<WatchedFolder> {
    return new WatchedFolder(await mkdtemp(join(tmpdir(), "falsezero-watch-")));
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await rm(this.#root, { recursive: true });
  }

  at(path: string): string {
    return join(this.#root, "out", path);
  }

  async write(path: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.at(path)), { recursive: true });
    await writeFile(this.at(path), text);
  }

  async forgetState(): Promise<void> {
    await rm(join(this.#root, "state"), { recursive: true });
  }

  watch(url: string, args: readonly string[] = []): Watcher {
    const all = ["watch", this.at(""), "--run", this.run, "--url", url, "--poll", "0.1", "--json", ...args];
    const child = startProgram(all, { environment: { XDG_STATE_HOME: join(this.#root, "state") } });
    this.#children.add(child);
    let out = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        out += chunk.toString();
      });
    }
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const lines = () => out.split("\n").filter((line) => line !== "");
    return {
      lines,
      end: () => EndLine.parse(JSON.parse(lines().at(-1) ?? "")),
      ended,
      async stop() {
        await expect.poll(() => out, { timeout: 20_000 }).toContain("Following");
        child.kill("SIGINT");
        return ended;
      },
      async kill() {
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  async once(url: string): Promise<{ code: number | null; end: z.infer<typeof EndLine>; lines: string[] }> {
    const watcher = this.watch(url, ["--once"]);
    const code = await watcher.ended;
    return { code, end: watcher.end(), lines: watcher.lines() };
  }

  rewardsOf(server: RealServer, step: number): Promise<number[]> {
    return rewardsOf(server, this.run, step);
  }

  async receivedOf(server: RealServer, step: number): Promise<number> {
    const talk = new Talk(server);
    const known = await talk.ask("GET", `/api/v1/runs/${this.run}`);
    if (known.status === 404) return 0;
    return (await talk.steps(this.run)).find((one) => one.step === step)?.received ?? 0;
  }

  /** Waits until a step has so many rollouts. */
  async untilReceived(server: RealServer, step: number, count: number): Promise<void> {
    await expect.poll(() => this.receivedOf(server, step), { timeout: 20_000, interval: 100 }).toBe(count);
  }
}
