import { statfs } from "node:fs/promises";
import type { StorageReport } from "@/db/store";
import type { WireNoticeList } from "@/lib/wire/notice";
import { toWireLog, toWireRule, type WireRetentionLog, type WireRetentionRule } from "@/lib/wire/retention";
import { toWireRemoval, type WireRemoval } from "@/lib/wire/run-removal";
import type { WireWebhook } from "@/lib/wire/webhook";
import type { Config } from "./config";
import type { Context } from "./context";
import { listNotices } from "./list-notices";
import { listWebhooks } from "./list-webhooks";

export interface SettingsPage {
  readonly storage: StorageReport;
  /** null where the filesystem does not say. */
  readonly freeBytes: number | null;
  readonly webhooks: readonly WireWebhook[];
  readonly notices: WireNoticeList;
  readonly removals: readonly WireRemoval[];
  readonly retention: {
    readonly rules: readonly WireRetentionRule[];
    readonly log: WireRetentionLog;
    /** Projects that runs belong to, each once. */
    readonly projects: readonly string[];
  };
  /** Settings in force; secrets only by whether they are set. */
  readonly settings: Pick<Config, "dataFolder" | "payloads" | "limits" | "hosts" | "webhookHosts"> & {
    readonly hasToken: boolean;
    readonly listensAt: string;
    readonly linksBeginWith: string;
  };
  readonly version: string;
  readonly node: string;
}

/** Entries of the book of what rules did that are shown. */
const loggedActs = 50;

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
  const log = { webhook: undefined, state: undefined, before: undefined, limit: loggedNotices };
  const [storage, freeBytes, { webhooks }, notices, removals, rules, done, runs] = await Promise.all([
    store.reader.readStorage(),
    readFreeBytes(config.dataFolder),
    listWebhooks(context),
    listNotices(context, log),
    store.managing.listRemovals(),
    store.retention.listRules(),
    store.retention.listDone(loggedActs),
    store.reader.listRuns(),
  ]);
  const projects = [...new Set(runs.flatMap(({ settings }) => settings.project ?? []))].sort();
  const { dataFolder, payloads, limits, hosts, webhookHosts, host, port, token } = config;
  return {
    storage,
    freeBytes,
    webhooks,
    notices,
    removals: removals.map((removal) => toWireRemoval(removal, config.removalMinutes)),
    retention: { rules: rules.map(toWireRule), log: toWireLog(done), projects },
    settings: {
      ...{ dataFolder, payloads, limits, hosts, webhookHosts },
      hasToken: token !== null,
      listensAt: config.publicUrl === null ? address.origin : `http://${host}:${port}`,
      linksBeginWith: address.origin,
    },
    version,
    node: process.version,
  };
}
