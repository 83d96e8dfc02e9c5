-- Summaries hold the policy versions of their rollouts from here on: all are made again.

INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
SELECT DISTINCT run_id, segment_id, split, step FROM step_summary;
