"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { type RolloutQuery, rolloutsPath } from "@/lib/view/rollout-query";

/**
 * What the page shows, changed by going to the address that says so; the server answers with its first rows. Until then
 * the controls already show what was asked for.
 */
export function useRolloutAddress(run: string, query: RolloutQuery) {
  const router = useRouter();
  const [isWaiting, startTransition] = useTransition();
  const [asked, setAsked] = useOptimistic(query);
  function change(part: Partial<RolloutQuery>) {
    startTransition(() => {
      const next = { ...asked, ...part };
      setAsked(next);
      router.replace(rolloutsPath(run, next), { scroll: false });
    });
  }
  return { asked, change, isWaiting };
}
