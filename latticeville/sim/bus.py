"""Publish ticks to viewers, each with its own mailbox, without waiting for any."""

from collections import deque
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Holds what its viewer has not taken yet.

    `skip` is how many values in a row a slow viewer may miss; None lets it see the newest alone.
    """

    def __init__(self, skip: int | None = None) -> None:
        self._skip, self._skipped = skip, 0
        self._kept: deque[T] = deque()
        self._lock = Lock()

    def put(self, value: T) -> None:
        """Add a value, in the place of the one before where that may be skipped."""
        with self._lock:
            if self._kept and (self._skip is None or self._skipped < self._skip):
                self._kept.pop()
                self._skipped += 1
            else:
                self._skipped = 0
            self._kept.append(value)

    def take(self) -> T | None:
        """Take out the oldest value that is there; None where there is none."""
        with self._lock:
            return self._kept.popleft() if self._kept else None


class Bus(Generic[T]):
    """Hands each value to every viewer."""

    def __init__(self) -> None:
        self._mailboxes: list[Mailbox[T]] = []

    def add_viewer(self, mailbox: Mailbox[T]) -> Mailbox[T]:
        """Let a viewer have what is published from now on; return its mailbox."""
        self._mailboxes.append(mailbox)
        return mailbox

    def publish(self, value: T) -> None:
        """Hand a value to everybody."""
        for mailbox in self._mailboxes:
            mailbox.put(value)
