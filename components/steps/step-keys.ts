"use client";

import { useRouter } from "next/navigation";
import { usePageActions } from "@/components/keys/actions";

/** Left and right lead to the steps on either side. */
export function useStepKeys(previous: string | null, next: string | null): void {
  const router = useRouter();
  const go = (href: string | null) => () => {
    if (href === null) return false;
    router.push(href);
    return undefined;
  };
  usePageActions("Step", [
    { keys: "ArrowLeft", label: "Previous step", isInPalette: previous !== null, run: go(previous) },
    { keys: "ArrowRight", label: "Next step", isInPalette: next !== null, run: go(next) },
  ]);
}
