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

/** What was dropped first, and what was dropped later. */
export function joinGathered(first: Gathered | null, later: Gathered): Gathered {
  if (first === null) return later;
  return { files: [...first.files, ...later.files], leftOut: first.leftOut + later.leftOut };
}

/** Files in a folder are picked; one that was named is sent whatever it is called, and its refusal says why. */
function pick(files: readonly ChosenFile[]): Gathered {
  const picked = files.filter((chosen) => !chosen.path.includes("/") || isReadableName(chosen.path));
  return { files: picked.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut: files.length - picked.length };
}

export function fromInput(list: FileList): Gathered {
  return pick([...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
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

/** What can't be opened is told by its name: the others beside it are taken. */
async function walk(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\/+/, "");
  try {
    if (isFile(entry)) found.push({ path, file: await readAsFile(entry) });
    else if (isFolder(entry) && !entry.name.startsWith("."))
      for (const inner of await readFolder(entry)) await walk(inner, found);
  } catch {
    found.push({ path, file: null });
  }
}

/** Files and folders that were dropped. The browser forgets them when the event is over, so they are asked for at once. */
export async function fromDrop(data: DataTransfer): Promise<Gathered> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return fromInput(data.files);
  const found: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, found);
  return pick(found);
}
