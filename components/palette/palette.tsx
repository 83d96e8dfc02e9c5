"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search, X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { type ActionGroup, everywhere, listActions } from "@/components/keys/actions";
import { KeyCaps } from "@/components/keys/key-caps";
import { IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Modal } from "@/components/ui/modal";
import { themes } from "@/components/ui/theme";
import { chooseTheme } from "@/components/ui/theme-choice";
import { useViews } from "@/components/views/use-views";
import { scoreName } from "@/lib/core/search/fuzzy";
import { docsGroups } from "@/lib/view/docs-pages";
import { listNumbers, type PaletteItem, toPaletteGroups } from "@/lib/view/palette-items";
import { findPathRun, viewHref } from "@/lib/view/view-links";
import { noteRecent, readRecent } from "./recent";
import { useSearch } from "./use-search";

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** It is done while the palette is open, which then says what came of it. */
  readonly keepsOpen?: boolean;
  /** Where it leads, to be remembered; null: it is not. */
  readonly place: PaletteItem | null;
}

interface EntryGroup {
  readonly value: string;
  readonly items: readonly Entry[];
}

function listOwn(groups: readonly ActionGroup[]): Entry[] {
  return groups.flatMap(({ name, actions }) =>
    actions.flatMap(({ label, keys, isInPalette, run }): Entry[] => {
      if (isInPalette !== true || run === undefined) return [];
      // Of this page, or this run: its label says so.
      const detail = name === everywhere || name.startsWith("This ") ? "" : name;
      return [{ id: `do ${name} ${label}`, label, detail, keys, run, place: null }];
    }),
  );
}

async function copyLink(say: (sentence: string) => void): Promise<void> {
  const isCopied = await copyText(window.location.href);
  say(isCopied ? "The link to this page is copied." : "It could not be copied; the address bar has it.");
}

/** @param say tells the reader what came of one that keeps the palette open. */
function listCommands(say: (sentence: string) => void): Entry[] {
  const command = (label: string, run: () => void): Entry => ({
    id: `do ${label}`,
    label,
    detail: "",
    run,
    place: null,
  });
  return [
    ...themes.map((theme) => command(`Theme: ${theme}`, () => chooseTheme(theme))),
    { ...command("Copy a link to this page", () => void copyLink(say)), keepsOpen: true },
  ];
}

const docsPages = docsGroups.flatMap(({ title, pages }) =>
  pages.map(({ slug, title: label }): PaletteItem => {
    return { id: `docs ${slug}`, label, detail: title, href: `/docs/${slug}` };
  }),
);

/** What fits best first; the order stays where nothing is typed. */
function pickBest(entries: readonly Entry[], text: string, most: number): Entry[] {
  if (text.trim() === "") return entries.slice(0, most);
  const scored = entries.flatMap((entry) => {
    const score = scoreName(text, entry.label);
    return score === null ? [] : [{ entry, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Everything by a few letters: places, things, and what the page can do. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const runHere = findPathRun(usePathname());
  const [text, setText] = useState("");
  const [said, setSaid] = useState<string | null>(null);
  const [own] = useState(() => listOwn(listActions()));
  const [recent] = useState(readRecent);
  const { results, state } = useSearch(text);
  const { views } = useViews();

  const groups = useMemo((): EntryGroup[] => {
    const lead = (item: PaletteItem): Entry => ({ ...item, run: () => router.push(item.href), place: item });
    const numbers = listNumbers(text, runHere).map(lead);
    const places = recent.map((place) => lead({ ...place, id: `recent ${place.href}` }));
    const saved = views.map((view): Entry => {
      const href = viewHref(view.id, runHere);
      // It is listed as it is: among recent places it would be twice.
      return { ...lead({ id: `view ${view.id}`, label: view.name, detail: view.run ?? view.page, href }), place: null };
    });
    const found = text.trim() === "" ? [] : toPaletteGroups(results, runHere);
    return [
      { value: "Go to", items: numbers },
      { value: "Recent", items: pickBest(places, text, 5) },
      ...found.filter(({ value }) => value === "Runs").map(({ value, items }) => ({ value, items: items.map(lead) })),
      { value: "Actions", items: pickBest([...own, ...listCommands(setSaid)], text, 8) },
      { value: "Saved views", items: pickBest(saved, text, 6) },
      { value: "Docs", items: text.trim() === "" ? [] : pickBest(docsPages.map(lead), text, 4) },
      ...found.filter(({ value }) => value !== "Runs").map(({ value, items }) => ({ value, items: items.map(lead) })),
    ].filter(({ items }) => items.length > 0);
  }, [text, results, runHere, recent, own, views, router]);

  function choose(entry: Entry) {
    if (entry.keepsOpen === true) return entry.run();
    onClose();
    if (entry.place !== null) {
      const { label, detail, href } = entry.place;
      noteRecent({ label, detail, href });
    }
    // What it does may take the focus: after the palette gave it back.
    setTimeout(entry.run, 0);
  }

  return (
    <Modal
      label="Command palette"
      onClose={onClose}
      className="mt-[max(1rem,10vh)] w-[min(40rem,calc(100%-1rem))] max-w-none overflow-hidden"
    >
      <div className="flex max-h-[min(34rem,80dvh)] flex-col">
        <Autocomplete.Root
          inline
          open
          items={groups}
          filter={null}
          mode="none"
          autoHighlight="always"
          keepHighlight
          value={text}
          itemToStringValue={() => text}
          onValueChange={(value, { reason }) => {
            if (reason === "item-press") return;
            setText(value);
            setSaid(null);
          }}
        >
          <div className="flex items-center gap-2.5 border-b border-hairline px-3.5">
            <Search size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
            <Autocomplete.Input
              aria-label="Search runs, steps, issues, rollouts and commands"
              placeholder="Runs, steps, issues, reasons, commands…"
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              maxLength={500}
              className="h-12 min-w-0 flex-1 bg-transparent text-base outline-hidden placeholder:text-ink-3"
            />
            <IconButton label="Close" onClick={onClose}>
              <X size={15} aria-hidden />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
            <Autocomplete.Empty>
              <p className="px-2.5 py-6 text-sm text-ink-2 empty:hidden">
                {state === "waiting" ? "Looking…" : text.trim() === "" ? "" : `Nothing is found by “${text.trim()}”.`}
              </p>
            </Autocomplete.Empty>
            <Autocomplete.List aria-label="Found">
              {(group: EntryGroup) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-1.5">
                  <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-ink-2">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        onClick={() => choose(entry)}
                        className="flex cursor-default items-center justify-between gap-4 rounded-md px-2.5 py-1.5 text-sm outline-hidden select-none scroll-my-2 data-highlighted:bg-accent-soft"
                      >
                        <bdi className="min-w-0 truncate">{entry.label}</bdi>
                        <span className="flex max-w-[45%] shrink-0 items-center gap-2 truncate text-xs text-ink-2">
                          <bdi className="truncate">{entry.detail}</bdi>
                          {entry.keys !== undefined && (
                            <span className="flex shrink-0 gap-1" aria-hidden>
                              <KeyCaps keys={entry.keys} />
                            </span>
                          )}
                        </span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </div>
          <p role="status" className="border-t border-hairline px-3.5 py-2 text-xs text-ink-2">
            {said ??
              (state === "failed"
                ? "The server did not answer: what is shown is from before."
                : "↑ ↓ to choose, Enter to open, Esc to close.")}
          </p>
        </Autocomplete.Root>
      </div>
    </Modal>
  );
}
