/** Plain HTTP to a server: requests go out to the letter, answers come back as they are. */
import { type IncomingHttpHeaders, request } from "node:http";
import { z } from "zod";
import { WireRolloutDetail, WireRolloutPage } from "@/lib/wire/rollout";
import { WireRunDetail } from "@/lib/wire/run";
import { WireBucket, WireStep } from "@/lib/wire/step";
import type { RealServer } from "../real-server";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Message {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request on a connection of its own; the path goes out as it is written. */
export function send(port: number, path: string, message: Message = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers: told = {}, body } = message;
    const headers = body === undefined ? told : { "content-length": String(Buffer.byteLength(body)), ...told };
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const StepList = z.object({ run: z.string(), revision: z.string(), steps: z.array(WireStep) });
const BucketList = z.object({ run: z.string(), revision: z.string(), buckets: z.array(WireBucket) });

export type Query = Readonly<Record<string, string | number>>;

function toQuery(query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

export class Talk {
  readonly port: number;

  constructor(server: RealServer) {
    this.port = server.port;
  }

  async ask(method: string, path: string, body?: unknown, headers: Message["headers"] = {}): Promise<Reply> {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    return send(this.port, path, {
      method,
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Posts a body to a run to the letter. */
  async postText(
    run: string,
    body: string | Uint8Array,
    headers: Message["headers"] = {},
    query: Query = {},
  ): Promise<Reply> {
    const path = `/api/v1/runs/${encodeURIComponent(run)}/rollouts${toQuery(query)}`;
    return send(this.port, path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  }

  /** Posts rows to a run. @returns the receipt. @throws Error where it is refused. */
  async post(run: string, rows: unknown, query: Query = {}, headers: Message["headers"] = {}): Promise<unknown> {
    const reply = await this.postText(run, JSON.stringify(rows), headers, query);
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
    return JSON.parse(reply.text);
  }

  /** Asks for a change of what stands below /api/v1/. @returns the answer. @throws Error where it is refused. */
  async tell(method: string, path: string, body: unknown): Promise<unknown> {
    const reply = await this.ask(method, `/api/v1/${path}`, body);
    if (reply.status !== 200) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return JSON.parse(reply.text);
  }

  async get(path: string): Promise<unknown> {
    const reply = await this.ask("GET", path);
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}: ${reply.text}`);
    return JSON.parse(reply.text);
  }

  async steps(run: string, query: Query = {}): Promise<readonly WireStep[]> {
    const path = `/api/v1/runs/${encodeURIComponent(run)}/steps${toQuery(query)}`;
    return StepList.parse(await this.get(path)).steps;
  }

  async buckets(run: string, query: Query): Promise<readonly WireBucket[]> {
    const path = `/api/v1/runs/${encodeURIComponent(run)}/steps${toQuery(query)}`;
    return BucketList.parse(await this.get(path)).buckets;
  }

  async rollouts(run: string, query: Query = {}): Promise<z.infer<typeof WireRolloutPage>> {
    const path = `/api/v1/runs/${encodeURIComponent(run)}/rollouts${toQuery({ sort: "oldest", ...query })}`;
    return WireRolloutPage.parse(await this.get(path));
  }

  async rollout(key: number): Promise<z.infer<typeof WireRolloutDetail>> {
    return WireRolloutDetail.parse(await this.get(`/api/v1/rollouts/${key}`));
  }

  async run(run: string): Promise<WireRunDetail> {
    return WireRunDetail.parse(await this.get(`/api/v1/runs/${encodeURIComponent(run)}`));
  }
}

/** What a problem document says, with the status that it came with. */
export function problemOf(reply: Reply): unknown {
  if (!(reply.headers["content-type"] ?? "").startsWith("application/problem+json")) {
    throw new Error(`no problem document but ${reply.headers["content-type"]}: ${reply.text.slice(0, 200)}`);
  }
  const document: unknown = JSON.parse(reply.text);
  return { answered: reply.status, ...z.looseObject({}).parse(document) };
}
