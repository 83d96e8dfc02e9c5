import type Database from "better-sqlite3";
import { toFingerprint } from "@/lib/core/issues/fingerprint";
import { toTemplate } from "@/lib/core/issues/template";
import { rulesVersion } from "@/lib/core/issues/template-rules";
import type { SealedForm } from "@/lib/core/run-record";

/** Reasons are remembered up to here: many rollouts fail alike, often to the letter. */
const rememberedReasons = 20_000;

type Form = Pick<SealedForm, "digest" | "rules" | "kind" | "template">;

/**
 * The number of the fingerprint that a failure has, by its kind and reason. A new one begins an issue of its own; which
 * issue one belongs to is people's affair from then on.
 */
export class IssueForms {
  readonly #find: Database.Statement<[string], { id: number }>;
  readonly #insertIssue: Database.Statement<[number]>;
  readonly #insert: Database.Statement<[object]>;
  readonly #known = new Map<string, number>();

  constructor(db: Database.Database) {
    this.#find = db.prepare("SELECT id FROM fingerprint WHERE digest = ?");
    this.#insertIssue = db.prepare("INSERT INTO issue (created_at) VALUES (?)");
    this.#insert = db.prepare(`
      INSERT INTO fingerprint (digest, rules, kind, template, issue_id, home_id)
      VALUES (:digest, :rules, :kind, :template, :issue, :issue)`);
  }

  /** @param seenAt when its rollout came in: the issue is as old as the first one. */
  read(kind: string, reason: string | null, seenAt: number): number {
    const key = reason === null ? kind : `${kind}\u0000${reason}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const template = toTemplate(reason);
    const id = this.keep({ digest: toFingerprint(kind, template), rules: rulesVersion, kind, template }, seenAt);
    if (this.#known.size >= rememberedReasons) this.#known.clear();
    this.#known.set(key, id);
    return id;
  }

  /** The number of a fingerprint that is known by itself. */
  keep(form: Form, seenAt: number): number {
    const known = this.#find.get(form.digest)?.id;
    if (known !== undefined) return known;
    const { digest, rules, kind, template } = form;
    const issue = Number(this.#insertIssue.run(seenAt).lastInsertRowid);
    return Number(this.#insert.run({ digest, rules, kind, template, issue }).lastInsertRowid);
  }

  /** A rollback may have taken fingerprints with it, or they were pruned. */
  forget(): void {
    this.#known.clear();
  }
}
