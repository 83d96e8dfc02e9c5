"""A server that answers as it is told, and remembers what it was asked."""

import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def receipt(rows, rejected=()):
    return {
        "received": len(rows),
        "inserted": len(rows) - len(rejected),
        "rejected_count": len(rejected),
        "rejected": list(rejected),
        "warnings": [],
    }


class FakeServer:
    """``replies``: each a status, a tuple (status, headers, body), or a function of the request; the last for ever.

    GET is answered apart: with ``run``, what the server knows of the run, or 404 where it is None; with what is in
    ``gets`` before that, each a status and a body.
    A status alone comes with a receipt for the rows where it is 200. None answers nothing for ``hang`` seconds.
    """

    def __init__(self, *replies, hang=30.0):
        self.replies = list(replies) or [200]
        self.run = None
        self.gets = []
        self.seen = []
        self.hang = hang
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self):
                data = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.headers.get("content-encoding") == "gzip":
                    data = gzip.decompress(data)
                rows = [json.loads(line) for line in data.splitlines() if line.strip()]
                request = {"method": self.command, "path": self.path, "rows": rows, "headers": dict(self.headers)}
                with fake.lock:
                    fake.seen.append(request)
                    reply = fake.replies.pop(0) if len(fake.replies) > 1 else fake.replies[0]
                if callable(reply):
                    reply = reply(request)
                if reply is None:
                    fake.stopped.wait(fake.hang)
                    self.close_connection = True
                    return
                status, headers, body = reply if isinstance(reply, tuple) else (reply, {}, None)
                if body is None:
                    body = receipt(rows) if status == 200 else {"title": "no", "detail": f"answered {status}"}
                text = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def do_GET(self):
                known = fake.run is not None
                status, body = (200, fake.run) if known else (404, {"type": "urn:falsezero:problem:no"})
                if fake.gets:
                    status, body = fake.gets.pop(0)
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_POST = do_PUT = _answer

            def log_message(self, *_):
                pass

        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()

    def rows(self):
        """Rows of every request to an address of rollouts, in their order, those that were refused included."""
        with self.lock:
            return [row for request in self.seen if "/rollouts" in request["path"] for row in request["rows"]]

    def calls(self, part):
        with self.lock:
            return [request for request in self.seen if part in request["path"]]

    def stop(self):
        self.stopped.set()
        self.http.shutdown()
        self.http.server_close()


def wait_until(condition, seconds=10.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return False
