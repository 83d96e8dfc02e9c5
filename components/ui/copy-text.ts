/** Puts a text on the clipboard. @returns false where this page may not use it, as on plain http to another host. */
export async function copyText(text: string): Promise<boolean> {
  // `clipboard` is absent there, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard === undefined) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
