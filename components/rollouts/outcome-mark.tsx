import { type Appearance, appearanceColour } from "@/lib/view/colour";

/** Filled, hollow or struck: a shape for each outcome besides its colour. */
function drawMark(appearance: Appearance, colour: string) {
  if (appearance === "zero") return <circle cx="5" cy="5" r="3.4" fill="none" stroke={colour} strokeWidth="1.8" />;
  if (appearance === "masked") return <rect x="1" y="1" width="8" height="8" rx="1" fill={colour} />;
  if (appearance === "degraded") return <path d="M5 .6 9.6 9H.4Z" fill={colour} />;
  if (appearance === "no_result") {
    return <path d="M1.6 1.6 8.4 8.4M8.4 1.6 1.6 8.4" stroke={colour} strokeWidth="2" strokeLinecap="round" />;
  }
  if (appearance === "omitted" || appearance === "missing") {
    return <path d="M1.5 5H8.5" stroke={colour} strokeWidth="2" strokeLinecap="round" />;
  }
  return <circle cx="5" cy="5" r="4.2" fill={colour} />;
}

/** A mark beside the word for an outcome. */
export function OutcomeMark({ appearance }: { readonly appearance: Appearance }) {
  return (
    <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" className="inline-block shrink-0">
      {drawMark(appearance, appearanceColour(appearance))}
    </svg>
  );
}
