import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import type { RunOverride, SeriesPlace, ToldOverride } from "@/lib/core/override";
import type { RunSettings } from "@/lib/core/run";
import { listIncidents, listOverrides } from "./read-incidents";
import { listEnvironments } from "./read-runs";

const insertOverride = `
  INSERT INTO run_override (run_id, kind, ledger_id, members, from_step, value, note, author, created_at)
  VALUES (:run, :kind, :ledgerId, :members, :step, :value, :note, :author, :now)`;

/** A series, or all that an incident shows in from its onset on. */
interface Aim {
  readonly ledgerId: number | null;
  readonly members: readonly SeriesPlace[];
  readonly step: number | null;
}

/** What people overrule detection by. Nothing of it is ever changed but for the date on which it was withdrawn. */
export class Overrides {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** @throws Problem `not_found` for an incident that the run does not have. */
  append(run: number, told: ToldOverride, now: number): RunOverride {
    const { kind, note, author } = told;
    const { ledgerId, members, step } =
      "incident" in told ? this.#aimAt(run, told.incident) : this.#aimAtSeries(run, told);
    const values = { run, kind, ledgerId, members: JSON.stringify(members), step, value: null, note, author, now };
    return this.#read(run, Number(this.#db.prepare(insertOverride).run(values).lastInsertRowid));
  }

  /** null: the run has no such override. One that was withdrawn before keeps its date. */
  withdraw(run: number, id: number, now: number): RunOverride | null {
    const known = listOverrides(this.#db, run).find((override) => override.id === id);
    if (known === undefined) return null;
    if (known.kind === "sensitivity" || known.kind === "runbook") {
      throw new Problem("conflict", "A setting is changed by putting it again (PUT /runs/{run}), not withdrawn.");
    }
    this.#db.prepare("UPDATE run_override SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL").run(now, id);
    return this.#read(run, id);
  }

  /** Keeps the date of each change of a setting that detection, or who reads it, goes by. */
  noteSettings(run: number, before: RunSettings, after: RunSettings, now: number): void {
    const note = (kind: RunOverride["kind"], value: string) => {
      const nothing = { ledgerId: null, members: "[]", step: null, note: null, author: null };
      this.#db.prepare(insertOverride).run({ run, kind, value, ...nothing, now });
    };
    if (before.sensitivity !== after.sensitivity) note("sensitivity", after.sensitivity);
    for (const kind of new Set([...Object.keys(before.runbooks), ...Object.keys(after.runbooks)])) {
      const [old, fresh] = [before.runbooks, after.runbooks].map((books) =>
        Object.hasOwn(books, kind) ? (books[kind] ?? null) : null,
      );
      if (old !== fresh) note("runbook", `${kind}: ${fresh ?? "none"}`);
    }
  }

  #aimAt(run: number, id: string): Aim {
    const incident = listIncidents(this.#db, run).find((one) => one.id === id);
    const entry = this.#db
      .prepare<[string], { id: number }>("SELECT id FROM incident_ledger WHERE incident = ?")
      .get(id);
    if (incident === undefined || entry === undefined) {
      throw new Problem("not_found", `This run has no incident "${id}" now. GET /runs/{run}/incidents lists them.`);
    }
    const members = incident.shifts.map(({ series, environment }) => ({ series, environment }));
    return { ledgerId: entry.id, members, step: incident.onset };
  }

  /** A series of the whole run is that of each of its environments, too. */
  #aimAtSeries(run: number, told: SeriesPlace & { readonly step: number }): Aim {
    const { series, environment, step } = told;
    const environments = environment === null ? [null, ...listEnvironments(this.#db, run)] : [environment];
    return { ledgerId: null, members: environments.map((name) => ({ series, environment: name })), step };
  }

  #read(run: number, id: number): RunOverride {
    const override = listOverrides(this.#db, run).find((one) => one.id === id);
    if (override === undefined) throw new Error("an override vanished while it was written");
    return override;
  }
}
