"use client";

import { setNotices, useNoticePreference } from "./notice-preference";
import { Switch } from "./switch";

const why = {
  on: null,
  off: null,
  blocked: "This browser blocks notifications here; its settings for this site allow them again.",
  unsupported: "This browser notifies only over https, or on the server’s own machine.",
} as const;

/** Asks to be told, by the browser, of new incidents that are major or critical, and of those that get worse. */
export function NoticeSwitch() {
  const preference = useNoticePreference();
  const cannot = why[preference];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2" title={cannot ?? undefined}>
      <Switch
        label="Notify me"
        checked={preference === "on"}
        disabled={cannot !== null}
        onChange={(wanted) => void setNotices(wanted)}
      />
      {cannot !== null && <span className="sr-only">{cannot}</span>}
    </span>
  );
}
