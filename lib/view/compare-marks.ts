/** How a run is told from the others in every chart and table: by its place in the list alone. */

/** As many as runs that can be compared; of none of the colours that kinds and outcomes have. */
const dashes = ["", "7 3", "2 2.5", "10 3 2 3", "4 2", "12 4", "1 3", "6 2 1 2 1 2"] as const;

export interface RunMark {
  /** A CSS variable: the theme decides how it looks. */
  readonly colour: string;
  /** Of an SVG stroke; empty: a whole line. */
  readonly dash: string;
}

/** The look of the run at a place, from 0. */
export function runMark(index: number): RunMark {
  const place = index % dashes.length;
  return { colour: `var(--run-${place})`, dash: dashes[place] ?? "" };
}
