/** The form of what is said about a run, and what is sent of it. */
import { formatBytes, formatCount, formatNoun } from "./format";

export interface RunFields {
  readonly name: string;
  readonly project: string;
  /** With commas between them. */
  readonly tags: string;
  readonly description: string;
}

export interface SaidAboutRun {
  readonly name: string | null;
  readonly project: string | null;
  readonly tags: readonly string[];
  readonly description: string | null;
}

export function toFields({ name, project, tags, description }: SaidAboutRun): RunFields {
  return { name: name ?? "", project: project ?? "", tags: tags.join(", "), description: description ?? "" };
}

/** Whether two tellings of a run fill its form alike. */
export function isToldAlike(a: SaidAboutRun, b: SaidAboutRun): boolean {
  return Object.keys(toRunPatch(toFields(a), toFields(b))).length === 0;
}

/** Fields that were filled from one telling of a run, over a later one: what was typed stays, the rest is as it is now. */
export function rebaseFields(fields: RunFields, before: SaidAboutRun, latest: SaidAboutRun): RunFields {
  const [then, now] = [toFields(before), toFields(latest)];
  return {
    name: fields.name === then.name ? now.name : fields.name,
    project: fields.project === then.project ? now.project : fields.project,
    tags: fields.tags === then.tags ? now.tags : fields.tags,
    description: fields.description === then.description ? now.description : fields.description,
  };
}

/** Tags as typed: without blanks around them, each once. */
export function splitTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== "");
}

/** What differs from what was there, as `PUT` takes it; an emptied field is unset. */
export function toRunPatch(fields: RunFields, before: RunFields): Record<string, string | readonly string[] | null> {
  const patch: Record<string, string | readonly string[] | null> = {};
  for (const field of ["name", "project", "description"] as const) {
    const text = fields[field].trim();
    if (text !== before[field].trim()) patch[field] = text === "" ? null : text;
  }
  const tags = splitTags(fields.tags);
  if (tags.join("\n") !== splitTags(before.tags).join("\n")) patch["tags"] = tags;
  return patch;
}

interface ToldContents {
  readonly rollouts: number;
  readonly steps: number;
  readonly incidents: number;
  readonly issues_only_here: number;
  readonly triaged_issues_only_here: number;
  readonly annotations: number;
  readonly overrides: number;
  readonly report_edits: number;
  readonly notices: number;
  readonly bytes: number;
}

/** What goes with a run, by name and amount; what it has none of is left out, but for the first two. */
export function listContents(contents: ToldContents): readonly (readonly [name: string, amount: string])[] {
  const gone = contents.issues_only_here - contents.triaged_issues_only_here;
  const amounts = [
    ["Incidents", contents.incidents],
    ["Failure issues seen only here", gone],
    ["Annotations", contents.annotations],
    ["What people overruled", contents.overrides],
    ["Edits of its report", contents.report_edits],
    ["Notices in the log", contents.notices],
  ] as const;
  return [
    ["Rollouts, with all attempts", formatCount(contents.rollouts)],
    ["Steps", formatCount(contents.steps)],
    ...amounts.flatMap(([name, amount]) => (amount === 0 ? [] : [[name, formatCount(amount)] as const])),
    ["On disk, about", formatBytes(contents.bytes)],
  ];
}

/** A wait in words: `1 day`, `90 minutes`. */
export function describeWait(minutes: number): string {
  if (minutes === 0) return "no time at all";
  if (minutes % 1_440 === 0) return formatNoun(minutes / 1_440, "day");
  return minutes % 60 === 0 ? formatNoun(minutes / 60, "hour") : formatNoun(minutes, "minute");
}
