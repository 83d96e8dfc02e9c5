import type { RunDetail } from "@/lib/core/run";
import { toWireRemoval, type WireRemoval } from "@/lib/wire/run-removal";
import type { Context } from "./context";
import { findRemoval } from "./find-removal";

export interface RunSettingsPage {
  /** null: it waits for its removal. */
  readonly detail: RunDetail | null;
  readonly removal: WireRemoval;
  /** Projects that runs belong to, each once. */
  readonly projects: readonly string[];
}

/** All that the page of a run's settings shows; null where there is no such run, not even one that waits. */
export async function readRunSettingsPage(
  { store, config }: Pick<Context, "store" | "config">,
  run: string,
): Promise<RunSettingsPage | null> {
  const waiting = await findRemoval(store, run);
  if (waiting !== null) {
    return { detail: null, removal: toWireRemoval(waiting, config.removalMinutes), projects: [] };
  }
  const [detail, contents, runs] = await Promise.all([
    store.reader.readRun(run),
    store.reader.readRunContents(run),
    store.reader.listRuns(),
  ]);
  if (detail === null || contents === null) return null;
  const told = { run, title: detail.settings.title, contents, askedBy: null, askedAt: null, dueAt: null };
  const projects = new Set(runs.flatMap(({ settings }) => settings.project ?? []));
  return { detail, removal: toWireRemoval(told, config.removalMinutes), projects: [...projects].sort() };
}
