-- Annotations can be edited and removed, with all that they ever said kept.

ALTER TABLE annotation ADD COLUMN author TEXT;
ALTER TABLE annotation ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE annotation ADD COLUMN changed_at INTEGER;
ALTER TABLE annotation ADD COLUMN changed_by TEXT;
ALTER TABLE annotation ADD COLUMN removed_at INTEGER;

CREATE TABLE annotation_revision (
  annotation_id INTEGER NOT NULL REFERENCES annotation (id) ON DELETE CASCADE,
  version       INTEGER NOT NULL,
  act           TEXT NOT NULL,
  by            TEXT,
  made_at       INTEGER NOT NULL,
  step          INTEGER,
  to_step       INTEGER,
  at            INTEGER,
  text          TEXT NOT NULL,
  kind          TEXT NOT NULL,
  PRIMARY KEY (annotation_id, version)
) STRICT, WITHOUT ROWID;

INSERT INTO annotation_revision (annotation_id, version, act, by, made_at, step, to_step, at, text, kind)
  SELECT id, 1, 'made', NULL, created_at, step, to_step, at, text, kind FROM annotation;
