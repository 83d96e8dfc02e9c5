/**
 * Failure kinds are low-cardinality names, safe to group by. The registered list grows upstream, so an unknown name is
 * kept to the letter and tagged, never refused.
 */

export const registeredFailureKinds: ReadonlySet<string> = new Set([
  "transport_unreachable",
  "transport_peer_drop",
  "transport_timeout",
  "transport_local_resource",
  "agent_run_error",
  "agent_request_failed",
  "agent_timeout",
  "agent_command_not_allowed",
  "environment_server_failed",
  "protocol_violation",
  "judge_failed",
  "judge_unparseable",
  "verifier_error",
  "provider_unavailable",
  "provider_quota_exhausted",
  "provider_oom_killed",
  "session_lost",
  "session_expired",
  "session_release_failed",
  "cancelled",
  "kill_shaped",
  "shutdown",
  "persistence_failed",
  "cohort_incomplete",
]);

/** Other names that producers use for a registered kind. */
export const failureKindAliases: ReadonlyMap<string, string> = new Map([
  ["timeout_exceeded", "agent_timeout"],
  ["oom_killed", "provider_oom_killed"],
  ["sandbox", "provider_unavailable"],
  ["SandboxError", "provider_unavailable"],
  ["remote_agent_error", "agent_run_error"],
]);

/** Reserved names for lost rollouts whose producer named no kind. */
export const maskedWithoutKind = "(masked, no kind)";
export const failedWithoutKind = "(failed, no kind)";

const noKind: ReadonlySet<string> = new Set(["", "none", "null", "ok"]);
const extension = /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/;

/** Longest kind that is kept, in UTF-16 code units. */
export const failureKindLimit = 128;

export interface ParsedFailureKind {
  readonly kind: string | null;
  readonly unregistered: boolean;
  readonly cut: boolean;
}

/** Reads a kind as a producer sent it: names that mean "no failure" become null, all else is kept to the letter. */
export function parseFailureKind(sent: string | null): ParsedFailureKind {
  if (sent === null || noKind.has(sent.trim().toLowerCase())) return { kind: null, unregistered: false, cut: false };
  const cut = sent.length > failureKindLimit;
  const kind = cut ? sent.slice(0, failureKindLimit) : sent;
  return { kind, unregistered: !registeredFailureKinds.has(kind) && !extension.test(kind), cut };
}

/** The name to show for a kind. Aliases are for display only; counts stay under the name that was sent. */
export function displayFailureKind(kind: string): string {
  return failureKindAliases.get(kind) ?? kind;
}
