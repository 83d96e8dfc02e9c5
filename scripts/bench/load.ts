import { Agent, request } from "node:http";

export interface Load {
  readonly url: string;
  readonly bodies: readonly Buffer[];
  readonly gzip: boolean;
  readonly connections: number;
}

function post(url: URL, body: Buffer, gzip: boolean, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/x-ndjson",
      "content-length": body.length,
      ...(gzip ? { "content-encoding": "gzip" } : {}),
    };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`answered ${response.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends all bodies over some connections. @returns seconds it took. */
export async function sendAll(load: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const url = new URL(load.url);
  let next = 0;
  const worker = async () => {
    for (let body = load.bodies[next++]; body !== undefined; body = load.bodies[next++]) {
      await post(url, body, load.gzip, agent);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: load.connections }, worker));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return seconds;
}
