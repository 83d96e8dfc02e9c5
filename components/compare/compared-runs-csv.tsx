"use client";

import { CsvButton } from "@/components/ui/csv-link";
import type { Comparison } from "@/lib/core/compare/comparison";
import { nameComparison } from "@/lib/view/compare-caption";
import { toComparedRunSheet } from "@/lib/view/compare-sheets";

/** The table of the compared runs, to take along; the table itself works before any script does. */
export function ComparedRunsCsv({ comparison }: { readonly comparison: Comparison }) {
  return (
    <CsvButton
      label="Compared runs as CSV"
      name={[...nameComparison(comparison), "runs"]}
      toSheet={() => toComparedRunSheet(comparison)}
    />
  );
}
