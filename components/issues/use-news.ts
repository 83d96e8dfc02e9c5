"use client";

import { useEffect, useRef } from "react";
import { z } from "zod";
import { holdWhileSeen } from "@/components/ui/hold-while-seen";
import { openLiveStream } from "@/components/ui/live-stream";

const eventNames = ["runs", "reset"] as const;
const Stamped = z.object({ revision: z.string() });

/** News that comes closer together than this is read once. */
const gatherMs = 800;

/**
 * Calls back when any run changed, what people do about its issues included; at most about once a second. A hidden tab
 * gives its connection back, and catches up when it is seen again.
 */
export function useNews(revision: string, onNews: () => void): void {
  const since = useRef(revision);
  const call = useRef(onNews);
  useEffect(() => {
    call.current = onNews;
  }, [onNews]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;

    function announce() {
      timer ??= setTimeout(() => {
        timer = null;
        call.current();
      }, gatherMs);
    }

    const letGo = holdWhileSeen(() =>
      openLiveStream("/api/v1/events?", eventNames, {
        onEvent: ({ name, data }) => {
          const stamped = name === "runs" ? Stamped.safeParse(JSON.parse(data)) : null;
          if (stamped?.success === true) since.current = stamped.data.revision;
          announce();
        },
        onConnection: () => undefined,
        onBehind: announce,
        readRevision: () => since.current,
      }),
    );
    return () => {
      letGo();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}
