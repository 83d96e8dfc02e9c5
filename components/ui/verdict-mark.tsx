import type { VerdictName } from "@/lib/core/detect/verdict";
import { verdictShapes } from "@/lib/view/verdict-icon";

/** A verdict's shape beside its word; never alone, because a shape is not a name. */
export function VerdictMark({ verdict, size = 14 }: { readonly verdict: VerdictName; readonly size?: number }) {
  const { outline, sign, colour } = verdictShapes[verdict];
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <path d={outline} fill={colour} />
      <path d={sign} fill="var(--paper)" />
    </svg>
  );
}
