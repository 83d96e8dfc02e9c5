const key = "falsezero author";

/** The name that this browser's reader signs with; undefined where none was given, or storage is closed to the page. */
export function readAuthor(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepAuthor(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Then it is asked for again.
  }
}
