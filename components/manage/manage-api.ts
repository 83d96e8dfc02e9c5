import { askApi, takeAnswer } from "@/components/ui/ask-api";
import { sendJson } from "@/components/ui/send-json";
import { runHref } from "@/lib/view/run-links";
import { WireProjectList } from "@/lib/wire/project";
import { WireRetentionPlan, WireRetentionRuleList } from "@/lib/wire/retention";
import { WireRun } from "@/lib/wire/run";
import { WireRemoval } from "@/lib/wire/run-removal";

/** What the pages about managing runs ask the API for. Each throws an Error with a sentence for the reader. */
export const manageApi = {
  readRun: async (run: string) => WireRun.parse(await askApi("GET", runHref(run))),
  describeRun: async (run: string, patch: object) => WireRun.parse(await askApi("PUT", runHref(run), patch)),
  askRemoval: async (run: string, body: { readonly name: string; readonly by?: string }) =>
    WireRemoval.parse(await askApi("POST", `${runHref(run)}/removal`, body)),
  bringBack: async (run: string) => askApi("DELETE", `${runHref(run)}/removal`),
  listRules: async () => WireRetentionRuleList.parse(await askApi("GET", "/retention/rules")).rules,
  keepRule: async (body: Readonly<Record<string, unknown>>) => askApi("PUT", "/retention/rules", body),
  removeRule: async (project: string | null) => askApi("DELETE", "/retention/rules", { project }),
  planRetention: async () => WireRetentionPlan.parse(await askApi("GET", "/retention/plan")),
  listProjects: async () => WireProjectList.parse(await askApi("GET", "/projects")).projects,
  /** false: the other name is taken, and merging was not asked. */
  renameProject: async (body: Readonly<Record<string, unknown>>) => {
    const sending = await sendJson("POST", "/api/v1/projects/rename", body);
    if (sending.as === "refused" && sending.code === "conflict") return false;
    takeAnswer(sending);
    return true;
  },
  removeNow: async (run: string) => askApi("DELETE", runHref(run)),
};
