"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether this browser tells its reader of new incidents. `blocked`: the browser refuses; `unsupported`: it has no
 * notifications here, which needs https, or this machine.
 */
export type NoticePreference = "on" | "off" | "blocked" | "unsupported";

const key = "falsezero notices";
const listeners = new Set<() => void>();

function isWanted(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

let known: NoticePreference | null = null;

/** What was found last: the page asks at every draw, and the browser takes its time to answer. */
function read(): NoticePreference {
  known ??= find();
  return known;
}

function renew(): void {
  const before = known;
  known = find();
  if (known !== before) for (const listener of listeners) listener();
}

function find(): NoticePreference {
  if (!("Notification" in window) || !window.isSecureContext) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && isWanted() ? "on" : "off";
}

/** Another tab may change it; and the reader, in the browser's settings, from where they come back to the page. */
const occasions = ["storage", "focus"] as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    renew();
    for (const occasion of occasions) window.addEventListener(occasion, renew);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const occasion of occasions) window.removeEventListener(occasion, renew);
  };
}

/** What holds now, in every tab of this browser; off until the page is alive. */
export function useNoticePreference(): NoticePreference {
  return useSyncExternalStore(subscribe, read, () => "off");
}

/** Turns it on, asking the browser for leave where that is needed, or off. */
export async function setNotices(wanted: boolean): Promise<void> {
  if (wanted && Notification.permission === "default") await Notification.requestPermission();
  try {
    localStorage.setItem(key, wanted ? "on" : "off");
  } catch {
    // Without storage the choice cannot be kept, and stays off.
  }
  renew();
}
