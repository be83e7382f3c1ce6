"""Call a function after a moment without further events."""

from asyncio import TimerHandle, get_running_loop
from collections.abc import Callable

from textual.message_pump import MessagePump


class Debounce:
    """Calls back so many seconds after it was last begun."""

    def __init__(self, pump: MessagePump, seconds: float, then: Callable[[], object]) -> None:
        self._pump, self._seconds, self._then = pump, seconds, then
        self._handle: TimerHandle | None = None

    @property
    def is_pending(self) -> bool:
        """Whether the moment has not passed yet."""
        return self._handle is not None

    def begin(self) -> None:
        """Wait from now on; what was waited for before is not."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = get_running_loop().call_later(self._seconds, self._over)

    def _over(self) -> None:
        self._handle = None
        self._pump.call_later(self._then)
