from recipe import train

calls = 0


def policy(task, step):
    """Every fourth call finds no result; else the reward is 1 for the first task."""
    global calls
    calls += 1
    if calls % 4 == 0:
        raise TimeoutError("no answer in 30 s")
    return "an answer", 1.0 if task == "a" else 0.0


train(policy, ["a", "b"])
