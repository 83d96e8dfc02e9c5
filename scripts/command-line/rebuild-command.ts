import { listDifferences, readDerivedDigest } from "@/db/sqlite/derived-digest";
import { openSqliteStore } from "@/db/sqlite/open";
import { formatCount, formatNoun } from "@/lib/view/format";
import { type DataFolder, demandDatabase } from "./data-folder";
import { exitCodes } from "./server-address";

/** Differences that are listed by name. */
const listed = 20;

/**
 * Drops all that was derived and makes it again from the rows, then says what differs from before: nothing, unless the
 * rules changed or the database was written by something else.
 *
 * @returns the exit code: 1 where something differs. @throws StoreError, also where a server holds the folder.
 */
export async function rebuildData(
  { json }: { readonly json: boolean },
  data: DataFolder,
  print: (line: string) => void,
): Promise<number> {
  demandDatabase(data, "nothing to rebuild");
  const store = openSqliteStore(data);
  try {
    // What a stop left undone is no difference.
    await store.writer.settleIncidents(null);
    const before = readDerivedDigest(data.database);
    const steps = await store.writer.rebuildSummaries();
    await store.writer.settleIncidents(null);
    const after = readDerivedDigest(data.database);
    const different = listDifferences(before, after);
    if (json) {
      print(JSON.stringify({ steps, before: before.counts, after: after.counts, different }));
    } else {
      print(`${formatNoun(steps, "step")} summarised again from ${steps === 1 ? "its" : "their"} rows.`);
      for (const name of ["summaries", "incidents", "issues"] as const) {
        const words = { summaries: "summaries", incidents: "incidents", issues: "counts of issues" }[name];
        print(`  ${words}: ${formatCount(before.counts[name])} before, ${formatCount(after.counts[name])} after`);
      }
      if (different.length === 0) print("Nothing differs.");
      else {
        print(`${formatCount(different.length)} of them differ:`);
        for (const name of different.slice(0, listed)) print(`  ${name}`);
        if (different.length > listed) print(`  and ${formatCount(different.length - listed)} more`);
      }
    }
    return different.length === 0 ? exitCodes.done : exitCodes.refused;
  } finally {
    await store.close();
  }
}
