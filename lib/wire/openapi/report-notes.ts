/** What the members of a post-mortem mean. */
import type { ReportSectionPut, WireReport, WireReportSectionDetail } from "../report";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const report: Notes<WireReport> = {
  run: "The run's name.",
  title: "Its title, else its name.",
  headline: "How it stands, in a few words.",
  reconstruction: "It is the bundled reconstruction of an incident, and no real run.",
  revision: "What it was written from.",
  whole: "All current train steps, added up.",
  incidents:
    "Those told in full, at most five: by severity, open ones first, then the longest. Counts are of the incident's own steps and environment.",
  rule: "The alert rule that was replayed.",
  alerts: "When it would have fired, in which complete step and with how many of how many.",
  sections: "In the order in which they are read.",
};

const section: Notes<WireReportSectionDetail> = {
  run: "The run's name.",
  id: "Its name in addresses.",
  title: "Its heading.",
  text: "Its prose as it stands: a person's where there is an edit, else the machine's. An empty line parts paragraphs.",
  machine_text: "Its prose as it is written from data.",
  version: "Of its newest edit; 0: it has none. Whoever edits it says which they saw.",
  edit: "Whose words text is, and since when; changed: the data differ from what they were then, in the lines of was and now. null: the machine's.",
  tables: "Its numbers, as they are written.",
  history: "Every edit, the oldest first; a text of null gave it back to the machine.",
};

const put: Notes<ReportSectionPut> = {
  text: "The prose; null gives it back to the machine.",
  version: "The version that was seen. Where another is there by now, nothing is kept.",
  by: "Who says so.",
};

export const reportNotes = { Report: report, ReportSection: section, ReportSectionPut: put } as const;
