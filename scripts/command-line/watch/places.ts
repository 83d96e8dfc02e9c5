import { dirname, join } from "node:path";
import { type FileStat, listNames, type OnUnreadable, readFileStat } from "./disk";
import type { FileRecord } from "./watch-state";

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

/** A file where it is now. */
export interface Place {
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
export class Places {
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
