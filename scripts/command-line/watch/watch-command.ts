import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { backoffMs } from "@/lib/client/backoff";
import { FalsezeroClient } from "@/lib/client/client";
import { isFileError } from "@/lib/server/file-source";
import { type Connection, toRun } from "../import-command";
import { exitCodes } from "../server-address";
import { isFolderThere } from "./disk";
import { FileTree } from "./file-tree";
import { type FollowOptions, FollowPass } from "./follow-pass";
import { GivenUp, isLater, toPatientTarget } from "./patient-target";
import { Surroundings } from "./surroundings";
import { WatchReporter } from "./watch-reporter";
import { loadState, saveState, statePath } from "./watch-state";

export interface WatchCommand extends FollowOptions {
  readonly run: string;
  /** Between two looks at the folder, ms. */
  readonly pollMs: number;
  /** Reads what is there, and ends. */
  readonly once: boolean;
  readonly json: boolean;
}

/** Looking takes at most one part in so many of a processor. */
const lookShare = 20;
const longestPollMs = 15_000;
/** Looks that find a file unchanged before its refusal is told: it may only not be written yet. */
const quietLooks = 3;
const saveEveryMs = 1_000;

/** Waits for a server that is not there yet, or busy. @throws what it refuses us for. */
async function findServer(client: FalsezeroClient, once: boolean, reporter: WatchReporter, stopping: AbortSignal) {
  for (let tried = 1; !stopping.aborted; tried++) {
    try {
      await client.checkServer();
      reporter.setAway(null);
      return;
    } catch (error) {
      if (once || !isLater(error)) throw error;
      reporter.setAway(error.message);
      await wait(backoffMs(tried, Math.random()), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/**
 * @returns whether the folder is there.
 * @throws RangeError where there is something that is no folder, or nothing and none is to come.
 */
async function checkFolder(root: string, once: boolean, reporter: WatchReporter): Promise<boolean> {
  const stats = await stat(root).catch(() => null);
  if (stats !== null && !stats.isDirectory()) throw new RangeError(`${root} is no folder; watch the one that it is in`);
  if (stats !== null || (await isFolderThere(root))) return true;
  if (once) throw new RangeError(`there is no folder ${root}`);
  reporter.note(`There is no folder ${root} yet: waiting for it.`);
  return false;
}

/**
 * Follows a folder into a run while it grows, until it is told to stop.
 *
 * @param stopping what is complete is still sent, and then it ends.
 * @param print takes what a person or a script reads, line by line.
 * @returns the exit code: 1 where anything was refused, 2 where something could not be sent.
 * @throws RangeError where there is no such folder, and the client's errors where the server refuses us.
 */
export async function watchFolder(
  folder: string,
  command: WatchCommand,
  connection: Connection,
  stopping: AbortSignal,
  print: (line: string) => void,
): Promise<number> {
  const { run, once } = command;
  const root = resolve(folder);
  const reporter = new WatchReporter(print, command.json);
  const isThere = await checkFolder(root, once, reporter);
  const client = new FalsezeroClient({ ...connection, ...(once ? {} : { tries: 1 }) });
  await findServer(client, once, reporter, stopping);

  const path = statePath(root, run, connection.url, process.env);
  let isChanged = false;
  let savedAt = 0;
  const onMoved = (text: string) => {
    isChanged = true;
    reporter.note(text);
  };
  const state = await loadState(path);
  if (state.fault !== null) {
    reporter.note(
      `How far files were read is kept in ${path} and can't be read (${state.fault}): all is read again. It counts once, ` +
        "but for rows without an identity in files that were rotated since",
    );
  }
  const tree = new FileTree(root, state.files, onMoved);
  const surroundings = new Surroundings(root, isThere, (text) => reporter.note(text));
  let isUnsaved = false;
  const save = async () => {
    try {
      if (isChanged) {
        const records = tree.files.map(({ record }) => record);
        await saveState(path, records);
      }
    } catch (error) {
      if (!isFileError(error)) throw error;
      // What is sent again changes nothing: a place that is not kept only costs time.
      const words = `How far files are read can't be kept in ${path} (${error.message}): a restart reads them from their beginning`;
      if (!isUnsaved) reporter.note(words);
      isUnsaved = true;
    }
    isChanged = false;
    savedAt = Date.now();
  };
  const onPlace = async () => {
    isChanged = true;
    if (Date.now() - savedAt > saveEveryMs) await save();
  };
  const patience = {
    stopping: once ? AbortSignal.abort() : stopping,
    onAway: (why: string | null) => reporter.setAway(why),
  };
  const pass = new FollowPass(root, tree, toPatientTarget(toRun(client, run), patience), command, {
    onReport: (report) => reporter.add(report),
    onReplaced: (name) => reporter.note(`${name} has another content than before: it is read from its beginning`),
    onPlace,
  });
  const look = async (isLast: boolean): Promise<number> => {
    const startedAt = Date.now();
    await tree.look(isLast);
    await surroundings.look(tree.links);
    const tookMs = Date.now() - startedAt;
    await save();
    try {
      isChanged = (await pass.run(isLast)) || isChanged;
    } finally {
      await save();
    }
    tellRefusals(tree, reporter, isLast);
    reporter.tell();
    return tookMs;
  };

  let failure: string | null = null;
  if (!once) reporter.note(`Following ${root} into ${connection.url}/runs/${encodeURIComponent(run)}; Ctrl-C ends it.`);
  try {
    while (!once && !stopping.aborted) {
      const tookMs = await look(false);
      const pauseMs = Math.min(longestPollMs, Math.max(command.pollMs, tookMs * lookShare));
      await wait(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    }
    await look(true);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    failure = `Not everything was sent: ${error.message}. The same command goes on from there.`;
  }
  tellRemains(tree, reporter);
  const hasUnread = tree.files.some(({ stat, plan, refusal }) => stat !== null && plan === null && refusal !== null);
  const isWhole = reporter.end(connection.url, run, failure, hasUnread);
  if (failure !== null) return exitCodes.unusable;
  return isWhole ? exitCodes.done : exitCodes.refused;
}

function tellRefusals(tree: FileTree, reporter: WatchReporter, isLast: boolean): void {
  reporter.setUnreadable(tree.unreadable);
  for (const file of tree.files) {
    const isStill = isLast || file.quiet >= quietLooks;
    if (file.refusal === file.saidRefusal || !isStill) continue;
    file.saidRefusal = file.refusal;
    if (file.refusal !== null) reporter.refuse(file.record.name, file.refusal);
  }
}

/** What a person should know at the end of what stands in the files and is not in the run, and the other way round. */
function tellRemains(tree: FileTree, reporter: WatchReporter): void {
  for (const { record, unfinished, formerLines, stat: now } of tree.files) {
    if (now !== null && unfinished > 0 && record.offset + unfinished === now.size) {
      reporter.note(`${record.path}: its last line is not finished (${unfinished} bytes), and was left`);
    }
    if (formerLines > record.lines) {
      const gone = formerLines - record.lines;
      reporter.note(`${record.path}: ${gone} fewer lines than before; what was sent of those stays in the run`);
    }
  }
}
