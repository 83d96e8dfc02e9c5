import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openSqliteStore } from "@/db/sqlite/open";
import { formatRevision } from "@/lib/core/frame";
import type { LiveEvent } from "@/lib/server/event-stream";
import { tailRuns } from "@/lib/server/tail-runs";
import { noon, TestedStore } from "./tested-store";

const surroundings = {
  signal: new AbortController().signal,
  waitForNews: async () => {},
  pause: async () => {},
};

test("readers of the list of runs are sent the same events, for which it is read once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-tail-"));
  const store = openSqliteStore({
    folder,
    migrations: join(process.cwd(), "db", "migrations"),
    workerFile: join(process.cwd(), "dist", "read.worker.mjs"),
    now: () => noon,
  });
  try {
    const tested = new TestedStore(store);
    const since = formatRevision(await store.reader.readRevision());
    await tested.append([{ step: 1 }]);
    await store.reader.listRuns();
    const listRuns = vi.spyOn(store.reader, "listRuns");
    const readTwo = async (runs: readonly string[]) => {
      const events: (LiveEvent | undefined)[] = [];
      for await (const event of tailRuns(store, { runs, since }, surroundings)) {
        events.push(event);
        if (event.event === "runs") return events;
      }
      return events;
    };
    const [[, first], [, second], [, other]] = await Promise.all([readTwo([]), readTwo([]), readTwo([tested.run])]);
    expect(first).toMatchObject({ event: "runs", data: { runs: [{ run: tested.run }], removed: [] } });
    expect(second).toBe(first);
    expect(other).toEqual(first);
    expect(listRuns).toHaveBeenCalledTimes(2);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
