"use client";

import { keepMyName, useMyName } from "@/components/ui/my-name";

/** Where the reader says what to sign with. */
export function MyNameField() {
  const name = useMyName();
  return (
    <label className="inline-flex items-center gap-2 text-sm text-ink-2">
      <span className="whitespace-nowrap">Sign as</span>
      <input
        value={name}
        onChange={(event) => keepMyName(event.target.value)}
        placeholder="someone"
        maxLength={100}
        autoComplete="nickname"
        dir="auto"
        className="h-7 w-28 rounded-md border border-hairline-strong bg-transparent px-2 text-sm text-ink placeholder:text-ink-3"
      />
    </label>
  );
}
