"use client";

import { useEffect, useRef } from "react";

/** Something a page can do, by a key, by the command palette, or both. */
export interface PageAction {
  /** As it is said in the list of keys and in the palette. */
  readonly label: string;
  /** Characters in the order they are pressed, `g r`, or the name of a key, `ArrowLeft`; absent: no key. */
  readonly keys?: string;
  readonly isInPalette?: boolean;
  /** false: there was nothing to do, and the key goes on meaning what it means to the browser. Absent: the browser's own. */
  readonly run?: () => boolean | undefined;
}

export interface ActionGroup {
  readonly name: string;
  readonly actions: readonly PageAction[];
}

const groups = new Map<object, ActionGroup>();

/** The name of what can be done on every page. */
export const everywhere = "Everywhere";

/** What can be done now, the page's own first; what several components tell under one name is one group. */
export function listActions(): readonly ActionGroup[] {
  const byName = new Map<string, PageAction[]>();
  for (const { name, actions } of groups.values()) byName.set(name, [...(byName.get(name) ?? []), ...actions]);
  const all = [...byName].map(([name, actions]) => ({ name, actions }));
  return [...all.filter(({ name }) => name !== everywhere), ...all.filter(({ name }) => name === everywhere)];
}

/** Which actions there are; what they do may change with every draw and is no news. */
function outline(group: ActionGroup): string {
  const { name, actions } = group;
  return JSON.stringify([name, actions.map(({ label, keys, isInPalette }) => [label, keys, isInPalette])]);
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
    return () => {
      groups.delete(key);
    };
  }, [known]);
}
