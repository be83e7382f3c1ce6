"""Long work: a thread does it, the footer says how far it is and how long it will take, and esc ends it."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import events
from textual.screen import ModalScreen

from studio.underway import StoppedError, Work
from studio.widgets.bar import Hints
from studio.widgets.greeting import Greeting
from studio.widgets.spans import clean
from studio.workbench import Workbenches

if TYPE_CHECKING:
    from textual.timer import Timer

SAYING = 0.5
"""Seconds between two words on how far work is."""
HELD = 2.0
"""Seconds for which one is left to read that nothing else can be begun."""


class Working(Workbenches):
    """Does one piece of long work at a time."""

    work: Work | None = None
    """What is being done."""
    _saying: "Timer | None" = None
    _held = 0.0
    """Until when, by the monotonic clock, what is said is not taken away."""

    async def on_event(self, event: events.Event) -> None:
        """Let esc end long work before it means anything else."""
        if not self._ends_work(event):
            await super().on_event(event)

    def _ends_work(self, event: events.Event) -> bool:
        """End long work by esc, unless a dialog is open; tell whether that was done."""
        if not isinstance(event, events.Key) or event.is_forwarded or event.key != "escape":
            return False
        if self.work is None or not self.work.said or not self.screen_stack:
            return False
        if isinstance(self.screen, ModalScreen) or self.screen.query(Greeting):
            return False
        self.stop_work()
        return True

    def begin_work(self, work: Work, do: Callable[[], None], group: str) -> None:
        """Do something in a thread, unless something is being done already; what it comes to goes to `come_to`."""
        if not self.is_busy():
            self._say_work(work)
            self._do(work, do, group)

    def is_busy(self) -> bool:
        """Tell whether something is being done, and say so where it is."""
        if self.work is not None:
            self.say(f"One thing at a time. {self.work.told}")
            self._held = time.monotonic() + HELD
        return self.work is not None

    def do_quietly(self, work: Work, do: Callable[[], None], group: str) -> None:
        """Do something in the place of what is being done, and say how far it is only where it takes a while."""
        self.stop_work()
        self._do(work, do, group)

    def _do(self, work: Work, do: Callable[[], None], group: str) -> None:
        self.work = work
        self._saying = self.set_interval(SAYING, lambda: self._say_work(work))

        def run() -> None:
            try:
                with suppress(StoppedError):
                    do()
            finally:
                with suppress(RuntimeError):  # the studio may be gone by then
                    self.call_from_thread(self.end_work, work)

        self.run_worker(run, thread=True, group=group)

    def _say_work(self, work: Work) -> None:
        """Say how far it is, unless something else was said just now."""
        if work.said and time.monotonic() < self._held:
            return
        work.said = work.told
        self.say(work.said)

    def stop_work(self) -> None:
        """End what is being done, and say so at once; its thread sees that at its next look."""
        work = self.work
        if work is None:
            return
        work.stop()
        self.end_work(work)
        if work.ended:
            self.say(work.ended)
        if work.left is not None:
            work.left()

    def come_to(self, work: Work, then: Callable[[], object]) -> None:
        """Take what work came to, unless somebody ended it meanwhile."""
        self.end_work(work)
        if not work.stopped:
            then()

    def end_work(self, work: Work) -> None:
        """Say no more how far it is."""
        if self.work is not work:
            return
        self.work = None
        if self._saying is not None:
            self._saying.stop()
        for hints in self.screen.query(Hints) if work.said and self.screen_stack else ():
            hints.hush(clean(work.said))
