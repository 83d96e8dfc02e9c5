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

function read(): NoticePreference {
  if (!("Notification" in window) || !window.isSecureContext) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && isWanted() ? "on" : "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
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
  for (const listener of listeners) listener();
}
