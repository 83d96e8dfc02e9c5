import { listActions, type PageAction } from "./actions";

/** How long the second key of two may be waited for, ms. */
const sequenceMs = 1_200;

/** Where keys mean what they type or choose. */
const ownKeys =
  "input, textarea, select, dialog, [contenteditable], [role=dialog], [role=listbox], [role=menu], [role=option], [role=slider]";

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  if (event.target instanceof Element && event.target.closest(ownKeys) !== null) return true;
  return document.querySelector("dialog[open], [role=dialog]") !== null;
}

function toKey(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

function find(keys: string): PageAction[] {
  // Of two that want a key, the page's own goes before what is everywhere.
  return listActions()
    .flatMap(({ actions }) => actions)
    .filter((action) => action.keys === keys && action.run !== undefined);
}

function beginsOne(key: string): boolean {
  return listActions().some(({ actions }) =>
    actions.some(({ keys, run }) => run !== undefined && keys?.startsWith(`${key} `) === true),
  );
}

/** Hears keys for every action that is known. Nothing happens while somebody types, or with a modifier held. */
export function listenToKeys(): () => void {
  let before: { readonly key: string; readonly at: number } | null = null;

  function onKey(event: KeyboardEvent): void {
    if (isTaken(event)) return;
    // A letter with Shift is another letter; of the arrows, Shift selects.
    if (event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key))) return;
    const key = toKey(event);
    const isSecond = before !== null && event.timeStamp - before.at < sequenceMs;
    const keys = isSecond && before !== null ? `${before.key} ${key}` : key;
    before = null;
    if (find(keys).some((action) => action.run?.() !== false)) {
      event.preventDefault();
      return;
    }
    if (!isSecond && beginsOne(key)) before = { key, at: event.timeStamp };
  }

  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
