"use client";

import { Popover as Base } from "@base-ui/react/popover";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AnnotationPlace } from "@/lib/view/annotation-place";
import { AnnotationForm } from "./annotation-form";

/** Where on the screen something is; it is asked again while the page scrolls. */
export interface Anchor {
  getBoundingClientRect(): DOMRect;
}

export interface Annotating {
  /** Whether the next click or drag on a chart annotates. */
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** A place was chosen: asks what there is to say of it, beside it. */
  readonly annotate: (place: AnnotationPlace, anchor: Anchor) => void;
  /** Asks it, where a place was chosen. */
  readonly form: ReactNode;
}

/** Annotating on the charts of a run. What was typed and not kept is there again for the next place. */
export function useAnnotating(run: string): Annotating {
  const [isOn, setOn] = useState(false);
  const [asked, setAsked] = useState<{ readonly place: AnnotationPlace; readonly anchor: Anchor } | null>(null);
  const [draft, setDraft] = useState("");
  const opening = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    if (!isOn) return;
    const end = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOn(false);
    };
    document.addEventListener("keydown", end);
    return () => document.removeEventListener("keydown", end);
  }, [isOn]);
  useEffect(() => () => clearTimeout(opening.current ?? undefined), []);

  const annotate = useCallback((place: AnnotationPlace, anchor: Anchor) => {
    setOn(false);
    // After the click that chose it, which would close what it opened.
    opening.current = setTimeout(() => setAsked({ place, anchor }), 0);
  }, []);
  const close = useCallback(() => setAsked(null), []);
  const form = useMemo(
    () => (
      <Base.Root open={asked !== null} onOpenChange={(open) => !open && close()}>
        <Base.Portal>
          <Base.Positioner
            className="z-30"
            sideOffset={8}
            align="start"
            {...(asked === null ? {} : { anchor: asked.anchor })}
          >
            <Base.Popup
              aria-label="Annotate"
              className="max-w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-hairline bg-raised p-3 text-sm shadow-(--shadow) outline-hidden"
            >
              {asked !== null && (
                <AnnotationForm
                  run={run}
                  place={asked.place}
                  changed={null}
                  draft={draft}
                  onDraft={setDraft}
                  onDone={close}
                />
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    ),
    [run, asked, draft, close],
  );
  return useMemo(() => ({ isOn, setOn, annotate, form }), [isOn, annotate, form]);
}
