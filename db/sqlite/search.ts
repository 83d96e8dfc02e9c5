import type Database from "better-sqlite3";
import { scoreName } from "@/lib/core/search/fuzzy";
import { type SearchQuery, type SearchResult, toSearchWords } from "@/lib/core/search/search";
import { type KeyedSegment, toIdentity } from "./identity";
import { findRun } from "./read-steps";
import { fromStepNumber } from "./rows";
import { isShownRun } from "./runs";

interface TextRow {
  readonly text: string;
  readonly run_id: number | null;
  readonly annotation_id: number | null;
  readonly fingerprint_id: number | null;
  readonly rollout_id: number | null;
  readonly name_id: number | null;
  readonly value_id: number | null;
}

/** Newest first: ranking all that matches would cost seconds in a large database. */
const selectTexts = `
  SELECT s.*
  FROM search_index AS x
  JOIN search_text AS s ON s.id = x.rowid
  WHERE search_index MATCH :match AND (:run IS NULL OR s.run_id IS NULL OR s.run_id = :run)
  ORDER BY x.rowid DESC
  LIMIT :limit`;

const selectIssue = `
  SELECT f.issue_id AS issue, f.kind, f.template
  FROM fingerprint AS f
  WHERE f.id = :fingerprint
    AND EXISTS (SELECT 1 FROM issue_place AS p JOIN segment ON segment.id = p.segment_id
                JOIN run ON run.id = segment.run_id
                WHERE p.fingerprint_id = f.id AND ${isShownRun} AND (:run IS NULL OR run.id = :run))`;

const selectReason = `
  SELECT r.id AS rollout, r.step, r.reason AS text, run.name AS run, f.kind
  FROM rollout AS r
  JOIN run ON run.id = r.run_id
  JOIN fingerprint AS f ON f.id = :fingerprint
  WHERE r.id = :rollout AND r.counts = 1 AND ${isShownRun}`;

const selectAnnotation = `
  SELECT a.id AS annotation, a.step, a.to_step, a.text, run.name AS run
  FROM annotation AS a JOIN run ON run.id = a.run_id
  WHERE a.id = ? AND ${isShownRun}`;

const selectEnvironmentRun = `
  SELECT run.name FROM run
  WHERE (:run IS NULL OR run.id = :run) AND ${isShownRun}
    AND EXISTS (SELECT 1 FROM step_summary AS s WHERE s.run_id = run.id AND s.split IN (0, 1) AND s.environment_id = :name)
  ORDER BY run.id DESC LIMIT 1`;

const selectLabelRun = `
  SELECT run.name FROM run_label_set AS l
  JOIN run ON run.id = l.run_id
  WHERE (:run IS NULL OR l.run_id = :run) AND ${isShownRun}
    AND EXISTS (SELECT 1 FROM label_set_item AS i
                WHERE i.name_id = :name AND i.value_id = :value AND i.label_set_id = l.label_set_id)
  ORDER BY l.run_id DESC LIMIT 1`;

const selectKind = `
  SELECT f.kind FROM fingerprint AS f
  WHERE f.kind = :kind AND EXISTS (SELECT 1 FROM issue_place AS p JOIN segment ON segment.id = p.segment_id
    WHERE p.fingerprint_id = f.id AND (:run IS NULL OR segment.run_id = :run))
  LIMIT 1`;

const selectRollout = `
  SELECT r.id AS rollout, r.step, r.sent_id AS id, run.name AS run
  FROM rollout AS r JOIN run ON run.id = r.run_id
  WHERE ${isShownRun} AND r.counts = 1`;

interface RolloutRow {
  readonly rollout: number;
  readonly step: number;
  readonly id: string | null;
  readonly run: string;
}

/** Launches in which a rollout is looked for by its id, the newest ones. */
const searchedSegments = 5_000;

/** Every word, in any order; the last one may go on. */
function toMatch(type: string, words: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replaceAll('"', '""')}"`);
  return `{type} : "${type}" AND {text} : (${quoted.join(" AND ")} *)`;
}

class Search {
  readonly #db: Database.Database;
  readonly #query: SearchQuery;
  readonly #words: readonly string[];
  readonly #run: number | null;

  constructor(db: Database.Database, query: SearchQuery, run: number | null) {
    this.#db = db;
    this.#query = query;
    this.#run = run;
    this.#words = toSearchWords(query.text);
  }

  /** Texts of one type are read until enough of them turn out to lead somewhere. */
  #find(type: string, resolve: (row: TextRow) => SearchResult | undefined): SearchResult[] {
    if (this.#words.length === 0) return [];
    const { limit } = this.#query;
    const rows = this.#db
      .prepare<[object], TextRow>(selectTexts)
      .all({ match: toMatch(type, this.#words), run: this.#run, limit: limit * 4 });
    const found: SearchResult[] = [];
    for (const row of rows) {
      const result = resolve(row);
      if (result !== undefined && found.push(result) >= limit) break;
    }
    return found;
  }

  listRuns(): SearchResult[] {
    if (this.#run !== null) return [];
    const rows = this.#db
      .prepare<[], { id: number; run: string; title: string | null; project: string | null }>(
        `SELECT id, name AS run, settings ->> '$.title' AS title, settings ->> '$.project' AS project FROM run
         WHERE ${isShownRun} ORDER BY coalesce(last_seen_at, created_at) DESC, id DESC`,
      )
      .all();
    const { text, limit } = this.#query;
    const scored = rows.flatMap(({ id, ...row }) => {
      const scores = [row.run, row.title ?? row.run].map((name) => scoreName(text, name) ?? -1);
      const score = Math.max(...scores);
      return score < 0 ? [] : [{ id, row, score }];
    });
    scored.sort((a, b) => b.score - a.score);
    const found: SearchResult[] = scored.slice(0, limit).map(({ row }) => ({ type: "run", ...row }));
    const known = new Set(scored.map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const told = this.#find("run", ({ run_id: id }) => {
      const row = id === null || known.has(id) ? undefined : byId.get(id);
      return row && { type: "run", run: row.run, title: row.title, project: row.project };
    });
    return [...found, ...told].slice(0, limit);
  }

  listIssues(): SearchResult[] {
    const select = this.#db.prepare<[object], { issue: number; kind: string; template: string }>(selectIssue);
    const seen = new Set<number>();
    return this.#find("issue", ({ fingerprint_id: fingerprint }) => {
      const row = select.get({ fingerprint, run: this.#run });
      if (row === undefined || seen.has(row.issue)) return undefined;
      seen.add(row.issue);
      return { type: "issue", ...row };
    });
  }

  listReasons(): SearchResult[] {
    const select = this.#db.prepare<
      [object],
      { rollout: number; step: number; text: string; run: string; kind: string }
    >(selectReason);
    return this.#find("reason", ({ rollout_id: rollout, fingerprint_id: fingerprint }) => {
      const row = select.get({ rollout, fingerprint });
      return row && { type: "reason", ...row, step: fromStepNumber(row.step) };
    });
  }

  listAnnotations(): SearchResult[] {
    const select = this.#db.prepare<
      [number | null],
      { annotation: number; step: number | null; to_step: number | null; text: string; run: string }
    >(selectAnnotation);
    return this.#find("annotation", ({ annotation_id: id }) => {
      const row = select.get(id);
      if (row === undefined) return undefined;
      const { to_step: toStep, ...same } = row;
      return { type: "annotation", ...same, toStep };
    });
  }

  listKinds(): SearchResult[] {
    const select = this.#db.prepare<[object], { kind: string }>(selectKind);
    return this.#find("kind", ({ text }) => {
      const row = select.get({ kind: text, run: this.#run });
      return row && { type: "kind", kind: row.kind };
    });
  }

  listEnvironments(): SearchResult[] {
    const select = this.#db.prepare<[object], string>(selectEnvironmentRun).pluck();
    return this.#find("environment", ({ text, name_id: name }) => {
      const run = select.get({ name, run: this.#run });
      return run === undefined ? undefined : { type: "environment", environment: text, run };
    });
  }

  listLabels(): SearchResult[] {
    const select = this.#db.prepare<[object], string>(selectLabelRun).pluck();
    return this.#find("label", ({ text, name_id: nameId, value_id: value }) => {
      const run = select.get({ name: nameId, value, run: this.#run });
      const [name = "", ...rest] = text.split("\n");
      return run === undefined ? undefined : { type: "label", name, value: rest.join("\n"), run };
    });
  }

  /** By its number, or by the id that its sender gave it. */
  listRollouts(): SearchResult[] {
    const text = this.#query.text.trim();
    const rows = [...this.#findByNumber(text), ...this.#findById(text)];
    const once = [...new Map(rows.map((row) => [row.rollout, row])).values()];
    return once.slice(0, this.#query.limit).map((row) => ({ type: "rollout", ...row, step: fromStepNumber(row.step) }));
  }

  #findByNumber(text: string): RolloutRow[] {
    const number = /^#?(\d{1,15})$/.exec(text)?.[1];
    if (number === undefined) return [];
    const sql = `${selectRollout} AND r.id = :id AND (:run IS NULL OR r.run_id = :run)`;
    return this.#db.prepare<[object], RolloutRow>(sql).all({ id: Number(number), run: this.#run });
  }

  /** Ids have no index of their own; the one of identities leads to rollouts that are known by their id. */
  #findById(text: string): RolloutRow[] {
    if (text === "" || text.length > 500) return [];
    const segments = this.#db
      .prepare<[object], KeyedSegment>(
        `SELECT id, key_order FROM segment WHERE :run IS NULL OR run_id = :run ORDER BY id DESC LIMIT ${searchedSegments}`,
      )
      .all({ run: this.#run });
    const find = this.#db.prepare<[Buffer | null], RolloutRow>(`${selectRollout} AND r.identity = ?`);
    const found: RolloutRow[] = [];
    for (const segment of segments) {
      const parts = { split: "train", step: 0, environmentId: null, group: null, sample: null, id: text } as const;
      found.push(...find.all(toIdentity(segment, parts)));
      if (found.length >= this.#query.limit) break;
    }
    return found;
  }
}

/** What is found, type by type; of each the newest first, and runs by how well their name fits. */
export function search(db: Database.Database, query: SearchQuery): readonly SearchResult[] {
  const run = query.run === undefined ? null : findRun(db, query.run);
  if (query.run !== undefined && run === null) return [];
  const looking = new Search(db, query, run?.id ?? null);
  return [
    ...looking.listRuns(),
    ...looking.listIssues(),
    ...looking.listKinds(),
    ...looking.listRollouts(),
    ...looking.listReasons(),
    ...looking.listAnnotations(),
    ...looking.listEnvironments(),
    ...looking.listLabels(),
  ];
}
