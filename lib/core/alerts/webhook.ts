import { rankSeverity, type Severity } from "../detect/severity";
import { matchesPattern } from "../name-pattern";

/** generic: versioned JSON with a signature. slack: text and blocks, as Slack, Mattermost and Discord take them. */
export const webhookKinds = ["generic", "slack"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Which incidents a receiver wants to hear of. An empty list wants all of them. */
export interface WebhookFilter {
  /** The least severity. */
  readonly severity: Severity;
  /** Names of runs, `*` standing for anything. */
  readonly runs: readonly string[];
  readonly projects: readonly string[];
  readonly tags: readonly string[];
}

/** Where notices are sent, without the secrets that it takes. */
export interface Webhook extends WebhookFilter {
  readonly id: string;
  readonly name: string;
  readonly kind: WebhookKind;
  /** environment: given by process variables, and changed there only. */
  readonly source: "settings" | "environment";
  readonly isPaused: boolean;
  readonly createdAt: number;
  /** Failed tries in a row, and since when; the next try of anything waits until `nextTryAt`. */
  readonly failures: number;
  readonly failingSince: number | null;
  readonly nextTryAt: number | null;
  /** Notices that wait for it, and when the newest one arrived. */
  readonly waiting: number;
  readonly lastSentAt: number | null;
}

/** Where a webhook's notices go, and what they are signed with. Never part of an answer. */
export interface Destination {
  readonly url: string;
  readonly secret: string | null;
}

/** What a filter looks at. */
export interface FilteredRun {
  readonly run: string;
  readonly project: string | null;
  readonly tags: readonly string[];
}

function isIn(list: readonly string[], isWanted: (entry: string) => boolean): boolean {
  return list.length === 0 || list.some(isWanted);
}

/** Whether a receiver wants to hear of a run's incidents at all. */
export function matchesRun(filter: WebhookFilter, { run, project, tags }: FilteredRun): boolean {
  return (
    isIn(filter.runs, (pattern) => matchesPattern(pattern, run)) &&
    isIn(filter.projects, (wanted) => wanted === project) &&
    isIn(filter.tags, (wanted) => tags.includes(wanted))
  );
}

/** Whether a webhook wants to hear of this severity. */
export function isSevereEnough(filter: WebhookFilter, severity: Severity): boolean {
  return rankSeverity(severity) >= rankSeverity(filter.severity);
}

/** Characters of a secret that are shown, so that two can be told apart. */
const shownCharacters = 4;

/** The end of a secret: `…k9Qf`. Of a short one nothing is shown. */
export function maskSecret(secret: string): string {
  return secret.length < 4 * shownCharacters ? "…" : `…${secret.slice(-shownCharacters)}`;
}

/**
 * An address without what may be secret in it: `https://hooks.slack.com/…k9Qf`. Everything behind the host is a secret in
 * most chat systems.
 */
export function maskUrl(url: string): string {
  const match = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#]*)(.*)$/i.exec(url);
  if (match === null) return "…";
  const [, scheme = "", host = "", rest = ""] = match;
  return rest === "" || rest === "/" ? `${scheme}${host}${rest}` : `${scheme}${host}/${maskSecret(rest)}`;
}

/** A webhook as it is kept; one of the environment is kept without its destination. */
export interface NewWebhook extends WebhookFilter {
  readonly id: string;
  readonly name: string;
  readonly kind: WebhookKind;
  readonly source: Webhook["source"];
  readonly destination: Destination | null;
}

/** What is changed of a webhook; what is left out stays. */
export interface WebhookChange {
  readonly severity?: Severity | undefined;
  readonly runs?: readonly string[] | undefined;
  readonly projects?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly kind?: WebhookKind | undefined;
  readonly url?: string | undefined;
  readonly secret?: string | null | undefined;
  readonly isPaused?: boolean | undefined;
}

/** A webhook with where it leads; null where that stands in the environment. */
export interface KeptWebhook extends Webhook {
  readonly destination: Destination | null;
}
