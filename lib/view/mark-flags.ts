import type { ChartMark } from "./chart-marks";

/** A small button over the charts that stands for one mark, or for several that lie too close to be told apart. */
export interface MarkFlag {
  /** Of its first mark: it stays the same while others join. */
  readonly id: string;
  /** Pixels from the plot's left edge, kept within the plot. */
  readonly left: number;
  readonly marks: readonly ChartMark[];
  /** Pixels that are free for words behind it; 0: too few to be read. */
  readonly room: number;
}

/** Pixels that a flag takes: a finger finds it. */
export const flagWidth = 24;
const fewestRoom = 44;
const mostRoom = 180;

/** Places flags from left to right: none covers another, and none leaves the plot. */
export function toMarkFlags(
  marks: readonly ChartMark[],
  domain: readonly [number, number],
  width: number,
): readonly MarkFlag[] {
  const last = Math.max(0, width - flagWidth);
  const placed = [...marks]
    .map((mark) => {
      const share = (mark.x - domain[0]) / (domain[1] - domain[0]);
      return { mark, left: Math.max(0, Math.min(last, share * width)) };
    })
    .sort((a, b) => a.left - b.left || (a.mark.id < b.mark.id ? -1 : 1));
  const clusters: { left: number; marks: ChartMark[] }[] = [];
  for (const { mark, left } of placed) {
    const open = clusters[clusters.length - 1];
    if (open !== undefined && left < open.left + flagWidth + 1) open.marks.push(mark);
    else clusters.push({ left, marks: [mark] });
  }
  return clusters.map(({ left, marks: own }, index) => {
    const free = (clusters[index + 1]?.left ?? width) - left - flagWidth - 4;
    const room = free < fewestRoom ? 0 : Math.min(mostRoom, free);
    return { id: own[0]?.id ?? "", left, marks: own, room };
  });
}
