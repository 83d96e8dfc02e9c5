"use client";

import { Search } from "lucide-react";
import { showOverlay } from "./open-state";

/** Opens the command palette, for those who have no keyboard or do not know its key. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-label="Search and commands"
      aria-keyshortcuts="Control+K Meta+K"
      title="Search and commands (Ctrl K)"
      onClick={() => showOverlay("palette")}
      className="inline-flex h-7 items-center gap-2 rounded-md border border-hairline-strong px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <Search size={14} strokeWidth={1.75} aria-hidden />
      <span className="hidden lg:inline" aria-hidden>
        Search
      </span>
      <kbd className="hidden text-xs text-ink-3 lg:inline" aria-hidden>
        Ctrl K
      </kbd>
    </button>
  );
}
