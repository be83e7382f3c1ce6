"""A server that behaves as badly as a prompt asks it to."""

import gzip
import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

BOMB = gzip.compress(b"\0" * (64 << 20), 1)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def answer(content: object) -> bytes:
    """Return a whole answer with a message in it."""
    return whole(json.dumps({"choices": [{"message": {"content": content}}]}).encode())


def whole(body: bytes) -> bytes:
    """Return a whole answer with a body in it."""
    return OK + b"Content-Length: %d\r\n\r\n" % len(body) + body


def _drip(line: socket.socket) -> None:
    line.sendall(OK + b"Content-Length: 100000\r\n\r\n")
    for _ in range(600):
        line.sendall(b" ")
        time.sleep(0.02)


def _drip_head(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(600):
        line.sendall(b"x")
        time.sleep(0.02)


def _endless(line: socket.socket) -> None:
    line.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(4000):
        line.sendall(b"1000\r\n" + b"[" * 4096 + b"\r\n")


def _continue(line: socket.socket) -> None:
    for _ in range(600):
        line.sendall(b"HTTP/1.1 100 Continue\r\nX: y\r\n\r\n" * 50)
        time.sleep(0.02)


def _trailers(line: socket.socket) -> None:
    line.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
    for _ in range(600):
        line.sendall(b"X: y\r\n" * 50)
        time.sleep(0.02)


def _hang(line: socket.socket) -> None:
    time.sleep(3)
    line.sendall(b"HTTP/1.1")


def _reset(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def _say(raw: bytes) -> Callable[[socket.socket], None]:
    return lambda line: line.sendall(raw)


MISDEEDS: dict[str, Callable[[socket.socket], None]] = {
    "malformed": _say(whole(b'{"choices": [{"mess')),
    "no json": _say(whole(b"<html>hello</html>")),
    "deep": _say(whole(b"[" * 200_000)),
    "empty body": _say(whole(b"")),
    "nothing": _say(b""),
    "no message": _say(whole(b'{"choices": []}')),
    "a number": _say(whole(b"7")),
    "null content": _say(answer(None)),
    "empty content": _say(answer("")),
    "a list": _say(answer(["go"])),
    "no choice": _say(answer("fly to the moon")),
    "wrong choice": _say(answer('{"choice": "fly"}')),
    "choice of a list": _say(answer('{"choice": ["go"]}')),
    "wrong schema": _say(answer('{"mood": 7}')),
    "not utf-8": _say(whole(b'{"choices": [{"message": {"content": "\xff\xfe"}}]}')),
    "too short": _say(OK + b"Content-Length: 9000\r\n\r\n{}"),
    "bad length": _say(OK + b"Content-Length: many\r\n\r\n{"),
    "bad chunk": _say(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"),
    "not http": _say(b"\x00\x01\x02 hello\r\n\r\n"),
    "many headers": _say(OK + b"X: y\r\n" * 5000 + b"\r\n"),
    "long header": _say(OK + b"X: " + b"y" * 200_000 + b"\r\n\r\n"),
    "gzip bomb": _say(
        OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(BOMB) + BOMB
    ),
    "much": _say(whole(b"[" + b"{}," * 1_500_000 + b"{}]")),
    "huge length": _say(OK + b"Content-Length: 99999999999999999999\r\n\r\n{}"),
    "negative length": _say(OK + b"Content-Length: -1\r\n\r\n{}"),
    "negative chunk": _say(OK + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n{}\r\n0\r\n\r\n"),
    "huge chunk": _say(OK + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}"),
    "reason": _say(b"HTTP/1.1 404 " + b"no\x1b[2J " * 5000 + b"\r\nContent-Length: 0\r\n\r\n"),
    "nowhere": _say(
        b"HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:1/v1\r\nContent-Length: 0\r\n\r\n"
    ),
    "a long number": _say(whole(b'{"choices": ' + b"9" * 5000 + b"}")),
    "a long reply": _say(answer("words " * 10_000)),
    "fences": _say(answer("```" + "\n" * 500_000 + "x")),
    "halves": _say(answer("\ud800")),
    "no number": _say(whole(b'{"choices": [{"message": {"content": NaN}}]}')),
    "continue": _continue,
    "trailers": _trailers,
    "500": _say(b"HTTP/1.1 500 Oh No\r\nContent-Length: 4\r\n\r\noops"),
    "redirect": _say(
        b"HTTP/1.1 302 Found\r\nLocation: http://example.com/\r\nContent-Length: 0\r\n\r\n"
    ),
    "endless": _endless,
    "drip": _drip,
    "drip head": _drip_head,
    "hang": _hang,
    "reset": _reset,
}


class _Handler(BaseRequestHandler):
    def handle(self) -> None:
        """Read the request and do what its prompt names; answer others as they want it, and say
        nothing of models."""
        body = _body(self.request)
        if not body:
            self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        prompt = body["messages"][-1]["content"]
        misdeed = next(
            (deed for name, deed in MISDEEDS.items() if f"<{name}>" in prompt), _say(answer("go"))
        )
        with suppress(OSError):
            misdeed(self.request)


def _body(line: socket.socket) -> dict[str, list[dict[str, str]]]:
    raw = b""
    while b"\r\n\r\n" not in raw:
        raw += line.recv(65536)
    head, _, rest = raw.partition(b"\r\n\r\n")
    if head.startswith(b"GET"):
        return {}
    length = next(
        int(row.split(b":")[1])
        for row in head.split(b"\r\n")
        if row.lower().startswith(b"content-length")
    )
    while len(rest) < length:
        rest += line.recv(65536)
    body: dict[str, list[dict[str, str]]] = json.loads(rest)
    return body


@contextmanager
def hostile_server() -> Iterator[str]:
    """Run the server on a free port of this machine, and yield its address."""

    class Server(ThreadingTCPServer):
        daemon_threads, block_on_close, allow_reuse_address, request_queue_size = (
            True,
            False,
            True,
            64,
        )

    with Server(("127.0.0.1", 0), _Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()
        thread.join()
