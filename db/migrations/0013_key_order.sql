-- In which order the keys of a launch's rollouts have sample and group. 0: sample first, as launches had them that are
-- older than this column. 1: group first, so that rows that come together lie together in the index.
ALTER TABLE segment ADD COLUMN key_order INTEGER NOT NULL DEFAULT 0;
