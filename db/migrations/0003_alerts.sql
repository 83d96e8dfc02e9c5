-- Where notices are sent. Kept: a person typed it, or a process variable names it (then without address and secret).
CREATE TABLE webhook (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  kind          TEXT NOT NULL,
  source        TEXT NOT NULL,
  url           TEXT,
  secret        TEXT,
  severity      TEXT NOT NULL,
  runs          TEXT NOT NULL,
  projects      TEXT NOT NULL,
  tags          TEXT NOT NULL,
  paused        INTEGER NOT NULL DEFAULT 0,
  created_at    INTEGER NOT NULL,
  failures      INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  next_try_at   INTEGER
) STRICT;

-- The ledger of notices and their queue in one: kept, and written once for each event and webhook.
CREATE TABLE notice (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  key         TEXT NOT NULL UNIQUE,
  webhook_id  TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  event_id    INTEGER,
  run_id      INTEGER REFERENCES run (id) ON DELETE CASCADE,
  incident    TEXT,
  event       TEXT NOT NULL,
  severity    TEXT NOT NULL,
  text        TEXT NOT NULL,
  body        TEXT NOT NULL,
  state       TEXT NOT NULL,
  why         TEXT,
  part_of     INTEGER REFERENCES notice (id) ON DELETE SET NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,
  refusals    INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  next_try_at INTEGER,
  settled_at  INTEGER,
  UNIQUE (webhook_id, event_id)
) STRICT;

CREATE INDEX notice_waiting ON notice (webhook_id, id) WHERE state = 'waiting';
CREATE INDEX notice_sent ON notice (webhook_id, settled_at) WHERE state = 'sent';
CREATE INDEX notice_by_incident ON notice (incident);
CREATE INDEX notice_by_run ON notice (run_id);
CREATE INDEX notice_part_of ON notice (part_of) WHERE part_of IS NOT NULL;

-- Every try of a notice, the newest thousands.
CREATE TABLE notice_attempt (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  notice_id INTEGER NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
  at        INTEGER NOT NULL,
  took_ms   INTEGER NOT NULL,
  status    INTEGER,
  answer    TEXT,
  error     TEXT
) STRICT;

CREATE INDEX notice_attempt_by_notice ON notice_attempt (notice_id, id);

-- The last entry of the ledger of incidents that notices were made of; in the commit that made them.
INSERT INTO meta (name, value) VALUES ('noticed', 0);
