import { playDemo } from "@/lib/server/play-demo";
import { route } from "@/lib/server/route";
import { DemoPost } from "@/lib/wire/requests";

export const dynamic = "force-dynamic";

/** Plays the bundled reconstruction into a run, through ordinary ingest. */
export const POST = route(async ({ context, json }) => playDemo(context, await json(DemoPost)));
