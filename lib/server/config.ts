import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { webhookKinds } from "@/lib/core/alerts/webhook";
import { severities } from "@/lib/core/detect/severity";
import { payloadModes } from "@/lib/wire/payload";
import { usualLimits } from "@/lib/wire/row-scanner";
import { type EnvironmentWebhook, readWebhookSettings } from "./webhook-settings";

/** What is wrong with a setting, by its name: the program does not start. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};

const byteCount = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** Host names as a Host header has them, without scheme or path. */
const hostList = z
  .string()
  .regex(/^[\w.:[\],\s-]*$/, "must be host names with commas between them, such as rl.example.com");

const webhookHosts = z
  .string()
  .regex(/^[\w.*:[\],\s-]*$/, "must be host names with commas between them, such as hooks.slack.com or *.example.com");

const namedToken = /^[\w.@-]{1,100}=[\x21-\x2b\x2d-\x7e]{8,}$/;

/** `trainer=…,ada=…`: secrets by who holds them, so that one can be taken back alone. */
const namedTokens = z
  .string()
  .transform((list) => list.split(",").map((one) => one.trim()))
  .refine(
    (list) => list.every((one) => namedToken.test(one)),
    "must be name=secret with commas between them; a secret has at least 8 ASCII characters, no space and no comma",
  )
  .transform((list) => list.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)] as const))
  .refine((list) => new Set(list.map(([name]) => name)).size === list.length, "must name each token once");

/** Every setting of the server by its process variable (docs/settings.md). */
export const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(6161),
  HOST: z.string().min(1).default("127.0.0.1"),
  FALSEZERO_DATA: z.string().min(1).default("data"),
  FALSEZERO_TOKEN: z
    .string()
    .min(8, "must have at least 8 characters")
    .regex(/^[\x20-\x7e]+$/, "must be of ASCII letters, digits and signs: headers carry no others")
    .optional(),
  FALSEZERO_TOKENS: namedTokens.optional(),
  FALSEZERO_HOSTS: hostList.default(""),
  FALSEZERO_PAYLOADS: z.enum(payloadModes).default("slim"),
  FALSEZERO_MAX_BODY_BYTES: byteCount.default(32 * 1024 * 1024),
  FALSEZERO_MAX_UNPACKED_BYTES: byteCount.default(256 * 1024 * 1024),
  FALSEZERO_MAX_ROW_BYTES: byteCount.default(usualLimits.rowBytes),
  FALSEZERO_MAX_ROWS: byteCount.default(10_000),
  FALSEZERO_MAX_DEPTH: wholeNumber(1, 500).default(usualLimits.depth),
  FALSEZERO_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
    .optional(),
  FALSEZERO_WEBHOOK_URL: z.string().optional(),
  FALSEZERO_WEBHOOK_SECRET: z.string().optional(),
  FALSEZERO_WEBHOOK_KIND: z.enum(webhookKinds).default("generic"),
  FALSEZERO_WEBHOOK_SEVERITY: z.enum(severities).default("major"),
  FALSEZERO_WEBHOOK_HOSTS: webhookHosts.default(""),
  FALSEZERO_REMOVAL_MINUTES: wholeNumber(0, 525_600).default(1_440),
  FALSEZERO_LOG: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export interface Limits {
  readonly bodyBytes: number;
  readonly unpackedBytes: number;
  readonly rowBytes: number;
  readonly rows: number;
  readonly depth: number;
}

/** A secret, by the name that is shown. */
export interface Token {
  readonly name: string;
  readonly secret: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  /** Absolute folder of the data. */
  readonly dataFolder: string;
  /** Secrets of which every request needs one; none: requests need none. */
  readonly tokens: readonly Token[];
  /** Host names, beside the usual ones, that requests may be addressed to. */
  readonly hosts: readonly string[];
  readonly payloads: (typeof payloadModes)[number];
  readonly limits: Limits;
  /** The address that people reach this server at, without a slash at its end; null: the one it listens at. */
  readonly publicUrl: string | null;
  /** Webhooks that process variables give. */
  readonly webhooks: readonly EnvironmentWebhook[];
  /** Hosts that notices may be sent to; empty: any. */
  readonly webhookHosts: readonly string[];
  /** How long a run that is to be removed can be brought back, unless a request says so. */
  readonly removalMinutes: number;
  readonly logLevel: string;
}

/** Settings whose values are never shown. */
const secrets: ReadonlySet<string> = new Set([
  "FALSEZERO_TOKEN",
  "FALSEZERO_TOKENS",
  "FALSEZERO_WEBHOOK_URL",
  "FALSEZERO_WEBHOOK_SECRET",
]);

function splitHosts(list: string): string[] {
  return list
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
}

function isLoopbackHost(host: string): boolean {
  if (host === "localhost" || host === "::1" || host === "[::1]") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

function listTokens({ FALSEZERO_TOKEN: one, FALSEZERO_TOKENS: named = [] }: z.output<typeof Settings>): Token[] {
  const only = one === undefined ? [] : [{ name: "FALSEZERO_TOKEN", secret: one }];
  return [...only, ...named.map(([name, secret]) => ({ name, secret }))];
}

/**
 * Reads the settings of the process.
 *
 * @param environment process variables; empty ones count as not set. @param root folder that relative paths start from.
 * @throws ConfigError that names the setting, its value and what it may be. Values of tokens are never shown.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, root: string): Config {
  const told = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  );
  const parsed = Settings.safeParse(told);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const value = secrets.has(name) ? "(not shown)" : JSON.stringify(told[name]);
      return `${name}=${value}: ${issue.message}`;
    });
    throw new ConfigError(`A setting can't be used.\n  ${lines.join("\n  ")}`);
  }
  const values = parsed.data;
  const webhookHosts = splitHosts(values.FALSEZERO_WEBHOOK_HOSTS);
  const { webhooks, faults } = readWebhookSettings(told, webhookHosts);
  if (faults.length > 0) throw new ConfigError(`A setting can't be used.\n  ${faults.join("\n  ")}`);
  const isLoopback = isLoopbackHost(values.HOST);
  const tokens = listTokens(values);
  const isMixed = new Set(tokens.map(({ secret }) => secret)).size < tokens.length;
  if (isMixed || tokens.some(({ name }, index) => index > 0 && name === tokens[0]?.name)) {
    throw new ConfigError(
      "A setting can't be used.\n  FALSEZERO_TOKENS=(not shown): must give each name a secret of its own, " +
        "another than that of FALSEZERO_TOKEN, whose name none may have",
    );
  }
  if (!isLoopback && tokens.length === 0) {
    throw new ConfigError(
      `HOST=${values.HOST} can be reached from other machines, and FALSEZERO_TOKEN is not set. ` +
        "Set FALSEZERO_TOKEN to a long secret, which every request then needs, or leave HOST at 127.0.0.1.",
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    isLoopback,
    dataFolder: resolve(root, values.FALSEZERO_DATA),
    tokens,
    hosts: splitHosts(values.FALSEZERO_HOSTS),
    payloads: values.FALSEZERO_PAYLOADS,
    limits: {
      bodyBytes: values.FALSEZERO_MAX_BODY_BYTES,
      unpackedBytes: values.FALSEZERO_MAX_UNPACKED_BYTES,
      rowBytes: values.FALSEZERO_MAX_ROW_BYTES,
      rows: values.FALSEZERO_MAX_ROWS,
      depth: values.FALSEZERO_MAX_DEPTH,
    },
    publicUrl: values.FALSEZERO_PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    webhooks,
    webhookHosts,
    removalMinutes: values.FALSEZERO_REMOVAL_MINUTES,
    logLevel: values.FALSEZERO_LOG,
  };
}

/** The process's own settings, relative paths from its working folder. */
export function readProcessConfig(root: string): Config {
  return readConfig(process.env, root);
}
