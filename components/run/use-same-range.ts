"use client";

import { useMemo } from "react";
import type { StepRange } from "@/lib/view/step-axis";

/** A range of the same steps is the same one: what hangs on it is not drawn again. */
export function useSameRange(range: StepRange | null): StepRange | null {
  const { from, to } = range ?? { from: null, to: null };
  return useMemo(() => (from === null || to === null ? null : { from, to }), [from, to]);
}
