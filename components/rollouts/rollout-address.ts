"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { type RolloutView, rolloutsPath } from "@/lib/view/rollout-view";

/**
 * What the page shows, changed by going to the address that says so; the server answers with its first rows. Until then
 * the controls already show what was asked for.
 */
export function useRolloutAddress(run: string, query: RolloutView) {
  const router = useRouter();
  const [isWaiting, startTransition] = useTransition();
  const [asked, setAsked] = useOptimistic(query);
  function change(part: Partial<RolloutView>) {
    startTransition(() => {
      const next = { ...asked, ...part };
      setAsked(next);
      router.replace(rolloutsPath(run, next), { scroll: false });
    });
  }
  return { asked, change, isWaiting };
}
