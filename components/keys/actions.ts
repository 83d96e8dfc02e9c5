"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

/** Something a page can do, by a key, by the command palette, or both. */
export interface PageAction {
  /** As it is said in the list of keys and in the palette. */
  readonly label: string;
  /** Characters in the order they are pressed, `g r`, or the name of a key, `ArrowLeft`; absent: no key. */
  readonly keys?: string;
  /** Several keys that are said as one, `← →`; absent: as in `keys`. */
  readonly shown?: string;
  readonly isInPalette?: boolean;
  /** false: there was nothing to do, and the key goes on meaning what it means to the browser. Absent: the browser's own. */
  readonly run?: () => boolean | undefined;
}

export interface ActionGroup {
  readonly name: string;
  readonly actions: readonly PageAction[];
}

const groups = new Map<object, ActionGroup>();
const listeners = new Set<() => void>();
let snapshot: readonly ActionGroup[] = [];
const nothing: readonly ActionGroup[] = [];

function announce(): void {
  snapshot = [...groups.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What can be done now, by those who are on the page. */
export function listActions(): readonly ActionGroup[] {
  return snapshot;
}

export function useActions(): readonly ActionGroup[] {
  return useSyncExternalStore(subscribe, listActions, () => nothing);
}

/** Which actions there are; what they do may change with every draw and is no news. */
function outline(group: ActionGroup): string {
  const { name, actions } = group;
  return JSON.stringify([
    name,
    actions.map(({ label, keys, shown, isInPalette }) => [label, keys, shown, isInPalette]),
  ]);
}

/** Makes actions known for as long as the component is there. */
export function usePageActions(name: string, actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const known = outline({ name, actions });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another outline is news; the ref has the rest.
  useEffect(() => {
    const key = {};
    const bound = latest.current.map((action, index) => {
      if (action.run === undefined) return action;
      return { ...action, run: () => latest.current[index]?.run?.() };
    });
    groups.set(key, { name, actions: bound });
    announce();
    return () => {
      groups.delete(key);
      announce();
    };
  }, [known]);
}
