"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useServerAway } from "./server-reach";

const pages = /^\/(?:$|(?:runs|rollouts|issues|compare|docs|settings|views)(?:\/|$))/;

/**
 * While the server is away, plain links to our pages (the thousand cells of a table or a map, which need no more) are
 * followed as the others are: what they lead to is waited for, and the page that is shown stays.
 */
export function useWaitingLinks(): void {
  const router = useRouter();
  const isAway = useServerAway() !== null;
  useEffect(() => {
    if (!isAway) return;
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0 || !(event.target instanceof Element)) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target.closest("a[href]");
      const isPlain = link instanceof HTMLAnchorElement && link.target === "" && !link.hasAttribute("download");
      if (!isPlain || link.origin !== location.origin || !pages.test(link.pathname)) return;
      // A place on this page needs no server.
      if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return;
      event.preventDefault();
      router.push(link.href);
    }
    // On the window, behind whatever the page itself does about a click.
    window.addEventListener("click", follow);
    return () => window.removeEventListener("click", follow);
  }, [isAway, router]);
}
