-- What detection found. The ledger, its events and what people overruled outlive every rebuild; the rest is derived.

CREATE TABLE incident_ledger (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  incident   TEXT NOT NULL UNIQUE,
  run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  segment_id INTEGER NOT NULL,
  split      INTEGER NOT NULL,
  first_step INTEGER,
  last_step  INTEGER,
  members    TEXT NOT NULL,
  state      TEXT NOT NULL,
  worst      TEXT NOT NULL,
  opened_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX incident_ledger_by_run ON incident_ledger (run_id);

CREATE TABLE incident_event (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  ledger_id INTEGER NOT NULL REFERENCES incident_ledger (id) ON DELETE CASCADE,
  event     TEXT NOT NULL,
  severity  TEXT NOT NULL,
  step      INTEGER,
  at        INTEGER NOT NULL
) STRICT;

-- Nothing happens to an incident twice; its severity may rise to each degree once.
CREATE UNIQUE INDEX incident_event_once
  ON incident_event (ledger_id, event, CASE event WHEN 'severity_rose' THEN severity ELSE '' END);
CREATE INDEX incident_event_by_run ON incident_event (run_id);

CREATE TABLE run_override (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id       INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  kind         TEXT NOT NULL,
  ledger_id    INTEGER REFERENCES incident_ledger (id) ON DELETE CASCADE,
  members      TEXT NOT NULL,
  from_step    INTEGER,
  value        TEXT,
  note         TEXT,
  author       TEXT,
  created_at   INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;

CREATE INDEX run_override_by_run ON run_override (run_id);
CREATE INDEX run_override_by_incident ON run_override (ledger_id) WHERE ledger_id IS NOT NULL;

-- Derived from here on.

CREATE TABLE incident (
  ledger_id INTEGER PRIMARY KEY REFERENCES incident_ledger (id) ON DELETE CASCADE,
  run_id    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  state     TEXT NOT NULL,
  severity  TEXT NOT NULL,
  expected  INTEGER NOT NULL,
  body      TEXT NOT NULL
) STRICT;

CREATE INDEX incident_by_run ON incident (run_id, position);

CREATE TABLE run_detection (
  run_id             INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  sequence           INTEGER NOT NULL,
  incidents_sequence INTEGER NOT NULL,
  open_incidents     INTEGER NOT NULL,
  live               TEXT NOT NULL,
  stalled            TEXT NOT NULL
) STRICT;

CREATE TABLE due_detection (
  run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE
) STRICT;

INSERT INTO due_detection (run_id) SELECT id FROM run;

CREATE INDEX step_declaration_checkpoints ON step_declaration (segment_id) WHERE checkpoint IS NOT NULL;
