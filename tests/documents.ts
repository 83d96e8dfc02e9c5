/** The documentation as tests read it. */
import { readdirSync, readFileSync } from "node:fs";

export const documents: readonly string[] = [
  "README.md",
  "SECURITY.md",
  "db/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`)
    .sort(),
];

export interface CodeBlock {
  readonly language: string;
  /** What stands behind the language. */
  readonly note: string;
  readonly code: string;
  readonly line: number;
}

export function readDocument(file: string): string {
  return readFileSync(file, "utf8");
}

const fence = /^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm;

export function listBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(fence)].map(({ 1: language = "", 2: note = "", 3: code = "", index }) => {
    return { language, note, code, line: text.slice(0, index).split("\n").length };
  });
}

function withoutBlocks(text: string): string {
  return text.replace(fence, "");
}

/** Headings without their marks, the code in them as plain text. */
export function listHeadings(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
}

/**
 * What stands under a heading, parts with headings of their own included.
 *
 * @throws Error where there is no such heading.
 */
export function readSection(text: string, heading: string): string {
  const marks = [...text.replace(fence, (block) => block.replace(/^#/gm, " ")).matchAll(/^(#{1,6}) (.*)$/gm)];
  const start = marks.findIndex(([, , title = ""]) => title.replaceAll("`", "") === heading);
  const [first, depth = ""] = marks[start] ?? [];
  if (first === undefined) throw new Error(`no heading ${heading}`);
  const end = marks.slice(start + 1).find(([, hashes = ""]) => hashes.length <= depth.length);
  return text.slice(marks[start]?.index, end?.index);
}

export interface DocumentedCall {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** What is sent as JSON, in one piece. */
  readonly body: string;
}

/** Every curl of the examples that sends JSON it spells out. */
export function listCalls(text: string): DocumentedCall[] {
  const commands = listBlocks(text)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.replace(/\\\n/g, " ").split(/(?=\bcurl )/));
  return commands.flatMap((command) => {
    const path = /https?:\/\/[^/"\s]+(\/[^"?\s]*)/.exec(command)?.[1];
    const body = /-d '([^']+)'/.exec(command)?.[1];
    const method = /-X ([A-Z]+)/.exec(command)?.[1] ?? "POST";
    return path === undefined || body === undefined ? [] : [{ method, path, body }];
  });
}

/** The cells of every row of every table. */
export function listRows(text: string): string[][] {
  return [...withoutBlocks(text).matchAll(/^\|(.*)\|$/gm)].map(([, row = ""]) =>
    row.split("|").map((cell) => cell.trim()),
  );
}

/** Every name that stands as code in the first cell of a table's row. */
export function listDescribedNames(text: string): string[] {
  return listRows(text).flatMap(([first = ""]) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

/** Where links lead, pictures included. */
export function listLinks(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

/** What a heading is called in an address. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
