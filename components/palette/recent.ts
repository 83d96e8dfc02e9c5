import { z } from "zod";
import { runHref } from "@/lib/view/run-links";

/** Somewhere the reader was, newest first. */
const Recent = z.array(z.object({ label: z.string(), detail: z.string(), href: z.string().startsWith("/") }));
export type RecentPlace = z.infer<typeof Recent>[number];

const key = "falsezero.recent";
const mostKept = 8;

export function readRecent(): RecentPlace[] {
  try {
    const parsed = Recent.safeParse(JSON.parse(localStorage.getItem(key) ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

export function noteRecent(place: RecentPlace): void {
  const others = readRecent().filter(({ href }) => href !== place.href);
  try {
    localStorage.setItem(key, JSON.stringify([place, ...others].slice(0, mostKept)));
  } catch {
    // A browser that keeps nothing has no recent places.
  }
}

export function noteRun(run: string): void {
  noteRecent({ label: run, detail: "run", href: runHref(run) });
}
