import Link from "next/link";
import { SectionHeading } from "@/components/ui/section-heading";
import type { GroupCells } from "@/lib/view/group-cells";
import { OutcomeMark } from "./outcome-mark";

/** The rollouts of the same prompt, one cell each, in the order of their samples; a cell leads to its rollout. */
export function GroupSiblings({ group, href }: { readonly group: GroupCells; readonly href: string | null }) {
  return (
    <section>
      <SectionHeading
        remark={
          href === null ? undefined : (
            <Link href={href} className="text-link">
              as a list
            </Link>
          )
        }
      >
        Its group
      </SectionHeading>
      <ul className="mt-2.5 flex flex-wrap gap-1">
        {group.cells.map(({ key, appearance, label, isThis }) => (
          <li key={key}>
            <Link
              href={`/rollouts/${key}`}
              prefetch={false}
              aria-label={label}
              aria-current={isThis ? "page" : undefined}
              title={label}
              className={`flex size-7 items-center justify-center rounded-md hover:bg-sunken ${isThis ? "ring-[1.5px] ring-ink" : "ring-1 ring-hairline"}`}
            >
              <OutcomeMark appearance={appearance} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        {group.counts}
        {group.means === null ? "." : `; ${group.means}.`}
      </p>
    </section>
  );
}
