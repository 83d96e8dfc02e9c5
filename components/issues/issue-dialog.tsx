"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";

interface IssueDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question with one answer. */
export function IssueDialog({ title, confirm, onConfirm, onClose, children }: IssueDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Modal label={title} onClose={onClose} className="my-auto w-[min(26rem,calc(100vw-2rem))]">
      <form onSubmit={submit} className="p-5">
        <h2 className="text-base font-semibold">{title}</h2>
        <div className="mt-3 text-sm text-ink-2">{children}</div>
        <div className="mt-5 flex justify-end gap-2">
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
