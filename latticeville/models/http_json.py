"""One HTTP exchange of JSON with a hard deadline and without redirects."""

import http.client
import json
import socket
import time
from contextlib import suppress
from threading import Lock, Timer
from typing import Any

from latticeville.core.server_address import ServerAddress

MAX_BYTES = 4 << 20
"""Bytes of an answer; a longer one is no answer."""
CHUNK_SIZE = 64 << 10
CONNECT_TIMEOUT = 5.0
"""Seconds after which a machine that takes no connection is not there."""
_KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPALIVE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""Seconds of silence until a machine is asked whether it is still there (under the names of Linux
and of macOS), seconds between two such
questions, and how many it may leave open: a machine that was switched off is noticed in half a
minute, however long an answer may take."""
CUT_OFF = "the request was cut off"
UNREACHED, BROKEN, LATE = "unreached", "broken", "late"
"""How an answer was lost: the request was not delivered, the connection broke, or time ran out."""
_UNAVAILABLE = frozenset({429, 502, 503, 504})
"""The status with which a server, or what stands before several, says that it cannot answer now."""


class HttpJsonError(Exception):
    """There was no usable answer; the sentence says why.

    `status` is what a server refused with, 0 where none did. `lost` is UNREACHED, BROKEN or LATE
    where the fault is of the server and not of the request, else "".
    """

    def __init__(self, sentence: str, status: int = 0, lost: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.lost = lost or (BROKEN if status in _UNAVAILABLE else "")
        self.is_final = bool(self.lost) or sentence == CUT_OFF
        """Whether sending another form of the same request is of no use."""


class Connections:
    """Open connections that another thread can break; after that no new one is opened."""

    def __init__(self) -> None:
        self._sockets, self._lock, self._broken = set[socket.socket](), Lock(), False

    def add(self, line: socket.socket) -> None:
        """Watch a connection, or raise HttpJsonError where all were broken meanwhile."""
        with self._lock:
            if self._broken:
                raise HttpJsonError(CUT_OFF)
            self._sockets.add(line)

    def discard(self, line: socket.socket) -> None:
        """Watch it no more."""
        with self._lock:
            self._sockets.discard(line)

    @property
    def is_broken(self) -> bool:
        """Whether all were broken."""
        return self._broken

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
    except HttpJsonError as error:
        if watched.is_broken:
            raise HttpJsonError(CUT_OFF) from error
        raise
    finally:
        watched.discard(line)
        line.close()
    if raw is None:
        raise HttpJsonError(f"no answer within {seconds:.3g} s", lost=LATE)
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
            line = socket.create_connection((address, place.port), min(left, CONNECT_TIMEOUT))
        except OSError as error:
            fault = fault or error
        else:
            line.settimeout(left)
            with suppress(OSError):  # of a connection that is broken already, which is seen next
                _keep_alive(line)
            return line
    why = fault or "no time was left"
    raise HttpJsonError(
        f"no server answers at {place.addresses[0]} on port {place.port}: {why}", lost=UNREACHED
    ) from fault


def _keep_alive(line: socket.socket) -> None:
    """Let the system notice a machine that is gone, where it can."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


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
            raise HttpJsonError(
                f"the connection broke: {type(error).__name__}", lost=BROKEN
            ) from error
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
