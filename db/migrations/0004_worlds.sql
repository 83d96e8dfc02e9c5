-- Summaries now hold what failures did to learning in every world: each is made again from its rows.
INSERT OR IGNORE INTO dirty_step (run_id, segment_id, split, step)
SELECT run_id, segment_id, split, step FROM step_summary WHERE environment_id = 0;
