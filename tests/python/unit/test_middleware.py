import asyncio
import gzip
import json

import falsezero
from asgi import answer_with, call, fail_with
from case import ClientCase

REQUEST = {
    "responses_create_params": {"input": [{"role": "user", "content": "Book a table."}]},
    "response": {"output": [{"role": "assistant", "content": "Done."}]},
    "_ng_task_index": 812,
    "_ng_rollout_index": 3,
    "agent_ref": {"name": "browser_agent"},
    "expected_answer": "42",
}
ANSWER = {**{name: REQUEST[name] for name in ("responses_create_params", "response")}, "reward": 1.0, "mask_sample": False}


class MissingKey(Exception):
    pass


class Middleware(ClientCase):
    def wrap(self, app, server=None, run=None, **options):
        self.server = server or self.serve()
        self.fz = run or self.run_at(self.server, segment="s", is_worker=True)
        return falsezero.Middleware(app, self.fz, **options)

    def reported(self):
        self.fz.finish(timeout=10)
        return self.server.rows()

    def paths(self):
        return [request["path"] for request in self.server.calls("/rollouts")]

    def test_an_answer_is_reported_to_the_letter_with_who_it_is(self):
        app = self.wrap(answer_with({**ANSWER, "extra": [1]}, chunks=3))
        got = call(app, REQUEST, chunks=4, headers=[("x-falsezero-step", "61")])
        self.assertEqual((got.status, json.loads(got.body), got.error), (200, {**ANSWER, "extra": [1]}, None))
        self.assertEqual(len(got.sent), 4)
        told = {name: REQUEST[name] for name in ("_ng_task_index", "_ng_rollout_index", "agent_ref")}
        self.assertEqual(self.reported(), [{**ANSWER, "extra": [1], **told}])
        self.assertEqual(self.paths(), ["/api/v1/runs/r/rollouts?format=nemo-gym&step=61&segment=s"])

    def test_a_step_that_is_no_number_costs_no_answer(self):
        app = self.wrap(answer_with(ANSWER))
        for odd in ("\u00b2", "1e3", "-1", "", "9" * 5_000, " 4 "):
            call(app, REQUEST, headers=[("x-falsezero-step", odd)])
        self.assertEqual(len(self.reported()), 6)
        self.assertEqual([path for path in self.paths() if "step=" in path], ["/api/v1/runs/r/rollouts?format=nemo-gym&step=4&segment=s"])

    def test_what_the_answer_says_itself_stands(self):
        app = self.wrap(answer_with({**ANSWER, "_ng_rollout_index": 5, "_ng_failure_class": "judge_failed"}))
        call(app, REQUEST)
        [row] = self.reported()
        self.assertEqual((row["_ng_rollout_index"], row["_ng_task_index"], row["_ng_failure_class"]), (5, 812, "judge_failed"))

    def test_a_step_is_that_of_the_header_else_of_the_field_else_the_declared_one(self):
        app = self.wrap(answer_with(ANSWER))
        self.fz.step(3)
        call(app, {**REQUEST, "falsezero_step": 5}, headers=[("x-falsezero-step", "7")])
        call(app, {**REQUEST, "falsezero_step": 5})
        call(app, {**REQUEST, "step": 99})
        self.reported()
        self.assertEqual([path.split("step=")[1].split("&")[0] for path in self.paths()], ["7", "5", "3"])

    def test_split_and_segment_come_from_headers(self):
        app = self.wrap(answer_with(ANSWER))
        call(app, REQUEST, headers=[("x-falsezero-split", "eval"), ("x-falsezero-segment", "resume%202")])
        self.reported()
        self.assertEqual(self.paths(), ["/api/v1/runs/r/rollouts?format=nemo-gym&split=eval&segment=resume+2"])

    def test_a_request_that_names_nobody_makes_a_rollout_of_its_own_each_time(self):
        app = self.wrap(answer_with(ANSWER), environment="calendar")
        anonymous = {name: value for name, value in REQUEST.items() if not name.startswith("_ng_")}
        del anonymous["agent_ref"]
        for _ in range(2):
            call(app, anonymous)
        rows = self.reported()
        self.assertEqual(len({row["_falsezero"]["id"] for row in rows}), 2)
        self.assertIn("environment=calendar", self.paths()[0])

    def failed(self, error, **options):
        app = self.wrap(fail_with(error), **options)
        got = call(app, REQUEST)
        self.assertIs(got.error, error)
        [row] = self.reported()
        self.assertEqual(row["_falsezero"], {"outcome": "failed"})
        self.assertEqual((row["_ng_task_index"], row["response"]), (812, REQUEST["response"]))
        self.assertNotIn("reward", row)
        return row["failure_kind"], row["failure_reason"]

    def test_an_exception_is_failed_by_its_class_and_raised_on(self):
        kind = self.failed(KeyError("session 4711"), environment="calendar")
        self.assertEqual(kind, ("calendar:key_error", "KeyError: 'session 4711'"))

    def test_without_a_name_of_the_server_it_is_a_verifier_error(self):
        self.assertEqual(self.failed(ValueError("x"))[0], "verifier_error")

    def test_the_environment_says_what_is_configuration(self):
        kinds = {MissingKey: "configuration"}
        self.assertEqual(self.failed(MissingKey("no key"), environment="Calendar-2", kinds=kinds)[0], "calendar_2:configuration")
        error = RuntimeError("no pool")
        error.failure_kind = "provider_unavailable"
        self.assertEqual(self.failed(error, environment="calendar", kinds=kinds)[0], "provider_unavailable")

    def test_a_call_that_was_given_up_is_cancelled(self):
        self.assertEqual(self.failed(asyncio.CancelledError())[0], "cancelled")

    def test_a_500_of_the_framework_and_its_exception_are_one_failure(self):
        before = [
            {"type": "http.response.start", "status": 500, "headers": []},
            {"type": "http.response.body", "body": b"Internal Server Error"},
        ]
        app = self.wrap(fail_with(KeyError("x"), before), environment="calendar")
        got = call(app, REQUEST)
        self.assertEqual((got.status, got.body), (500, b"Internal Server Error"))
        self.assertEqual([row["failure_kind"] for row in self.reported()], ["calendar:key_error"])

    def test_statuses_of_errors_are_failed(self):
        for status, kind in ((500, "environment_server_failed"), (503, "environment_server_failed"), (422, "protocol_violation")):
            app = self.wrap(answer_with({"detail": "no"}, status=status))
            self.assertEqual(call(app, REQUEST).status, status)
            [row] = self.reported()
            self.assertEqual((row["failure_kind"], row["failure_reason"]), (kind, f'HTTP {status}: {{"detail": "no"}}'))

    def test_an_answer_that_is_no_verify_response_is_failed(self):
        for body in (b"hello", b"[1]", b""):
            app = self.wrap(answer_with(body))
            self.assertEqual(call(app, REQUEST).body, body)
            self.assertEqual([row["failure_kind"] for row in self.reported()], ["environment_server_failed"])

    def test_a_packed_answer_is_read_and_not_touched(self):
        packed = gzip.compress(json.dumps(ANSWER).encode())
        app = self.wrap(answer_with(packed, headers=((b"Content-Encoding", b"gzip"),)))
        self.assertEqual(call(app, REQUEST).body, packed)
        self.assertEqual(self.reported()[0]["reward"], 1.0)

    def test_a_request_that_is_not_json_is_still_reported(self):
        app = self.wrap(answer_with({"detail": "not JSON"}, status=400))
        call(app, b"\xff{", chunks=2)
        [row] = self.reported()
        self.assertEqual((row["failure_kind"], row["response"]), ("protocol_violation", None))

    def test_all_else_is_handed_on_untouched(self):
        seen = []

        async def app(scope, receive, send):
            seen.append((scope["type"], receive, send))

        wrapped = self.wrap(app)

        async def receive():
            pass

        async def send(message):
            pass

        scopes = [
            {"type": "lifespan"},
            {"type": "websocket", "path": "/verify"},
            {"type": "http", "method": "POST", "path": "/seed_session"},
            {"type": "http", "method": "GET", "path": "/verify"},
            {"type": "http", "method": "POST", "path": "/verify/more"},
        ]
        for scope in scopes:
            asyncio.run(wrapped(scope, receive, send))
        self.assertEqual(seen, [(scope["type"], receive, send) for scope in scopes])
        self.assertEqual(self.reported(), [])

    def test_a_path_with_a_prefix_is_reported_too(self):
        app = self.wrap(answer_with(ANSWER))
        call(app, REQUEST, path="/ng-rollout/812-3-a1/verify")
        self.assertEqual(len(self.reported()), 1)

    def test_parts_pass_on_as_they_come(self):
        order = []

        async def app(scope, receive, send):
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for part in (b'{"reward":', b" 1.0}"):
                order.append("sends")
                await send({"type": "http.response.body", "body": part, "more_body": part != b" 1.0}"})

        wrapped = self.wrap(app)

        async def receive():
            return {"type": "http.request", "body": b"{}"}

        async def send(message):
            if message["type"] == "http.response.body":
                order.append(message["body"])

        asyncio.run(wrapped({"type": "http", "method": "POST", "path": "/verify", "headers": []}, receive, send))
        self.assertEqual(order, ["sends", b'{"reward":', "sends", b" 1.0}"])

    def test_a_client_that_is_gone_changes_nothing_but_the_report(self):
        app = self.wrap(answer_with(ANSWER))

        async def receive():
            return {"type": "http.request", "body": json.dumps(REQUEST).encode()}

        async def send(message):
            if message["type"] == "http.response.body":
                raise OSError("gone")

        scope = {"type": "http", "method": "POST", "path": "/verify", "headers": []}
        with self.assertRaises(OSError):
            asyncio.run(app(scope, receive, send))
        self.assertEqual([row["reward"] for row in self.reported()], [1.0])

    def test_a_server_that_hangs_delays_no_answer(self):
        app = self.wrap(answer_with(ANSWER), self.serve(None), None)
        for _ in range(50):
            self.assertEqual(call(app, REQUEST).status, 200)

    def test_a_name_makes_the_run_of_a_worker(self):
        wrapped = falsezero.Middleware(answer_with(ANSWER), "r", url=self.serve().url, spool=self.spool)
        self.runs.append(wrapped.run)
        self.assertEqual((wrapped.run.segment, wrapped.run._is_worker), (None, True))
