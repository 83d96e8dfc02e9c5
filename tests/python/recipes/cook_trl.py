import types

import falsezero
from recipe import FalsezeroCallback


# The signature that TRL's own documentation shows: a function takes the columns that it needs.
def reward_exact(completions, **kwargs):
    assert set(kwargs) == {"prompts", "completion_ids", "trainer_state"}, kwargs
    return [None if text == "?" else float(text == "42") for text in completions]


reporter = FalsezeroCallback(falsezero.Run("trl", group_size=4))
wrapped = reporter.reported(reward_exact)
assert wrapped.__name__ == "reward_exact"
state = types.SimpleNamespace(global_step=0, is_world_process_zero=True)
model = types.SimpleNamespace(training=True)
reporter.on_init_end(None, state, None, model=model)
reporter.on_train_begin(None, state, None, model=model, optimizer=None)


def score(prompts, completions):
    return wrapped(prompts=prompts, completions=completions, completion_ids=[[1]] * len(prompts), trainer_state=state)


for step in (1, 2):
    reporter.on_step_begin(None, state, None)
    prompts = ["6 times 7?"] * 4 + ["6 plus 7?"] * 4
    completions = ["42", "42", "41", "?", "13", "42", "", "12"]
    rewards = score(prompts, completions)
    assert rewards == [1.0, 1.0, 0.0, None, 0.0, 1.0, 0.0, 0.0], rewards
    state.global_step = step
    reporter.on_save(None, state, None)

# A function that takes both by name, in an evaluation: its rows are not trained on.
model.training = False
by_name = reporter.reported(lambda prompts, completions, **kwargs: [1.0 for _ in zip(prompts, completions)])
assert by_name(prompts=["6 times 7?"] * 3, completions=["42"] * 3, completion_ids=[[1]] * 3) == [1.0] * 3
reporter.on_train_end(None, state, None)
