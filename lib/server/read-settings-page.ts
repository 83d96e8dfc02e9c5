import { statfs } from "node:fs/promises";
import type { StorageReport } from "@/db/store";
import type { WireNoticeList } from "@/lib/wire/notice";
import type { WireProject } from "@/lib/wire/project";
import type { WireRetentionLog, WireRetentionRule } from "@/lib/wire/retention";
import type { WireRemoval } from "@/lib/wire/run-removal";
import type { WireWebhook } from "@/lib/wire/webhook";
import type { Config } from "./config";
import type { Context } from "./context";
import { listNotices } from "./list-notices";
import { listProjects } from "./list-projects";
import { listRemovals } from "./list-removals";
import { listRetentionRules } from "./list-retention-rules";
import { listWebhooks } from "./list-webhooks";
import { readRetentionLog } from "./read-retention-log";

export interface SettingsPage {
  readonly storage: StorageReport;
  /** null where the filesystem does not say. */
  readonly freeBytes: number | null;
  readonly webhooks: readonly WireWebhook[];
  readonly notices: WireNoticeList;
  readonly removals: readonly WireRemoval[];
  readonly projects: readonly WireProject[];
  readonly retention: {
    readonly rules: readonly WireRetentionRule[];
    readonly log: WireRetentionLog;
  };
  /** Settings in force; secrets only by whether they are set. */
  readonly settings: Pick<Config, "dataFolder" | "payloads" | "limits" | "hosts" | "webhookHosts"> & {
    /** Names of the tokens that requests can carry; their secrets stay here. */
    readonly tokens: readonly string[];
    readonly listensAt: string;
    readonly linksBeginWith: string;
  };
  readonly version: string;
  readonly node: string;
}

/** Notices that the log begins with. */
const loggedNotices = 25;

async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Not every filesystem tells; the page then says nothing of it.
    return null;
  }
}

/** All that the page of the settings shows. */
export async function readSettingsPage(context: Context): Promise<SettingsPage> {
  const { store, config, version, address } = context;
  const newest = { webhook: undefined, state: undefined, before: undefined, limit: loggedNotices };
  const [storage, freeBytes, { webhooks }, notices, removals, rules, log, projects] = await Promise.all([
    store.reader.readStorage(),
    readFreeBytes(config.dataFolder),
    listWebhooks(context),
    listNotices(context, newest),
    listRemovals(context),
    listRetentionRules(store),
    readRetentionLog(store),
    listProjects(store),
  ]);
  const { dataFolder, payloads, limits, hosts, webhookHosts, host, port, tokens } = config;
  return {
    storage,
    freeBytes,
    webhooks,
    notices,
    removals,
    projects,
    retention: { rules, log },
    settings: {
      ...{ dataFolder, payloads, limits, hosts, webhookHosts },
      tokens: tokens.map(({ name }) => name),
      listensAt: config.publicUrl === null ? address.origin : `http://${host}:${port}`,
      linksBeginWith: address.origin,
    },
    version,
    node: process.version,
  };
}
