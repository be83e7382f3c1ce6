"""One HTTP exchange of JSON with a hard deadline and without redirects."""

import http.client
import json
import socket
import time
from threading import Lock, Timer
from typing import Any

from latticeville.models.allowed_hosts import ServerAddress

MAX_BYTES = 4 << 20
"""Bytes of an answer; a longer one is no answer."""
CHUNK_SIZE = 64 << 10


class HttpJsonError(Exception):
    """There was no usable answer; the sentence says why, and `status` is what a server refused
    with, 0 where none did."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class Connections:
    """Open connections that another thread can break; after that no new one is opened."""

    def __init__(self) -> None:
        self._sockets, self._lock, self._broken = set[socket.socket](), Lock(), False

    def add(self, line: socket.socket) -> None:
        """Watch a connection, or raise WireError where all were broken meanwhile."""
        with self._lock:
            if self._broken:
                raise HttpJsonError("the request was cut off")
            self._sockets.add(line)

    def discard(self, line: socket.socket) -> None:
        """Watch it no more."""
        with self._lock:
            self._sockets.discard(line)

    def break_all(self) -> None:
        """Wake whoever waits on one of them."""
        with self._lock:
            self._broken, lines = True, tuple(self._sockets)
        for line in lines:
            _shut_down(line)


def request_json(
    place: ServerAddress,
    path: str,
    body: Any = None,  # noqa: ANN401 - any JSON
    *,
    seconds: float,
    connections: Connections | None = None,
) -> Any:  # noqa: ANN401
    """Send a body, or only ask where there is none, and return the JSON that comes back in time."""
    end = time.monotonic() + seconds
    watched = connections or Connections()
    line = _connect(place, end)
    try:
        watched.add(line)
        raw = _send_and_receive(place, line, path, body, end)
    finally:
        watched.discard(line)
        line.close()
    if raw is None:
        raise HttpJsonError(f"no answer within {seconds:.3g} s")
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise HttpJsonError("the server's answer is not JSON") from error


def _connect(place: ServerAddress, end: float) -> socket.socket:
    fault: OSError | None = None
    for address in place.addresses:
        left = end - time.monotonic()
        if left <= 0:
            break
        try:
            return socket.create_connection((address, place.port), left)
        except OSError as error:
            fault = fault or error
    why = fault or "no time was left"
    raise HttpJsonError(
        f"no server answers at {place.addresses[0]} on port {place.port}: {why}"
    ) from fault


def _shut_down(line: socket.socket) -> None:
    """Wake whoever waits on the connection."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _send_and_receive(
    place: ServerAddress,
    line: socket.socket,
    path: str,
    body: Any,  # noqa: ANN401
    end: float,
) -> bytes | None:
    """Return what comes back over a connection; None where the time runs out."""
    cut = Timer(max(end - time.monotonic(), 0), _shut_down, [line])
    cut.daemon = True
    cut.start()
    talk = http.client.HTTPConnection(place.addresses[0], place.port)
    talk.sock = line
    try:
        raw = _request_body(talk, f"{place.path}{path}", body)
    except (OSError, ValueError, http.client.HTTPException) as error:
        if time.monotonic() < end:
            raise HttpJsonError(f"the connection broke: {type(error).__name__}") from error
        return None
    finally:
        cut.cancel()
        talk.close()
    return raw if time.monotonic() < end else None


def _request_body(talk: http.client.HTTPConnection, path: str, body: Any) -> bytes:  # noqa: ANN401
    headers = {"Accept": "application/json", "Connection": "close"}
    if body is None:
        talk.request("GET", path, headers=headers)
    else:
        talk.request(
            "POST", path, json.dumps(body).encode(), headers | {"Content-Type": "application/json"}
        )
    answer = talk.getresponse()
    with answer:
        pieces, size = [], 0
        while piece := answer.read1(CHUNK_SIZE):
            pieces.append(piece)
            size += len(piece)
            if size > MAX_BYTES:
                raise HttpJsonError(f"the server's answer is longer than {MAX_BYTES:,} bytes")
        if answer.status != 200:
            raise HttpJsonError(
                "the server answered "
                f"{answer.status}{_refusal_text(answer.reason, b''.join(pieces))}",
                answer.status,
            )
    return b"".join(pieces)


def _refusal_text(reason: str, raw: bytes) -> str:
    """Return the reason and the beginning of the body of a refusal, on one line."""
    named, said = (
        " ".join(reason.split())[:60],
        " ".join(raw.decode("utf-8", "replace").split())[:120],
    )
    return (f" {named}" if named else "") + (f": {said}" if said else "")
