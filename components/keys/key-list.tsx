"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useState } from "react";
import { listActions } from "./actions";

const names: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

function Keys({ keys }: { readonly keys: string }) {
  return keys.split(" ").map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have a key twice, and never changes.
    <kbd key={index} className="rounded border border-hairline-strong px-1.5 text-xs text-ink">
      {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
    </kbd>
  ));
}

/** The keys that work on this page, as the page has told them. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  // As they were when the list was asked for: it is about the page below it.
  const [groups] = useState(listActions);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 max-h-[76vh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-lg border border-hairline bg-raised p-5 text-ink shadow-(--shadow) outline-hidden">
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-base font-semibold">Keys</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <X size={15} aria-hidden />
            </Dialog.Close>
          </div>
          <Dialog.Description className="mt-1 text-sm text-ink-2">
            They work while nothing is being typed.
          </Dialog.Description>
          {groups.map(({ name, actions }) => {
            const keyed = actions.filter(({ keys, shown }) => keys !== undefined && shown !== "");
            if (keyed.length === 0) return null;
            return (
              <section key={name} className="mt-4">
                <h3 className="text-sm font-medium">{name}</h3>
                <dl className="mt-1.5 grid grid-cols-[6.5rem_1fr] gap-y-1.5 text-sm text-ink-2">
                  {keyed.map(({ keys = "", shown, label }) => (
                    <div key={keys} className="contents">
                      <dt className="flex items-center gap-1">
                        <Keys keys={shown ?? keys} />
                      </dt>
                      <dd>{label}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            );
          })}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
