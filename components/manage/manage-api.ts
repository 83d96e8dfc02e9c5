import { sendJson } from "@/components/ui/send-json";
import { runHref } from "@/lib/view/run-links";
import { WireRetentionPlan, WireRetentionRuleList } from "@/lib/wire/retention";
import { WireRun } from "@/lib/wire/run";
import { WireRemoval } from "@/lib/wire/run-removal";

/** Asks the API for something. @throws Error with a sentence for the reader. */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const sending = await sendJson(method, `/api/v1${path}`, body);
  if (sending.as === "done") return sending.json;
  throw new Error(sending.as === "refused" ? sending.why : "The server did not answer. Is it still running?");
}

/** What the pages about managing runs ask the API for. Each throws an Error with a sentence for the reader. */
export const manageApi = {
  readRun: async (run: string) => WireRun.parse(await ask("GET", runHref(run))),
  describeRun: async (run: string, patch: object) => WireRun.parse(await ask("PUT", runHref(run), patch)),
  askRemoval: async (run: string, body: { readonly name: string; readonly by?: string }) =>
    WireRemoval.parse(await ask("POST", `${runHref(run)}/removal`, body)),
  bringBack: async (run: string) => ask("DELETE", `${runHref(run)}/removal`),
  listRules: async () => WireRetentionRuleList.parse(await ask("GET", "/retention/rules")).rules,
  keepRule: async (body: Readonly<Record<string, unknown>>) => ask("PUT", "/retention/rules", body),
  removeRule: async (project: string | null) => ask("DELETE", "/retention/rules", { project }),
  planRetention: async () => WireRetentionPlan.parse(await ask("GET", "/retention/plan")),
  removeNow: async (run: string) => ask("DELETE", runHref(run)),
};

/** What an act that failed says to the reader. */
export function toSentence(error: unknown): string {
  return error instanceof Error ? error.message : "The server did not answer.";
}
