const longestName = 120;

/**
 * A name for a file on any system, made of what it holds: letters and digits of any script, and `-`, `_` and `.` within.
 *
 * @param parts such as the run, what it is, and how it was filtered; empty ones are left out.
 */
export function toFileName(parts: readonly string[], extension: string): string {
  const words = parts
    .map((part) =>
      part
        .normalize("NFC")
        .replace(/[^\p{L}\p{N}_.]+/gu, "-")
        .replace(/\.{2,}/g, "."),
    )
    .map((part) => part.replace(/^[-.]+|[-.]+$/g, ""))
    .filter((part) => part !== "");
  const name = [...(words.length === 0 ? ["falsezero"] : words).join("-")].slice(0, longestName).join("");
  // Names such as con and nul are devices on Windows, whatever stands behind their dot.
  return `${/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? "falsezero-" : ""}${name}.${extension}`;
}
