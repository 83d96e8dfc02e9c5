import type { Refusal } from "@/lib/importers/importer";

export interface RefusedLine extends Refusal {
  /** From 1. */
  readonly line: number;
}

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
