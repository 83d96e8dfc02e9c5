import { compact } from "@/db/sqlite/compact";
import { formatBytes } from "@/lib/view/format";
import type { DataFolder } from "./data-folder";
import { exitCodes } from "./server-address";

/** Gives free pages back to the disk. @returns the exit code. @throws StoreError */
export async function compactData(
  { json }: { readonly json: boolean },
  data: DataFolder,
  print: (line: string) => void,
): Promise<number> {
  const { before, after } = compact(data.folder, data.newest);
  if (json) print(JSON.stringify({ before, after }));
  else print(`${data.database}: ${formatBytes(before)} before, ${formatBytes(after)} now.`);
  return exitCodes.done;
}
