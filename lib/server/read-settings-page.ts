import { statfs } from "node:fs/promises";
import type { StorageReport } from "@/db/store";
import type { WireNoticeList } from "@/lib/wire/notice";
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
  /** Settings in force; secrets only by whether they are set. */
  readonly settings: Pick<Config, "dataFolder" | "payloads" | "limits" | "hosts" | "webhookHosts"> & {
    readonly hasToken: boolean;
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
  const log = { webhook: undefined, state: undefined, before: undefined, limit: loggedNotices };
  const [storage, freeBytes, { webhooks }, notices, removals] = await Promise.all([
    store.reader.readStorage(),
    readFreeBytes(config.dataFolder),
    listWebhooks(context),
    listNotices(context, log),
    store.managing.listRemovals(),
  ]);
  const { dataFolder, payloads, limits, hosts, webhookHosts, host, port, token } = config;
  return {
    storage,
    freeBytes,
    webhooks,
    notices,
    removals: removals.map((removal) => toWireRemoval(removal, config.removalMinutes)),
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
