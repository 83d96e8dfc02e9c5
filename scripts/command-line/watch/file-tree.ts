import { dirname, join, relative } from "node:path";
import { isFileError } from "@/lib/server/file-source";
import { digestBeginning, type FileStat, listNames, listReadable, type OnUnreadable, readFileStat } from "./disk";
import { FollowedFile } from "./followed-file";
import type { FileRecord } from "./watch-state";

/** A file that nobody has touched for so many looks is looked at less often. */
const coldAfter = 60;
const coldEvery = 10;
const atOnce = 32;

/** Names under which an earlier content is put aside when another takes its place. */
const asideName = /(?:~|[.](?:bak|old|orig|backup)(?:[.]\w+)?)$/i;

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

interface Place {
  readonly path: string;
  readonly stat: FileStat;
}

function groupByInode(places: Iterable<Place>): Map<number, Place[]> {
  const groups = new Map<number, Place[]>();
  for (const place of places) {
    const known = groups.get(place.stat.inode);
    if (known === undefined) groups.set(place.stat.inode, [place]);
    else known.push(place);
  }
  return groups;
}

/** Where files may have gone to, in one look: each folder is gone through once, however many are sought in it. */
class Places {
  readonly found: ReadonlyMap<string, FileStat>;
  readonly #root: string;
  readonly #onUnreadable: OnUnreadable;
  readonly #readable: Map<number, Place[]>;
  readonly #folders = new Map<string, Promise<Map<number, Place[]>>>();

  constructor(root: string, found: ReadonlyMap<string, FileStat>, onUnreadable: OnUnreadable) {
    this.#root = root;
    this.#onUnreadable = onUnreadable;
    this.found = found;
    this.#readable = groupByInode([...found].map(([path, stat]) => ({ path, stat })));
  }

  /** Files with the number of the one that is sought: readable ones anywhere, and any in the folder that it was in. */
  async listOf({ inode, path }: FileRecord): Promise<readonly Place[]> {
    const folder = folderOf(path);
    const known = this.#folders.get(folder) ?? this.#readFolder(folder);
    this.#folders.set(folder, known);
    return [...(this.#readable.get(inode) ?? []), ...((await known).get(inode) ?? [])];
  }

  async #readFolder(folder: string): Promise<Map<number, Place[]>> {
    const places: Place[] = [];
    for (const name of await listNames(join(this.#root, folder), this.#onUnreadable)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const stat = this.found.get(path) ?? (await readFileStat(join(this.#root, path), this.#onUnreadable));
      if (stat !== null) places.push({ path, stat });
    }
    return groupByInode(places);
  }
}

/** All files that are followed below a folder, each under what it is known by, wherever it was moved. */
export class FileTree {
  readonly #root: string;
  readonly #say: (text: string) => void;
  readonly #unreadable = new Map<string, string>();
  readonly #onUnreadable: OnUnreadable;
  #files: FollowedFile[];
  #looks = 0;

  constructor(root: string, records: readonly FileRecord[], say: (text: string) => void) {
    this.#root = root;
    this.#say = say;
    this.#onUnreadable = (path, why) => this.#unreadable.set(relative(root, path), why.message);
    this.#files = records.map((record) => new FollowedFile(record));
  }

  get files(): readonly FollowedFile[] {
    return this.#files;
  }

  /** Paths that the last look found, and could not look at, each with why. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.#unreadable;
  }

  /** Where a file is now. */
  pathOf({ record }: FollowedFile): string {
    return join(this.#root, record.path);
  }

  /**
   * Looks at the folder once.
   *
   * @param everything also at files that have not changed for long.
   */
  async look(everything: boolean): Promise<void> {
    this.#looks++;
    this.#unreadable.clear();
    const found = await this.#readStats(await listReadable(this.#root, this.#onUnreadable), everything);
    const lost: FollowedFile[] = [];
    const claimed = new Set<string>();
    for (const file of this.#files) {
      const { path } = file.record;
      const stat = found.get(path) ?? (await readFileStat(join(this.#root, path), this.#onUnreadable)) ?? undefined;
      if (file.isSame(stat)) {
        file.see(stat);
        claimed.add(path);
      } else lost.push(file);
    }
    const places = new Places(this.#root, found, this.#onUnreadable);
    for (const file of lost) await this.#find(file, places, claimed);
    for (const [path, stat] of found) if (!claimed.has(path)) this.#files.push(this.#start(path, stat));
  }

  async #readStats(paths: readonly string[], everything: boolean): Promise<Map<string, FileStat>> {
    const known = new Map(this.#files.map((file) => [file.record.path, file]));
    const found = new Map<string, FileStat>();
    for (let at = 0; at < paths.length; at += atOnce) {
      const some = paths.slice(at, at + atOnce).map(async (path, index) => {
        const file = known.get(path);
        const isCold = file !== undefined && file.quiet > coldAfter && (this.#looks + at + index) % coldEvery !== 0;
        const stat = isCold && !everything ? file.stat : await readFileStat(join(this.#root, path), this.#onUnreadable);
        if (stat !== null) found.set(path, stat);
      });
      await Promise.all(some);
    }
    return found;
  }

  /** A file that is no longer where it was: moved, replaced, or gone. */
  async #find(file: FollowedFile, places: Places, claimed: Set<string>): Promise<void> {
    const { path } = file.record;
    const moved = await this.#findMoved(file, places, claimed);
    const isAside = moved !== null && asideName.test(moved.path);
    if (moved !== null && !isAside) {
      claimed.add(moved.path);
      file.record = { ...file.record, path: moved.path };
      file.see(moved.stat);
      this.#say(`${path} is now ${moved.path}, and is followed there`);
      return;
    }
    const inItsPlace = places.found.get(path);
    if (inItsPlace !== undefined && !claimed.has(path)) {
      claimed.add(path);
      file.restart(inItsPlace);
      this.#say(`${path} was replaced by another file: it is read from its beginning`);
    } else file.stat = null;
  }

  /** By the disk's number for it, and by what was read of it, since such numbers are used again. */
  async #findMoved(file: FollowedFile, places: Places, claimed: ReadonlySet<string>): Promise<Place | null> {
    for (const place of await places.listOf(file.record)) {
      if (claimed.has(place.path)) continue;
      if (await this.#isItsContent(file, place.path, place.stat)) return place;
    }
    return null;
  }

  async #isItsContent({ record }: FollowedFile, path: string, stat: FileStat): Promise<boolean> {
    if (record.offset === 0) return stat.size === record.size && stat.modifiedMs === record.modifiedMs;
    if (stat.size < record.offset) return false;
    try {
      return (await digestBeginning(join(this.#root, path), record.offset)) === record.digest;
    } catch (error) {
      if (!isFileError(error)) throw error;
      return false;
    }
  }

  /** A new file; the files that had its name before and live on under another keep the names of their rows. */
  #start(path: string, stat: FileStat): FollowedFile {
    const former = this.#files.filter(({ record }) => record.name === path && record.path !== path);
    const ordinal = 1 + Math.max(0, ...former.map(({ record }) => record.ordinal));
    return FollowedFile.start(path, ordinal, stat);
  }
}
