/** The documentation as tests read it. */
import { readdirSync, readFileSync } from "node:fs";

export const documents: readonly string[] = [
  "README.md",
  "SECURITY.md",
  "db/README.md",
  ...readdirSync("docs")
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
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
