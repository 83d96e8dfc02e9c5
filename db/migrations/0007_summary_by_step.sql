-- A step and its environments are found together, however long the run is.
CREATE INDEX step_summary_by_step ON step_summary (segment_id, split, step);
