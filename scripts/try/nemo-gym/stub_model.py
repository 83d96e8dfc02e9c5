"""A model that speaks as much of the Responses protocol as NeMo Gym's openai_model needs. It says what it is told."""

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.reply({"object": "list", "data": [{"id": "stub", "object": "model"}]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = json.dumps(asked["input"]).split("SAY ")[1].split(" END")[0]
        content = [{"type": "output_text", "text": "\\boxed{" + said + "}", "annotations": []}]
        message = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": content}
        details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        self.reply(
            {
                "id": f"resp_{time.time_ns()}",
                "object": "response",
                "created_at": time.time(),
                "model": "stub",
                "status": "completed",
                "output": [message],
                "parallel_tool_calls": True,
                "tool_choice": "auto",
                "tools": [],
                "usage": {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15, **details},
            }
        )

    def reply(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
print(f"is at http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
