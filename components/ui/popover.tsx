"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { buttonClass } from "./button";

interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly className?: string;
  /** `button`: it looks like one; else it is a quiet word. */
  readonly look?: "quiet" | "button";
  /** Told by the caller where it closes by itself. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

const looks = {
  quiet:
    "inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken",
  button: `${buttonClass("plain")} data-popup-open:bg-sunken`,
} as const;

/** A small surface that opens beside a button. */
export function Popover(props: PopoverProps) {
  const { trigger, label, className = "", look = "quiet", open, onOpenChange, children } = props;
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger aria-label={label} className={`${looks[look]} ${className}`}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-30" sideOffset={6} align="start">
          <Base.Popup
            aria-label={label}
            className="max-w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-hairline bg-raised p-3 text-sm shadow-(--shadow) outline-hidden"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
