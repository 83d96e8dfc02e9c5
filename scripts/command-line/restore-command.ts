import { resolve } from "node:path";
import { restore } from "@/db/sqlite/restore";
import { formatCount, formatNoun } from "@/lib/view/format";
import type { DataFolder } from "./data-folder";
import { showCopying } from "./progress";
import { exitCodes } from "./server-address";

/** Puts a copy in the place of the data, while no server holds it. @returns the exit code. @throws StoreError */
export async function restoreData(
  file: string,
  { json }: { readonly json: boolean },
  data: DataFolder,
  print: (line: string) => void,
): Promise<number> {
  const progress = showCopying(json, print);
  const options = { newest: data.newest, onProgress: progress.set };
  const report = await restore(data.folder, resolve(file), new Date(), options).finally(progress.stop);
  const { runs, rollouts, replaced, folder } = report;
  const revision = `${report.revision.epoch}.${report.revision.sequence}`;
  if (json) print(JSON.stringify({ folder, runs, rollouts, revision, replaced }));
  else {
    print(`${folder} now holds ${formatNoun(runs, "run")} and ${formatCount(rollouts)} rollouts, as the copy does.`);
    if (replaced !== null) print(`What was there is kept as ${replaced}; remove it when you are sure.`);
    print("Start the server: pages that are open read everything again.");
  }
  return exitCodes.done;
}
