"""Stands in for transformers: the base class of TRL's callbacks."""


class TrainerCallback:
    pass
