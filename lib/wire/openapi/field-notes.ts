import { alertNotes } from "./alert-notes";
import { annotationNotes } from "./annotation-notes";
import { answerNotes } from "./answer-notes";
import { compareNotes } from "./compare-notes";
import { incidentNotes } from "./incident-notes";
import { issueNotes } from "./issue-notes";
import { managingNotes } from "./managing-notes";
import { reportNotes } from "./report-notes";
import { requestNotes } from "./request-notes";
import { rolloutNotes } from "./rollout-notes";
import { rowNotes } from "./row-notes";
import { searchNotes } from "./search-notes";

const notes = new Map<string, Readonly<Record<string, string>>>(
  Object.entries({
    ...rowNotes,
    ...requestNotes,
    ...rolloutNotes,
    ...answerNotes,
    ...compareNotes,
    ...alertNotes,
    ...issueNotes,
    ...incidentNotes,
    ...reportNotes,
    ...annotationNotes,
    ...searchNotes,
    ...managingNotes,
  }),
);

/** What a member of a named schema means; null where its name says it all. */
export function describeField(schema: string, field: string): string | null {
  const fields = notes.get(schema);
  return fields !== undefined && Object.hasOwn(fields, field) ? (fields[field] ?? null) : null;
}
