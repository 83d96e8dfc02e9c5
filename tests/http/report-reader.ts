/** Post-mortems as a client reads them: JSON, the HTML of one file, and the files of a zip. */
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import { WireReport } from "@/lib/wire/report";
import { judgeAnswer } from "../api-document";
import { present } from "../tested-store";
import type { Talk } from "./talk";

export class ReportReader {
  readonly #talk: Talk;

  constructor(talk: Talk) {
    this.#talk = talk;
  }

  async json(run: string, query = ""): Promise<WireReport> {
    const json = await this.#talk.get(`/api/v1/runs/${encodeURIComponent(run)}/report${query}`);
    expect(judgeAnswer("Report", json)).toEqual([]);
    return WireReport.parse(json);
  }

  async html(run: string): Promise<string> {
    const reply = await this.#talk.ask("GET", `/api/v1/runs/${encodeURIComponent(run)}/report?format=html`);
    expect(reply.status).toBe(200);
    return reply.text;
  }

  async zip(run: string): Promise<Record<string, string>> {
    const address = `http://127.0.0.1:${this.#talk.port}/api/v1/runs/${encodeURIComponent(run)}/report?format=markdown`;
    const response = await fetch(address);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }
}

/** The prose of a section as it stands. */
export function textOf({ sections }: WireReport, id: string): string {
  return present(sections.find((section) => section.id === id)).text;
}
