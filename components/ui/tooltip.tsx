"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** A remark that shows on hover and on focus. What it says must not be needed to use the page. */
export function Tooltip({ content, children }: { readonly content: ReactNode; readonly children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner className="z-40" sideOffset={6}>
          <Base.Popup className="max-w-72 rounded-md border border-hairline bg-raised px-2.5 py-1.5 text-xs text-ink shadow-(--shadow)">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
