import math

from recipe import FalsezeroLogger


class Logger:
    """Stands in for NeMo-RL's Logger."""

    def __init__(self):
        self.loggers = []
        self.written = []

    def log_batched_dict_as_jsonl(self, to_log, filename):
        self.written.append(filename)

    def log_metrics(self, metrics, step, prefix="", step_metric=None, step_finished=False):
        for logger in self.loggers:
            logger.log_metrics(metrics, step, prefix, step_metric, step_finished)

    def log_hyperparams(self, params):
        for logger in self.loggers:
            logger.log_hyperparams(params)

    def finish(self):
        for logger in self.loggers:
            logger.finish()


class Tensor:
    """Stands in for a scalar of torch."""

    def __init__(self, value):
        self.value = value

    def detach(self):
        return self

    def tolist(self):
        return self.value

    def item(self):
        return self.value

    def __float__(self):
        return float(self.value)


logger = Logger()
FalsezeroLogger(logger, "nemo-rl", 4)
logger.log_hyperparams({"grpo": {"num_generations_per_prompt": 4}})
for step in (1, 2):
    batch = {
        "content": [f"turn {index}" for index in range(8)],
        "rewards": [Tensor(float(index % 2)) for index in range(8)],
        "sample_loss_mask": [Tensor(0.0 if step == 2 and index < 3 else 1.0) for index in range(8)],
    }
    logger.log_batched_dict_as_jsonl(batch, f"train_data_step{step}.jsonl")
    logger.log_metrics({"loss": math.nan}, step, "train")
logger.log_batched_dict_as_jsonl({"rewards": [1.0, 0.0]}, "val_data_step2.jsonl")
logger.log_batched_dict_as_jsonl({"other": []}, "something_else.jsonl")
logger.finish()
assert len(logger.written) == 4, logger.written
