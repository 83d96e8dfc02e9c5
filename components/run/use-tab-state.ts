"use client";

import { useEffect } from "react";

/** A background tab's only words: the state in its title, and a mark on its icon while something is wrong. */
export function useTabState(title: string, alarming: boolean): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!alarming) return;
    const icon = document.createElement("link");
    icon.rel = "icon";
    icon.type = "image/svg+xml";
    icon.href = `data:image/svg+xml,${encodeURIComponent(alarmIcon)}`;
    // The last icon in the document wins; taken out again, the product's own is back.
    document.head.append(icon);
    return () => icon.remove();
  }, [alarming]);
}

const alarmIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#c4301f"/><ellipse cx="16" cy="16" rx="6.5" ry="9" fill="none" stroke="#fff" stroke-width="3"/><path d="M7 26 25 6" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;
