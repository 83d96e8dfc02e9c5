/** What a person types of a webhook, and what is sent of it. */

export interface WebhookFields {
  readonly name: string;
  readonly kind: "generic" | "slack";
  readonly url: string;
  readonly severity: "minor" | "major" | "critical";
  /** With commas between them. */
  readonly runs: string;
  readonly projects: string;
  readonly tags: string;
}

export const emptyFields: WebhookFields = {
  name: "",
  kind: "generic",
  url: "",
  severity: "major",
  runs: "",
  projects: "",
  tags: "",
};

function toList(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((word) => word.trim()))].filter((word) => word !== "");
}

/** The body of a request. An address that was left empty is not changed: it is never shown whole. */
export function toWebhookBody({ name, kind, url, severity, ...lists }: WebhookFields): Record<string, unknown> {
  return {
    name: name.trim(),
    kind,
    severity,
    runs: toList(lists.runs),
    projects: toList(lists.projects),
    tags: toList(lists.tags),
    ...(url.trim() === "" ? {} : { url: url.trim() }),
  };
}

export interface FilterWords {
  readonly severity: WebhookFields["severity"];
  readonly runs: readonly string[];
  readonly projects: readonly string[];
  readonly tags: readonly string[];
}

/** What a webhook hears of, in words: `major and critical incidents of runs browser-*`. */
export function describeFilter({ severity, runs, projects, tags }: FilterWords): string {
  const which = { minor: "all incidents", major: "major and critical incidents", critical: "critical incidents" };
  const limits = [
    ["run", runs],
    ["project", projects],
    ["tag", tags],
  ] as const;
  const parts = limits.flatMap(([noun, list]) =>
    list.length === 0 ? [] : [`${noun}${list.length === 1 ? "" : "s"} ${list.join(", ")}`],
  );
  return parts.length === 0 ? which[severity] : `${which[severity]} of ${parts.join(", with ")}`;
}
