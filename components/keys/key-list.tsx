"use client";

import { X } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import { type ActionGroup, listActions } from "./actions";
import { KeyCaps } from "./key-caps";

function KeyGroup({ name, actions }: ActionGroup) {
  const heading = useId();
  const keyed = actions.filter(({ keys }) => keys !== undefined);
  if (keyed.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-4">
      <h3 id={heading} className="text-sm font-medium">
        {name}
      </h3>
      <dl className="mt-1.5 grid grid-cols-[7rem_1fr] gap-y-1.5 text-sm text-ink-2">
        {keyed.map(({ keys = "", label }) => (
          <div key={keys} className="contents">
            <dt className="flex items-center gap-1">
              <KeyCaps keys={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys that work on this page, as the page has told them. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  // As they were when the list was asked for: it is about the page below it.
  const [groups] = useState(listActions);
  return (
    <Modal
      label="Keys"
      onClose={onClose}
      isRead
      className="mt-[12vh] max-h-[76vh] w-[min(28rem,calc(100%-2rem))] overflow-y-auto overscroll-contain"
    >
      <div className="p-5">
        <div className="flex items-center justify-between">
          <h2 className="text-base font-semibold">Keys</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={15} aria-hidden />
          </IconButton>
        </div>
        <p className="mt-1 text-sm text-ink-2">They work while nothing is being typed.</p>
        {groups.map((group) => (
          <KeyGroup key={group.name} {...group} />
        ))}
      </div>
    </Modal>
  );
}
