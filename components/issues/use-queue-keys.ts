"use client";

import { type RefObject, useEffect, useRef } from "react";

export interface QueueActions {
  readonly acknowledge: (issue: number) => void;
  readonly resolve: (issue: number) => void;
  readonly ignore: (issue: number) => void;
  readonly note: (issue: number) => void;
  readonly help: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/**
 * The queue's keys. They move the focus itself from row to row, so that what is marked is what Enter opens, and what a
 * screen reader reads.
 */
export function useQueueKeys(body: RefObject<HTMLTableSectionElement | null>, actions: QueueActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  }, [actions]);

  useEffect(() => {
    function listLinks(): HTMLElement[] {
      return [...(body.current?.querySelectorAll<HTMLElement>("a[data-issue]") ?? [])];
    }

    function move(by: 1 | -1) {
      const links = listLinks();
      const row = document.activeElement?.closest("tr");
      const at = links.findIndex((link) => link.closest("tr") === row);
      const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + by));
      links[next]?.focus();
      links[next]?.scrollIntoView({ block: "nearest" });
    }

    function current(): number | null {
      const link = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("a[data-issue]");
      return link === null || link === undefined ? null : Number(link.dataset["issue"]);
    }

    function onKey(event: KeyboardEvent) {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (key === "?") latest.current.help();
      else if (key === "j") move(1);
      else if (key === "k") move(-1);
      else {
        const act = { a: "acknowledge", r: "resolve", i: "ignore", n: "note" }[key];
        const issue = current();
        if (issue === null) return;
        if (act === "acknowledge" || act === "resolve" || act === "ignore" || act === "note")
          latest.current[act](issue);
        else return;
      }
      event.preventDefault();
    }

    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [body]);
}
