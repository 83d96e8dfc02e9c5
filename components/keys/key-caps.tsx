const names: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Keys as they are written on a keyboard, in the order they are pressed. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return keys.split(" ").map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have a key twice, and never changes.
    <kbd key={index} className="rounded border border-hairline-strong px-1.5 text-xs text-ink">
      {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
    </kbd>
  ));
}
