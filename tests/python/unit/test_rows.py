import dataclasses
import datetime
import enum
import math
import os
import time
import uuid

import falsezero
from case import ClientCase


class Item:
    """What numpy and torch scalars and arrays have in common."""

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value

    def item(self):
        return self.value[0] if isinstance(self.value, list) else self.value

    def __float__(self):
        return float(self.item())


class Tensor(Item):
    def detach(self):
        return Item(self.value)


@dataclasses.dataclass
class Rollout:
    reward: float
    group: str
    sample: int


class ModelTwo:
    def model_dump(self, by_alias):
        return {"reward": 1.0, "at": datetime.datetime(2026, 8, 3, tzinfo=datetime.timezone.utc), "by_alias": by_alias}


class ModelOne:
    def dict(self, by_alias):
        return {"reward": 0.5, "by_alias": by_alias}


class Colour(enum.Enum):
    RED = "red"


def verify_response(**more):
    return {"responses_create_params": {"input": []}, "response": {"output": []}, "reward": 1.0, **more}


class Rows(ClientCase):
    def sent(self, *logged, **options):
        server = self.serve()
        fz = self.run_at(server, **options)
        for one, fields in logged:
            fz.log(one, **fields)
        self.assertEqual(fz.finish(timeout=10)["pending"], 0)
        self.paths = [request["path"] for request in server.calls("/rollouts")]
        return server.rows()

    def test_a_dict_goes_as_it_is_with_fields_that_win(self):
        row = {"group": "812", "sample": 3, "reward": 0.0, "step": 1}
        self.assertEqual(self.sent((row, {"step": 2, "labels": {"host": "a"}})), [{**row, "step": 2, "labels": {"host": "a"}}])
        self.assertEqual(row["step"], 1)

    def test_models_and_dataclasses_are_read(self):
        rows = self.sent((Rollout(1.0, "g", 0), {}), (ModelTwo(), {"id": "two"}), (ModelOne(), {"id": "one"}))
        self.assertEqual(rows[0], {"reward": 1.0, "group": "g", "sample": 0})
        self.assertEqual(rows[1], {"reward": 1.0, "at": "2026-08-03T00:00:00+00:00", "by_alias": True, "id": "two"})
        self.assertEqual(rows[2], {"reward": 0.5, "by_alias": True, "id": "one"})

    def test_tensors_and_numbers_that_are_not_quite_survive(self):
        row = {
            "group": (1, 2),
            "sample": Item(4),
            "step": Tensor(61.0),
            "reward": Tensor([0.25]),
            "advantage": math.nan,
            "payload": {"ids": Item([1, 2]), "of": Colour.RED, "raw": b"x", "inf": -math.inf, "set": {1}, 7: 8},
        }
        [got] = self.sent((row, {}))
        self.assertTrue(math.isnan(got.pop("advantage")))
        self.assertEqual(
            got,
            {
                "group": "(1, 2)",
                "sample": 4,
                "step": 61,
                "reward": 0.25,
                "payload": {"ids": [1, 2], "of": "red", "raw": "x", "inf": -math.inf, "set": [1], "7": 8},
            },
        )

    def test_what_json_refuses_is_made_plain(self):
        cycle = {"id": "c", "reward": 1}
        cycle["payload"] = {"self": cycle, (1, 2): "key", "half": "\ud800"}
        [got] = self.sent((cycle, {}))
        self.assertEqual((got["id"], got["payload"]["(1, 2)"], got["payload"]["half"]), ("c", "key", "\ud800"))

    def test_a_number_too_large_for_the_wire_becomes_text(self):
        [got] = self.sent(({"id": 2**63, "reward": 1}, {}))
        self.assertEqual(got["id"], str(2**63))
        big = uuid.UUID(int=5)
        [got] = self.sent(({"group": big, "sample": 0}, {}))
        self.assertEqual(got["group"], str(big))

    def test_a_row_without_identity_gets_one_and_another_keeps_its_own(self):
        rows = self.sent(({"reward": 1}, {}), ({"reward": 1}, {}), ({"group": "a"}, {}), ({"group": "a", "sample": 0}, {}))
        ids = [row.get("id") for row in rows]
        self.assertEqual(len(set(ids[:3])), 3)
        self.assertTrue(all(one.startswith("fz-") for one in ids[:3]))
        self.assertIsNone(ids[3])

    def test_the_declared_step_fills_in(self):
        server = self.serve()
        fz = self.run_at(server)
        fz.log({"id": "before"})
        fz.step(5, expected=2)
        fz.log({"id": "during"})
        fz.log({"id": "own", "step": 9})
        fz.step(4, checkpoint="step_4", finished=True)
        fz.log({"id": "after"})
        fz.finish(timeout=10)
        self.assertEqual(
            [(row["id"], row.get("step")) for row in server.rows()],
            [("before", None), ("during", 5), ("own", 9), ("after", 5)],
        )
        first, second = server.calls("/steps/")
        self.assertEqual((first["rows"][0]["expected"], "started_at" in first["rows"][0]), (2, True))
        self.assertEqual(sorted(second["rows"][0]), ["checkpoint", "finished_at"])
        self.assertTrue(first["path"].startswith("/api/v1/runs/r/steps/5?segment="))

    def test_a_verify_response_passes_to_the_letter(self):
        known = verify_response(_ng_task_index=3, _ng_rollout_index=1, step="a column", weird=[None])
        rows = self.sent((known, {"step": 7}), (verify_response(), {"step": 7}), segment="s", environment="e")
        self.assertEqual(rows[0], known)
        self.assertTrue(rows[1].pop("_falsezero")["id"].startswith("fz-"))
        self.assertEqual(rows[1], verify_response())
        self.assertEqual(self.paths, ["/api/v1/runs/r/rollouts?format=nemo-gym&step=7&segment=s&environment=e"])

    def test_fields_find_their_place_in_a_verify_response(self):
        [row] = self.sent((verify_response(), {"group": 5, "sample": 2, "step": 1, "split": "eval", "note": "x"}))
        self.assertEqual((row["_ng_task_index"], row["_ng_rollout_index"], row["note"]), (5, 2, "x"))
        self.assertNotIn("_falsezero", row)
        self.assertIn("split=eval", self.paths[0])

    def test_what_is_passed_may_be_changed_afterwards(self):
        server = self.serve()
        fz = self.run_at(server)
        row = {"id": "x", "reward": 1.0, "payload": {"turns": [{"text": "said"}], "ids": list(range(100))}}
        fz.log(row)
        row["reward"] = 0.0
        row["payload"]["turns"][0]["text"] = "changed"
        row["payload"]["ids"].clear()
        fz.finish(timeout=10)
        [got] = server.rows()
        self.assertEqual((got["reward"], got["payload"]["turns"], len(got["payload"]["ids"])), (1.0, [{"text": "said"}], 100))

    def test_what_is_no_rollout_is_counted_and_harms_nobody(self):
        server = self.serve()
        fz = self.run_at(server)
        for bad in (5, None, "text", object()):
            fz.log(bad)
        fz.log([{"id": "a"}, {"id": "b"}])
        self.assertEqual(fz.finish(timeout=10), {"accepted": 2, "rejected": 0, "dropped": 4, "pending": 0})
        self.assertEqual(sum("could not be read" in text for text in self.said), 1)
        self.assertIn("r: 2 rows accepted, 0 rejected by the server, 4 dropped here", self.said)


class Launches(ClientCase):
    def segments(self, server):
        return [call["rows"][0] for call in server.calls("/segments")]

    def test_the_first_makes_a_segment_and_its_children_inherit_it(self):
        server = self.serve()
        fz = self.run_at(server, expected_per_step=64, group_size=8)
        self.assertEqual(os.environ["FALSEZERO_SEGMENT"], fz.segment)
        worker = self.run_at(server, is_worker=True)
        self.assertEqual(worker.segment, fz.segment)
        fz.log({"id": "a"})
        worker.log({"id": "b"})
        fz.finish(timeout=10)
        worker.finish(timeout=10)
        [told] = self.segments(server)
        self.assertEqual((told["segment"], type(told["started_at"])), (fz.segment, int))
        self.assertEqual(len(server.calls("/finish")), 1)
        self.assertEqual({path.split("?")[1] for path in (c["path"] for c in server.calls("/rollouts"))}.pop().count(fz.segment[:10]), 1)
        settings = [request["rows"][0] for request in server.seen if request["method"] == "PUT"]
        self.assertEqual(settings, [{"expected_per_step": 64, "group_size": 8}])

    def test_a_name_that_is_told_is_taken(self):
        server = self.serve()
        os.environ["FALSEZERO_SEGMENT"] = "from outside"
        began = int(time.time() * 1_000)
        self.assertEqual(self.run_at(server).segment, "from outside")
        named = self.run_at(server, segment="resume-2")
        again = self.run_at(server, segment="resume-2")
        for run in (named, again):
            run.finish(timeout=10)
        # When it began goes with the name: what a crashed launch left may be heard of after the one that resumed it.
        first, second = [told for told in self.segments(server) if told["segment"] == "resume-2"]
        self.assertEqual(first, second)
        self.assertLess(abs(first["started_at"] - began), 5_000)

    def test_a_rank_above_the_first_makes_none(self):
        server = self.serve()
        for name, value in (("RANK", "3"), ("SLURM_PROCID", "1"), ("RANK", "9" * 5_000)):
            os.environ[name] = value
            rank = self.run_at(server)
            self.assertEqual((rank.segment, rank._is_worker), (None, True))
            del os.environ[name]
        rank.log({"id": "a"})
        rank.finish(timeout=10)
        self.assertEqual(self.segments(server), [])
        self.assertEqual([call["path"] for call in server.calls("/")], ["/api/v1/runs/r/rollouts?format=native"])

    def test_a_plain_fork_is_a_worker_and_does_not_end_the_run(self):
        server = self.serve()
        fz = self.run_at(server)
        child = os.fork()
        if child == 0:
            try:
                mine = falsezero.Run("r", url=server.url, spool=self.spool, expected_per_step=1)
                mine.log({"id": "child"})
                counts = mine.finish(timeout=10)
                os._exit(0 if mine._is_worker and mine.segment == fz.segment and counts["accepted"] == 1 else 3)
            finally:
                os._exit(4)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual((len(server.calls("/finish")), [r for r in server.seen if r["path"] == "/api/v1/runs/r"]), (0, []))
        fz.finish(timeout=10)
        self.assertEqual(len(server.calls("/finish")), 1)

    def paths(self, server):
        return [(request["path"].split("?")[1], [row["id"] for row in request["rows"]]) for request in server.calls("/rollouts")]

    def test_rows_without_a_launch_that_had_to_wait_join_the_one_they_were_logged_in(self):
        server = self.serve(503)
        worker = self.run_at(server, is_worker=True)
        self.addCleanup(setattr, falsezero, "_now_ms", falsezero._now_ms)
        clock = [0]
        falsezero._now_ms = lambda: clock[0]
        for clock[0] in (1_000, 5_000, 9_000):
            worker.log({"id": clock[0]})
        worker.step(3)
        clock[0] = 60_000
        server.run = {
            "segments": [
                {"segment": "first", "started_at": None, "first_heard_at": "1970-01-01T00:00:20.000Z"},
                {"segment": "try 1", "started_at": "1970-01-01T00:00:04.000Z", "first_heard_at": "1970-01-01T00:00:30.000Z"},
                {"segment": "try 2", "started_at": "1970-01-01T00:00:10Z", "first_heard_at": "1970-01-01T00:00:30.000Z"},
            ]
        }
        server.replies, server.seen = [200], []
        worker.log({"id": 60_000})
        self.assertEqual(worker.finish(timeout=10)["accepted"], 4)
        self.assertEqual(
            self.paths(server),
            [
                ("format=native&segment=first", [1_000]),
                ("format=native&segment=try+1", [5_000, 9_000]),
                ("format=native", [60_000]),
            ],
        )
        self.assertEqual([request["path"] for request in server.calls("/steps/")], ["/api/v1/runs/r/steps/3?segment=try+1"])

    def test_rows_without_a_launch_go_as_they_are_where_the_server_knows_none(self):
        server = self.serve(503)
        worker = self.run_at(server, is_worker=True)
        self.addCleanup(setattr, falsezero, "_FRESH_MS", falsezero._FRESH_MS)
        falsezero._FRESH_MS = -1
        worker.log([{"id": "a"}, {"id": "b"}])
        server.replies = [200]
        self.assertEqual(worker.finish(timeout=10)["accepted"], 2)
        self.assertEqual(self.paths(server)[-1], ("format=native", ["a", "b"]))

    def test_only_the_server_says_that_it_knows_no_run_and_what_answered_meanwhile_is_not_remembered(self):
        self.addCleanup(setattr, falsezero, "_FRESH_MS", falsezero._FRESH_MS)
        self.addCleanup(setattr, falsezero, "_REFUSED_WAIT_S", falsezero._REFUSED_WAIT_S)
        falsezero._FRESH_MS, falsezero._REFUSED_WAIT_S = -1, 0.01
        for status, body in ((404, "<html>"), (405, {}), (400, {}), (401, {}), (403, {}), (200, {"ok": True}), (500, {}), (500, {"type": "urn:falsezero:problem:internal"})):
            server = self.serve()
            server.gets = [(status, body)]
            server.run = {"segments": [{"segment": "try 1", "started_at": "1970-01-01T00:00:04.000Z"}]}
            worker = self.run_at(server, is_worker=True)
            worker.log({"id": "a"})
            self.assertEqual(worker.finish(timeout=10)["accepted"], 1, (status, body))
            self.assertEqual(self.paths(server), [("format=native&segment=try+1", ["a"])], (status, body))

    def test_what_refuses_to_tell_of_a_run_is_asked_seldom(self):
        self.addCleanup(setattr, falsezero, "_FRESH_MS", falsezero._FRESH_MS)
        falsezero._FRESH_MS = -1
        for status in (401, 404):
            server = self.serve()
            server.gets = [(status, {})]
            worker = self.run_at(server, is_worker=True)
            worker.log({"id": "a"})
            counts = worker.finish(timeout=1.0)
            self.assertEqual((counts["accepted"], counts["pending"] > 0, server.rows()), (0, True, []), status)

    def test_the_address_and_the_token_come_from_the_environment(self):
        server = self.serve()
        os.environ.update(FALSEZERO_URL=server.url + "/", FALSEZERO_TOKEN="secret-token", FALSEZERO_SPOOL=self.spool)
        with falsezero.Run("my run/1") as fz:
            self.runs.append(fz)
            fz.annotate("Browser pool b was restarted.", step=61, to_step=63, kind="restart")
        last = server.seen[-1]
        self.assertEqual((last["path"], last["rows"]), ("/api/v1/runs/my%20run%2F1/finish", [{"state": "finished"}]))
        self.assertEqual({request["headers"]["authorization"] for request in server.seen}, {"Bearer secret-token"})
        [note] = server.calls("/annotations")
        self.assertEqual(
            note["rows"][0],
            {"text": "Browser pool b was restarted.", "kind": "restart", "step": 61, "to_step": 63},
        )

    def test_a_crash_is_told_and_raised_on(self):
        server = self.serve()
        with self.assertRaises(KeyError):
            with self.run_at(server):
                raise KeyError("x")
        self.assertEqual(server.calls("/finish")[0]["rows"], [{"state": "crashed"}])
