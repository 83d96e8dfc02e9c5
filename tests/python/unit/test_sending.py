import dataclasses
import json
import os
import time

import falsezero
from case import ClientCase
from fake_server import receipt, wait_until


class Sending(ClientCase):
    def quick(self, server, **options):
        return self.run_at(server, is_worker=True, segment="s", **options)

    def test_rows_go_together_and_packed(self):
        server = self.serve()
        fz = self.quick(server)
        for number in range(1_200):
            fz.log({"id": number, "reward": 1.0, "payload": "x" * 50})
        self.assertEqual(fz.finish(timeout=10), {"accepted": 1_200, "rejected": 0, "dropped": 0, "pending": 0})
        self.assertEqual([row["id"] for row in server.rows()], list(range(1_200)))
        self.assertLessEqual(max(len(request["rows"]) for request in server.seen), 512)
        self.assertIn("gzip", {request["headers"].get("content-encoding") for request in server.seen})

    def test_a_busy_server_is_tried_again_when_it_asks(self):
        server = self.serve((429, {"retry-after": "0.3"}, None), 503, 502, 200)
        fz = self.quick(server)
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: fz.counts()["accepted"] == 1))
        self.assertEqual(server.rows(), [{"id": "a"}] * 4)
        self.assertEqual(sum("until it answers" in text for text in self.said), 1)

    def test_a_refusal_is_counted_and_never_repeated(self):
        server = self.serve(400, 200)
        fz = self.quick(server)
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: fz.counts()["rejected"] == 1))
        fz.log({"id": "b"})
        self.assertEqual(fz.finish(timeout=10), {"accepted": 1, "rejected": 1, "dropped": 0, "pending": 0})
        self.assertEqual([row["id"] for row in server.rows()], ["a", "b"])
        self.assertIn("the server refused: answered 400 (HTTP 400). It is not sent again", self.said)

    def test_rejected_rows_cost_only_themselves(self):
        bad = {"index": 1, "code": "step_missing", "message": "no step"}
        server = self.serve(lambda request: (200, {}, receipt(request["rows"], [bad])))
        fz = self.quick(server)
        for number in range(3):
            fz.log({"id": number})
        self.assertEqual(fz.finish(timeout=10), {"accepted": 2, "rejected": 1, "dropped": 0, "pending": 0})
        self.assertIn("the server refused: no step. It is not sent again", self.said)

    def test_a_batch_of_which_every_row_was_rejected_is_done_with(self):
        body = {**receipt([1]), "received": 1, "rejected_count": 1, "rejected": [{"code": "wrong_type", "message": "no"}]}
        server = self.serve((422, {}, body))
        fz = self.quick(server)
        fz.log({"id": "a"})
        self.assertEqual(fz.finish(timeout=10), {"accepted": 0, "rejected": 1, "dropped": 0, "pending": 0})

    def test_too_much_at_once_is_halved_until_it_fits(self):
        server = self.serve(lambda request: 413 if len(request["rows"]) > 3 else 200)
        fz = self.quick(server)
        for number in range(20):
            fz.log({"id": number})
        self.assertEqual(fz.finish(timeout=10)["accepted"], 20)
        taken = [request["rows"] for request in server.seen if len(request["rows"]) <= 3]
        self.assertEqual([row["id"] for rows in taken for row in rows], list(range(20)))

    def test_one_row_that_is_too_large_is_rejected_alone(self):
        server = self.serve(lambda request: 413 if any(row["id"] == 5 for row in request["rows"]) else 200)
        fz = self.quick(server)
        for number in range(10):
            fz.log({"id": number})
        counts = fz.finish(timeout=10)
        self.assertEqual((counts["accepted"], counts["rejected"]), (9, 1))

    def test_a_row_that_breaks_the_server_is_found_and_given_up(self):
        server = self.serve(lambda request: 500 if any(row["id"] == 1 for row in request["rows"]) else 200)
        fz = self.quick(server)
        for number in range(3):
            fz.log({"id": number})
        counts = fz.finish(timeout=40)
        self.assertEqual((counts["accepted"], counts["rejected"], counts["pending"]), (2, 1, 0))

    def test_a_wrong_token_keeps_everything(self):
        server = self.serve(401)
        fz = self.quick(server)
        fz.log({"id": "a"})
        self.assertGreater(fz.finish(timeout=0.5)["pending"], 0)
        self.assertEqual(fz.counts()["rejected"], 0)
        self.assertEqual(len(self.spooled()), 1)
        self.assertLessEqual(len(server.seen), 3)

    def test_another_server_at_the_address_gets_nothing_acknowledged(self):
        server = self.serve((200, {}, b"<html>hello</html>"))
        fz = self.quick(server)
        fz.log({"id": "a"})
        self.assertGreater(fz.finish(timeout=0.5)["pending"], 0)
        self.assertTrue(any("no Falsezero server" in text for text in self.said))

    def test_an_address_that_is_wrong_or_moved_keeps_everything(self):
        for status in (301, 404, 405):
            fz = self.quick(self.serve(status))
            fz.log({"id": "a"})
            counts = fz.finish(timeout=0.5)
            self.assertEqual((counts["rejected"], counts["pending"] > 0), (0, True), status)

    def test_finish_waits_as_long_as_the_server_asks(self):
        server = self.serve((503, {"retry-after": "2"}, None), 200)
        fz = self.quick(server)
        fz.log({"id": "a"})
        began = time.monotonic()
        self.assertEqual(fz.finish(timeout=10)["accepted"], 1)
        self.assertGreater(time.monotonic() - began, 1.8)
        self.assertEqual(len(server.seen), 2)

    def test_a_server_that_is_away_is_asked_no_oftener_whatever_wait_it_names(self):
        for asked in ("0", "0.0", "-5", "nan", "inf", "-inf", "1e999", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "\u00b2"):
            server = self.serve((503, {"retry-after": asked}, None))
            fz = self.quick(server)
            fz.log({"id": "a"})
            self.assertTrue(wait_until(lambda: len(server.seen) >= 2), asked)
            began, tries = time.monotonic(), len(server.seen)
            while time.monotonic() - began < 0.4:
                time.sleep(0.05)
            # Waits are at least 1/8 s, and double.
            self.assertLessEqual(len(server.seen) - tries, 3, asked)
            server.replies = [200]
            self.assertEqual(fz.finish(timeout=10)["accepted"], 1, asked)

    def test_a_wait_that_a_server_asks_for_is_read_as_seconds_or_a_date_and_capped(self):
        for asked, seconds in (
            (None, None),
            ("", None),
            ("nan", None),
            ("-inf", None),
            ("1e999", None),
            ("x", None),
            ("Fri, 99 Foo", None),
            ("-3", 0.0),
            ("0", 0.0),
            ("2.5", 2.5),
            ("86400", 120.0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 120.0),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ):
            self.assertEqual(falsezero._parse_retry_after(asked), seconds, asked)

    def test_nothing_that_goes_wrong_ends_the_thread_that_sends(self):
        server = self.serve()
        fz = self.quick(server)
        send_next, broken = fz._send_next, [ZeroDivisionError("a"), falsezero._Away("b", float("nan")), OverflowError("c")]

        def fail(*args):
            if broken:
                raise broken.pop(0)
            return send_next(*args)

        fz._send_next = fail
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: fz.counts()["accepted"] == 1, 15), self.said)

    def test_a_receipt_of_odd_shapes_is_counted_once(self):
        odd = ("two", -1, 7, True, None, [1], 1.5)
        for rejected in odd:
            server = self.serve((200, {}, {"received": 1, "rejected_count": rejected, "rejected": ["x"], "warnings": 3}))
            fz = self.quick(server)
            fz.log({"id": "a"})
            counts = fz.finish(timeout=5)
            expected = (0, 1) if rejected == 7 else (1, 0)
            self.assertEqual((counts["accepted"], counts["rejected"]), expected, rejected)
            self.assertEqual(len(server.seen), 1)

    def test_an_address_without_a_port_has_the_usual_one(self):
        for url, host, port in (
            ("http://[::1]", "::1", 80),
            ("http://[::1]:6161", "::1", 6161),
            ("https://[2001:db8::2]/base", "2001:db8::2", 443),
            ("https://dash.example", "dash.example", 443),
            ("localhost:6161", "localhost", 6161),
            ("dash.example", "dash.example", 80),
        ):
            connection = falsezero._Wire(url, None, 1.0)._connect()
            self.assertEqual((connection.host, connection.port), (host, port), url)

    def test_calls_keep_their_place_among_rows(self):
        server = self.serve()
        fz = self.quick(server)
        fz.log({"id": "a"})
        fz.step(1)
        fz.log({"id": "b"})
        fz.finish(timeout=10)
        self.assertEqual(
            [(request["method"], request["path"].split("?")[0]) for request in server.seen],
            [
                ("POST", "/api/v1/runs/r/rollouts"),
                ("PUT", "/api/v1/runs/r/steps/1"),
                ("POST", "/api/v1/runs/r/rollouts"),
            ],
        )

    def test_a_server_that_hangs_costs_nothing(self):
        server = self.serve(None)
        fz = self.quick(server, timeout=0.5)
        began = time.monotonic()
        for number in range(2_000):
            fz.log({"id": number})
        fz.step(1)
        self.assertLess(time.monotonic() - began, 1.0)
        self.assertTrue(wait_until(lambda: any("timed out" in text for text in self.said)))
        began = time.monotonic()
        self.assertGreater(fz.finish(timeout=0.3)["pending"], 0)
        self.assertLess(time.monotonic() - began, 1.5)

    def test_an_address_that_is_none_harms_nobody(self):
        fz = self.quick("http://127.0.0.1:not-a-port")
        fz.log({"id": "a"})
        began = time.monotonic()
        self.assertGreater(fz.finish(timeout=20)["pending"], 0)
        self.assertLess(time.monotonic() - began, 5)


class Bounds(ClientCase):
    def test_memory_is_bounded_where_the_disk_takes_nothing(self):
        file = os.path.join(self.spool, "file")
        open(file, "w").close()
        server = self.serve(503)
        fz = self.run_at(server, is_worker=True, segment="s", max_memory=200_000)
        fz._base = os.path.join(file, "no folder")
        for number in range(500):
            fz.log({"id": number, "payload": "x" * 1_000})
            if number % 50 == 0:
                wait_until(lambda: not fz._queue and not fz._is_draining)
        wait_until(lambda: not fz._queue and not fz._is_draining)
        counts = fz.counts()
        self.assertLess(counts["pending"], 250_000)
        self.assertGreater(counts["dropped"], 250)
        kept = 500 - counts["dropped"]
        server.replies = [200]
        self.assertEqual(fz.finish(timeout=20), {"accepted": kept, "rejected": 0, "dropped": 500 - kept, "pending": 0})
        self.assertEqual(len({json.dumps(row["id"]) for row in server.rows()}), kept)
        self.assertEqual(sum("wait in memory: it was dropped" in text for text in self.said), 1)

    def test_what_no_disk_took_is_counted_when_the_process_ends_and_not_said_to_be_kept(self):
        file = os.path.join(self.spool, "file")
        open(file, "w").close()
        fz = self.run_at(self.serve(503), is_worker=True, segment="s")
        fz._base = os.path.join(file, "no folder")
        fz.step(1, expected=3)
        for number in range(3):
            fz.log({"id": number, "step": 1})
        counts = fz.finish(timeout=0.3)
        self.assertEqual(counts["dropped"], 0)
        self.assertTrue(any("wait in memory" in text and "dropped when it ends" in text for text in self.said))
        fz._close()
        self.assertEqual((fz.counts()["dropped"], fz.counts()["pending"]), (3, 0))
        self.assertFalse(any("they are kept in" in text for text in self.said))

    def test_what_waits_in_memory_and_in_the_queue_is_bounded_together(self):
        file = os.path.join(self.spool, "file")
        open(file, "w").close()
        fz = self.run_at(self.serve(503), is_worker=True, segment="s", max_memory=200_000)
        fz._base = os.path.join(file, "no folder")
        most = 0
        for number in range(500):
            fz.log({"id": number, "payload": "x" * 1_000})
            most = max(most, fz._queued + fz._held)
        self.assertLess(most, 210_000)

    def test_models_and_dataclasses_weigh_what_they_hold(self):
        @dataclasses.dataclass
        class Turn:
            text: str

        @dataclasses.dataclass
        class Rollout:
            turns: list
            ids: list
            itself: object = None

        class Model:
            def __init__(self, **fields):
                self.__dict__.update(fields)

            def model_dump(self, by_alias):
                return dict(self.__dict__)

        def weigh(value):
            snapshot = falsezero._Snapshot()
            snapshot.take(value)
            return snapshot.size

        for make in (Rollout, Model):
            row = make(turns=[Turn("x" * 10_000) for _ in range(10)], ids=list(range(5_000)), itself=None)
            self.assertGreater(weigh(row), 100_000 + 200_000, make)
            self.assertLess(weigh(row), 400_000, make)
            row.itself = row
            began = time.perf_counter()
            self.assertLess(weigh(row), 400_000 * 100, make)
            self.assertLess(time.perf_counter() - began, 0.5)
        self.assertGreater(weigh({"text": "模" * 1_000}), 2_000)
        fz = self.run_at(self.serve(503), is_worker=True, segment="s", max_memory=1_000_000)
        fz._start = lambda: False
        for _ in range(100):
            fz.log(Rollout([Turn("x" * 100_000)], []))
        self.assertEqual((len(fz._queue), fz.counts()["dropped"]), (9, 91))
        del fz._start

    def test_the_disk_is_bounded_and_its_space_is_used_again(self):
        server = self.serve(503)
        fz = self.run_at(server, is_worker=True, segment="s", max_disk=600_000)
        for number in range(1_000):
            fz.log({"id": number, "payload": "x" * 1_000})
        wait_until(lambda: not fz._queue and not fz._is_draining)
        used = sum(os.path.getsize(os.path.join(at, one)) for at, _, files in os.walk(self.spool) for one in files)
        self.assertLess(used, 700_000)
        dropped = fz.counts()["dropped"]
        self.assertGreater(dropped, 300)
        server.replies = [200]
        self.assertEqual(fz.finish(timeout=20)["accepted"], 1_000 - dropped)
        time.sleep(1.1)
        for number in range(100):
            fz.log({"id": f"later {number}", "payload": "x" * 1_000})
        self.assertEqual(fz.finish(timeout=20)["dropped"], dropped)

    def test_a_finish_that_gave_up_is_waited_for_and_told_once(self):
        fz = self.run_at(self.serve(None), is_worker=True, segment="s", timeout=60)
        fz.log({"id": "a"})
        self.assertGreater(fz.finish(timeout=0.01)["pending"], 0)
        waited = []
        fz._flush = lambda *told, **options: waited.append(told)
        fz._close()
        self.assertEqual(waited, [])
        self.assertEqual(len([text for text in self.said if "are not acknowledged" in text]), 1)

    def test_what_is_logged_after_finish_is_waited_for_again(self):
        fz = self.run_at(self.serve(), is_worker=True, segment="s")
        fz.finish(timeout=10)
        fz.log({"id": "a"})
        waited = []
        flush = fz._flush
        fz._flush = lambda *told, **options: (waited.append(told), flush(*told, **options))[1]
        fz._close()
        self.assertEqual(len(waited), 1)
