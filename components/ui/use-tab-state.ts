"use client";

import { useEffect } from "react";
import type { VerdictName } from "@/lib/core/detect/verdict";
import { toTabIcon } from "@/lib/view/verdict-icon";

/** A background tab's only words: the state in its title, and in the shape and colour of its icon. */
export function useTabState(title: string, verdict: VerdictName | null): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (verdict === null) return;
    const icon = document.createElement("link");
    icon.rel = "icon";
    icon.type = "image/svg+xml";
    icon.href = toTabIcon(verdict);
    // The last icon in the document wins; taken out again, the product's own is back.
    document.head.append(icon);
    return () => icon.remove();
  }, [verdict]);
}
