import { askApi } from "@/components/ui/ask-api";
import { WireNoticeList } from "@/lib/wire/notice";
import { WireWebhookKept, WireWebhookList, WireWebhookTest } from "@/lib/wire/webhook";

function addressOf(id: string): string {
  return `/webhooks/${encodeURIComponent(id)}`;
}

/** What the page of the settings asks the API for. Each throws an Error with a sentence for the reader. */
export const settingsApi = {
  listWebhooks: async () => WireWebhookList.parse(await askApi("GET", "/webhooks")).webhooks,
  listNotices: async (query: string) => WireNoticeList.parse(await askApi("GET", `/notices?${query}`)),
  /** @param id null: a new one. */
  keepWebhook: async (id: string | null, body: Readonly<Record<string, unknown>>) => {
    const path = id === null ? "/webhooks" : addressOf(id);
    return WireWebhookKept.parse(await askApi(id === null ? "POST" : "PATCH", path, body));
  },
  removeWebhook: async (id: string) => {
    await askApi("DELETE", addressOf(id));
  },
  testWebhook: async (id: string) => WireWebhookTest.parse(await askApi("POST", `${addressOf(id)}/test`)),
};
