"""A server on this machine that lists models as Ollama, LM Studio, llama.cpp and vLLM do, and
answers as told."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

LISTS: dict[str, dict[str, Any]] = {
    "Ollama": {
        "object": "list",
        "data": [{"id": "qwen3:4b", "object": "model", "created": 1, "owned_by": "library"}],
    },
    "LM Studio": {
        "object": "list",
        "data": [{"id": "qwen3-4b", "object": "model", "owned_by": "organization_owner"}],
    },
    "llama.cpp": {
        "models": [{"name": "/m/qwen.gguf"}],
        "object": "list",
        "data": [
            {
                "id": "/m/qwen.gguf",
                "object": "model",
                "owned_by": "llamacpp",
                "meta": {"n_params": 4},
            }
        ],
    },
    "vLLM": {
        "object": "list",
        "data": [{"id": "Qwen/Qwen3-4B", "object": "model", "max_model_len": 8192, "root": "q"}],
    },
}
"""What each answers to GET /v1/models."""


@contextmanager
def model_server(kind: str, status: int = 200, replies: Sequence[str] = ()) -> Iterator[int]:
    """Serve on a free port, which is returned; chats get the next of the replies, or the first
    choice, or a sentence.

    The last of the replies is given ever again.
    """
    left = [*replies]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(200, LISTS[kind])

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            form = asked.get("response_format", {}).get("json_schema", {}).get("schema")
            if left:
                text = left.pop(0) if len(left) > 1 else left[0]
            else:
                text = (
                    json.dumps({"choice": form["properties"]["choice"]["enum"][0]})
                    if form
                    else "The square wakes."
                )
            usage = {"prompt_tokens": 300, "completion_tokens": 30}
            self._send(status, {"choices": [{"message": {"content": text}}], "usage": usage})

        def _send(self, code: int, body: object) -> None:
            data = json.dumps(body).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
