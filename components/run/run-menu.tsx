"use client";

import { Menu } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { memo, useRef, useState } from "react";
import { useImportDrop } from "@/components/imports/import-drop";
import { menuItem, menuPopup } from "@/components/ui/menu-look";
import { chooseHref } from "@/lib/view/compare-view";
import { runHref } from "@/lib/view/run-links";

/** What can be done with a run as a whole; its page around it takes files that are dropped. */
export const RunMenu = memo(function RunMenu({ run }: { readonly run: string }) {
  // The list belongs to the part of the page that the button is in.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const importing = useImportDrop(run, trigger);
  return (
    <div ref={setPlace}>
      <Menu.Root>
        <Menu.Trigger
          ref={trigger}
          className="inline-flex h-7 items-center gap-1 rounded-md px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken data-popup-open:text-ink"
        >
          Run
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className="z-30" sideOffset={4} align="end">
            <Menu.Popup className={menuPopup}>
              <Menu.LinkItem
                closeOnClick
                className={menuItem}
                render={<Link href={`${runHref(run)}/settings`}>Edit run</Link>}
              />
              <Menu.LinkItem
                closeOnClick
                className={menuItem}
                render={
                  <Link href={chooseHref([run])} prefetch={false}>
                    Compare with…
                  </Link>
                }
              />
              <Menu.LinkItem closeOnClick className={menuItem} href={`/api/v1${runHref(run)}/export`} download>
                Export NDJSON
              </Menu.LinkItem>
              <Menu.Item className={menuItem} onClick={importing.open}>
                Import files
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {importing.surface}
    </div>
  );
});
