import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// A test that expects output replaces the method with vi.spyOn(console, "error"); whatever reaches this one is unexpected.
const unexpected: string[] = [];

for (const level of ["error", "warn"] as const) {
  const write = console[level].bind(console);
  console[level] = (...words: unknown[]) => {
    unexpected.push(`console.${level}: ${format(...words)}`);
    write(...words);
  };
}

function failOnOutput() {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`unexpected console output\n${lines.join("\n")}`);
}

afterEach(failOnOutput);
afterAll(failOnOutput);
