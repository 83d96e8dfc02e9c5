"""Calls an ASGI application as a server does, without one."""

import asyncio
import json


class Call:
    def __init__(self, sent, error):
        self.sent = sent
        self.error = error
        self.status = next((message["status"] for message in sent if message["type"] == "http.response.start"), None)
        self.body = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")


def call(app, body=b"", path="/verify", method="POST", headers=(), chunks=1, kind="http"):
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    scope = {"type": kind, "method": method, "path": path, "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers]}
    size = max(1, -(-len(body) // chunks))
    parts = [body[at : at + size] for at in range(0, len(body), size)] or [b""]
    incoming = [
        {"type": "http.request", "body": part, "more_body": index < len(parts) - 1} for index, part in enumerate(parts)
    ]
    sent = []

    async def receive():
        return incoming.pop(0) if incoming else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    async def main():
        try:
            await app(scope, receive, send)
            return None
        except BaseException as error:
            return error

    error = asyncio.run(main())
    return Call(sent, error)


def answer_with(value, status=200, chunks=1, headers=((b"content-type", b"application/json"),)):
    """An application that reads its request and answers with JSON, or with bytes as they are."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()

    async def app(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": status, "headers": list(headers)})
        size = max(1, -(-len(data) // chunks))
        for at in range(0, len(data), size):
            part = data[at : at + size]
            await send({"type": "http.response.body", "body": part, "more_body": at + size < len(data)})
        if not data:
            await send({"type": "http.response.body", "body": b""})

    return app


def fail_with(error, before=()):
    async def app(scope, receive, send):
        await receive()
        for message in before:
            await send(message)
        raise error

    return app
