"use client";

import { useEffect, useRef } from "react";
import { incidentAnchor } from "@/lib/view/incident-links";
import { type KnownIncidents, knowIncidents, listNotices, type NoticeSubject } from "@/lib/view/notices";
import { runHref } from "@/lib/view/run-links";
import { useNoticePreference } from "./notice-preference";

/**
 * Tells of news among a page's open incidents, by the browser, where the reader asked for it. What was open when the
 * page came is no news; what opens while it is off is none later.
 */
export function useNotices(subjects: readonly NoticeSubject[]): void {
  const isOn = useNoticePreference() === "on";
  const known = useRef<KnownIncidents | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = knowIncidents(subjects, before ?? undefined);
    if (before === null || !isOn) return;
    for (const { tag, title, body, run, incident } of listNotices(subjects, before)) {
      // The tag makes the notices of several tabs one.
      const notice = new Notification(title, { body, tag });
      notice.onclick = () => {
        window.focus();
        window.location.assign(`${runHref(run)}#${incidentAnchor(incident)}`);
        notice.close();
      };
    }
  }, [subjects, isOn]);
}
