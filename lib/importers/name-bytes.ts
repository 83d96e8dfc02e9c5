/** What is said of a file whose bytes are no text, and what would be wanted instead. */
export interface ForeignBytes {
  readonly saw: string;
  readonly expected: string;
}

/** How much of a file's beginning tells what it is, bytes: a tar archive says it at byte 257. */
export const headLength = 512;

const unpack = "the files that are in it: unpack it first";
const convert = "UTF-8: convert it first, such as with iconv -t UTF-8 -f";
const rows = "rollouts as text, one JSON object a line, or a parquet table";

/** First bytes, in hexadecimal, of what stands about where runs are kept; from `at`, else from the beginning. */
const signatures: readonly (ForeignBytes & { readonly bytes: string; readonly at?: number })[] = [
  { bytes: "1f8b", saw: "gzip data in a file that is not named .gz", expected: "it under a name that ends in .gz" },
  { bytes: "504b0304", saw: "a zip archive", expected: unpack },
  { bytes: "504b0506", saw: "a zip archive with nothing in it", expected: rows },
  { bytes: "7573746172", at: 257, saw: "a tar archive", expected: unpack },
  { bytes: "28b52ffd", saw: "zstd data", expected: unpack },
  { bytes: "fd377a585a00", saw: "xz data", expected: unpack },
  { bytes: "425a68", saw: "bzip2 data", expected: unpack },
  { bytes: "377abcaf271c", saw: "a 7z archive", expected: unpack },
  { bytes: "0000feff", saw: "text in UTF-32", expected: `${convert} UTF-32` },
  { bytes: "fffe0000", saw: "text in UTF-32", expected: `${convert} UTF-32` },
  { bytes: "fffe", saw: "text in UTF-16", expected: `${convert} UTF-16` },
  { bytes: "feff", saw: "text in UTF-16", expected: `${convert} UTF-16` },
  { bytes: "7b002200", saw: "text in UTF-16", expected: `${convert} UTF-16LE` },
  { bytes: "007b0022", saw: "text in UTF-16", expected: `${convert} UTF-16BE` },
  { bytes: "89504e470d0a1a0a", saw: "a PNG image", expected: rows },
  { bytes: "ffd8ff", saw: "a JPEG image", expected: rows },
  { bytes: "47494638", saw: "a GIF image", expected: rows },
  { bytes: "255044462d", saw: "a PDF document", expected: rows },
  { bytes: "53514c69746520666f726d6174203300", saw: "an SQLite database", expected: rows },
  { bytes: "7f454c46", saw: "a program (ELF)", expected: rows },
  { bytes: "934e554d5059", saw: "an array of numpy", expected: rows },
  { bytes: "894844460d0a1a0a", saw: "an HDF5 file", expected: rows },
  { bytes: "4152524f5731", saw: "an Arrow file", expected: rows },
  { bytes: "80028a0a6cfc9c46f920", saw: "a checkpoint of torch", expected: rows },
  { bytes: "8002", saw: "a Python pickle", expected: rows },
  { bytes: "8003", saw: "a Python pickle", expected: rows },
  { bytes: "8004", saw: "a Python pickle", expected: rows },
  { bytes: "8005", saw: "a Python pickle", expected: rows },
];

function readHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Tells by its first bytes what a file is that holds no text in UTF-8: a file of lines never begins with any of these.
 *
 * @param head up to {@link headLength} bytes. @returns null where it begins with none of them.
 */
export function nameBytes(head: Uint8Array): ForeignBytes | null {
  const hex = readHex(head);
  return signatures.find(({ bytes, at = 0 }) => hex.startsWith(bytes, at * 2)) ?? null;
}

/** Whether a file in which no line could be read is binary: text holds no byte of zero, and few others below a blank. */
export function looksBinary(head: Uint8Array): boolean {
  const odd = head.filter((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return odd.includes(0) || odd.length * 20 > head.length;
}

/** The same, of bytes that begin like nothing that is known here. */
export function quoteBytes(head: Uint8Array): ForeignBytes {
  const first = head.subarray(0, 8);
  return {
    saw: `binary data of an unknown kind (it begins with ${readHex(first).replace(/..(?=.)/g, "$& ")})`,
    expected: rows,
  };
}
