"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Opens an address for something that is no link, as a point of a chart: here, or in a tab of its own. */
export function useOpenHref(): (href: string, inNewTab: boolean) => void {
  const router = useRouter();
  return useCallback(
    (href, inNewTab) => {
      if (inNewTab) window.open(href, "_blank", "noopener");
      else router.push(href);
    },
    [router],
  );
}
