import { join, relative } from "node:path";
import { isReadableName } from "@/lib/core/readable-name";
import { isFileError } from "@/lib/server/file-source";
import { digestBeginning, type FileStat, identify, listFolder, type OnUnreadable, readFileStat } from "./disk";
import { FollowedFile } from "./followed-file";
import { type Place, Places } from "./places";
import { compareAge, parseRotated } from "./rotation";
import type { FileRecord } from "./watch-state";

/** A file that nobody has touched for so many looks is looked at less often. */
const coldAfter = 60;
const coldEvery = 10;
const atOnce = 32;

/** Names under which an earlier content is put aside when another takes its place. */
const asideName = /(?:~|[.](?:bak|old|orig|backup)(?:[.]\w+)?)$/i;

/** All files that are followed below a folder, each under what it is known by, wherever it was moved. */
export class FileTree {
  readonly #root: string;
  readonly #say: (text: string) => void;
  readonly #unreadable = new Map<string, string>();
  readonly #onUnreadable: OnUnreadable;
  /** Rotated files that are left alone, each by its identity, as it was when that was said. */
  readonly #left = new Map<string, string>();
  readonly #files: FollowedFile[] = [];
  readonly #byName = new Map<string, FollowedFile[]>();
  #looks = 0;
  #links: readonly string[] = [];

  constructor(root: string, records: readonly FileRecord[], say: (text: string) => void) {
    this.#root = root;
    this.#say = say;
    this.#onUnreadable = (path, why) => this.#unreadable.set(relative(root, path) || ".", why.message);
    for (const record of records) this.#add(new FollowedFile(record));
  }

  #add(file: FollowedFile): void {
    this.#files.push(file);
    const { name } = file.record;
    const named = this.#byName.get(name);
    if (named === undefined) this.#byName.set(name, [file]);
    else named.push(file);
  }

  /** Files whose rows are known by a name. */
  #named(name: string): readonly FollowedFile[] {
    return this.#byName.get(name) ?? [];
  }

  get files(): readonly FollowedFile[] {
    return this.#files;
  }

  /** Paths that the last look found, and could not look at, each with why. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.#unreadable;
  }

  /** Links that the last look found and did not go through. */
  get links(): readonly string[] {
    return this.#links;
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
    const { readable, others, links } = await listFolder(this.#root, this.#onUnreadable);
    const rotated = others.filter((path) => parseRotated(path) !== null);
    this.#links = links;
    const found = await this.#readStats(readable, everything);
    const lost: FollowedFile[] = [];
    const claimed = new Set<string>();
    for (const file of this.#files) {
      if (file.record.isGone) continue;
      const { path } = file.record;
      const stat = found.get(path) ?? (await this.#readUnlisted(file));
      if (file.isSame(stat)) {
        file.see(stat);
        claimed.add(path);
      } else lost.push(file);
    }
    const places = new Places(this.#root, found, this.#onUnreadable);
    const missed = new Set<FollowedFile>();
    for (const file of lost) if (!(await this.#find(file, places, claimed))) missed.add(file);
    await this.#findRotated(rotated, missed, found, claimed);
    for (const file of missed) this.#replace(file, places, claimed);
    for (const [path, stat] of found) if (!claimed.has(path)) this.#add(this.#start(path, stat));
  }

  /** A file that was not among those listed, such as one that was rotated away. What is gone is not asked for each time. */
  async #readUnlisted({ record: { path, goneSince } }: FollowedFile): Promise<FileStat | undefined> {
    if (goneSince !== null && isReadableName(path)) return undefined;
    return (await readFileStat(join(this.#root, path), this.#onUnreadable)) ?? undefined;
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

  /** A file that is no longer where it was. @returns whether it is elsewhere. */
  async #find(file: FollowedFile, places: Places, claimed: Set<string>): Promise<boolean> {
    const moved = await this.#findMoved(file, places, claimed);
    if (moved === null || asideName.test(moved.path)) return false;
    claimed.add(moved.path);
    this.#move(file, moved);
    return true;
  }

  #move(file: FollowedFile, { path, stat }: Place): void {
    this.#say(`${file.record.path} is now ${path}, and is followed there`);
    file.record = { ...file.record, path, inode: stat.inode };
    file.see(stat);
  }

  /** A file that is nowhere: another has its place, or none. */
  #replace(file: FollowedFile, places: Places, claimed: Set<string>): void {
    const { path } = file.record;
    const inItsPlace = places.found.get(path);
    if (inItsPlace !== undefined && !claimed.has(path)) {
      claimed.add(path);
      file.restart(inItsPlace);
      this.#say(`${path} was replaced by another file: it is read from its beginning`);
    } else file.miss(Date.now());
  }

  /**
   * Files that were put aside under a number or a date since they, or those before them, were followed: copies of what
   * is followed take it over, and what nobody has read yet is read whole, the oldest first.
   */
  async #findRotated(
    paths: readonly string[],
    missed: Set<FollowedFile>,
    found: ReadonlyMap<string, FileStat>,
    claimed: Set<string>,
  ): Promise<void> {
    const unread: Place[] = [];
    const there = [...found.values(), ...this.#files.flatMap(({ stat }) => stat ?? [])];
    const known = new Set(there.map(identify));
    for (const path of paths) {
      if (claimed.has(path)) continue;
      const stat = await readFileStat(join(this.#root, path), this.#onUnreadable);
      // What has two names, or is being renamed at this moment, is one file.
      if (stat !== null && stat.size > 0 && !known.has(identify(stat))) unread.push({ path, stat });
    }
    unread.sort((a, b) => compareAge(toAged(a), toAged(b)));
    for (const place of unread) {
      const rotated = parseRotated(place.path);
      if (rotated === null) continue;
      const kin = this.#named(rotated.base);
      const hasLost = kin.some(
        (file) => missed.has(file) || (file.stat !== null && file.stat.size < file.record.offset),
      );
      if (this.#left.get(identify(place.stat)) === markOf(place) && !hasLost) continue;
      if (rotated.isPacked) this.#leave(place, "it is packed, so whether its lines were read before can't be told");
      else if (!(await this.#takeOver(place, kin, missed, claimed))) {
        if (this.#startRotated(place, rotated.base, kin, missed)) claimed.add(place.path);
      }
    }
  }

  #leave(place: Place, why: string): void {
    const identity = identify(place.stat);
    const isSaid = this.#left.has(identity);
    this.#left.set(identity, markOf(place));
    const text = `${place.path} was rotated away, and is not read: ${why}. If its rows are missing, import it by its own path`;
    if (!isSaid) this.#say(text);
  }

  /** Whether a file begins with what was read of one that is followed: rotation by copying. */
  async #takeOver(place: Place, kin: readonly FollowedFile[], missed: Set<FollowedFile>, claimed: Set<string>) {
    for (const file of kin) {
      if (file.record.offset === 0 || !(await this.#isItsContent(file, place.path, place.stat))) continue;
      const { path } = file.record;
      const isThere = file.stat !== null && !missed.has(file);
      if (isThere && file.stat !== null && (await this.#isItsContent(file, path, file.stat))) {
        this.#leave(place, `it begins as ${path} does, which is followed`);
        return true;
      }
      if (isThere) claimed.delete(path);
      claimed.add(place.path);
      missed.delete(file);
      file.reading = null;
      file.record = { ...file.record, isGone: false };
      this.#move(file, place);
      return true;
    }
    return false;
  }

  /** @returns whether a file that nobody has read is one to read. */
  #startRotated(place: Place, base: string, kin: readonly FollowedFile[], missed: Set<FollowedFile>): boolean {
    const { path, stat } = place;
    const isBefore = (file: FollowedFile) => {
      const { modifiedMs } = file.record;
      if (file.stat === null || missed.has(file)) return modifiedMs <= stat.modifiedMs;
      return compareAge({ path: file.record.path, modifiedMs }, toAged(place)) < 0;
    };
    if (!kin.some(isBefore)) {
      this.#leave(place, `it was there before anything called ${base} was followed`);
      return false;
    }
    for (const file of kin) {
      if (!missed.has(file) || file.record.path !== base) continue;
      missed.delete(file);
      file.record = { ...file.record, isGone: true };
      file.stat = null;
      this.#say(
        `${base} was rotated away, and nothing begins with what was read of it: whether it held more can't be told`,
      );
    }
    this.#add(FollowedFile.start(base, path, nextOrdinal(kin), stat));
    this.#say(`${path} was rotated away from ${base} before it was read: it is read whole`);
    return true;
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
    if (record.offset === 0) {
      const isUnread = record.size < 0 && parseRotated(path)?.base === record.path;
      return isUnread || (stat.size === record.size && stat.modifiedMs === record.modifiedMs);
    }
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
    const former = this.#named(path).filter(({ record }) => record.path !== path || record.isGone);
    return FollowedFile.start(path, path, nextOrdinal(former), stat);
  }
}

/** @param former the files that had the same name before. */
function nextOrdinal(former: readonly FollowedFile[]): number {
  return 1 + Math.max(0, ...former.map(({ record }) => record.ordinal));
}

function toAged({ path, stat }: Place) {
  return { path, modifiedMs: stat.modifiedMs };
}

function markOf({ stat }: Place): string {
  return `${stat.size} ${stat.modifiedMs}`;
}
