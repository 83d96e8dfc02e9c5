import type { Store } from "@/db/store";
import { toWireStorage, type WireStorage } from "@/lib/wire/storage";

/** A page that is opened again soon counts nothing again. */
const keptMs = 30_000;

const known = new WeakMap<Store, { readonly at: number; readonly sizes: Promise<WireStorage> }>();

async function count(store: Store): Promise<WireStorage> {
  const [sizes, { walBytes }] = await Promise.all([store.reader.readSizes(), store.reader.readStorage()]);
  return toWireStorage(sizes, walBytes);
}

/** How much of the database each run takes, counted at most twice a minute. */
export async function readRunSizes(store: Store): Promise<WireStorage> {
  const now = Date.now();
  const kept = known.get(store);
  if (kept !== undefined && now - kept.at < keptMs) return kept.sizes;
  const sizes = count(store);
  known.set(store, { at: now, sizes });
  sizes.catch(() => known.delete(store));
  return sizes;
}
