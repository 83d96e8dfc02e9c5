import contextlib
import io
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import unittest.mock

import falsezero
from case import ClientCase
from fake_server import wait_until

CLIENT = """
import os, signal, sys, time, falsezero
fz = falsezero.Run("r", url=sys.argv[1], spool=sys.argv[2], segment="s", is_worker=True, exit_timeout=0)
for number in range(int(sys.argv[3])):
    fz.log({"id": f"{sys.argv[4]}-{number}", "reward": 1.0})
if sys.argv[5] == "kill":
    while fz._queue or fz._is_draining:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def work(url, spool, name):
    fz = falsezero.Run("r", url=url, spool=spool, segment="s")
    for number in range(50):
        fz.log({"id": f"{name}-{number}"})


class Spool(ClientCase):
    def client(self, url, count, name, end):
        return subprocess.run([sys.executable, "-c", CLIENT, url, self.spool, str(count), name, end], stderr=subprocess.PIPE)

    def paths(self):
        return [os.path.join(at, file) for at, _, files in os.walk(self.spool) for file in files]

    def adopt(self, server, expected):
        heir = self.run_at(server, is_worker=True, segment="t")
        heir.log({"id": "heir"})
        self.assertTrue(wait_until(lambda: heir.counts()["accepted"] + heir._adopted["accepted"] == expected, 15), heir.counts())
        self.assertTrue(wait_until(lambda: len(self.spooled()) <= 1))
        return heir

    def test_what_a_killed_process_left_is_sent_once_by_a_later_one(self):
        away = "http://127.0.0.1:1"
        self.assertEqual(self.client(away, 30, "a", "kill").returncode, -signal.SIGKILL)
        self.client(away, 20, "b", "end")
        self.assertEqual(len(self.paths()), 2)
        server = self.serve()
        base = os.path.dirname(os.path.dirname(self.paths()[0]))
        heir = falsezero.Run("other", url=server.url, spool=self.spool, is_worker=True)
        self.runs.append(heir)
        os.rename(base, heir._base)
        heir.log({"id": "heir"})
        self.assertTrue(wait_until(lambda: heir.counts()["accepted"] + heir._adopted["accepted"] == 51, 15))
        self.assertEqual(heir.counts()["accepted"], 1)  # what it logged itself
        ids = [row["id"] for row in server.rows()]
        self.assertEqual(sorted(ids), sorted(["heir", *(f"a-{n}" for n in range(30)), *(f"b-{n}" for n in range(20))]))
        self.assertTrue(all(request["path"].startswith("/api/v1/runs/r/") for request in server.calls("a-")))

    def test_a_file_of_a_living_process_is_left_alone(self):
        server = self.serve(503)
        owner = self.run_at(server, is_worker=True, segment="s")
        owner.log({"id": "a"})
        self.assertTrue(wait_until(lambda: self.paths()))
        [path] = self.paths()
        self.assertIsNone(falsezero._DiskFile.adopt(path))

    def test_a_torn_record_at_the_end_costs_itself_only(self):
        server = self.serve()
        path = os.path.join(self.run_at(server, is_worker=True)._base, "s", "x.spool")
        file = falsezero._DiskFile.create(path)
        file.append([b'{"p":"/api/v1/runs/r/rollouts"}\n{"id":%d}' % number for number in range(10)])
        whole = file.size
        for cut in (whole - 1, whole - 20, whole - 45, whole - 49):
            with open(path, "rb") as source:
                data = source.read()
            torn = path.replace("x.spool", f"torn-{cut}.spool")
            with open(torn, "wb") as target:
                target.write(data[:cut])
            adopted = falsezero._DiskFile.adopt(torn)
            bodies, end = adopted.window(lambda: None)
            self.assertEqual((len(bodies), end), (9, cut), cut)
            adopted.ack(end)
            adopted.close()
            self.assertFalse(os.path.exists(torn))
        file.abandon()

    def test_damage_in_the_middle_is_stepped_over(self):
        path = os.path.join(self.spool, "b", "s", "x.spool")
        file = falsezero._DiskFile.create(path)
        body = b'{"p":"/api/v1/runs/r/rollouts"}\n{"id":%d,"text":"FZR1 in a text"}'
        file.append([body % number for number in range(5)])
        at = falsezero._FILE_HEAD + 2 * (12 + len(body % 0)) + 20
        os.pwrite(file._fd, b"\0\0\0", at)
        bodies, end = file.window(lambda: None)
        self.assertEqual((bodies, end), ([body % number for number in (0, 1, 3, 4)], file.size))
        file.abandon()

    def test_what_was_acknowledged_is_not_read_again(self):
        path = os.path.join(self.spool, "b", "s", "x.spool")
        file = falsezero._DiskFile.create(path)
        file.append([b"%d" % number for number in range(1_000)])
        bodies, offset = file.window(lambda: None)
        self.assertEqual(len(bodies), 512)
        file.ack(offset)
        file.abandon()
        heir = falsezero._DiskFile.adopt(path)
        self.assertEqual(heir.window(lambda: None)[0], [b"%d" % number for number in range(512, 1_000)])
        heir.abandon()

    def test_that_it_was_acknowledged_is_on_the_disk_before_anybody_is_told(self):
        path = os.path.join(self.spool, "b", "s", "x.spool")
        file = falsezero._DiskFile.create(path)
        file.append([b"a"])
        pending_while_written = []

        def write(fd, data, real=os.write):
            pending_while_written.append(file.pending)
            return real(fd, data)

        with unittest.mock.patch.object(os, "write", write):
            file.ack(file.size)
        self.assertEqual((pending_while_written, file.pending), ([13], 0))
        file.abandon()

    def test_a_record_larger_than_a_batch_is_read_whole(self):
        path = os.path.join(self.spool, "b", "s", "x.spool")
        file = falsezero._DiskFile.create(path)
        large = b"x" * (falsezero._BATCH_BYTES + 10)
        file.append([b"a", large, b"b"])
        seen = []
        while file.pending:
            bodies, offset = file.window(lambda: None)
            seen += bodies
            file.ack(offset)
        self.assertEqual(seen, [b"a", large, b"b"])
        file.abandon()

    def test_a_fork_sends_its_own_rows_and_none_of_its_parent(self):
        server = self.serve()
        fz = self.run_at(server, segment="s")
        for number in range(20):
            fz.log({"id": f"parent-{number}"})
        child = os.fork()
        if child == 0:
            try:
                for number in range(20):
                    fz.log({"id": f"child-{number}"})
                counts = fz.finish(timeout=10)
                os._exit(0 if counts == {"accepted": 20, "rejected": 0, "dropped": 0, "pending": 0} else 3)
            finally:
                os._exit(4)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        fz.log({"id": "parent-last"})
        self.assertEqual(fz.finish(timeout=10)["accepted"], 21)
        ids = [row["id"] for row in server.rows()]
        self.assertEqual(len(ids), 41)
        self.assertEqual(len(set(ids)), 41)
        self.assertEqual(len(server.calls("/finish")), 1)

    def test_the_background_imports_nothing_that_a_fork_could_catch_halfway(self):
        code = """
import sys, falsezero
known = set(sys.modules)
fz = falsezero.Run("r", url="http://localhost:1", spool=sys.argv[1], is_worker=True, exit_timeout=0)
fz.log({"id": 1, "reward": float("nan"), "payload": "x" * 5_000})
fz.finish(timeout=1)
assert fz._away is not None
print(sorted(set(sys.modules) - known))
"""
        said = subprocess.run([sys.executable, "-c", code, self.spool], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(said.stdout, b"[]\n")

    def test_children_of_multiprocessing_leave_nothing_behind(self):
        server = self.serve()
        self.run_at(server)
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            children = [context.Process(target=work, args=(server.url, self.spool, f"{method}-{n}")) for n in range(2)]
            for child in children:
                child.start()
            for child in children:
                child.join()
            self.assertEqual([child.exitcode for child in children], [0, 0])
        ids = [row["id"] for row in server.rows()]
        self.assertEqual((len(ids), len(set(ids))), (200, 200))
        self.assertEqual(len(server.calls("/finish")), 0)

    def test_the_end_of_a_process_sends_what_is_left_without_finish(self):
        server = self.serve()
        code = CLIENT.replace("exit_timeout=0", "exit_timeout=5")
        subprocess.run([sys.executable, "-c", code, server.url, self.spool, "700", "a", "end"], check=True)
        self.assertEqual(len({row["id"] for row in server.rows()}), 700)
        self.assertEqual(self.spooled(), [])

    def leave(self, run, count):
        """Files that processes which are gone have left for the run's server, a row each."""
        for number in range(count):
            file = falsezero._DiskFile.create(os.path.join(run._base, f"launch {number % 7}", f"{number}.spool"))
            file.append([b'{"p":"/api/v1/runs/r/rollouts"}\n{"id":"left %d"}' % number])
            file.abandon()

    def descriptors(self):
        return len(os.listdir("/proc/self/fd"))

    def test_many_files_that_were_left_cost_the_trainer_no_descriptors_while_the_server_is_away(self):
        server = self.serve(503)
        heir = self.run_at(server, is_worker=True, segment="t")
        self.leave(heir, 100)
        before = self.descriptors()
        heir.log({"id": "heir"})
        self.assertTrue(wait_until(lambda: len(server.seen) >= 2))
        # Its own file, and both ends of a connection to a server in this process.
        self.assertLessEqual(self.descriptors() - before, 4)

    def test_many_files_that_were_left_are_sent_a_few_at_a_time(self):
        most = []
        server = self.serve(lambda request: (most.append(self.descriptors()), 200)[1])
        heir = self.run_at(server, is_worker=True, segment="t")
        self.leave(heir, 100)
        before = self.descriptors()
        heir.log({"id": "heir"})
        self.assertTrue(wait_until(lambda: heir.counts()["accepted"] + heir._adopted["accepted"] == 101, 15), heir.counts())
        self.assertLessEqual(max(most) - before, 4 + falsezero._ADOPT_AT_ONCE)
        self.assertEqual(len({row["id"] for row in server.rows()}), 101)

    def test_a_long_backlog_is_held_in_few_files(self):
        fz = self.run_at(self.serve(503), is_worker=True, segment="s", max_disk=8 * 64 * 1024 * 10)
        fz._file_bytes = 64 * 1024
        fz._files.append(falsezero._DiskFile.create(os.path.join(fz._base, "s", "first.spool")))
        for _ in range(50):
            fz._append([b"x" * 65_536], 1)
        # 1 + 2 + … + 9 < 50 of them fill nine files.
        self.assertLessEqual(len(fz._files), 10)
        self.assertGreater(sum(file.pending for file in fz._files), 50 * 65_536)

    def test_what_cannot_be_removed_is_not_looked_at_again_and_again(self):
        server = self.serve()
        fz = self.run_at(server, is_worker=True, segment="t")
        empty = falsezero._DiskFile.create(os.path.join(fz._base, "s", "empty.spool"))
        empty.abandon()
        looks, adopt, unlink = [], falsezero._DiskFile.adopt, os.unlink
        self.addCleanup(setattr, os, "unlink", unlink)
        self.addCleanup(setattr, falsezero._DiskFile, "adopt", adopt)

        def refuse(path, **told):
            if path == empty.path:
                raise PermissionError(path)
            unlink(path, **told)

        os.unlink = refuse
        falsezero._DiskFile.adopt = lambda path: looks.append(path) or adopt(path)
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: looks))
        time.sleep(0.3)
        self.assertEqual(looks, [empty.path])

    def test_a_name_of_any_length_and_script_makes_a_file_of_its_own(self):
        names = ["模" * 80, "模" * 79 + "型", "a" * 200, "a" * 199 + "b", "x/../y", "..", " ", "\ud800", "é" * 200]
        for name in names:
            fz = self.run_at(self.serve(), name=name, is_worker=True, segment=name)
            fz.log({"id": "a"})
            self.assertTrue(wait_until(lambda: fz._files), name)
            self.assertIsInstance(fz._files[0], falsezero._DiskFile, name)
            self.assertLessEqual(len(os.path.basename(fz._files[0].path).encode()), 200)
        self.assertEqual(len({falsezero._safe_name(name) for name in names}), len(names))
        self.assertEqual(falsezero._safe_name("2026-11-29T10.00-resume_2"), "2026-11-29T10.00-resume_2")

    def test_a_file_that_cannot_be_begun_is_not_left(self):
        path = os.path.join(self.spool, "b", "s", "x.spool")
        before = self.descriptors()
        for failing, fault in (("write", OSError(28, "full")), ("write", 3), ("write", KeyboardInterrupt())):
            kept = getattr(os, failing)

            def fail(*_):
                if isinstance(fault, BaseException):
                    raise fault
                return fault

            setattr(os, failing, fail)
            try:
                with self.assertRaises((OSError, KeyboardInterrupt)):
                    falsezero._DiskFile.create(path)
            finally:
                setattr(os, failing, kept)
            self.assertEqual((self.paths(), self.descriptors()), ([], before))

    def test_what_an_interruption_leaves_unwritten_is_written_later(self):
        server = self.serve()
        fz = self.run_at(server, is_worker=True, segment="s")
        fz._start = lambda: False  # As where no thread can be started: the caller drains.
        broken = [KeyboardInterrupt, MemoryError]

        class Row(dict):
            def __iter__(self):
                if broken:
                    raise broken.pop(0)
                return dict.__iter__(self)

        for number in range(1_200):
            fz.log({"id": number})
        fz._queue[600].make = (lambda make: lambda: [*Row()] + [make()] and make())(fz._queue[600].make)
        self.assertRaises(KeyboardInterrupt, fz._drain)
        self.assertGreater(fz._queued, 0)
        self.assertEqual(fz.counts()["dropped"], 0)
        fz._drain()
        self.assertEqual((fz._queued, fz._queue, fz._is_draining), (0, [], False))
        self.assertEqual(fz.counts()["dropped"], 1)  # the row whose reading failed
        del fz._start
        fz.log({"id": "last"})
        self.assertEqual(fz.finish(timeout=10)["dropped"], 1)
        self.assertEqual([row["id"] for row in server.rows()], [*range(600), *range(601, 1_200), "last"])

    def test_where_no_thread_can_be_started_rows_wait_for_one(self):
        server = self.serve()
        fz = self.run_at(server, is_worker=True, segment="s")
        start, starts = falsezero.threading.Thread.start, []
        self.addCleanup(setattr, falsezero.threading.Thread, "start", start)

        def fail(thread):
            if thread.name.startswith("falsezero"):
                starts.append(thread.name)
                if thread.name == "falsezero-send" or len(starts) == 1:
                    raise RuntimeError("can't start new thread")
            start(thread)

        falsezero.threading.Thread.start = fail
        for number in range(100):
            fz.log({"id": number})
        self.assertEqual((starts, fz.counts()["dropped"]), (["falsezero-write"], 0))
        time.sleep(1.1)
        fz.log({"id": 100})
        self.assertEqual(starts, ["falsezero-write"] * 2 + ["falsezero-send"])
        began = time.monotonic()
        self.assertGreater(fz.finish(timeout=10)["pending"], 0)
        self.assertLess(time.monotonic() - began, 3)
        self.assertEqual(len(self.spooled()), 1)
        falsezero.threading.Thread.start = start
        time.sleep(1.1)
        fz.log({"id": 101})
        self.assertEqual(fz.finish(timeout=10), {"accepted": 102, "rejected": 0, "dropped": 0, "pending": 0})
        self.assertEqual(sum("no thread can be started" in text for text in self.said), 1)

    def test_what_was_made_is_written_turn_by_turn_and_not_held_back_for_a_batch(self):
        fz = self.run_at(self.serve(503), is_worker=True, segment="s")
        fz._start = lambda: False
        clock = iter(range(1_000))  # Each look at the clock is a turn later.
        on_disk = []
        with unittest.mock.patch.object(falsezero.time, "perf_counter", lambda: next(clock)):
            for number in range(5):
                fz.log({"id": number})
                entry = fz._queue[-1]
                entry.make = (lambda make: lambda: (on_disk.append(sum(f.pending > 0 for f in fz._files)), make())[1])(entry.make)
            fz._drain()
        self.assertEqual(on_disk, [0, 1, 1, 1, 1])

    def test_flush_sends_what_is_left(self):
        server = self.serve(503)
        self.client(server.url, 40, "a", "kill")
        server.replies = [200]
        asked = [sys.executable, falsezero.__file__, "flush", "--url", server.url, "--spool", self.spool]
        said = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((said.returncode, said.stdout), (0, b"40 rows sent, 0 refused\n"))
        again = subprocess.run(asked, stdout=subprocess.PIPE)
        self.assertEqual(again.stdout, b"0 rows sent, 0 refused\n")
        self.assertEqual(self.spooled(), [])

    def test_flush_leaves_what_a_living_process_has_and_says_so(self):
        server = self.serve(503)
        fz = self.run_at(server, is_worker=True, segment="s")
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: self.paths()))
        asked = [sys.executable, falsezero.__file__, "flush", "--url", server.url, "--spool", self.spool]
        said = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((said.returncode, said.stdout), (0, b"0 rows sent, 0 refused\n"))
        self.assertIn(b"1 files were left: their processes still live", said.stderr)

    def test_where_files_cannot_be_locked_flush_says_that_it_sends_nothing(self):
        told = io.StringIO()
        with unittest.mock.patch.object(falsezero, "fcntl", None), contextlib.redirect_stderr(told):
            self.assertEqual(falsezero._main(["flush", "--spool", self.spool]), 2)
        self.assertIn("Nothing was sent: on this system", told.getvalue())

    def test_nobody_else_may_read_the_spool(self):
        server = self.serve(503)
        fz = self.run_at(server, is_worker=True, segment="s")
        fz.log({"id": "a"})
        self.assertTrue(wait_until(lambda: self.paths()))
        [path] = self.paths()
        self.assertEqual((os.stat(path).st_mode & 0o777, os.stat(os.path.dirname(path)).st_mode & 0o777), (0o600, 0o700))
