"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

interface ColumnHeaderProps {
  readonly children: ReactNode;
  /** The present order by this column. */
  readonly sorted: "asc" | "desc" | false;
  /** Absent: the column has no order. */
  readonly onSort?: (() => void) | undefined;
  readonly className?: string;
}

const spoken = { asc: "ascending", desc: "descending" } as const;

/** A column's name, which sorts by it where it can. */
export function ColumnHeader({ children, sorted, onSort, className = "" }: ColumnHeaderProps) {
  // Beside numbers, which stand right, the arrow goes before the name; it takes no room of its own.
  const isNumeric = className.includes("numeric");
  const side = isNumeric ? "end-full me-0.5" : "start-full ms-0.5";
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === false ? undefined : spoken[sorted]}
      className={`${className} ${isNumeric && onSort !== undefined ? "ps-4!" : ""}`}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={`group/sort relative inline-flex items-center hover:text-ink ${sorted === false ? "" : "font-semibold text-ink"}`}
        >
          {children}
          <Arrow
            size={11}
            aria-hidden
            className={`absolute ${side} ${sorted === false ? "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60" : ""}`}
          />
        </button>
      )}
    </th>
  );
}
