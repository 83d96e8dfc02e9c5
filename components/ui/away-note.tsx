"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { keepLooking, suspectServer, useServerAway } from "./server-reach";
import { Time } from "./time";
import { useWaitingLinks } from "./use-waiting-links";

/**
 * Says on every page that its server can't be reached. It stays in sight, because a link or a sort far down the page
 * waits for the server too: Next keeps what was asked for, and asks again (`experimental.useOffline`).
 */
export function AwayNote() {
  const since = useServerAway();
  const isWaiting = useOffline();
  useWaitingLinks();
  useEffect(keepLooking, []);
  useEffect(() => {
    if (isWaiting) suspectServer();
  }, [isWaiting]);
  return (
    <div role="status" className="sticky top-0 z-30 text-sm print:hidden">
      {since !== null && (
        <p className="border-b border-hairline bg-critical-soft px-4 py-2 sm:px-7">
          The server can’t be reached since <Time at={since} />. What you see stays, and is from before. The page tries
          again by itself, and what you asked for meanwhile comes then.
        </p>
      )}
    </div>
  );
}
