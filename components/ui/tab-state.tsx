"use client";

import type { VerdictName } from "@/lib/core/detect/verdict";
import { useTabState } from "./use-tab-state";

interface TabStateProps {
  readonly title: string;
  /** null: nothing is judged. */
  readonly verdict: VerdictName | null;
}

/** The title and the icon of a page that the server draws whole. */
export function TabState({ title, verdict }: TabStateProps) {
  useTabState(title, verdict);
  return null;
}
