import { formatCount } from "./format";

/** A direct label at the right end of a chart. */
export interface EndLabel {
  readonly id: string;
  readonly name: string;
  /** The newest value, already written. */
  readonly value: string;
  /** What belongs to it but matters less: a denominator, a remark. */
  readonly detail: string;
  readonly colour: string;
  /** Where its mark ends: 0 at the top of the plot, 1 at its bottom. */
  readonly at: number;
}

/** The value of a series that has none in the newest steps: none, and what it last was, and where. */
export function writeStale(value: string, step: number): string {
  return `–, last ${value} at step ${formatCount(step)}`;
}

/**
 * Centres of labels, in pixels from the top, as near as possible to where their marks end and never closer than a line.
 * Labels keep the order of their marks. More labels than lines overlap evenly, which a caller avoids by having fewer.
 */
export function placeLabels(wanted: readonly number[], height: number, line: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const gap = Math.min(line, order.length > 1 ? height / (order.length - 1) : line);
  const placed = wanted.map(() => 0);
  // Blocks of labels that touch share their displacement, so that a crowd is centred on what it names.
  const blocks: { members: number[]; top: number }[] = [];
  for (const index of order) {
    blocks.push({ members: [index], top: clamp(wanted[index] ?? 0, 0, height) });
    for (;;) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (last === undefined || before === undefined) break;
      if (before.top + before.members.length * gap <= last.top + 1e-9) break;
      const members = [...before.members, ...last.members];
      const ideal = mean(members.map((member, rank) => (wanted[member] ?? 0) - rank * gap));
      blocks.splice(-2, 2, { members, top: clamp(ideal, 0, height - (members.length - 1) * gap) });
    }
  }
  for (const block of blocks) {
    block.members.forEach((member, rank) => {
      placed[member] = block.top + rank * gap;
    });
  }
  return placed;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
