"""Four processes of one launch that log 5,000 rollouts each, at their own pace."""

import multiprocessing
import random
import sys
import time

import falsezero

PROCESSES, ROLLOUTS, STEPS = 4, 5_000, 10


def work(number, url):
    fz = falsezero.Run("chaos", url=url)
    pace = random.Random(number)
    for index in range(ROLLOUTS):
        row = {"step": index % STEPS, "reward": 1.0, "payload": {"process": number, "index": index}}
        if index % 2 == 0:  # Half of them have an identity of their own, half are given one.
            row.update(group=f"{number}-{index}", sample=0)
        fz.log(row)
        if index % 10 == 0:
            time.sleep(pace.random() * 0.04)
    counts = fz.finish(timeout=60)
    print("worker", number, counts, flush=True)
    assert counts == {"accepted": ROLLOUTS, "rejected": 0, "dropped": 0, "pending": 0}, counts


if __name__ == "__main__":
    lead = falsezero.Run("chaos", url=sys.argv[1], expected_per_step=PROCESSES * ROLLOUTS // STEPS)
    children = [multiprocessing.Process(target=work, args=(number, sys.argv[1])) for number in range(PROCESSES)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * PROCESSES
    assert lead.finish(timeout=60)["pending"] == 0
