import type { Verdict } from "@/lib/client/answer";
import { FalsezeroClient } from "@/lib/client/client";
import type { Connection } from "./import-command";

/** Exit codes of the gate. Go on, look, stop; and nobody could be asked, or nobody knows the run. */
export const gateCodes = { go: 0, watch: 1, stop: 2, unknown: 3 } as const;

/** What is said of a verdict that lets training go on. */
const remarks: ReadonlyMap<string, string> = new Map([
  ["blind", "This gate can't see failures: it lets everything pass but a rise of zeros."],
  ["learning", "Too little is known of this run yet; it passes."],
]);

function toLines({ verdict, reason, incident, lastCleanCheckpoint }: Verdict, run: string, url: string): string[] {
  const remark = remarks.get(verdict);
  const checkpoint =
    lastCleanCheckpoint === null
      ? "none is known"
      : `${lastCleanCheckpoint.name} (step ${lastCleanCheckpoint.step}, segment ${lastCleanCheckpoint.segment})`;
  return [
    `${verdict.toUpperCase()}  ${reason}`,
    ...(remark === undefined ? [] : [remark]),
    ...(incident === null ? [] : [`Incident: ${incident}`, `Last clean checkpoint: ${checkpoint}`]),
    `${url}/runs/${encodeURIComponent(run)}`,
  ];
}

function toCode({ verdict }: Verdict): number {
  if (verdict === "stop") return gateCodes.stop;
  return verdict === "watch" ? gateCodes.watch : gateCodes.go;
}

/**
 * Asks what to do with a run, for a script beside the trainer: prints the verdict, and says it by the exit code.
 *
 * @returns the exit code. @throws the client's errors.
 */
export async function askGate(
  command: { readonly run: string; readonly json: boolean },
  connection: Connection,
  print: (line: string) => void,
): Promise<number> {
  const client = new FalsezeroClient(connection);
  const verdict = await client.readVerdict(command.run);
  const code = toCode(verdict);
  if (command.json) {
    const { lastCleanCheckpoint, ...told } = verdict;
    const document = { run: command.run, ...told, last_clean_checkpoint: lastCleanCheckpoint, exit: code };
    print(JSON.stringify(document));
  } else for (const line of toLines(verdict, command.run, client.url)) print(line);
  return code;
}
