"""Viewers see whole ticks or nothing, and never hold the simulator up."""

from collections import deque
from collections.abc import Callable
from threading import Condition
from typing import Protocol

from latticeville.sim.tick import TickPayload


class Viewer(Protocol):
    """Anything that payloads are handed to; `put` must return at once."""

    def put(self, payload: TickPayload) -> None:
        """Take the newest payload."""
        ...


class Mailbox:
    """Holds the newest payload; what its reader was too slow for is dropped."""

    def __init__(self) -> None:
        self._newest: TickPayload | None = None
        self._arrived = Condition()

    def put(self, payload: TickPayload) -> None:
        """Replace what lies in the box."""
        with self._arrived:
            self._newest = payload
            self._arrived.notify_all()

    def take(self, timeout: float | None = None) -> TickPayload | None:
        """Take the newest payload out, waiting up to `timeout` seconds; None where nothing came."""
        with self._arrived:
            if self._newest is None and timeout != 0:
                self._arrived.wait(timeout)
            payload, self._newest = self._newest, None
            return payload


class Recent:
    """Keeps the last `count` payloads, oldest first."""

    def __init__(self, count: int) -> None:
        self._kept: deque[TickPayload] = deque(maxlen=count)

    def put(self, payload: TickPayload) -> None:
        """Keep one more."""
        self._kept.append(payload)

    def all(self) -> tuple[TickPayload, ...]:
        """Return what is kept."""
        return tuple(self._kept)


class Calling:
    """Calls a function with every payload, in the simulator's own thread."""

    def __init__(self, call: Callable[[TickPayload], None]) -> None:
        self.put = call


class Bus:
    """Hands each payload to every viewer."""

    def __init__(self) -> None:
        self._viewers: list[Viewer] = []

    def join(self, viewer: Viewer) -> None:
        """Let a viewer see what comes from now on."""
        self._viewers.append(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self._viewers.remove(viewer)

    def publish(self, payload: TickPayload) -> None:
        """Hand a payload to everybody."""
        for viewer in tuple(self._viewers):
            viewer.put(payload)
