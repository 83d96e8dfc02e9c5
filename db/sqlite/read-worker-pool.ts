import { Worker } from "node:worker_threads";
import type { RunTally } from "@/lib/core/compare/run-tally";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueDifference, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";
import type { IncidentRows } from "@/lib/core/report/figures";
import type { PlannedAct } from "@/lib/core/retention";
import type { RunContents } from "@/lib/core/run-removal";
import type { StorageSizes } from "@/lib/core/run-size";
import type { PeriodFilter, ScorePeriod } from "@/lib/core/score-period";
import type { SearchQuery, SearchResult } from "@/lib/core/search/search";
import type { GroupPage, StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutFilter, RolloutPage, StepFilter } from "@/lib/core/stored-rollout";
import type { IncidentRowsFilter } from "../report-store";

export type ReadRequest =
  | { readonly id: number; readonly task: "listRollouts"; readonly filter: RolloutFilter; readonly now: number }
  | { readonly id: number; readonly task: "listSteps"; readonly filter: StepFilter }
  | { readonly id: number; readonly task: "findSteps"; readonly run: string; readonly moments: readonly number[] }
  | { readonly id: number; readonly task: "listIssues"; readonly filter: IssueFilter; readonly now: number }
  | { readonly id: number; readonly task: "readIssue"; readonly issue: number; readonly now: number }
  | { readonly id: number; readonly task: "readDifference"; readonly filter: IssueDifferenceFilter }
  | { readonly id: number; readonly task: "readStepGroups"; readonly filter: StepFilter; readonly page: GroupPage }
  | { readonly id: number; readonly task: "search"; readonly query: SearchQuery }
  | { readonly id: number; readonly task: "readTally"; readonly filter: StepFilter }
  | { readonly id: number; readonly task: "readScores"; readonly filter: PeriodFilter }
  | { readonly id: number; readonly task: "readContents"; readonly run: string }
  | { readonly id: number; readonly task: "readIncidentRows"; readonly filter: IncidentRowsFilter }
  | { readonly id: number; readonly task: "readSizes" }
  | { readonly id: number; readonly task: "planRetention"; readonly now: number };

export type ReadValue =
  | RolloutPage
  | readonly StepSummary[]
  | readonly SearchResult[]
  | IssuePage
  | IssueDetail
  | IssueDifference
  | StepGroups
  | ScorePeriod
  | RunContents
  | RunTally
  | IncidentRows
  | StorageSizes
  | { readonly planned: readonly PlannedAct[] }
  | { readonly found: readonly (number | null)[] }
  | null;

export type ReadResponse =
  | { readonly id: number; readonly ok: true; readonly value: ReadValue }
  | { readonly id: number; readonly ok: false; readonly message: string };

interface Waiting {
  resolve(value: ReadValue): void;
  reject(error: Error): void;
}

function misanswered(wanted: string): TypeError {
  return new TypeError(`a worker answered with something else than ${wanted}`);
}

/** Reads that may be long, in worker threads made at their first use and again after one died. */
export class ReadWorkerPool {
  readonly #file: string;
  readonly #workerFile: string | URL;
  readonly #size: number;
  #workers: Worker[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isClosed = false;

  constructor(file: string, workerFile: string | URL, size: number) {
    this.#file = file;
    this.#workerFile = workerFile;
    this.#size = size;
  }

  async listRollouts(filter: RolloutFilter, now: number): Promise<RolloutPage> {
    const value = await this.#ask({ id: ++this.#lastId, task: "listRollouts", filter, now });
    if (value === null || !("rollouts" in value && "total" in value)) throw misanswered("a page of rollouts");
    return value;
  }

  async listSteps(filter: StepFilter): Promise<readonly StepSummary[]> {
    const value = await this.#ask({ id: ++this.#lastId, task: "listSteps", filter });
    if (value === null || !("entries" in value)) throw misanswered("steps");
    return value.filter((one) => "received" in one);
  }

  async findSteps(run: string, moments: readonly number[]): Promise<readonly (number | null)[]> {
    const value = await this.#ask({ id: ++this.#lastId, task: "findSteps", run, moments });
    if (value === null || !("found" in value)) throw misanswered("steps of moments");
    return value.found;
  }

  async search(query: SearchQuery): Promise<readonly SearchResult[]> {
    const value = await this.#ask({ id: ++this.#lastId, task: "search", query });
    if (value === null || !("entries" in value)) throw misanswered("what was found");
    return value.filter((one) => "type" in one);
  }

  async listIssues(filter: IssueFilter, now: number): Promise<IssuePage> {
    const value = await this.#ask({ id: ++this.#lastId, task: "listIssues", filter, now });
    if (value === null || !("others" in value && "issues" in value)) throw misanswered("a page of issues");
    return value;
  }

  async readIssue(issue: number, now: number): Promise<IssueDetail | null> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readIssue", issue, now });
    if (value !== null && !("allForms" in value)) throw misanswered("an issue");
    return value;
  }

  async readDifference(filter: IssueDifferenceFilter): Promise<IssueDifference | null> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readDifference", filter });
    if (value !== null && !("verdict" in value)) throw misanswered("a difference");
    return value;
  }

  async readScores(filter: PeriodFilter): Promise<ScorePeriod | null> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readScores", filter });
    if (value !== null && !("totals" in value)) throw misanswered("rewards of a period");
    return value;
  }

  async readTally(filter: StepFilter): Promise<RunTally | null> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readTally", filter });
    if (value !== null && !("labels" in value && "rollouts" in value)) throw misanswered("a tally");
    return value;
  }

  async readIncidentRows(filter: IncidentRowsFilter): Promise<IncidentRows> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readIncidentRows", filter });
    if (value === null || !("arrived" in value)) throw misanswered("an incident's rows");
    return value;
  }

  async readStepGroups(filter: StepFilter, page: GroupPage): Promise<StepGroups> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readStepGroups", filter, page });
    if (value === null || !("rewards" in value)) throw misanswered("groups of a step");
    return value;
  }

  async readContents(run: string): Promise<RunContents | null> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readContents", run });
    if (value !== null && !("issuesOnlyHere" in value)) throw misanswered("the contents of a run");
    return value;
  }

  async readSizes(): Promise<StorageSizes> {
    const value = await this.#ask({ id: ++this.#lastId, task: "readSizes" });
    if (value === null || !("databaseBytes" in value)) throw misanswered("the sizes of runs");
    return value;
  }

  async planRetention(now: number): Promise<readonly PlannedAct[]> {
    const value = await this.#ask({ id: ++this.#lastId, task: "planRetention", now });
    if (value === null || !("planned" in value)) throw misanswered("what rules would do");
    return value.planned;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const workers = this.#workers;
    this.#workers = [];
    this.#failAll(new Error("the store was closed"));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #ask(request: ReadRequest): Promise<ReadValue> {
    if (this.#isClosed) return Promise.reject(new Error("the store was closed"));
    const worker = this.#pick(request.id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  #pick(number: number): Worker {
    while (this.#workers.length < this.#size) this.#workers.push(this.#start());
    const worker = this.#workers[number % this.#size];
    if (worker === undefined) throw new Error("no worker to read with");
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, { workerData: { file: this.#file } });
    worker.unref();
    worker.on("message", (response: ReadResponse) => {
      const waiting = this.#waiting.get(response.id);
      this.#waiting.delete(response.id);
      if (response.ok) waiting?.resolve(response.value);
      else waiting?.reject(new Error(response.message));
    });
    worker.on("error", (error) => {
      this.#workers = this.#workers.filter((one) => one !== worker);
      this.#failAll(error instanceof Error ? error : new Error(String(error)));
    });
    return worker;
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
