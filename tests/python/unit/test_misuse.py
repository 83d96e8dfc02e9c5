"""Whatever is passed, nothing is raised into training, nothing hangs, and the next row arrives."""

import math

import falsezero
from case import ClientCase


class Odd:
    """Raises whatever is asked of it."""

    def _fail(self, *_):
        raise RuntimeError("odd")

    __str__ = __repr__ = __len__ = __iter__ = __bool__ = __float__ = __int__ = __index__ = __eq__ = __getitem__ = _fail
    __hash__ = object.__hash__


class OddDict(dict):
    def items(self):
        raise RuntimeError("odd")

    __iter__ = keys = items


def branching():
    """A dict that holds itself twice: followed to its depth it has no end."""
    cycle = {"reward": 1.0}
    cycle["a"] = cycle["b"] = [cycle, cycle]
    return cycle


def in_itself():
    cycle = []
    cycle.extend([cycle, cycle])
    return cycle


ODD = {
    "None": None,
    "NaN": math.nan,
    "infinity": math.inf,
    "below zero": -1,
    "a huge number": 10**400,
    "more digits than are written": 10**9_000,
    "text": "256",
    "no number": "a lot",
    "bytes": b"\xff\x00",
    "half a character": "\ud800",
    "a megabyte": "x" * 1_000_000,
    "an object that raises": Odd(),
    "a dict that raises": OddDict(a=1),
    "a dict in itself": branching(),
    "a list in itself": in_itself(),
    "a class": Odd,
    "a list of odd things": [Odd(), None, math.nan],
    "keys of all sorts": {None: 1, (1, 2): 2, math.nan: 3, b"b": 4},
}
ARGUMENTS = (
    "url", "token", "segment", "environment", "split", "spool", "max_memory", "max_disk", "timeout", "exit_timeout",
    "is_worker", "config", "expected_per_step",
)  # fmt: skip


class Misuse(ClientCase):
    def test_no_argument_of_a_run_raises(self):
        for name, value in ODD.items():
            for argument in ARGUMENTS:
                with self.subTest(argument=argument, value=name):
                    told = {"url": "http://127.0.0.1:1", "spool": self.spool, "is_worker": True, "exit_timeout": 0}
                    if argument == "spool" and name in ("a megabyte", "half a character"):
                        continue  # A folder of its own, which the test would leave behind.
                    if argument in ("config", "expected_per_step"):
                        told["is_worker"] = False
                    run = self.quiet("r", **{**told, argument: value})
                    run.log({"id": 1})
                    self.assertEqual(run.counts()["accepted"], 0)
            with self.subTest(argument="name", value=name):
                self.quiet(value, url="http://127.0.0.1:1", spool=self.spool, is_worker=True).log({"id": 1})

    def quiet(self, *names, **told):
        """A run without threads: there are hundreds."""
        start, falsezero.Run._start = falsezero.Run._start, lambda run: False
        self.addCleanup(setattr, falsezero.Run, "_start", start)
        run = falsezero.Run(*names, **told)
        run._queue.clear()
        return run

    def test_bounds_that_can_be_understood_are_taken_and_others_told(self):
        run = self.run_at(self.serve(), is_worker=True, max_memory="1000000", max_disk=2e6, timeout="2", exit_timeout=None)
        self.assertEqual((run._max_memory, run._max_disk, run._timeout, run._exit_timeout), (1_000_000, 2_000_000, 2.0, 5.0))
        self.assertEqual(self.said, ["exit_timeout can't be a NoneType: taking 5.0"])

    def test_no_call_raises_and_the_next_row_arrives(self):
        server = self.serve()
        run = self.run_at(server, is_worker=True, segment="s")
        for name, value in ODD.items():
            with self.subTest(value=name):
                run.log(value)
                run.log({"id": f"in {name}", "payload": value})
                run.log({"id": f"beside {name}"}, step=value, group=value, reward=value, labels=value)
                run.step(value)
                run.step(1, expected=value, checkpoint=value, split=value, expected_ids=value, finished=True)
                run.describe(config=value)
                run.annotate(value, step=value, to_step=value, kind=value, author=value)
            run._flush(30)  # Whatever is odd may weigh much: it is not to fill the memory.
        run.log({"id": "last"})
        run.finish(state=Odd(), timeout=30)
        ids = {row.get("id") for row in server.rows()}
        self.assertIn("last", ids, [run.counts(), self.said])
        self.assertEqual({f"in {name}" for name in ODD} - ids, {"in a dict that raises"})

    def test_an_argument_that_a_call_does_not_have_is_told_once_and_the_call_does_the_rest(self):
        server = self.serve()
        run = self.run_at(server, is_worker=True, segment="s")
        for _ in range(2):
            run.step(1, nonsense=2, expected=4)
            run.annotate("note", nonsense=2)
        run.log({"id": "last"})
        run.finish(nonsense=2, timeout=30)
        self.assertEqual([row.get("id") for row in server.rows()], ["last"])
        calls = ("step", "annotate", "finish")
        self.assertEqual(self.said, [f"{call} takes no argument 'nonsense': it is ignored" for call in calls])

    def test_no_timeout_of_finish_raises_or_waits_for_ever(self):
        run = self.run_at(self.serve(), is_worker=True)
        for value in ODD.values():
            self.assertEqual(run.finish(timeout=value)["pending"], 0)
