"use client";

import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

interface IssueDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question with one answer; the browser's own dialog keeps the focus and closes on Escape. */
export function IssueDialog({ title, confirm, onConfirm, onClose, children }: IssueDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={title}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-hairline bg-raised p-5 text-ink shadow-(--shadow) backdrop:bg-black/30"
    >
      <form onSubmit={submit}>
        <h2 className="text-base font-semibold">{title}</h2>
        <div className="mt-3 text-sm text-ink-2">{children}</div>
        <div className="mt-5 flex justify-end gap-2">
          <Button kind="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            {confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
