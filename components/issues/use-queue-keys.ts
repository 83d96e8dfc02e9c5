"use client";

import type { RefObject } from "react";
import { usePageActions } from "@/components/keys/actions";

export interface QueueActions {
  readonly acknowledge: (issue: number) => void;
  readonly resolve: (issue: number) => void;
  readonly ignore: (issue: number) => void;
  readonly note: (issue: number) => void;
}

/**
 * The queue's keys. They move the focus itself from row to row, so that what is marked is what Enter opens, and what a
 * screen reader reads.
 */
export function useQueueKeys(body: RefObject<HTMLTableSectionElement | null>, actions: QueueActions): void {
  function move(by: 1 | -1): undefined {
    const links = [...(body.current?.querySelectorAll<HTMLElement>("a[data-issue]") ?? [])];
    const row = document.activeElement?.closest("tr");
    const at = links.findIndex((link) => link.closest("tr") === row);
    const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + by));
    links[next]?.focus();
    links[next]?.scrollIntoView({ block: "nearest" });
  }

  const act = (name: keyof QueueActions) => () => {
    const link = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("a[data-issue]");
    if (link === null || link === undefined) return false;
    actions[name](Number(link.dataset["issue"]));
    return undefined;
  };

  usePageActions("Queue", [
    { keys: "j", label: "Next issue", run: () => move(1) },
    { keys: "k", label: "Previous issue", run: () => move(-1) },
    { keys: "Enter", label: "Open it" },
    { keys: "a", label: "Acknowledge it", run: act("acknowledge") },
    { keys: "r", label: "Resolve it", run: act("resolve") },
    { keys: "i", label: "Ignore it, up to a rate", run: act("ignore") },
    { keys: "n", label: "Note something about it", run: act("note") },
  ]);
}
