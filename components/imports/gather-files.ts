import { isReadableName } from "@/lib/core/readable-name";

/** A file that a reader chose or dropped, by its name with the folders above it. */
export interface ChosenFile {
  readonly path: string;
  /** null where the browser could not open it, or the folder of that name. */
  readonly file: File | null;
}

/** Files in a folder are picked; one that was named is sent whatever it is called, and its refusal says why. */
function pick(files: readonly ChosenFile[]): ChosenFile[] {
  const picked = files.filter((chosen) => !chosen.path.includes("/") || isReadableName(chosen.path));
  return picked.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function fromInput(list: FileList): ChosenFile[] {
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
async function walk(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\/+/, "");
  try {
    if (isFile(entry)) return [{ path, file: await readAsFile(entry) }];
    if (!isFolder(entry) || entry.name.startsWith(".")) return [];
    const found: ChosenFile[] = [];
    for (const inner of await readFolder(entry)) found.push(...(await walk(inner)));
    return found;
  } catch {
    return [{ path, file: null }];
  }
}

/** Files and folders that were dropped. The browser forgets them when the event is over, so they are asked for at once. */
export async function fromDrop(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return fromInput(data.files);
  const found: ChosenFile[] = [];
  for (const entry of entries) found.push(...(await walk(entry)));
  return pick(found);
}
