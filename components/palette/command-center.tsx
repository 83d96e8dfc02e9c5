"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { everywhere, type PageAction, usePageActions } from "@/components/keys/actions";
import { listenToKeys } from "@/components/keys/key-listener";
import { reportHref } from "@/lib/view/report/report-view";
import { compareHref, runHref } from "@/lib/view/run-links";
import { findPathRun } from "@/lib/view/view-links";
import { showOverlay, useOverlay } from "./open-state";
import { noteRun } from "./recent";
import { useOverlayParts } from "./use-overlay-parts";

/** The first field of the page that filters or searches. */
function focusField(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [data-filter-field], main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}

/** Keys and the command palette, on every page. */
export function CommandCenter() {
  const router = useRouter();
  const overlay = useOverlay();
  const { parts, isMissing } = useOverlayParts(overlay !== null);
  const path = usePathname();
  const run = findPathRun(path);
  useEffect(listenToKeys, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isIt =
        event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isIt) return;
      event.preventDefault();
      showOverlay("palette");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  useEffect(() => {
    if (run !== null) noteRun(run);
  }, [run]);

  const lead = (label: string, href: string): PageAction => {
    return { label, isInPalette: true, run: () => void router.push(href) };
  };
  const go = (keys: string, label: string, href: string): PageAction => ({ ...lead(label, href), keys });
  usePageActions(everywhere, [
    { keys: "Ctrl K", label: "Search and commands" },
    { keys: "/", label: "Filter this page", run: focusField },
    { keys: "?", label: "List of keys", isInPalette: true, run: () => void showOverlay("keys") },
    go("g r", "Go to runs", "/"),
    go("g i", "Go to issues", "/issues"),
    go("g c", "Compare runs", "/compare"),
    go("g s", "Go to settings", "/settings"),
    go("g d", "Go to docs", "/docs"),
  ]);
  // The run's own page leads to its rollouts as it shows them, filters and all.
  const isOverview = path.split("/").length === 3;
  usePageActions(
    "This run",
    run === null
      ? []
      : [
          ...(isOverview ? [] : [go("g b", "Overview of this run", runHref(run))]),
          ...(isOverview ? [] : [go("g o", "Rollouts of this run", `${runHref(run)}/rollouts`)]),
          go("g p", "Report of this run", reportHref(run)),
          lead("Compare this run", compareHref([run])),
          lead("Settings of this run", `${runHref(run)}/settings`),
        ],
  );
  if (parts === null) {
    return (
      <p
        role="status"
        className="fixed inset-x-4 bottom-4 z-40 mx-auto w-fit rounded-lg border border-hairline bg-raised px-3.5 py-2 text-sm text-ink shadow-(--shadow) empty:hidden print:hidden"
      >
        {isMissing &&
          overlay === null &&
          "This part of the page could not be loaded. Press the key again to try again."}
      </p>
    );
  }
  const { Palette, KeyList } = parts;
  return (
    <>
      {overlay === "palette" && <Palette onClose={() => showOverlay(null)} />}
      {overlay === "keys" && <KeyList onClose={() => showOverlay(null)} />}
    </>
  );
}
