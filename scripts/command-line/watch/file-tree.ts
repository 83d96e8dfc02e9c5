import { dirname, join } from "node:path";
import { digestBeginning, type FileStat, listNames, listReadable, readFileStat } from "./disk";
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

/** All files that are followed below a folder, each under what it is known by, wherever it was moved. */
export class FileTree {
  readonly #root: string;
  readonly #say: (text: string) => void;
  #files: FollowedFile[];
  #looks = 0;

  constructor(root: string, records: readonly FileRecord[], say: (text: string) => void) {
    this.#root = root;
    this.#say = say;
    this.#files = records.map((record) => new FollowedFile(record));
  }

  get files(): readonly FollowedFile[] {
    return this.#files;
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
    const found = await this.#readStats(await listReadable(this.#root), everything);
    const lost: FollowedFile[] = [];
    const claimed = new Set<string>();
    for (const file of this.#files) {
      const { path } = file.record;
      const stat = found.get(path) ?? (await readFileStat(join(this.#root, path))) ?? undefined;
      if (file.isSame(stat)) {
        file.see(stat);
        claimed.add(path);
      } else lost.push(file);
    }
    for (const file of lost) await this.#find(file, found, claimed);
    for (const [path, stat] of found) if (!claimed.has(path)) this.#files.push(this.#start(path, stat));
  }

  async #readStats(paths: readonly string[], everything: boolean): Promise<Map<string, FileStat>> {
    const known = new Map(this.#files.map((file) => [file.record.path, file]));
    const found = new Map<string, FileStat>();
    for (let at = 0; at < paths.length; at += atOnce) {
      const some = paths.slice(at, at + atOnce).map(async (path, index) => {
        const file = known.get(path);
        const isCold = file !== undefined && file.quiet > coldAfter && (this.#looks + at + index) % coldEvery !== 0;
        const stat = isCold && !everything ? file.stat : await readFileStat(join(this.#root, path));
        if (stat !== null) found.set(path, stat);
      });
      await Promise.all(some);
    }
    return found;
  }

  /** A file that is no longer where it was: moved, replaced, or gone. */
  async #find(file: FollowedFile, found: ReadonlyMap<string, FileStat>, claimed: Set<string>): Promise<void> {
    const { path } = file.record;
    const moved = await this.#findMoved(file, found, claimed);
    const isAside = moved !== null && asideName.test(moved.path);
    if (moved !== null && !isAside) {
      claimed.add(moved.path);
      file.record = { ...file.record, path: moved.path };
      file.see(moved.stat);
      this.#say(`${path} is now ${moved.path}, and is followed there`);
      return;
    }
    const inItsPlace = found.get(path);
    if (inItsPlace !== undefined && !claimed.has(path)) {
      claimed.add(path);
      file.restart(inItsPlace);
      this.#say(`${path} was replaced by another file: it is read from its beginning`);
    } else file.stat = null;
  }

  /** By the disk's number for it, and by what was read of it, since such numbers are used again. */
  async #findMoved(file: FollowedFile, found: ReadonlyMap<string, FileStat>, claimed: ReadonlySet<string>) {
    const folder = folderOf(file.record.path);
    const beside = await listNames(join(this.#root, folder));
    const candidates = new Set([
      ...found.keys(),
      ...beside.map((name) => (folder === "" ? name : `${folder}/${name}`)),
    ]);
    for (const path of candidates) {
      if (claimed.has(path)) continue;
      const stat = found.get(path) ?? (await readFileStat(join(this.#root, path))) ?? undefined;
      if (file.isSame(stat) && (await this.#isItsContent(file, path, stat))) return { path, stat };
    }
    return null;
  }

  async #isItsContent({ record }: FollowedFile, path: string, stat: FileStat): Promise<boolean> {
    if (record.offset === 0) return stat.size === record.size && stat.modifiedMs === record.modifiedMs;
    if (stat.size < record.offset) return false;
    return (await digestBeginning(join(this.#root, path), record.offset)) === record.digest;
  }

  /** A new file; the files that had its name before and live on under another keep the names of their rows. */
  #start(path: string, stat: FileStat): FollowedFile {
    const former = this.#files.filter(({ record }) => record.name === path && record.path !== path);
    const generation = 1 + Math.max(0, ...former.map(({ record }) => record.generation));
    return FollowedFile.start(path, generation, stat);
  }
}
