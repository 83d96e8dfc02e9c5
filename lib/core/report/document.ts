/**
 * A post-mortem as a document: what a machine wrote, in parts that a page, a file of HTML and one of Markdown can draw,
 * each by its own means and all with the same words.
 */

import type { CsvRow } from "../csv";

/** In the order in which they are read. */
export const reportSections = [
  "summary",
  "timeline",
  "charts",
  "impact",
  "precursors",
  "causes",
  "replay",
  "launches",
  "coverage",
  "unmeasured",
  "notes",
] as const;
export type ReportSectionId = (typeof reportSections)[number];

/** A stretch of a sentence. kind: a failure kind; name: a word of the sender's choosing; dim: what matters less. */
export interface ReportPart {
  readonly as: "plain" | "strong" | "dim" | "kind" | "name";
  readonly text: string;
  /** Where it leads, as a path of this server. */
  readonly href?: string;
  /** An instant, epoch ms, that the text writes in UTC. */
  readonly at?: number;
}

export type ReportSentence = readonly ReportPart[];

export interface ReportColumn {
  readonly label: string;
  readonly numeric: boolean;
}

/** sum: the row that the ones above it sum to. */
export interface ReportRow {
  readonly cells: readonly ReportSentence[];
  /** Its numbers in full, under the table's names. Absent: the cells are words, and say it all. */
  readonly values?: CsvRow;
  readonly as: "row" | "sum";
}

export interface ReportTable {
  readonly as: "table";
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** What the values of its rows are, as the API names them: one name for each. Absent: the rows have none. */
  readonly names?: readonly string[];
  readonly rows: readonly ReportRow[];
  /** What has to be known to read it; null: nothing. */
  readonly note: string | null;
}

/** Words as somebody's program wrote them, to the letter. */
export interface ReportSamples {
  readonly as: "samples";
  readonly title: string;
  readonly samples: readonly { readonly text: string; readonly source: ReportSentence }[];
}

export interface ReportTerms {
  readonly as: "terms";
  readonly title: string;
  readonly terms: readonly { readonly term: string; readonly meaning: string }[];
}

/** The charts of the run, which whoever draws the document has beside it. */
export interface ReportCharts {
  readonly as: "charts";
}

export type ReportBlock = ReportTable | ReportSamples | ReportTerms | ReportCharts;

export interface ReportSection {
  readonly id: ReportSectionId;
  readonly title: string;
  /** Paragraphs, which a person may replace. */
  readonly prose: readonly ReportSentence[];
  /** Numbers, which nobody may. */
  readonly blocks: readonly ReportBlock[];
}

export interface ReportDocument {
  readonly run: string;
  /** The run's title, else its name. */
  readonly title: string;
  /** How it stands, in a few words. */
  readonly headline: string;
  /** The bundled reconstruction of an incident, whose numbers are made from published figures. */
  readonly isReconstruction: boolean;
  readonly sections: readonly ReportSection[];
}
