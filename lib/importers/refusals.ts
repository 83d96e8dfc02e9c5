import type { RefusedLine } from "@/lib/core/imported-file";
import type { Refusal } from "./importer";

/** Refused lines of one file: all counted, the first hundred kept. */
export class Refusals {
  static readonly kept = 100;
  readonly lines: RefusedLine[] = [];
  count = 0;

  add(line: number, { code, message }: Refusal): void {
    this.count++;
    if (this.lines.length < Refusals.kept) this.lines.push({ line, code, message });
  }
}
