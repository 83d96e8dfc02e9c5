import { resolve } from "node:path";
import { backUp } from "@/db/sqlite/back-up";
import { formatBytes, formatCount, formatNoun } from "@/lib/view/format";
import type { DataFolder } from "./data-folder";
import { showCopying } from "./progress";
import { exitCodes } from "./server-address";

/** Writes a checked copy of the data, while a server runs or not. @returns the exit code. @throws StoreError */
export async function backUpData(
  file: string,
  { json }: { readonly json: boolean },
  data: DataFolder,
  print: (line: string) => void,
): Promise<number> {
  const progress = showCopying(json, print);
  const options = { newest: data.newest, onProgress: progress.set };
  const report = await backUp(data.database, resolve(file), options).finally(progress.stop);
  const { epoch, sequence } = report.revision;
  if (json) {
    const { file: path, bytes, runs, rollouts, schemaVersion } = report;
    print(
      JSON.stringify({ file: path, bytes, runs, rollouts, revision: `${epoch}.${sequence}`, schema: schemaVersion }),
    );
    return exitCodes.done;
  }
  print(
    `${report.file}: ${formatNoun(report.runs, "run")}, ${formatCount(report.rollouts)} rollouts, ${formatBytes(report.bytes)}, ` +
      `as of revision ${epoch}.${sequence}. Checked: every page is whole.`,
  );
  print(
    "It holds all that was sent, and the secrets of webhooks; only you can read it. `falsezero restore` puts it back.",
  );
  return exitCodes.done;
}
