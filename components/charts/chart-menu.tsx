"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { memo, type RefObject, useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { menuItem, menuPopup } from "@/components/ui/menu-look";
import { saveFile } from "@/components/ui/save-file";
import { toFileName } from "@/lib/core/file-name";
import { drawChart, toPng } from "./chart-picture";

interface ChartMenuProps {
  readonly title: string;
  readonly figure: RefObject<HTMLElement | null>;
  /** Of a file's name: the run, and how it is filtered. */
  readonly fileName: readonly string[];
  /** What stands under the chart in a file, asked for when it is made. */
  readonly toCaption: () => readonly string[];
}

/** Dots of a PNG to a pixel of the page. */
const pngScale = 2;

/** What a chart can be taken along as. */
export const ChartMenu = memo(function ChartMenu({ title, figure, fileName, toCaption }: ChartMenuProps) {
  const [said, setSaid] = useState("");
  // The list belongs to the part of the page that the chart is in.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), 3000);
    return () => clearTimeout(timer);
  }, [said]);

  async function save(kind: "svg" | "png") {
    if (figure.current === null) return;
    try {
      const drawn = drawChart(figure.current, toCaption());
      const blob = kind === "png" ? await toPng(drawn, pngScale) : new Blob([drawn.text], { type: "image/svg+xml" });
      saveFile(blob, toFileName([...fileName, title], kind));
    } catch {
      setSaid("It could not be saved");
    }
  }

  async function copy() {
    const link = `${location.origin}${location.pathname}${location.search}#${figure.current?.id ?? ""}`;
    setSaid((await copyText(link)) ? "Copied" : "Could not copy; the address bar has it");
  }

  return (
    <span ref={setPlace} data-no-picture className="inline-flex items-center gap-1">
      <span role="status" className="text-xs text-ink-2 empty:hidden">
        {said}
      </span>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`Save or link the chart ${title}`}
          title="Save or link this chart"
          className="inline-flex size-6 items-center justify-center rounded text-ink-2 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken"
        >
          <Download aria-hidden className="size-3.5" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className="z-30" sideOffset={4} align="end">
            <Menu.Popup className={menuPopup}>
              <Menu.Item className={menuItem} onClick={() => save("svg")}>
                Save as SVG
              </Menu.Item>
              <Menu.Item className={menuItem} onClick={() => save("png")}>
                Save as PNG
              </Menu.Item>
              <Menu.Item className={menuItem} onClick={copy}>
                Copy link
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </span>
  );
});
