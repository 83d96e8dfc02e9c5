import { z } from "zod";
import { type Destination, type NewWebhook, webhookKinds } from "@/lib/core/alerts/webhook";
import { severities } from "@/lib/core/detect/severity";
import { findTargetFault } from "./webhook-target";

/** A webhook that process variables give, destination and all; only what it is called is kept in the database. */
export interface EnvironmentWebhook extends NewWebhook {
  readonly destination: Destination;
}

const prefix = "FALSEZERO_WEBHOOK_";

/** The shortest secret that is worth signing with. */
const secretLength = 16;

const parts = {
  URL: z.string(),
  SECRET: z.string().min(secretLength, `must have at least ${secretLength} characters`),
  KIND: z.enum(webhookKinds),
  SEVERITY: z.enum(severities),
} as const;

/** `OPS` of FALSEZERO_WEBHOOK_URL_OPS; the one without a name is "". */
function listNames(told: Readonly<Record<string, string>>): string[] {
  return Object.keys(told).flatMap((name) => {
    const match = /^FALSEZERO_WEBHOOK_(?:URL|SECRET|KIND|SEVERITY)(?:_([A-Z0-9_]+))?$/.exec(name);
    return match === null ? [] : [match[1] ?? ""];
  });
}

/**
 * Webhooks of process variables: FALSEZERO_WEBHOOK_URL with _SECRET, _KIND and _SEVERITY, and any number more with a name
 * behind (FALSEZERO_WEBHOOK_URL_OPS with FALSEZERO_WEBHOOK_SECRET_OPS, and so on).
 *
 * @returns them, and what is wrong, a line a fault; a line shows neither address nor secret.
 */
export function readWebhookSettings(
  told: Readonly<Record<string, string>>,
  hosts: readonly string[],
): { readonly webhooks: readonly EnvironmentWebhook[]; readonly faults: readonly string[] } {
  const webhooks: EnvironmentWebhook[] = [];
  const faults: string[] = [];
  for (const name of [...new Set(listNames(told))].sort()) {
    const suffix = name === "" ? "" : `_${name}`;
    const read = <Value>(part: keyof typeof parts, schema: z.ZodType<Value>): Value | undefined => {
      const setting = `${prefix}${part}${suffix}`;
      const parsed = schema.optional().safeParse(told[setting]);
      if (parsed.success) return parsed.data;
      faults.push(`${setting}: ${parsed.error.issues[0]?.message ?? "unreadable"}`);
      return undefined;
    };
    const url = read("URL", parts.URL);
    const secret = read("SECRET", parts.SECRET) ?? null;
    const kind = read("KIND", parts.KIND) ?? "generic";
    const severity = read("SEVERITY", parts.SEVERITY) ?? "major";
    if (url === undefined) {
      faults.push(`${prefix}URL${suffix} is not set, and what is said of that webhook needs it`);
      continue;
    }
    const fault = findTargetFault(url, hosts);
    if (fault !== null) faults.push(`${prefix}URL${suffix} (not shown) ${fault}`);
    webhooks.push({
      id: name === "" ? "environment" : `environment-${name.toLowerCase().replaceAll("_", "-")}`,
      name: name === "" ? "Environment" : name,
      kind,
      severity,
      source: "environment",
      runs: [],
      projects: [],
      tags: [],
      destination: { url, secret },
    });
  }
  return { webhooks, faults };
}
