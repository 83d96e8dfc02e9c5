"use client";

import { Bookmark } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { usePageActions } from "@/components/keys/actions";
import { Popover } from "@/components/ui/popover";
import { findViewPlace } from "@/lib/view/view-links";
import { ViewList } from "./view-list";

/** Views that were saved of this page, and a form to save it as it is. */
export function ViewsMenu() {
  const place = findViewPlace(usePathname());
  const [isOpen, setOpen] = useState(false);
  usePageActions("This page", [
    { label: "Save or open a view of this page", keys: "v", isInPalette: true, run: () => void setOpen(true) },
  ]);
  if (place === null) return null;
  return (
    <Popover
      label="Saved views of this page"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <>
          <Bookmark size={13} strokeWidth={1.75} aria-hidden />
          Views
        </>
      }
    >
      <ViewList place={place} onDone={() => setOpen(false)} />
    </Popover>
  );
}
