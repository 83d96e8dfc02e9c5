"use client";

import { Upload } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Name } from "@/components/ui/name";
import { ImportDialog } from "./import-dialog";
import { useGathering } from "./use-gathering";
import { useImport } from "./use-import";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}

/** Takes files that are dropped anywhere on the page. @returns whether some are being dragged over it. */
function useDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    // Entering an element leaves the one above it: only the last leave means that the files are gone.
    let depth = 0;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth++;
        setIsOver(true);
      },
      dragleave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth--;
        if (depth <= 0) setIsOver(false);
      },
      dragover(event: DragEvent) {
        // Without this a browser opens the file instead.
        if (hasFiles(event)) event.preventDefault();
      },
      drop(event: DragEvent) {
        if (!hasFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        depth = 0;
        setIsOver(false);
        take(event.dataTransfer);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, []);
  return isOver;
}

/**
 * Files into a run: the dialog, and the page as a place to drop them.
 *
 * @param opener gets the focus back when the dialog closes.
 * @returns how to ask for files, and what has to be drawn for it.
 */
export function useImportDrop(
  run: string | null,
  opener: RefObject<HTMLElement | null>,
): { readonly open: () => void; readonly surface: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const gathering = useGathering();
  const importing = useImport();
  const isOver = useDrop((data) => {
    // A large folder takes a while: the dialog says meanwhile that it is looked through.
    gathering.addDropped(data);
    setOpen(true);
  });
  const surface = (
    <>
      <ImportDialog
        run={run}
        open={isOpen}
        onOpenChange={setOpen}
        opener={opener}
        importing={importing}
        gathering={gathering}
      />
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-60 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/80">
          <p className="max-w-[min(36rem,calc(100vw-3rem))] rounded-lg border border-hairline bg-raised px-4 py-3 text-lead font-medium wrap-anywhere shadow-(--shadow)">
            Drop files or folders to import{" "}
            {run === null ? (
              "them"
            ) : (
              <>
                into <Name text={run} />
              </>
            )}
          </p>
        </div>
      )}
    </>
  );
  return { open: () => setOpen(true), surface };
}

/** A button that imports files, each into the run that is told, and the page around it as a place to drop them. */
export function ImportDrop() {
  const button = useRef<HTMLButtonElement>(null);
  const importing = useImportDrop(null, button);
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={importing.open}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Upload size={14} strokeWidth={1.75} aria-hidden />
        <span className="max-sm:sr-only">Import files</span>
      </button>
      {importing.surface}
    </>
  );
}
