import { displayFailureKind } from "@/lib/core/failure-kind";
import { kindColour } from "@/lib/view/colour";
import { Name } from "./name";

/** A failure kind in its own colour, everywhere the same. */
export function KindName({ kind, limit = 48 }: { readonly kind: string; readonly limit?: number }) {
  const shown = displayFailureKind(kind);
  return (
    <span style={{ color: kindColour(kind) }} title={shown === kind ? undefined : `sent as ${kind}`}>
      <Name text={shown} limit={limit} mono />
    </span>
  );
}
