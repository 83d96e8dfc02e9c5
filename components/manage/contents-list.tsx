import { listContents } from "@/lib/view/run-settings-form";
import type { WireRemoval } from "@/lib/wire/run-removal";

/** What goes with a run, a line each. */
export function ContentsList({ contents }: { readonly contents: WireRemoval["contents"] }) {
  return (
    <dl className="max-w-xl border-t border-hairline">
      {listContents(contents).map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-hairline py-1.5 text-sm">
          <dt className="text-ink-2">{name}</dt>
          <dd className="numeric">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
