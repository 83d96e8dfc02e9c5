"""Whatever an application, its server or its client does, the middleware passes it on as it was, and goes on reporting."""

import asyncio
import gzip
import json
import threading
import zlib

import falsezero
from asgi import answer_with, call, fail_with
from case import ClientCase
from test_misuse import ODD

ANSWER = {"responses_create_params": {"input": []}, "response": {"output": []}, "reward": 1.0}
DATA = json.dumps(ANSWER).encode()
START = {"type": "http.response.start", "status": 200, "headers": []}
END = {"type": "http.response.body", "body": DATA}
SCOPE = {"type": "http", "method": "POST", "path": "/verify", "headers": []}
ASKED = {"type": "http.request", "body": DATA}


def send_all(*messages, error=None, then=None):
    """An application that takes one message, sends these as they are, and raises what it is told."""

    async def app(scope, receive, send):
        await receive()
        for message in messages:
            await send(message)
        if then is not None:
            await then()
        if error is not None:
            raise error

    return app


async def serve(app, scope, asked=ASKED):
    """What a server that takes everything is sent, and what is raised at it."""
    sent = []

    async def receive():
        return asked

    async def send(message):
        sent.append(message)

    try:
        await app(scope, receive, send)
    except BaseException as error:
        return sent, error
    return sent, None


class MiddlewareMisuse(ClientCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.fz = self.run_at(self.server, segment="s", is_worker=True)

    def wrap(self, app, **options):
        return falsezero.Middleware(app, self.fz, **{"environment": "calendar", **options})

    def reported(self):
        self.assertEqual(self.fz.finish(timeout=30)["pending"], 0)
        return self.server.rows()

    def kinds(self):
        return [row.get("failure_kind") for row in self.reported()]

    def assert_passed_on(self, app, scope=SCOPE, asked=ASKED):
        """What the server is sent, and what is raised at it, is what it would be without us."""
        expected = asyncio.run(serve(app, dict(scope), asked))
        got = asyncio.run(serve(self.wrap(app), dict(scope), asked))
        self.assertEqual(got[0], expected[0])
        self.assertIs(got[1], expected[1])

    def test_no_argument_raises_or_breaks_an_answer(self):
        error = KeyError("x")
        for name, value in ODD.items():
            for argument in ("environment", "kinds", "path", "step_field"):
                with self.subTest(argument=argument, value=name):
                    self.assertEqual(call(self.wrap(answer_with(ANSWER), **{argument: value}), ANSWER).body, DATA)
                    self.assertIs(call(self.wrap(fail_with(error), **{argument: value}), ANSWER).error, error)
        self.fz.finish(timeout=30)
        self.assertEqual(self.fz.counts()["dropped"], 0, self.said)

    def test_arguments_that_are_not_used_are_told(self):
        self.wrap(answer_with(ANSWER), kinds={"KeyError": "bug", KeyError: 5}, path=b"/verify", url="http://x")
        self.assertEqual(
            self.said,
            [
                "the middleware was given a run: what is told beside it is not used (url)",
                "kinds: a str for a str is no kind for a class: left out",
                "kinds: a int for a type is no kind for a class: left out",
                "path can't be a bytes: taking /verify",
            ],
        )

    def test_odd_scopes_are_handed_on(self):
        app = send_all(START, END)
        odd = [None, 5, {b"a": b"b"}, [(1, 2)], [("a", "b")], [(b"a", b"b", b"c")], [(None, None)], [5]]
        for headers in [*odd, [(b"x-falsezero-step", "4")], [(b"x-falsezero-split", b"%ff\xff")]]:
            with self.subTest(headers=headers):
                self.assert_passed_on(app, {**SCOPE, "headers": headers})
        self.assertEqual(self.kinds(), [None] * 10)
        for scope in ({}, {"type": None}, {**SCOPE, "path": None}, {**SCOPE, "path": b"/verify"}, {**SCOPE, "method": 5}):
            with self.subTest(scope=scope):
                self.assert_passed_on(app, scope)
        self.assertEqual(len(self.reported()), 10)

    def test_headers_are_found_however_their_names_are_written(self):
        scope = {**SCOPE, "headers": [[b"X-FALSEZERO-Step", b" 4 "]]}
        self.assert_passed_on(send_all(START, END), scope)
        self.reported()
        self.assertIn("&step=4&", self.server.calls("/rollouts")[0]["path"])

    def test_a_step_that_is_no_number_is_told_once(self):
        for _ in range(2):
            call(self.wrap(answer_with(ANSWER)), ANSWER, headers=[("x-falsezero-step", "4.5")])
        self.assertEqual(len(self.reported()), 2)
        self.assertEqual(self.said, ["the header x-falsezero-step is no step: '4.5'; it is left out"])

    def test_headers_that_can_be_read_only_once_still_reach_the_application_and_the_client(self):
        seen = []

        async def app(scope, receive, send):
            seen.extend(scope["headers"])
            await send({**START, "headers": iter([(b"a", b"b")])})
            await send(END)

        sent, error = asyncio.run(serve(self.wrap(app), {**SCOPE, "headers": iter([(b"c", b"d")])}))
        self.assertEqual((seen, list(sent[0]["headers"]), error), ([(b"c", b"d")], [(b"a", b"b")], None))

    def test_odd_messages_are_passed_on(self):
        bodies = [None, "text", 5, bytearray(DATA), memoryview(DATA), [b"x"]]
        answers = [[START, {**END, "body": body}] for body in bodies]
        answers += [[{**START, "status": status}, END] for status in ("200", None, 2.5)]
        answers += [[{**START, "headers": headers}, END] for headers in (None, 7, [("a", "b"), (1, 2)])]
        answers += [[], [None], [5], [{}], [END], [START], [START, START, END], [{"type": "http.response.push"}, START, END]]
        for messages in answers:
            for error in (None, ValueError("x")):
                with self.subTest(messages=messages, error=error):
                    self.assert_passed_on(send_all(*messages, error=error))
        for asked in (None, 5, {}, *({"type": "http.request", "body": body} for body in bodies)):
            with self.subTest(asked=asked):
                self.assert_passed_on(send_all(START, END), asked=asked)
        self.assertEqual(len(self.reported()), 2 * len(answers) + 9)
        self.assertEqual(self.fz.counts()["dropped"], 0)

    def test_what_is_sent_after_the_end_is_no_part_of_the_answer(self):
        after = [{"type": "http.response.body", "body": b"more"}, {**START, "status": 500}, {"type": "http.response.trailers"}]
        self.assert_passed_on(send_all(START, END, *after))
        self.assertEqual([row["reward"] for row in self.reported()], [1.0])

    def test_an_answer_is_reported_when_it_is_complete_and_not_when_its_application_ends(self):
        async def then():
            self.assertEqual(len(self.fz._queue) + len(self.reported()), 1)

        self.assert_passed_on_once(send_all(START, END, then=then))
        self.assert_passed_on_once(send_all(START, END, error=KeyError("afterwards")))
        self.assertEqual(self.kinds(), [None, None])

    def assert_passed_on_once(self, app):
        sent, _ = asyncio.run(serve(self.wrap(app), dict(SCOPE)))
        self.assertEqual(sent, [START, END])

    def test_a_file_that_the_server_sends_by_itself_is_no_answer_that_can_be_read(self):
        self.assert_passed_on(send_all(START, {"type": "http.response.pathsend", "path": "/tmp/x"}))
        [row] = self.reported()
        self.assertEqual(row["failure_reason"], "the answer is no JSON object, or too large to be read")

    def test_every_exception_is_raised_on_as_it_was(self):
        class Unreadable(Exception):
            def __str__(self):
                raise RuntimeError("odd")

            @property
            def failure_kind(self):
                raise RuntimeError("odd")

        class Odd(Exception):
            failure_kind = "Pool B:\ud800Out of \u00e9"

        class Long(Exception):
            failure_kind = "x" * 100_000

        errors = [Unreadable(), Odd("\ud800"), Long("y" * 100_000), KeyboardInterrupt(), SystemExit(3), GeneratorExit()]
        for error in [*errors, asyncio.CancelledError(), BaseException("b"), RecursionError(), MemoryError()]:
            with self.subTest(error=type(error).__name__):
                caught = None
                coroutine = serve_and_raise(self.wrap(fail_with(error)))
                try:
                    coroutine.send(None)
                except BaseException as raised:
                    caught = raised
                self.assertIs(caught, error)
        names = ["unreadable", "out_of", "x" * 60, "keyboard_interrupt", "system_exit", "generator_exit"]
        kinds = [f"calendar:{name}" for name in names]
        kinds[1] = "pool_b:out_of"
        more = ["cancelled", "calendar:base_exception", "calendar:recursion_error", "calendar:memory_error"]
        self.assertEqual(self.kinds(), kinds + more)

    def test_a_call_that_is_given_up_while_it_is_answered_is_cancelled(self):
        async def main():
            begun = asyncio.Event()

            async def receive():
                return ASKED

            async def send(message):
                begun.set()

            task = asyncio.ensure_future(self.wrap(send_all(START, then=asyncio.Event().wait))(dict(SCOPE), receive, send))
            await begun.wait()
            task.cancel()
            await task

        self.assertRaises(asyncio.CancelledError, asyncio.run, main())
        self.assertEqual(self.kinds(), ["cancelled"])

    def test_bodies_in_pieces_of_one_byte_are_read_whole(self):
        got = call(self.wrap(answer_with(ANSWER, chunks=len(DATA))), {**ANSWER, "_ng_task_index": 7}, chunks=1_000)
        self.assertEqual((got.body, len(got.sent)), (DATA, len(DATA) + 1))
        [row] = self.reported()
        self.assertEqual((row["reward"], row["_ng_task_index"]), (1.0, 7))

    def test_bodies_that_are_too_large_to_be_kept_pass_and_are_failed(self):
        self.addCleanup(setattr, falsezero, "_BODY_LIMIT", falsezero._BODY_LIMIT)
        falsezero._BODY_LIMIT = 1_000
        large = {**ANSWER, "padding": "x" * 1_000}
        self.assertEqual(call(self.wrap(answer_with(large, chunks=3)), large, chunks=3).body, json.dumps(large).encode())
        self.assertEqual(call(self.wrap(answer_with(ANSWER)), large).body, DATA)
        # Small as it was sent, and large when it is unpacked.
        packed = gzip.compress(json.dumps({**ANSWER, "padding": " " * 100_000}).encode())
        self.assertLess(len(packed), 1_000)
        headers = [(b"content-encoding", b"GZIP")]
        self.assertEqual(call(self.wrap(answer_with(packed, headers=headers)), ANSWER).body, packed)
        self.assertEqual(self.kinds(), ["environment_server_failed", None, "environment_server_failed"])

    def test_packed_bodies_are_read_and_broken_ones_are_failed(self):
        whole = gzip.compress(DATA)
        bodies = {b"gzip": whole, b"deflate": zlib.compress(DATA), b"br": b"\x00", b"identity": DATA, b"x-gzip": whole[:-9]}
        for encoding, body in bodies.items():
            headers = [(b"content-encoding", encoding)]
            self.assertEqual(call(self.wrap(answer_with(body, headers=headers)), ANSWER).body, body)
        failed = "environment_server_failed"
        self.assertEqual(self.kinds(), [None, None, failed, None, failed])

    def test_json_that_no_parser_takes_is_failed(self):
        for body in (b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b"\xff\xfe", b'{"reward": 1.0'):
            self.assertEqual(call(self.wrap(answer_with(body)), body).body, body)
        self.assertEqual(self.kinds(), ["environment_server_failed"] * 5)

    def test_two_servers_with_one_middleware_report_each_answer_once(self):
        app = self.wrap(answer_with(ANSWER))
        wrong = []

        def answer():
            for _ in range(50):
                if call(app, ANSWER).body != DATA:
                    wrong.append(1)

        threads = [threading.Thread(target=answer) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rows = self.reported()
        self.assertEqual((wrong, len(rows), len({row["_falsezero"]["id"] for row in rows})), ([], 100, 100))

    def test_an_answer_that_can_not_be_taken_is_counted(self):
        self.fz._put = lambda entry: 1 / 0
        self.assertEqual(call(self.wrap(answer_with(ANSWER)), ANSWER).body, DATA)
        self.assertEqual(self.fz.counts()["dropped"], 1)
        self.assertEqual(len(self.said), 1)


async def serve_and_raise(app):
    async def receive():
        return ASKED

    async def send(message):
        pass

    await app(dict(SCOPE), receive, send)
