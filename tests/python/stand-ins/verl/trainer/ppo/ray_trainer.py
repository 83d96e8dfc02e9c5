"""Stands in for verl's trainer: what its dump of generations is called with."""


class RayPPOTrainer:
    def __init__(self, config):
        self.config = config
        self.global_steps = 0
        self.dumped = []

    def _dump_generations(self, inputs, outputs, gts, scores, reward_extra_infos_dict, dump_path):
        self.dumped.append((self.global_steps, dump_path, len(inputs)))
