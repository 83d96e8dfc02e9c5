-- The first schema. Times are epoch milliseconds; booleans are 0 and 1; db/README.md gives each table's invariant.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('epoch', 1), ('sequence', 0), ('last_rollout', 0);

-- Words that repeat: environments, failure kinds, labels. Kept once, named by number everywhere else.
CREATE TABLE name (
  id   INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE run (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  name            TEXT NOT NULL UNIQUE,
  settings        TEXT NOT NULL,
  finished        TEXT,
  current_step    INTEGER,
  current_segment INTEGER,
  created_at      INTEGER NOT NULL,
  last_seen_at    INTEGER,
  first_rollout   INTEGER,
  last_rollout    INTEGER,
  sequence        INTEGER NOT NULL
) STRICT;

CREATE INDEX run_by_sequence ON run (sequence);

CREATE TABLE deleted_run (
  name     TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE segment (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id          INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  name            TEXT NOT NULL,
  started_at      INTEGER,
  from_step       INTEGER,
  first_step      INTEGER,
  superseded_from INTEGER,
  first_heard_at  INTEGER NOT NULL,
  UNIQUE (run_id, name)
) STRICT;

-- Payloads apart from rows: a batch of them compressed as one block, each found by offset and length.
CREATE TABLE payload_block (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  encoding   INTEGER NOT NULL,
  raw_length INTEGER NOT NULL,
  body       BLOB NOT NULL
) STRICT;

CREATE INDEX payload_block_by_run ON payload_block (run_id);

CREATE TABLE label_set (
  id     INTEGER PRIMARY KEY,
  labels TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE label_set_item (
  name_id      INTEGER NOT NULL REFERENCES name (id),
  value_id     INTEGER NOT NULL REFERENCES name (id),
  label_set_id INTEGER NOT NULL REFERENCES label_set (id),
  PRIMARY KEY (name_id, value_id, label_set_id)
) STRICT, WITHOUT ROWID;

-- Which label sets a run's rollouts carry, so that its filters are found without reading rollouts.
CREATE TABLE run_label_set (
  run_id       INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  label_set_id INTEGER NOT NULL REFERENCES label_set (id),
  PRIMARY KEY (run_id, label_set_id)
) STRICT, WITHOUT ROWID;

-- Numbers are handed out by the writer and never again, so that a link to a deleted rollout finds nothing. A run's
-- rows go with its segments; names and label sets are never deleted, and checking them for each row costs a tenth.
CREATE TABLE rollout (
  id                 INTEGER PRIMARY KEY,
  run_id             INTEGER NOT NULL,
  segment_id         INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split              INTEGER NOT NULL,
  step               INTEGER NOT NULL,
  counts             INTEGER NOT NULL,
  identity           BLOB,
  attempt            INTEGER NOT NULL,
  completed          INTEGER NOT NULL,
  content_hash       BLOB NOT NULL,
  outcome            INTEGER NOT NULL,
  reward             REAL,
  reward_state       INTEGER NOT NULL,
  mask_sources       INTEGER NOT NULL,
  kind_id            INTEGER,
  reason             TEXT,
  tags               INTEGER NOT NULL,
  emptiness          INTEGER,
  reports            INTEGER NOT NULL,
  environment_id     INTEGER,
  group_key          TEXT,
  sample             INTEGER,
  sent_id            TEXT,
  label_set_id       INTEGER,
  truncated          INTEGER,
  disposition        INTEGER,
  trainer_reward     REAL,
  advantage          REAL,
  omit_reason        TEXT,
  components         TEXT,
  policy_first       INTEGER,
  policy_last        INTEGER,
  started_at         INTEGER,
  finished_at        INTEGER,
  duration_ms        REAL,
  turns              INTEGER,
  input_tokens       INTEGER,
  output_tokens      INTEGER,
  session_id         TEXT,
  seen_at            INTEGER NOT NULL,
  block_id           INTEGER,
  block_offset       INTEGER,
  block_length       INTEGER
) STRICT;

-- One row for each identity, attempt and kind of ending (a result, or a failure record).
CREATE UNIQUE INDEX rollout_by_identity ON rollout (identity, attempt, completed) WHERE identity IS NOT NULL;
CREATE INDEX rollout_by_step ON rollout (segment_id, split, step, counts);
CREATE INDEX rollout_by_kind ON rollout (run_id, kind_id, outcome) WHERE outcome <> 0 OR kind_id IS NOT NULL;
CREATE INDEX rollout_by_labels ON rollout (run_id, label_set_id) WHERE label_set_id IS NOT NULL;

-- Text of rows that were sent again with other content: blanked in its block when the rollout is deleted.
CREATE TABLE replaced_payload (
  rollout_id   INTEGER NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
  block_id     INTEGER NOT NULL,
  block_offset INTEGER NOT NULL,
  block_length INTEGER NOT NULL,
  PRIMARY KEY (rollout_id, block_id, block_offset)
) STRICT, WITHOUT ROWID;

CREATE TABLE step_declaration (
  segment_id  INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split       INTEGER NOT NULL,
  step        INTEGER NOT NULL,
  expected    INTEGER,
  started_at  INTEGER,
  finished_at INTEGER,
  closed_at   INTEGER,
  checkpoint  TEXT,
  PRIMARY KEY (segment_id, split, step)
) STRICT, WITHOUT ROWID;

-- Rollouts that were declared, by the identity that they will have.
CREATE TABLE expected_rollout (
  segment_id     INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split          INTEGER NOT NULL,
  step           INTEGER NOT NULL,
  identity       BLOB NOT NULL,
  environment_id INTEGER REFERENCES name (id),
  group_key      TEXT,
  sample         INTEGER,
  sent_id        TEXT,
  PRIMARY KEY (segment_id, split, step, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE producer_count (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  file   TEXT NOT NULL,
  step   INTEGER NOT NULL,
  split  INTEGER NOT NULL,
  name   TEXT NOT NULL,
  value  REAL NOT NULL,
  PRIMARY KEY (run_id, source, file, step, split, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  run_id       INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  key          TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  answer       TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  PRIMARY KEY (run_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Derived from here on: dropped and made again by a rebuild.

CREATE TABLE dirty_step (
  run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split      INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  PRIMARY KEY (run_id, segment_id, split, step)
) STRICT, WITHOUT ROWID;

-- environment_id 0 is the whole run. The body is the summary without what stands in columns.
CREATE TABLE step_summary (
  id             INTEGER PRIMARY KEY,
  run_id         INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  segment_id     INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  split          INTEGER NOT NULL,
  environment_id INTEGER NOT NULL,
  step           INTEGER NOT NULL,
  sequence       INTEGER NOT NULL,
  complete       INTEGER NOT NULL,
  expected       INTEGER NOT NULL,
  received       INTEGER NOT NULL,
  scored         INTEGER NOT NULL,
  masked         INTEGER NOT NULL,
  unscored       INTEGER NOT NULL,
  failed         INTEGER NOT NULL,
  omitted        INTEGER NOT NULL,
  declared       INTEGER NOT NULL,
  last_seen_at   INTEGER,
  body           TEXT NOT NULL,
  UNIQUE (segment_id, split, environment_id, step)
) STRICT;

-- Everything but the body, so that a reader that remembers bodies opens no row.
CREATE INDEX step_summary_by_run
  ON step_summary (run_id, split, environment_id, step, segment_id, complete, sequence);
CREATE INDEX step_summary_by_sequence ON step_summary (run_id, sequence);
CREATE INDEX step_summary_incomplete ON step_summary (run_id, segment_id, split) WHERE complete = 0;

-- Steps that had a summary and have none any more, so that a live reader hears of it.
CREATE TABLE removed_step (
  run_id   INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  split    INTEGER NOT NULL,
  step     INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (run_id, split, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_overview (
  run_id    INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  last_step INTEGER,
  rollouts  INTEGER NOT NULL,
  recent    TEXT NOT NULL,
  newest    TEXT
) STRICT;

-- What people did: never rebuilt.

CREATE TABLE annotation (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  step       INTEGER,
  to_step    INTEGER,
  at         INTEGER,
  text       TEXT NOT NULL,
  kind       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX annotation_by_run ON annotation (run_id);
