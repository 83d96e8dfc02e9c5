"""A resources server of NeMo Gym's shape, on the standard library: HTTP in front of an ASGI application.

It answers /verify as the request's ``verifier_metadata`` asks for, and fails as such servers do.
"""

import asyncio
import json
import sys

import falsezero


class MissingKey(Exception):
    """No key for the judge: nobody's fault but the configuration's."""


async def verify(scope, receive, send):
    """The application that is wrapped: like a real one, it answers 500 to an exception and raises it on."""
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    asked = json.loads(body)
    shared = {name: asked[name] for name in ("responses_create_params", "response")}
    answers = {
        "right": {"reward": 1.0, "mask_sample": False},
        "wrong": {"reward": 0.0, "mask_sample": False, "failure_reason": "none"},
        "degraded": {"reward": 1.0, "failure_kind": "judge_unparseable", "failure_reason": "judge said: maybe"},
        "masked": {"reward": 0.0, "mask_sample": True, "failure_kind": "session_lost", "failure_reason": "reset"},
        "judge": {"reward": 0.0, "mask_sample": True, "failure_kind": "judge_failed", "_ng_failure_class": "judge_failed"},
        "unscored": {"reward": None},
    }
    status, answer = 200, {**shared, **answers.get(asked["wanted"], {})}
    error = {"bug": KeyError("session"), "key": MissingKey("JUDGE_KEY is not set")}.get(asked["wanted"])
    if error is not None:
        status, answer = 500, {"detail": "Internal Server Error"}
    elif asked["wanted"] == "invalid":
        status, answer = 422, {"detail": [{"msg": "Field required"}]}
    data = json.dumps(answer).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    for at in range(0, len(data), 50):
        await send({"type": "http.response.body", "body": data[at : at + 50], "more_body": at + 50 < len(data)})
    if error is not None:
        raise error


def serve(app):
    async def handle(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = [line.split(": ", 1) for line in head[1:] if line]
        headers = [(name.lower().encode(), value.encode()) for name, value in headers]
        length = int(dict(headers).get(b"content-length", 0))
        scope = {"type": "http", "method": method, "path": path.split("?")[0], "headers": headers}

        async def receive():
            return {"type": "http.request", "body": await reader.readexactly(length), "more_body": False}

        async def send(message):
            if message["type"] == "http.response.start":
                writer.write(f"HTTP/1.1 {message['status']} X\r\nconnection: close\r\n".encode())
                for name, value in message["headers"]:
                    writer.write(name + b": " + value + b"\r\n")
                writer.write(b"\r\n")
            else:
                writer.write(message["body"])
                await writer.drain()

        try:
            await app(scope, receive, send)
        except (KeyError, MissingKey):
            pass  # As a server does: logged there, and the connection goes on.
        writer.close()

    async def main():
        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        print(f"at {server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read) if sys.stdin else None
        await server.serve_forever()

    asyncio.run(main())


serve(falsezero.Middleware(verify, sys.argv[1], environment="browser", kinds={MissingKey: "configuration"}))
