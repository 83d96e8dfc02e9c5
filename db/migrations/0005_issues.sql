-- Failure issues. What people decided about them is kept; where they were seen is derived, and made again by a rebuild.

CREATE TABLE issue (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at       INTEGER NOT NULL,
  touched          INTEGER NOT NULL DEFAULT 0,
  version          INTEGER NOT NULL DEFAULT 1,
  state            TEXT NOT NULL DEFAULT 'open',
  decided_by       TEXT,
  decided_at       INTEGER,
  until_rate       REAL,
  owner            TEXT,
  merged_into      INTEGER REFERENCES issue (id),
  reopened         TEXT,
  reopened_segment INTEGER,
  reopened_split   INTEGER,
  reopened_step    INTEGER
) STRICT;

CREATE INDEX issue_put_away ON issue (state) WHERE state IN ('resolved', 'ignored');
CREATE INDEX issue_by_reopening ON issue (reopened_segment) WHERE reopened_segment IS NOT NULL;

CREATE TABLE fingerprint (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  digest   TEXT NOT NULL UNIQUE,
  rules    INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  template TEXT NOT NULL,
  issue_id INTEGER NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
  home_id  INTEGER NOT NULL REFERENCES issue (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX fingerprint_by_issue ON fingerprint (issue_id);
CREATE INDEX fingerprint_by_home ON fingerprint (home_id);

-- The log of the mapping from fingerprints to issues.
CREATE TABLE fingerprint_move (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  fingerprint_id INTEGER NOT NULL REFERENCES fingerprint (id) ON DELETE CASCADE,
  act            TEXT NOT NULL,
  from_id        INTEGER REFERENCES issue (id),
  to_id          INTEGER NOT NULL REFERENCES issue (id),
  by             TEXT,
  at             INTEGER NOT NULL
) STRICT;

CREATE INDEX fingerprint_move_by_fingerprint ON fingerprint_move (fingerprint_id);
CREATE INDEX fingerprint_move_by_from ON fingerprint_move (from_id);
CREATE INDEX fingerprint_move_by_to ON fingerprint_move (to_id);

CREATE TABLE issue_event (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  issue_id INTEGER NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
  act      TEXT NOT NULL,
  by       TEXT,
  at       INTEGER NOT NULL,
  detail   TEXT
) STRICT;

CREATE INDEX issue_event_by_issue ON issue_event (issue_id);

-- How far each launch had come in an issue when a person put it away.
CREATE TABLE issue_through (
  issue_id   INTEGER NOT NULL REFERENCES issue (id) ON DELETE CASCADE,
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split      INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  PRIMARY KEY (issue_id, segment_id, split)
) STRICT, WITHOUT ROWID;

CREATE INDEX issue_through_by_segment ON issue_through (segment_id);

-- Derived from here on.

CREATE TABLE issue_rollout (
  rollout_id     INTEGER PRIMARY KEY REFERENCES rollout (id) ON DELETE CASCADE,
  fingerprint_id INTEGER NOT NULL
) STRICT;

CREATE INDEX issue_rollout_by_fingerprint ON issue_rollout (fingerprint_id);

CREATE TABLE issue_step (
  fingerprint_id INTEGER NOT NULL,
  segment_id     INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split          INTEGER NOT NULL,
  step           INTEGER NOT NULL,
  scored         INTEGER NOT NULL,
  masked         INTEGER NOT NULL,
  unscored       INTEGER NOT NULL,
  failed         INTEGER NOT NULL,
  omitted        INTEGER NOT NULL,
  last_at        INTEGER NOT NULL,
  PRIMARY KEY (fingerprint_id, segment_id, split, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX issue_step_by_place ON issue_step (segment_id, split, step);

-- Which fingerprints a launch may have, so that the issues of one run are found without reading those of all.
CREATE TABLE issue_place (
  segment_id     INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split          INTEGER NOT NULL,
  fingerprint_id INTEGER NOT NULL,
  PRIMARY KEY (segment_id, split, fingerprint_id)
) STRICT, WITHOUT ROWID;

-- What is there already gets its issues.
INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
SELECT run_id, segment_id, split, step FROM step_summary WHERE environment_id = 0;
