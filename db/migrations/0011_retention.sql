-- Rules of what is kept how long. No project: the rule of all runs whose project has none of its own.
CREATE TABLE retention_rule (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  project       TEXT,
  payload_days  INTEGER,
  rollout_days  INTEGER,
  archived_days INTEGER,
  version       INTEGER NOT NULL DEFAULT 1,
  changed_by    TEXT,
  changed_at    INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX retention_rule_by_project ON retention_rule (coalesce(project, char(1)));

-- What rules did: one row for each run, act and application, written in the commits that did it.
CREATE TABLE retention_act (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  at       INTEGER NOT NULL,
  act      TEXT NOT NULL,
  run      TEXT NOT NULL,
  rule     TEXT NOT NULL,
  steps    INTEGER NOT NULL DEFAULT 0,
  rollouts INTEGER NOT NULL DEFAULT 0,
  bytes    INTEGER NOT NULL DEFAULT 0,
  UNIQUE (at, act, run)
) STRICT;

-- Steps whose rows a rule removed: their summaries are final.
CREATE TABLE sealed_step (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split      INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  sealed_at  INTEGER NOT NULL,
  PRIMARY KEY (segment_id, split, step)
) STRICT, WITHOUT ROWID;
