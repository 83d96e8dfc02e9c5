import { sendJson } from "@/components/ui/send-json";
import { runHref } from "@/lib/view/run-links";

/** What a person does to a run's detection. Each is kept on the server, with its date. */
export type RunAct =
  | {
      readonly as: "overrule";
      readonly kind: "accept" | "expect";
      readonly incident: string;
      readonly note: string | null;
      readonly author: string | null;
    }
  | { readonly as: "withdraw"; readonly override: number }
  | { readonly as: "sensitivity"; readonly sensitivity: string }
  | { readonly as: "runbook"; readonly runbooks: Readonly<Record<string, string>> };

interface Request {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body: object | null;
}

function toRequest(act: RunAct): Request {
  switch (act.as) {
    case "overrule": {
      const { kind, incident, note, author } = act;
      return { method: "POST", path: "/overrides", body: { kind, incident, note, author } };
    }
    case "withdraw":
      return { method: "DELETE", path: `/overrides/${act.override}`, body: null };
    case "sensitivity":
      return { method: "PUT", path: "", body: { sensitivity: act.sensitivity } };
    case "runbook":
      return { method: "PUT", path: "", body: { runbooks: act.runbooks } };
  }
}

/** Does it. What changes by it comes by the live stream. @returns null, or why nothing was changed, as a sentence. */
export async function sendAct(run: string, act: RunAct): Promise<string | null> {
  const { method, path, body } = toRequest(act);
  const sending = await sendJson(method, `/api/v1${runHref(run)}${path}`, body ?? undefined);
  if (sending.as === "done") return null;
  if (sending.as === "refused") return `Nothing was changed. ${sending.why}`;
  return "Nothing was changed: the server did not answer. Try again.";
}
