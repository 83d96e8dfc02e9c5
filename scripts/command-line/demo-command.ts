import { setTimeout as wait } from "node:timers/promises";
import { FalsezeroClient } from "@/lib/client/client";
import { fixedClock, type Scenario, type ScenarioStep } from "@/lib/core/scenario/scenario";
import type { Connection } from "./import-command";
import { showProgress } from "./progress";

export interface DemoCommand {
  readonly run: string;
  /** How many times faster than it was; null: all at once. */
  readonly speed: number | null;
}

/** Rows that arrive within this time of each other are sent together, ms. */
const liveBeat = 250;

/** Sends a step's rows as they arrive, and waits until the step's end. */
async function playLive(step: ScenarioStep, startAt: number, send: (rows: string[]) => Promise<void>) {
  const waitUntil = async (offsetMs: number) => {
    const left = startAt + step.startMs + offsetMs - Date.now();
    if (left > 0) await wait(left);
  };
  const rows = [...step.rows];
  while (rows.length > 0) {
    const first = rows[0]?.arrivalMs ?? 0;
    const due = rows.filter(({ arrivalMs }) => arrivalMs <= first + liveBeat);
    rows.splice(0, due.length);
    await waitUntil(due.at(-1)?.arrivalMs ?? first);
    await send(due.map(({ row }) => JSON.stringify(row)));
  }
  await waitUntil(step.durationMs);
}

/**
 * Plays a scenario into a run of a server, by ordinary ingest: all at once, or live at a speed.
 *
 * @throws the client's errors.
 */
export async function playDemo(
  scenario: Scenario,
  command: DemoCommand,
  connection: Connection,
  print: (line: string) => void,
): Promise<void> {
  const { run, speed } = command;
  const client = new FalsezeroClient(connection);
  await client.checkServer();
  await client.putRun(run, scenario.settings);
  const address = `${client.url}/runs/${encodeURIComponent(run)}`;
  if (speed !== null) print(`Playing ${scenario.steps} steps into ${address}, ${speed} times as fast as they were.`);
  const progress = showProgress(scenario.steps, "{bar} step {value} of {total} | {eta_formatted} left", print);
  const clock = speed === null ? fixedClock : { startAt: Date.now(), speed };
  // Rows have an identity: playing the same demo again changes nothing.
  const send = async (rows: string[]) => {
    const receipt = await client.postRollouts(run, rows, { format: "native" }, null);
    if (receipt.rejectedCount > 0) throw new Error(receipt.rejected[0]?.message ?? "rows were rejected");
  };
  try {
    for (const step of scenario.stepsOf(clock)) {
      if (speed === null) await send(step.rows.map(({ row }) => JSON.stringify(row)));
      else await playLive(step, clock.startAt, send);
      progress.advance(1);
    }
    await client.postFinish(run, "finished");
  } finally {
    progress.stop();
  }
  print(`${scenario.settings.name}: ${scenario.steps} steps in ${address}`);
}
