/** The surface of a menu, and one line of it. */
export const menuPopup =
  "min-w-36 rounded-lg border border-hairline bg-raised p-1 text-sm text-ink shadow-(--shadow) outline-hidden";
export const menuItem =
  "block w-full cursor-default rounded px-2 py-1.5 outline-hidden data-highlighted:bg-accent-soft";
