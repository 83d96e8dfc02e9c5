import { FalsezeroClient } from "@/lib/client/client";
import type { DemoPost } from "@/lib/wire/requests";
import type { Connection } from "./import-command";

export interface DemoCommand {
  readonly scenario: DemoPost["scenario"];
  /** Undefined: the server chooses its name. */
  readonly run?: string | undefined;
  /** How many times faster than it was; null: all at once. */
  readonly speed: number | null;
  readonly failureFields: boolean;
}

/**
 * Has the server play a scenario into a run: at once, and then it is all there, or live, and then it has begun.
 *
 * @throws the client's errors.
 */
export async function startDemo(
  command: DemoCommand,
  connection: Connection,
  print: (line: string) => void,
): Promise<void> {
  const { scenario, speed, failureFields } = command;
  const client = new FalsezeroClient(connection);
  await client.checkServer();
  const pace = speed === null ? { mode: "all" as const } : { mode: "live" as const, speed };
  const { run, rollouts } = await client.postDemo({
    scenario,
    ...(command.run === undefined ? {} : { run: command.run }),
    ...pace,
    failure_fields: failureFields,
  });
  const address = `${client.url}/runs/${encodeURIComponent(run)}`;
  const count = rollouts.toLocaleString("en");
  if (speed === null) print(`${count} rollouts are in ${address}`);
  else print(`The server plays ${count} rollouts into ${address}, ${speed} times as fast as they were.`);
}
