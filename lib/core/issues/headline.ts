/** How much of a reason is read, in UTF-16 code units: stored reasons are shorter, and no rule may take long. */
export const reasonLimit = 4_096;

const esc = "\\u001b";
/** Terminal escapes: colours and cursor moves (CSI), titles and links (OSC), and the short ones. */
const terminalEscapes = new RegExp(
  `${esc}\\[[0-?]*[ -/]*[@-~]|${esc}\\][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)?|${esc}[@-Z\\\\^_]`,
  "gu",
);

/** What a Python traceback begins with, perhaps behind some words, or behind the bars of an exception group. */
const tracebackHeader = /(?:Exception Group )?Traceback \(most recent call last\):$/u;
const groupBars = /^[ \t|+-]*\|[ \t]?/u;
/** A JavaScript or Java stack frame. */
const stackFrame = /^\s+at \S/u;
/** A line that begins with the name of an error: `TypeError: …`, `java.lang.IllegalStateException`. */
const errorLine = /^(?:Uncaught (?:\(in promise\) )?)?[\w$.]{0,120}(?:Error|Exception|Failure|Fault)\b/u;
const errorClass = /^(?:Uncaught (?:\(in promise\) )?)?((?:[\w$]{1,80}\.){0,12}[\w$]{1,80})(?:$|[:\s(])/u;
/** Where code is, and nothing about what went wrong: what Node prints above an error that nobody caught. */
const location = /^\S{1,300}:\d+(?::\d+)?$/u;

/** NFC, without terminal escapes. */
function toLines(reason: string): string[] {
  const text = reason.slice(0, reasonLimit).toWellFormed().normalize("NFC").replace(terminalEscapes, "");
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/u);
}

/** Spaces and control characters of all kinds folded to one space. */
function fold(line: string): string {
  return line.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/** The line that names the exception of the last traceback that is whole. */
function findPythonError(lines: readonly string[]): Line | null {
  let found: Line | null = null;
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    const own = line.replace(groupBars, "");
    if (tracebackHeader.test(fold(own))) isInside = true;
    // Frames are indented; the first line that is not says what happened.
    else if (isInside && own.trim() !== "" && !/^[\s+-]/u.test(own)) {
      found = { at, text: fold(own) };
      isInside = false;
    }
  }
  return found;
}

/** The line that a JavaScript or Java stack belongs to. */
function findStackError(lines: readonly string[]): Line | null {
  const frame = lines.findIndex((line) => stackFrame.test(line));
  const at = lines.slice(0, Math.max(0, frame)).findLastIndex((line) => errorLine.test(line));
  return at === -1 ? null : { at, text: fold(lines[at] ?? "") };
}

/** A line that ends in a colon announces the next one. */
function continueLine({ at, text }: Line, lines: readonly string[]): string {
  if (!text.endsWith(":")) return text;
  const next = lines.slice(at + 1).find((line) => fold(line) !== "");
  return next === undefined ? text : `${text} ${fold(next)}`;
}

/**
 * The one line that a failure reason is grouped by: the first that is not empty, with the exception where a stack names
 * one. A traceback's header says nothing, so the exception's line stands in its place; so it does for a line that only
 * says where. Behind a first line that says something else goes the exception's class, in brackets. A line that ends in a
 * colon is continued by the next.
 */
export function toHeadline(reason: string): string {
  const lines = toLines(reason);
  const at = lines.findIndex((line) => fold(line) !== "");
  if (at === -1) return "";
  const first = { at, text: fold(lines[at] ?? "") };
  const error = findPythonError(lines) ?? findStackError(lines);
  if (error === null) return tracebackHeader.test(first.text) ? first.text : continueLine(first, lines);
  const cause = continueLine(error, lines);
  const announced = fold(first.text.replace(groupBars, "").replace(/^\+ /u, ""));
  if (tracebackHeader.test(announced)) return `${announced.replace(tracebackHeader, "")}${cause}`;
  if (location.test(first.text)) return cause;
  const whole = continueLine(first, lines);
  const name = errorClass.exec(error.text)?.[1];
  return name === undefined || whole.includes(name) ? whole : `${whole} [${name}]`;
}
