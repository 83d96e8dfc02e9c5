import { sendJson } from "@/components/ui/send-json";
import { WireNoticeList } from "@/lib/wire/notice";
import { WireWebhookKept, WireWebhookList, WireWebhookTest } from "@/lib/wire/webhook";

/** Asks the API for something. @throws Error with a sentence for the reader. */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const sending = await sendJson(method, `/api/v1/${path}`, body);
  if (sending.as === "done") return sending.json;
  throw new Error(sending.as === "refused" ? sending.why : "The server did not answer. Is it still running?");
}

function addressOf(id: string): string {
  return `webhooks/${encodeURIComponent(id)}`;
}

/** What the page of the settings asks the API for. Each throws an Error with a sentence for the reader. */
export const settingsApi = {
  listWebhooks: async () => WireWebhookList.parse(await ask("GET", "webhooks")).webhooks,
  listNotices: async (query: string) => WireNoticeList.parse(await ask("GET", `notices?${query}`)),
  /** @param id null: a new one. */
  keepWebhook: async (id: string | null, body: Readonly<Record<string, unknown>>) => {
    const path = id === null ? "webhooks" : addressOf(id);
    return WireWebhookKept.parse(await ask(id === null ? "POST" : "PATCH", path, body));
  },
  removeWebhook: async (id: string) => {
    await ask("DELETE", addressOf(id));
  },
  testWebhook: async (id: string) => WireWebhookTest.parse(await ask("POST", `${addressOf(id)}/test`)),
};

/** What is said where something thrown is no Error of ours. */
export function toSentence(error: unknown): string {
  return error instanceof Error && error.name === "Error"
    ? error.message
    : "The server answered in an unknown form. Reload the page.";
}
