import { appendOverride } from "@/lib/server/append-override";
import { listOverrides } from "@/lib/server/list-overrides";
import { route } from "@/lib/server/route";
import { OverridePost, toWireOverride } from "@/lib/wire/override";

export const dynamic = "force-dynamic";

/** What people overruled, withdrawn ones too. */
export const GET = route(async ({ context, run }) => {
  const name = run();
  return { run: name, overrides: (await listOverrides(context.store, name)).map(toWireOverride) };
});

/** Overrules detection. */
export const POST = route(async ({ context, run, json }) => {
  return toWireOverride(await appendOverride(context.store, run(), await json(OverridePost)));
});
