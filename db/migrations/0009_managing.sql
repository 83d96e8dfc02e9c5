-- Runs that people put away, and those that wait for their removal.
ALTER TABLE run ADD COLUMN archived_at INTEGER;

-- Grows with every change of what is said about the run, so that nobody overwrites what they have not seen.
ALTER TABLE run ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

CREATE TABLE run_removal (
  run_id   INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  name     TEXT NOT NULL UNIQUE,
  asked_by TEXT,
  asked_at INTEGER NOT NULL,
  due_at   INTEGER NOT NULL,
  contents TEXT NOT NULL
) STRICT;
