"""One HTTP exchange of JSON with a deadline that nothing can outlast, and no library that follows redirects."""

import http.client
import json
import socket
import time
from threading import Timer
from typing import Any

from latticeville.llm.hosts import Place

MOST = 4 << 20
"""Bytes of an answer; a longer one is no answer."""
PIECE = 64 << 10


class WireError(Exception):
    """There was no usable answer; the sentence says why."""


def exchange(place: Place, path: str, body: Any = None, *, seconds: float) -> Any:  # noqa: ANN401 - any JSON
    """Send a body, or only ask where there is none, and return the JSON that comes back in time."""
    end = time.monotonic() + seconds
    line = _connect(place, seconds)
    cut = Timer(max(end - time.monotonic(), 0), _cut, [line])
    cut.daemon = True
    cut.start()
    talk = http.client.HTTPConnection(place.addresses[0], place.port)
    talk.sock = line
    try:
        raw = _ask(talk, f"{place.path}{path}", body)
        late = time.monotonic() >= end
    except (OSError, http.client.HTTPException) as error:
        late = time.monotonic() >= end
        if not late:
            raise WireError(f"the connection broke: {type(error).__name__}") from error
    finally:
        cut.cancel()
        talk.close()
        line.close()
    if late:
        raise WireError(f"no answer within {seconds:.3g} s")
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise WireError("the server's answer is no JSON") from error


def _connect(place: Place, seconds: float) -> socket.socket:
    fault: OSError | None = None
    for address in place.addresses:
        try:
            return socket.create_connection((address, place.port), seconds)
        except OSError as error:
            fault = fault or error
    raise WireError(f"no server answers at {place.addresses[0]} on port {place.port}: {fault}") from fault


def _cut(line: socket.socket) -> None:
    """Wake whoever waits on the connection."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _ask(talk: http.client.HTTPConnection, path: str, body: Any) -> bytes:  # noqa: ANN401
    headers = {"Accept": "application/json", "Connection": "close"}
    if body is None:
        talk.request("GET", path, headers=headers)
    else:
        talk.request("POST", path, json.dumps(body).encode(), headers | {"Content-Type": "application/json"})
    answer = talk.getresponse()
    with answer:
        pieces, size = [], 0
        while piece := answer.read1(PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > MOST:
                raise WireError("the server's answer has no end")
        if answer.status != 200:
            raise WireError(f"the server said {answer.status} {answer.reason}{_short(b''.join(pieces))}")
    return b"".join(pieces)


def _short(raw: bytes) -> str:
    said = " ".join(raw.decode("utf-8", "replace").split())[:120]
    return f": {said}" if said else ""
