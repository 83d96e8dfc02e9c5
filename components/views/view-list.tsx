"use client";

import { useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { sendJson } from "@/components/ui/send-json";
import type { SavedView } from "@/lib/core/search/saved-view";
import { isOffered, type ViewPlace, viewHref } from "@/lib/view/view-links";
import { SaveViewForm } from "./save-view-form";
import { useViews } from "./use-views";
import { ViewRow } from "./view-row";

interface ViewListProps {
  readonly place: ViewPlace;
  readonly onDone: () => void;
}

/** What the menu of views holds; it is read when the menu opens. */
export function ViewList({ place, onDone }: ViewListProps) {
  const { views, state, readAgain } = useViews();
  const [said, setSaid] = useState<string | null>(null);
  const offered = views.filter((view) => isOffered(view, place));

  /** @returns whether it was done. */
  async function send(method: string, path: string, body: object | undefined, done: string) {
    const sent = await sendJson(method, path, body);
    if (sent.as === "done") setSaid(done);
    else setSaid(sent.as === "refused" ? sent.why : "The server did not answer: whether it was done is not known.");
    readAgain();
    return sent.as === "done";
  }

  async function copy({ id, name }: SavedView) {
    const link = `${window.location.origin}${viewHref(id)}`;
    const isCopied = await copyText(link);
    setSaid(isCopied ? `The link to “${name}” is copied.` : `It could not be copied. Its link is ${link}`);
  }

  const rename = (view: SavedView, name: string) => {
    return send("PATCH", `/api/v1/views/${view.id}`, { version: view.version, name }, `It is called “${name}” now.`);
  };
  const remove = (view: SavedView) => {
    return send("DELETE", `/api/v1/views/${view.id}?version=${view.version}`, undefined, `“${view.name}” is removed.`);
  };

  return (
    <div className="w-80 max-w-full">
      <h2 className="text-sm font-medium">Saved views of this page</h2>
      {offered.length > 0 ? (
        <ul className="mt-2 max-h-72 overflow-y-auto border-t border-hairline">
          {offered.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              place={place}
              onOpen={onDone}
              onCopy={copy}
              onRename={rename}
              onRemove={remove}
            />
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-ink-2">
          {state === "loading" && "Reading them…"}
          {state === "ready" && "None yet. Filter the page as you need it, and keep that under a name."}
          {state === "failed" && "The server did not answer."}
        </p>
      )}
      <p role="status" className="mt-2 wrap-anywhere text-ink-2 empty:hidden">
        {said}
      </p>
      <SaveViewForm place={place} onSave={(body, name) => send("POST", "/api/v1/views", body, `“${name}” is saved.`)} />
    </div>
  );
}
