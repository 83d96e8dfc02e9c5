/** The verdict as a picture: told apart by its shape, with its colour on top of that. Drawn on 32 by 32. */
import type { VerdictName } from "@/lib/core/detect/verdict";

export interface VerdictShape {
  /** Outline, filled in the verdict's colour. */
  readonly outline: string;
  /** What stands on it, in the colour of paper. */
  readonly sign: string;
  /** A CSS variable of the theme, and its light value for a tab, which knows no theme. */
  readonly colour: string;
  readonly tabColour: string;
}

export const verdictShapes: Readonly<Record<VerdictName, VerdictShape>> = {
  // An octagon with the bars of a pause.
  stop: {
    outline: "M10 1h12l9 9v12l-9 9H10l-9-9V10z",
    sign: "M10 9h4.5v14H10zM17.5 9H22v14h-4.5z",
    colour: "var(--critical)",
    tabColour: "#c4301f",
  },
  // A triangle with an exclamation mark.
  watch: {
    outline: "M16 2 31 29H1z",
    sign: "M14.2 11h3.6l-.5 9h-2.6zM14.2 22h3.6v3.6h-3.6z",
    colour: "var(--warning)",
    tabColour: "#b57a00",
  },
  // A square with a bar across: nothing to see by.
  blind: { outline: "M3 3h26v26H3z", sign: "M8 14h16v4H8z", colour: "var(--ink-3)", tabColour: "#6f7278" },
  // A disc with three dots.
  learning: {
    outline: "M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z",
    sign: "M7.5 14h4v4h-4zM14 14h4v4h-4zM20.5 14h4v4h-4z",
    colour: "var(--ink-3)",
    tabColour: "#6f7278",
  },
  // A disc with a tick.
  ok: {
    outline: "M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z",
    sign: "m8 16.5 2.8-2.8 3.7 3.7 7-7.4 2.8 2.7-9.7 10.3z",
    colour: "var(--live)",
    tabColour: "#1a7f5a",
  },
};

/** A tab's icon, as an address that holds it. */
export function toTabIcon(verdict: VerdictName): string {
  const { outline, sign, tabColour } = verdictShapes[verdict];
  const drawn = `<path d="${outline}" fill="${tabColour}"/><path d="${sign}" fill="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
