"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";

interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A small surface that opens beside a button. */
export function Popover({ trigger, label, className = "", children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className={`inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken ${className}`}
      >
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-30" sideOffset={6} align="start">
          <Base.Popup className="max-w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-hairline bg-raised p-3 text-sm shadow-(--shadow) outline-hidden">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
