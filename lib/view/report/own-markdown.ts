import { visibleText } from "../format";

/** An address that a link may lead to, with its title if it has one: whole, on its line, and of no markup. */
const linkTail =
  /\]\( *(?:https?:\/\/|mailto:|\/|#)(?:[^\s()<>[\]\\`]|\([^\s()<>[\]\\`]*\))*(?: +(?:"[^"<>[\]\\`]*"|'[^'<>[\]\\`]*'))? *\)/iy;
const definedAddress = /\]:(?=\s*(?:https?:\/\/|mailto:|\/|#))/iy;
const fenceOpening = /^((?:> ?)*)((?:[-*+] )?)( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
/** What makes a heading, behind whatever puts it into a quote or a list. */
const heading = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s)))*[ \t]*)(?=#)/;
const underline = /^([ \t>]*)(?=(?:=+|-+)\s*$)/;

/** Index of the line that closes the fence which a line opens; null: it is surely closed by none. */
function findClosing(lines: readonly string[], at: number, opening: RegExpExecArray): number | null {
  const [, quote = "", bullet = "", indent = "", fence = ""] = opening;
  const within = quote + " ".repeat(bullet.length) + indent;
  const isPlain = within === "";
  const closing = new RegExp(`^[\\s>]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (isPlain) {
      if (/^ {0,3}[`~]/.test(line) && closing.test(line)) return index;
      continue;
    }
    // A quote or a list that ends would end the code with it.
    if (closing.test(line)) return line.startsWith(within + fence) ? index : null;
    const isBlank = line.startsWith(quote.trimEnd()) && line.slice(quote.length).trim() === "";
    if (!isBlank && !line.startsWith(within)) return null;
  }
  return null;
}

/** The code span that begins somewhere in a line; null where these backticks surely are none's. */
function findSpan(line: string, at: number, isTrusted: (span: string) => boolean): string | null {
  const fence = /^`+/.exec(line.slice(at))?.[0] ?? "";
  for (const run of line.slice(at + fence.length).matchAll(/`+/g)) {
    if (run[0] !== fence) continue;
    const span = line.slice(at, at + fence.length + run.index + fence.length);
    return isTrusted(span) ? span : null;
  }
  return null;
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}

/** How the piece at a place of a line is written, and how long it is there. */
function writePiece(line: string, at: number, isTrusted: (span: string) => boolean): readonly [string, number] {
  const rest = line.slice(at, at + 2);
  const char = rest.charAt(0);
  if (rest === "\\<") return ["&lt;", 2];
  if (char === "\\") return [rest, 2];
  if (char === "<") return ["&lt;", 1];
  if (char === "`" || rest === "~~") {
    const span = char === "`" ? findSpan(line, at, isTrusted) : null;
    if (span !== null) return [span, span.length];
    const run = /^(?:`+|~+)/.exec(line.slice(at))?.[0] ?? char;
    // Two tildes strike a text out; three may begin a fence.
    return [run === "~~" ? run : run.replace(/./g, "\\$&"), run.length];
  }
  if (rest === "](" || rest === "]:") {
    const known = matchAt(rest === "](" ? linkTail : definedAddress, line, at);
    return known === null ? [`]\\${rest.charAt(1)}`, 2] : [known, known.length];
  }
  return [char, 1];
}

function writeLine(line: string, isTrusted: (span: string) => boolean): string {
  const before = (heading.exec(line) ?? underline.exec(line))?.[1];
  let written = before === undefined ? "" : `${before}\\`;
  for (let at = before?.length ?? 0; at < line.length; ) {
    const [piece, length] = writePiece(line, at, isTrusted);
    written += piece;
    at += length;
  }
  return written;
}

/**
 * What a person wrote into a report, as Markdown that stays within its section. Whoever edits may write Markdown, which
 * pages show to the letter. Tags of HTML they may not, nor links that lead anywhere but to addresses, nor headings: the
 * sections are the report's. Code is left to the letter where every reader of Markdown takes it for code (a fence, or a
 * span on one line); backticks that are not surely of such code are escaped, so that no two readers differ about what is.
 */
export function toOwnMarkdown(text: string): string {
  const shown = visibleText(text.replace(/\r\n?/g, "\n"));
  const lines = shown.split("\n");
  // The cells of a table, and the label of a definition, end what would be one span elsewhere.
  const mayHaveTable = lines.some((line) => /^[\s>*+|:-]*-[\s|:-]*$/.test(line) && /[|:]/.test(line));
  const mayDefine = /^[\s>*+\-\d.)]*\[/m.test(shown);
  const isTrusted = (span: string) => !(mayHaveTable && span.includes("|")) && !(mayDefine && span.includes("]:"));
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const opening = fenceOpening.exec(line);
    const closing = opening === null ? null : findClosing(lines, at, opening);
    const fence = opening?.[0] ?? "";
    if (closing !== null) {
      written.push(...lines.slice(at, closing + 1));
      at = closing;
    } else if (/^[`~]/.test(fence)) {
      // Nothing closes it: left open, all that follows would be code.
      return [...written, ...lines.slice(at), fence].join("\n");
    } else written.push(writeLine(line, isTrusted));
  }
  return written.join("\n");
}
