import types

import falsezero
from recipe import report_to
from verl.trainer.ppo.ray_trainer import RayPPOTrainer

fz = falsezero.Run("verl", on_failed="zero")
report_to(fz)
trainer = RayPPOTrainer(types.SimpleNamespace(trainer={"validation_data_dir": "val"}))
for trainer.global_steps in (1, 2):
    # As prompts are: each other only at the beginning, and alike for longer than any excerpt of their end.
    ending = " Think step by step, and put your final answer within boxed braces." * 8
    prompts = ["6 times 7?" + ending] * 4 + ["6 plus 7?" + ending] * 4
    outputs = ["42", "41", "42", "", "13", "12", "13", "13"]
    scores = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0]
    lost = trainer.global_steps == 2
    extra = {"mask_sample": [lost] * 2 + [False] * 6, "failure_kind": ["session_lost" if lost else None] * 2 + [None] * 6}
    trainer._dump_generations(prompts, outputs, [None] * 8, scores, extra, "train")
trainer._dump_generations(prompts[:2], outputs[:2], [None] * 2, scores[:2], {}, "val")
assert [count for _, _, count in trainer.dumped] == [8, 8, 2]
fz.finish()
