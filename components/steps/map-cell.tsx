import { type Appearance, appearanceColour } from "@/lib/view/colour";
import type { MapCell } from "@/lib/view/group-map-model";

/** Filled, hollow or striped, and a letter: outcomes are told apart without their colours. */
const looks: Readonly<Record<Appearance, "filled" | "hollow" | "striped" | "dashed">> = {
  solved: "filled",
  zero: "hollow",
  degraded: "filled",
  masked: "striped",
  no_result: "filled",
  omitted: "hollow",
  missing: "dashed",
};

function toStyle(appearance: Appearance) {
  const colour = appearanceColour(appearance);
  const look = looks[appearance];
  if (look === "filled") return { background: colour, borderColor: colour, color: "var(--paper)" };
  if (look === "hollow") return { borderColor: colour, color: "var(--ink-2)" };
  const stripes = `repeating-linear-gradient(135deg, color-mix(in oklab, ${colour} 30%, transparent) 0 2px, transparent 2px 5px)`;
  return { backgroundImage: stripes, borderColor: colour, color: "var(--ink)" };
}

const shape =
  "flex size-[22px] items-center justify-center overflow-hidden rounded-[3px] border text-[0.6875rem] leading-none font-semibold";

/** One rollout of the map; it leads to it. */
export function MapCellLink({ cell }: { readonly cell: MapCell }) {
  return (
    <a
      href={`/rollouts/${cell.key}`}
      aria-label={cell.label}
      title={cell.label}
      data-appearance={cell.appearance}
      className={`${shape} relative hover:outline-2 hover:outline-offset-1 hover:outline-ink`}
      style={toStyle(cell.appearance)}
    >
      {cell.letter}
      {cell.kindColour !== null && (
        <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px]" style={{ background: cell.kindColour }} />
      )}
    </a>
  );
}

/** The place of a rollout that is to come, or that never came. */
export function MapPlace({ label }: { readonly label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      data-place
      className={`${shape} border-dashed border-hairline-strong text-ink-3`}
    />
  );
}

/** What a cell's look means, without the rollout. */
export function MapSwatch({ appearance, letter }: { readonly appearance: Appearance; readonly letter: string }) {
  return (
    <span aria-hidden className={`${shape} size-[16px]! text-[0.5625rem]!`} style={toStyle(appearance)}>
      {letter}
    </span>
  );
}
