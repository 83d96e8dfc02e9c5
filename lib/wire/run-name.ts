import { isProblem, Problem } from "@/lib/core/errors";

const controlCharacters = /\p{Cc}/u;
/** They turn the text around them, so that a name shows as another, and can't be seen. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Anything that leaves a mark: no space, and nothing that is drawn as nothing, as U+200B or an empty Braille cell. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;
const loneSurrogates = /\p{Cs}/u;

/** Names that were judged before: a sender names its run with every post. */
const accepted = new Set<string>();
const acceptedLimit = 1_000;

/**
 * Reads the name of a run that may be there: 1 to 200 characters after NFC, no control characters, not "." or "..".
 *
 * @throws Problem `invalid_request`.
 */
export function parseRunName(sent: string): string {
  if (accepted.has(sent)) return sent;
  const name = sent.normalize("NFC");
  const length = [...name].length;
  if (length < 1 || length > 200) {
    throw new Problem("invalid_request", `A run's name has 1 to 200 characters; this one has ${length}.`, {
      path: "run",
    });
  }
  if (controlCharacters.test(name) || loneSurrogates.test(name)) {
    throw new Problem("invalid_request", "A run's name holds no control characters or broken characters.", {
      path: "run",
    });
  }
  if (name === "." || name === "..") {
    throw new Problem("invalid_request", `A run can't be called "${name}": addresses can't hold that name.`, {
      path: "run",
    });
  }
  if (accepted.size >= acceptedLimit) accepted.clear();
  accepted.add(name);
  return name;
}

/**
 * Reads the name of a run that is made or written to. One that was kept under a name with marks of direction, or with nothing
 * that can be seen, is still read and removed by it; no other is made.
 *
 * @throws Problem `invalid_request`.
 */
export function parseWrittenRunName(sent: string): string {
  const name = parseRunName(sent);
  const mark = directionMark.exec(name)?.[0];
  if (mark === undefined && visible.test(name)) return name;
  if (mark === undefined) {
    const words = "A run's name has something that can be seen; this one shows as nothing.";
    throw new Problem("invalid_request", words, { path: "run" });
  }
  const code = `U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  throw new Problem(
    "invalid_request",
    `The run's name holds ${code}, an invisible mark of direction that makes a name show as another. Leave it out.`,
    { path: "run" },
  );
}

/** Why no run can be made by this name, in a sentence; null where one can. */
export function findNameFault(sent: string): string | null {
  try {
    parseWrittenRunName(sent);
    return null;
  } catch (error) {
    if (isProblem(error)) return error.message;
    throw error;
  }
}

/** Decodes the name in the address of a run that is made or written to. @throws Problem `invalid_request`. */
export function decodeWrittenRunName(segment: string): string {
  return parseWrittenRunName(decodeRunName(segment));
}

/** Decodes the name in an address. @throws Problem `invalid_request` where it is badly encoded. */
export function decodeRunName(segment: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new Problem("invalid_request", "The run's name in the address is not percent-encoded UTF-8.", {
      path: "run",
    });
  }
  return parseRunName(decoded);
}

/** The name in a page's address, or null where no run can be called that. */
export function findRunName(segment: string): string | null {
  return findName(segment, decodeRunName);
}

/**
 * The name in the address that `generateMetadata` is given, or null where no run can be called that. Next 16 hands it
 * over decoded, unlike the page's own (vercel/next.js#95343); a name with a percent sign must not be decoded twice.
 */
export function findTitleRunName(segment: string): string | null {
  return findName(segment, parseRunName);
}

function findName(segment: string, read: (segment: string) => string): string | null {
  try {
    return read(segment);
  } catch (error) {
    if (isProblem(error)) return null;
    throw error;
  }
}
