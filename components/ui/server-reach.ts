"use client";

import { useSyncExternalStore } from "react";
import { holdWhileSeen } from "./hold-while-seen";

/**
 * Whether the server of this tab can be reached. Whatever fails on a page says so here; then the server itself is asked,
 * until it answers. A single failed request (a stream that a proxy cut, a page that is being left) is no absence.
 */
let awaySince: number | null = null;
let isAsking = false;
const watchers = new Set<() => void>();
const waiting = new Set<() => void>();

const secondLookMs = 300;
const retryMs = [1000, 2000, 3000] as const;
const answerMs = 5000;

/** Something that asked the server for something got no answer. */
export function suspectServer(): void {
  if (typeof window === "undefined" || isAsking) return;
  isAsking = true;
  void askUntilReached().finally(() => {
    isAsking = false;
  });
}

async function askUntilReached(): Promise<void> {
  const suspectedAt = Date.now();
  if (await isReached()) return;
  await sleep(secondLookMs);
  for (let turn = 0; !(await isReached()); turn++) {
    if (awaySince === null) say(suspectedAt);
    await sleep(retryMs[turn] ?? retryMs[2]);
  }
  if (awaySince === null) return;
  say(null);
  for (const listener of [...waiting]) listener();
}

/** Any answer is one: what matters is that somebody is there. */
async function isReached(): Promise<boolean> {
  try {
    await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch {
    return false;
  }
}

function say(since: number | null): void {
  awaySince = since;
  for (const watcher of watchers) watcher();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
  });
}

/** Live streams of this tab: each notices an absence by itself. */
let streams = 0;

/** @returns what says that the stream ended. */
export function noteStream(): () => void {
  streams++;
  return () => void streams--;
}

const beatMs = 5_000;

/** A tab that is seen and has no stream looks now and then whether the server is there. @returns what ends that. */
export function keepLooking(): () => void {
  return holdWhileSeen(() => {
    const timer = setInterval(() => {
      if (streams === 0) suspectServer();
    }, beatMs);
    return () => clearInterval(timer);
  });
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Since when the server can't be reached, epoch ms; null while it can, as far as is known. */
export function useServerAway(): number | null {
  return useSyncExternalStore(
    watch,
    () => awaySince,
    () => null,
  );
}

/** Calls back whenever the server is there again after an absence. @returns what ends that. */
export function onServerReturn(listener: () => void): () => void {
  waiting.add(listener);
  return () => void waiting.delete(listener);
}
