"""A server of a dialect on this machine: it refuses what the real one would not know, and can die."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from tests.models.schema_filler import fill

OWNERS = {"llama.cpp": "llamacpp", "vllm": "vllm", "lmstudio": "organization_owner"}
"""What lists of models call the owner of each; Ollama's, and others', name somebody else."""
KNOWN = {"model", "messages", "max_tokens", "temperature", "seed", "stream", "tools", "tool_choice"}
FIELDS: Mapping[str, set[str]] = {
    "llama.cpp": KNOWN | {"json_schema", "response_format", "chat_template_kwargs"},
    "vllm": KNOWN | {"structured_outputs", "response_format", "chat_template_kwargs"},
    "lmstudio": KNOWN | {"response_format", "chat_template_kwargs", "reasoning_effort"},
    "openai": KNOWN | {"response_format", "chat_template_kwargs", "reasoning_effort"},
    "ollama": {"model", "messages", "format", "think", "options", "stream", "tools"},
}
"""The fields that a request of each may have."""


class ReplicaServer:
    """Where it listens, what it was sent, and how it behaves: `status` for chats, "reset" for
    no answer."""

    def __init__(self, dialect: str, port: int) -> None:
        self.dialect, self.url = dialect, f"http://127.0.0.1:{port}"
        self.bodies: list[dict[str, Any]] = []
        self.status: int | str = 200
        self.drops = 0
        """How many of the next chats get no answer, as from a balancer whose backend died."""
        self.text = ""

    def people(self) -> list[str]:
        """Return the last words of the prompts that it was sent."""
        return [body["messages"][-1]["content"].split("\n")[0] for body in self.bodies]

    def schema(self, body: Mapping[str, Any]) -> Any:
        """Return the schema in a request, from the field where this dialect has it."""
        own = {
            "llama.cpp": body.get("json_schema"),
            "vllm": body.get("structured_outputs", {}).get("json"),
            "ollama": body.get("format"),
        }
        form = body.get("response_format", {}).get("json_schema", {})
        return own.get(self.dialect) or form.get("schema")

    def answer(self, body: Mapping[str, Any]) -> Any:
        """Return what fits the schema, or a sentence, in the form of the dialect."""
        schema = self.schema(body)
        said = self.text or (json.dumps(fill(schema)) if schema else "The square wakes.")
        if self.dialect == "ollama":
            return {"message": {"content": said}, "prompt_eval_count": 30, "eval_count": 3}
        usage = {"prompt_tokens": 30, "completion_tokens": 3}
        return {"choices": [{"message": {"content": said}}], "usage": usage}


@contextmanager
def replica_server(dialect: str = "openai", model: str = "small") -> Iterator[ReplicaServer]:
    """Run a server of a dialect on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/v1/models":
                owner = OWNERS.get(dialect, "library")
                self._send(200, {"object": "list", "data": [{"id": model, "owned_by": owner}]})
            elif self.path == "/api/version" and dialect == "ollama":
                self._send(200, {"version": "0.40.12"})
            elif dialect == "lmstudio":
                self._send(200, {"error": f"Unexpected endpoint or method. (GET {self.path})"})
            else:
                self._send(404, {"error": "not found"})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.bodies.append(body)
            path = "/api/chat" if dialect == "ollama" else "/v1/chat/completions"
            strange = sorted(body.keys() - FIELDS[dialect])
            dropped, found.drops = found.drops > 0, found.drops - 1
            if dropped or found.status == "reset":
                self.connection.close()
            elif self.path != path or strange:
                self._send(400, {"error": f"{self.path}: unknown {strange}"})
            else:
                self._send(int(found.status), found.answer(body))

        def _send(self, code: int, body: object) -> None:
            data = json.dumps(body).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = ReplicaServer(dialect, server.server_port)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def replica_servers(*dialects: str) -> Iterator[Sequence[ReplicaServer]]:
    """Run several servers, one of each dialect."""
    with ExitStack() as stack:
        yield [stack.enter_context(replica_server(dialect)) for dialect in dialects]
