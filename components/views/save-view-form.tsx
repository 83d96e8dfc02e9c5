"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { readMyName, signed } from "@/components/ui/my-name";
import { isOfRun } from "@/lib/core/search/saved-view";
import type { ViewPlace } from "@/lib/view/view-links";

interface SaveViewFormProps {
  readonly place: ViewPlace;
  /** @returns whether it was done. */
  readonly onSave: (body: object, name: string) => Promise<boolean>;
}

/** What the address says, but for where in a list one is. */
function readSearch(): string {
  const params = new URLSearchParams(window.location.search);
  params.delete("cursor");
  return params.toString();
}

/** Keeps the page as it is shown, under a name. */
export function SaveViewForm({ place, onSave }: SaveViewFormProps) {
  const [name, setName] = useState("");
  const [isOfAny, setOfAny] = useState(false);
  const { page } = place;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const told = name.trim();
    if (told === "") return;
    const run = isOfRun(page) && !isOfAny ? place.run : null;
    const isSaved = await onSave({ name: told, page, run, query: readSearch(), ...signed(readMyName()) }, told);
    if (isSaved) setName("");
  }

  return (
    <form onSubmit={submit} className="mt-3 border-t border-hairline pt-3">
      <div className="flex items-center gap-2">
        <input
          aria-label="Name of the view"
          placeholder="Save this page as…"
          value={name}
          maxLength={120}
          dir="auto"
          onChange={(event) => setName(event.target.value)}
          className="h-8 min-w-0 flex-1 rounded-md border border-hairline-strong bg-transparent px-2 text-sm text-ink placeholder:text-ink-3"
        />
        <Button type="submit" disabled={name.trim() === ""}>
          Save
        </Button>
      </div>
      {isOfRun(page) && (
        <label className="mt-2 flex items-center gap-2 text-ink-2">
          <input type="checkbox" checked={isOfAny} onChange={(event) => setOfAny(event.target.checked)} />
          for any run, not only this one
        </label>
      )}
    </form>
  );
}
