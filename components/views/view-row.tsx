"use client";

import { Link2, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { isOfRun, type SavedView } from "@/lib/core/search/saved-view";
import { type ViewPlace, viewHref, viewTarget } from "@/lib/view/view-links";

interface ViewRowProps {
  readonly view: SavedView;
  readonly place: ViewPlace;
  readonly onOpen: () => void;
  readonly onCopy: (view: SavedView) => Promise<void>;
  /** @returns whether it was done. */
  readonly onRename: (view: SavedView, name: string) => Promise<boolean>;
  readonly onRemove: (view: SavedView) => Promise<boolean>;
}

/** One saved view: opened, passed on, renamed, removed. */
export function ViewRow({ view, place, onOpen, onCopy, onRename, onRemove }: ViewRowProps) {
  const [mode, setMode] = useState<"row" | "rename" | "remove">("row");
  const [name, setName] = useState(view.name);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return;
    // What was typed stays where the server refused it.
    if (await onRename(view, name.trim())) setMode("row");
  }

  if (mode === "rename") {
    return (
      <li className="border-b border-hairline py-1.5">
        <form onSubmit={rename} className="flex items-center gap-2">
          <input
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
            autoFocus
            aria-label={`New name of ${view.name}`}
            value={name}
            maxLength={120}
            dir="auto"
            onChange={(event) => setName(event.target.value)}
            className="h-7 min-w-0 flex-1 rounded-md border border-hairline-strong bg-transparent px-2 text-sm text-ink"
          />
          <Button type="submit" kind="quiet" className="h-7 px-2">
            Rename
          </Button>
        </form>
      </li>
    );
  }
  if (mode === "remove") {
    return (
      <li className="flex items-center justify-between gap-2 border-b border-hairline py-1.5">
        <span className="min-w-0">Remove it for everyone?</span>
        <span className="flex">
          <Button kind="quiet" className="h-7 px-2" onClick={() => setMode("row")}>
            Keep
          </Button>
          <Button kind="quiet" className="h-7 px-2 text-critical" onClick={() => onRemove(view)}>
            Remove
          </Button>
        </span>
      </li>
    );
  }
  const scope = [isOfRun(view.page) && view.run === null ? "any run" : null, view.author].filter(
    (part) => part !== null,
  );
  return (
    <li className="flex items-center gap-1 border-b border-hairline py-1">
      <Link
        href={viewTarget(view, place.run) ?? viewHref(view.id)}
        onClick={onOpen}
        className="quiet-link min-w-0 flex-1 py-1"
      >
        <Name text={view.name} limit={40} />
        {scope.length > 0 && <span className="ms-2 text-xs text-ink-2">{scope.join(", ")}</span>}
      </Link>
      <IconButton label={`Copy a link to ${view.name}`} onClick={() => onCopy(view)}>
        <Link2 size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Rename ${view.name}`} onClick={() => setMode("rename")}>
        <Pencil size={13} aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${view.name}`} onClick={() => setMode("remove")}>
        <Trash2 size={13} aria-hidden />
      </IconButton>
    </li>
  );
}
