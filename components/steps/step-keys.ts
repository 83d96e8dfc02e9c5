"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Left and right lead to the steps on either side, unless the reader is typing or choosing. */
export function useStepKeys(previous: string | null, next: string | null): void {
  const router = useRouter();
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, select, [role=listbox], [role=group]")) return;
      const href = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : null;
      if (href === null) return;
      event.preventDefault();
      router.push(href);
    };
    document.addEventListener("keydown", go);
    return () => document.removeEventListener("keydown", go);
  }, [router, previous, next]);
}
