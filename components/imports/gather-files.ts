import { isReadableName } from "@/lib/core/readable-name";

/** A file that a reader chose or dropped, by its name with the folders above it. */
export interface ChosenFile {
  readonly path: string;
  /** null where the browser could not open it, or the folder of that name. */
  readonly file: File | null;
}

/** What a reader chose or dropped at once. */
export interface Gathered {
  readonly files: readonly ChosenFile[];
  /** Files in folders that have no name of rollouts. */
  readonly leftOut: number;
}

function identify({ path, file }: ChosenFile): string {
  return JSON.stringify([path, file?.size, file?.lastModified]);
}

/** What was dropped first, and what was dropped later; what was dropped twice is there once. */
export function joinGathered(first: Gathered | null, later: Gathered): Gathered {
  if (first === null) return later;
  const known = new Set(first.files.map(identify));
  const more = later.files.filter((chosen) => !known.has(identify(chosen)));
  return { files: [...first.files, ...more], leftOut: first.leftOut + later.leftOut };
}

/** Files in a folder are picked; one that was named is sent whatever it is called, and its refusal says why. */
function isPicked(path: string): boolean {
  return !path.includes("/") || isReadableName(path);
}

function sortFiles(files: readonly ChosenFile[]): ChosenFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function fromInput(list: FileList): Gathered {
  const files = [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const picked = files.filter(({ path }) => isPicked(path));
  return { files: sortFiles(picked), leftOut: files.length - picked.length };
}

function readAsFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A folder gives its entries in portions, until one is empty. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** How many files and folders the browser is asked for at a time: each is a look at the disk. */
const atOnce = 64;

/** Files in folders, found one portion after the other. */
class Walk {
  readonly files: ChosenFile[] = [];
  leftOut = 0;
  readonly #waiting: FileSystemEntry[];

  constructor(entries: readonly FileSystemEntry[]) {
    this.#waiting = [...entries];
  }

  /** @param tell of the number of files found so far. */
  async toEnd(tell: (found: number) => void): Promise<Gathered> {
    while (this.#waiting.length > 0) {
      await Promise.all(this.#waiting.splice(-atOnce).map((entry) => this.#visit(entry)));
      tell(this.files.length);
    }
    return { files: sortFiles(this.files), leftOut: this.leftOut };
  }

  /** What can't be opened is told by its name: the others beside it are taken. */
  async #visit(entry: FileSystemEntry): Promise<void> {
    const path = entry.fullPath.replace(/^\/+/, "");
    try {
      if (isFile(entry) && !isPicked(path)) this.leftOut++;
      else if (isFile(entry)) this.files.push({ path, file: await readAsFile(entry) });
      else if (isFolder(entry) && !entry.name.startsWith(".")) this.#waiting.push(...(await readFolder(entry)));
    } catch {
      this.files.push({ path, file: null });
    }
  }
}

/**
 * Files and folders that were dropped. The browser forgets them when the event is over, so they are asked for at once.
 *
 * @param tell of the number of files found so far: a large folder takes a while.
 */
export async function fromDrop(data: DataTransfer, tell: (found: number) => void): Promise<Gathered> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return fromInput(data.files);
  return new Walk(entries).toEnd(tell);
}
