"""A server on this machine that lists a model and then never comes to the end of an answer."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Literal

Manner = Literal["silent", "slow", "slow head"]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LISTED = json.dumps({"data": [{"id": "stuck"}]}).encode()
MANNERS: dict[Manner, bytes] = {
    "silent": b"",
    "slow": HEAD + b"Content-Length: 100000\r\n\r\n",
    "slow head": HEAD,
}


class Hanging:
    """Where it listens, and whether a question has reached it."""

    def __init__(self, port: int) -> None:
        self.spec, self.asked = f"server:http://127.0.0.1:{port}/v1#stuck", Event()


@contextmanager
def hanging_server(manner: Manner, *, lists: bool = True) -> Iterator[Hanging]:
    """Run the server on a free port; without `lists` it hangs when asked for its models, too."""
    over = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                if self.request.recv(65536).startswith(b"GET") and lists:
                    self.request.sendall(
                        HEAD + b"Content-Length: %d\r\n\r\n" % len(LISTED) + LISTED
                    )
                    return
                found.asked.set()
                self.request.sendall(MANNERS[manner])
                while not over.wait(0.05):
                    if manner != "silent":
                        self.request.sendall(b"x")

    class Server(ThreadingTCPServer):
        daemon_threads, block_on_close, allow_reuse_address, request_queue_size = (
            True,
            False,
            True,
            64,
        )

    with Server(("127.0.0.1", 0), Handler) as server:
        found = Hanging(server.server_address[1])
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield found
        over.set()
        server.shutdown()
        thread.join()


@contextmanager
def full_server() -> Iterator[str]:
    """Yield the spec of a server to which no connection is ever made, since its queue is full."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        address = listening.getsockname()
        queued = []
        for _ in range(8):
            line = socket.socket()
            line.settimeout(0)
            with suppress(BlockingIOError):
                line.connect(address)
            queued.append(line)
        time.sleep(0.05)
        yield f"server:http://127.0.0.1:{address[1]}/v1#stuck"
        for line in queued:
            line.close()
