-- What people wrote into the post-mortem of a run. Rows are only ever added: the newest of a section holds.

CREATE TABLE report_edit (
  run_id     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  section    TEXT NOT NULL,
  version    INTEGER NOT NULL,
  text       TEXT,
  author     TEXT,
  basis      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, section, version)
) STRICT, WITHOUT ROWID;
