"use client";

import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";

interface ModalProps {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  /** There is nothing to fill in: the focus is on the whole, which arrows scroll, and not on its first button. */
  readonly isRead?: boolean;
  readonly children: ReactNode;
}

/**
 * Over a page that rests: the browser's own dialog, so that nothing below it is reached by keys or by a screen reader.
 * Escape or a press beside it closes it. When it goes, whatever the reason, the focus is where it was before.
 */
export function Modal({ label, className, onClose, isRead = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (isRead) element?.focus();
    return () => element?.close();
  }, [isRead]);

  function onMouseDown(event: MouseEvent<HTMLDialogElement>) {
    const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (event.target !== event.currentTarget || (x >= left && x <= right && y >= top && y <= bottom)) return;
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={label}
      onMouseDown={onMouseDown}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      className={`mx-auto rounded-lg border border-hairline bg-raised p-0 text-ink shadow-(--shadow) outline-hidden backdrop:bg-black/30 ${className}`}
    >
      {children}
    </dialog>
  );
}
