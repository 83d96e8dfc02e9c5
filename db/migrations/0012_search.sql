-- What is searched, and views that people saved.

-- Derived: one row for each text that can be found, kept in step with its source by triggers, or made with a step's
-- summary. Rows go with what they are about.
CREATE TABLE search_text (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  type           TEXT NOT NULL,
  text           TEXT NOT NULL,
  run_id         INTEGER REFERENCES run (id) ON DELETE CASCADE,
  annotation_id  INTEGER REFERENCES annotation (id) ON DELETE CASCADE,
  fingerprint_id INTEGER REFERENCES fingerprint (id) ON DELETE CASCADE,
  rollout_id     INTEGER REFERENCES rollout (id) ON DELETE CASCADE,
  segment_id     INTEGER,
  name_id        INTEGER,
  value_id       INTEGER
) STRICT;

CREATE INDEX search_text_by_run ON search_text (run_id, type) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX search_text_by_annotation ON search_text (annotation_id) WHERE annotation_id IS NOT NULL;
CREATE INDEX search_text_by_fingerprint ON search_text (fingerprint_id, segment_id) WHERE fingerprint_id IS NOT NULL;
CREATE UNIQUE INDEX search_text_by_rollout ON search_text (rollout_id) WHERE rollout_id IS NOT NULL;
CREATE UNIQUE INDEX search_text_of_names ON search_text (type, name_id, value_id) WHERE name_id IS NOT NULL;
CREATE UNIQUE INDEX search_text_of_kinds ON search_text (text) WHERE type = 'kind';

CREATE INDEX fingerprint_by_kind ON fingerprint (kind);

CREATE VIRTUAL TABLE search_index USING fts5 (
  type, text, content = 'search_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TRIGGER search_text_added AFTER INSERT ON search_text BEGIN
  INSERT INTO search_index (rowid, type, text) VALUES (new.id, new.type, new.text);
END;

CREATE TRIGGER search_text_removed AFTER DELETE ON search_text BEGIN
  INSERT INTO search_index (search_index, rowid, type, text) VALUES ('delete', old.id, old.type, old.text);
END;

-- What the words of a run are.
CREATE VIEW search_run AS
SELECT id, concat_ws(char(10), name, settings ->> '$.title', settings ->> '$.project',
                     (SELECT group_concat(value, ' ') FROM json_each(run.settings, '$.tags')),
                     settings ->> '$.description') AS text
FROM run
WHERE name NOT GLOB char(1) || '*';

CREATE TRIGGER search_run_made AFTER INSERT ON run BEGIN
  INSERT INTO search_text (type, run_id, text) SELECT 'run', id, text FROM search_run WHERE id = new.id;
END;

CREATE TRIGGER search_run_told AFTER UPDATE OF settings ON run WHEN old.settings <> new.settings BEGIN
  DELETE FROM search_text WHERE run_id = new.id AND type = 'run';
  INSERT INTO search_text (type, run_id, text) SELECT 'run', id, text FROM search_run WHERE id = new.id;
END;

-- A run that is deleted, or waits for it, has a name that hides it.
CREATE TRIGGER search_run_named AFTER UPDATE OF name ON run WHEN old.name <> new.name BEGIN
  DELETE FROM search_text WHERE run_id = new.id AND type = 'run';
  INSERT INTO search_text (type, run_id, text) SELECT 'run', id, text FROM search_run WHERE id = new.id;
END;

CREATE TRIGGER search_annotation_made AFTER INSERT ON annotation BEGIN
  INSERT INTO search_text (type, run_id, annotation_id, text) VALUES ('annotation', new.run_id, new.id, new.text);
END;

CREATE TRIGGER search_annotation_changed AFTER UPDATE OF text, removed_at ON annotation BEGIN
  DELETE FROM search_text WHERE annotation_id = new.id;
  INSERT INTO search_text (type, run_id, annotation_id, text)
    SELECT 'annotation', new.run_id, new.id, new.text WHERE new.removed_at IS NULL;
END;

CREATE TRIGGER search_issue_made AFTER INSERT ON fingerprint BEGIN
  INSERT INTO search_text (type, fingerprint_id, text) VALUES ('issue', new.id, new.kind || char(10) || new.template);
  INSERT OR IGNORE INTO search_text (type, text) VALUES ('kind', new.kind);
END;

CREATE TRIGGER search_environment_met AFTER INSERT ON step_summary
WHEN new.environment_id <> 0
  AND NOT EXISTS (SELECT 1 FROM search_text WHERE type = 'environment' AND name_id = new.environment_id)
BEGIN
  INSERT INTO search_text (type, name_id, value_id, text)
    SELECT 'environment', id, 0, text FROM name WHERE id = new.environment_id;
END;

-- A row that was sent again may have another reason: its step is summarised again, and tells.
CREATE TRIGGER search_reason_changed AFTER UPDATE OF reason ON rollout WHEN old.reason IS NOT new.reason BEGIN
  DELETE FROM search_text WHERE rollout_id = new.id;
END;

INSERT INTO search_text (type, run_id, text) SELECT 'run', id, text FROM search_run ORDER BY id;
INSERT INTO search_text (type, run_id, annotation_id, text)
  SELECT 'annotation', run_id, id, text FROM annotation WHERE removed_at IS NULL ORDER BY id;
INSERT OR IGNORE INTO search_text (type, text) SELECT 'kind', kind FROM fingerprint ORDER BY id;
INSERT INTO search_text (type, fingerprint_id, text)
  SELECT 'issue', id, kind || char(10) || template FROM fingerprint ORDER BY id;
INSERT INTO search_text (type, name_id, value_id, text)
  SELECT 'environment', id, 0, text FROM name WHERE id IN (SELECT environment_id FROM step_summary) ORDER BY id;

-- The last set of labels whose pairs can be found.
INSERT INTO meta (name, value) VALUES ('searched_labels', 0);

-- Reasons are told by the steps that have them.
INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
SELECT DISTINCT segment.run_id, s.segment_id, s.split, s.step
FROM issue_step AS s JOIN segment ON segment.id = s.segment_id;

-- Kept: a person saved it. The run is kept by name: a view outlives it, and says so.
CREATE TABLE saved_view (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,
  page       TEXT NOT NULL,
  run        TEXT,
  query      TEXT NOT NULL,
  author     TEXT,
  version    INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX saved_view_by_place ON saved_view (page, run);
