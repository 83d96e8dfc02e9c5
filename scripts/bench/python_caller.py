"""What a call of `log` costs the thread that makes it, beside a trainer that computes in between.

Prints one JSON object: quantiles in µs, and what became of the rows.
"""

import json
import sys
import time

import falsezero

url, kind, pause_us, rows = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])

conversation = [{"role": "user" if turn % 2 else "assistant", "content": "word " * 40} for turn in range(10)]
token_ids = list(range(8_000))


def make(index):
    row = {
        "step": index // 64,
        "group": str(index // 8),
        "sample": index % 8,
        "reward": 1.0,
        "mask_sample": False,
        "failure_kind": None,
        "environment": "browser_agent",
        "output_tokens": 900,
    }
    if kind == "conversation":
        row["payload"] = {"messages": conversation}
    elif kind == "token ids":
        row["payload"] = {"messages": conversation, "ids": token_ids}
    return row


fz = falsezero.Run(f"python {kind}", url=url, timeout=2.0)
taken = []
for index in range(rows):
    row = make(index)
    began = time.perf_counter()
    fz.log(row)
    ended = time.perf_counter()
    taken.append(ended - began)
    while time.perf_counter() - ended < pause_us / 1e6:  # A trainer that keeps the interpreter for itself.
        pass
    if index % 64 == 63:
        time.sleep(0.05)  # And one that waits for its accelerator.
taken.sort()
finished = time.perf_counter()
counts = fz.finish(timeout=1 if "hangs" in sys.argv else 60)
at = {name: taken[min(rows - 1, int(rows * q))] * 1e6 for name, q in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999))}
print(json.dumps({**at, "max": taken[-1] * 1e6, "finish": time.perf_counter() - finished, **counts}))
