import types

import falsezero
from recipe import FalsezeroCallback, reported


def accuracy(prompts, completions, trainer_state=None, **columns):
    assert columns == {"completion_ids": [[1]] * len(prompts)}
    return [None if text == "?" else float(text == "42") for text in completions]


fz = falsezero.Run("trl", group_size=4)
wrapped = reported(fz, accuracy)
callback = FalsezeroCallback(fz)
state = types.SimpleNamespace(global_step=0, is_world_process_zero=True)
for step in (1, 2):
    callback.on_step_begin(None, state, None)
    prompts = ["6 times 7?"] * 4 + ["6 plus 7?"] * 4
    completions = ["42", "42", "41", "?", "13", "42", "", "12"]
    rewards = wrapped(prompts, completions, completion_ids=[[1]] * 8, trainer_state=state)
    assert rewards == [1.0, 1.0, 0.0, None, 0.0, 1.0, 0.0, 0.0], rewards
    state.global_step = step
    callback.on_save(None, state, None)
callback.on_train_end(None, state, None)
