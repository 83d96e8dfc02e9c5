import { notice, webhook, webhookKept, webhookPost, webhookTest } from "./alert-examples";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";

const { webhook: id, contentEncoding } = parameters;

/** Where notices of incidents go, and what became of them. */
export function describeAlertPaths(): Paths {
  return {
    "/api/v1/webhooks": {
      get: toOperation({
        id: "listWebhooks",
        tag: "alerts",
        summary: "Receivers of notices",
        description: "Addresses and secrets are masked. Those of the environment stand first.",
        answer: { description: "All of them.", content: jsonOf("WebhookList", { webhooks: [webhook] }) },
      }),
      post: toOperation({
        id: "postWebhook",
        tag: "alerts",
        summary: "Add a receiver",
        description: "It hears of what happens from now on.",
        parameters: [contentEncoding],
        body: { required: true, content: jsonOf("WebhookPost", webhookPost) },
        answer: { description: "The receiver, its new secret this once.", content: jsonOf("WebhookKept", webhookKept) },
        problems: jsonProblems,
      }),
    },
    "/api/v1/webhooks/{webhook}": {
      patch: toOperation({
        id: "patchWebhook",
        tag: "alerts",
        summary: "Change, pause or resume a receiver",
        description: "What is left out stays. Those of the environment are changed there.",
        parameters: [id, contentEncoding],
        body: { required: true, content: jsonOf("WebhookPatch", { paused: true }) },
        answer: {
          description: "The receiver as it now is.",
          content: jsonOf("WebhookKept", { ...webhookKept, paused: true, new_secret: null }),
        },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
      delete: toOperation({
        id: "deleteWebhook",
        tag: "alerts",
        summary: "Remove a receiver",
        description: "With the log of what it was sent.",
        parameters: [id],
        answer: {
          description: "It is gone.",
          content: jsonOf("WebhookDeleted", { webhook: webhook.webhook, deleted: true }),
        },
        problems: ["not_found", "conflict"],
      }),
    },
    "/api/v1/webhooks/{webhook}/test": {
      post: toOperation({
        id: "postWebhookTest",
        tag: "alerts",
        summary: "Send a receiver a test",
        description: "At once and once, paused or not.",
        parameters: [id],
        answer: { description: "What the receiver made of it.", content: jsonOf("WebhookTest", webhookTest) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/notices": {
      get: toOperation({
        id: "listNotices",
        tag: "alerts",
        summary: "The log of notices",
        description: "Newest first, with the last try of each.",
        parameters: queryParameters.notices,
        answer: { description: "A page of them.", content: jsonOf("NoticeList", { notices: [notice], next: null }) },
      }),
    },
  };
}
