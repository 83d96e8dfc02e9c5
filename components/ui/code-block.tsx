import { CopyButton } from "./copy-button";

/** A command or a snippet that is copied whole. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label?: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-7 items-center justify-between gap-3 text-sm text-ink-2">
        <span>{label}</span>
        <CopyButton text={code} label={label === undefined ? "Copy" : `Copy: ${label}`} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-sunken px-3.5 py-3 text-[0.8125rem] leading-5 text-ink"
      >
        <code className="text-[1em]">{code}</code>
      </pre>
    </figure>
  );
}
