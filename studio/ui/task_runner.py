"""Run a long task in a thread, with progress in the footer; esc cancels it."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from textual import events
from textual.app import App
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget

from studio.task import Task, TaskStoppedError
from studio.ui.footer import CommandFooter
from studio.ui.in_worker import Announce
from studio.ui.text import clean
from studio.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from textual.timer import Timer

    from studio.project.world_access import OpenWorld

SAYING = 0.5
"""Seconds between two words on how far work is."""
HELD = 2.0
"""Seconds for which one is left to read that nothing else can be begun."""


class TaskRunner:
    """Does one piece of long work at a time."""

    def __init__(self, app: App[None], say: Announce) -> None:
        self.app, self.say = app, say
        self.current: Task | None = None
        """What is being done."""
        self._saying: Timer | None = None
        self._is_beside = False
        """Whether it is work for a pane, which other work does not wait for."""
        self._held = 0.0
        """Until when, by the monotonic clock, what is said is not taken away."""

    def stop_on_escape(self, event: events.Event) -> bool:
        """End long work by esc before it means anything else, unless a dialog is open; tell whether
        that was done."""
        if not isinstance(event, events.Key) or event.is_forwarded or event.key != "escape":
            return False
        if self.current is None or not self.current.said or not self.app.screen_stack:
            return False
        if isinstance(self.app.screen, ModalScreen) or self.app.screen.query(WelcomeCard):
            return False
        self.stop()
        return True

    def begin(self, task: Task, do: Callable[[], None], group: str) -> None:
        """Do something in a thread, unless something is being done already; what it comes to goes
        to `complete`."""
        if not self.is_busy():
            self._say_task(task)
            self._do(task, do, group)

    def watch(self, task: Task, do: Callable[[], None], group: str) -> None:
        """Do something for a pane in a thread, beside any other work; say how far it is only where
        it takes a while.

        Other work takes its place in the footer.
        """
        if self.current is not None and not self._is_beside:
            self.app.run_worker(lambda: _run(do), thread=True, group=group)
            return
        if self.current is not None:
            self.end(self.current)
        self._is_beside = True
        self._do(task, do, group)

    def is_busy(self) -> bool:
        """Tell whether something is being done that other work has to wait for, and say so where it
        is."""
        if self.current is not None and self._is_beside:
            self.end(self.current)
        if self.current is not None:
            self.say(f"Wait for this, or press esc. {self.current.description}")
            self._held = time.monotonic() + HELD
        return self.current is not None

    def replace(self, task: Task, do: Callable[[], None], group: str) -> None:
        """Do something in the place of what is being done, and say how far it is only where it
        takes a while."""
        self.stop()
        self._do(task, do, group)

    def _do(self, task: Task, do: Callable[[], None], group: str) -> None:
        self.current = task
        self._saying = self.app.set_interval(SAYING, lambda: self._say_task(task))

        def run() -> None:
            try:
                _run(do)
            finally:
                with suppress(RuntimeError):  # the studio may be gone by then
                    self.app.call_from_thread(self.end, task)

        self.app.run_worker(run, thread=True, group=group)

    def _say_task(self, task: Task) -> None:
        """Say how far it is, unless something else was said just now."""
        if task.said and time.monotonic() < self._held:
            return
        task.said = task.description
        self.say(task.said)

    def stop(self) -> None:
        """End what is being done, and say so at once; its thread sees that at its next look."""
        task = self.current
        if task is None:
            return
        task.stop()
        self.end(task)
        if task.ended:
            self.say(task.ended)
        if task.left is not None:
            task.left()

    def complete(self, task: Task, then: Callable[[], object]) -> None:
        """Go on with what a task came to, unless somebody ended it meanwhile."""
        self.end(task)
        if not task.stopped:
            then()

    def end(self, task: Task) -> None:
        """Say no more how far it is."""
        if self.current is not task:
            return
        self.current, self._is_beside = None, False
        if self._saying is not None:
            self._saying.stop()
        for hints in (
            self.app.screen.query(CommandFooter) if task.said and self.app.screen_stack else ()
        ):
            hints.hush(clean(task.said))


def post_result(task: Task, pane: Widget, work: Callable[[], Message]) -> None:
    """Do work in a thread and give a pane what comes of it, unless the task was stopped
    meanwhile."""
    result = work()
    task.check_stopped()
    pane.post_message(result)


def _run(do: Callable[[], None]) -> None:
    with suppress(TaskStoppedError):
        do()


class TaskApp(Protocol):
    """An app that does long work, and has a world open."""

    tasks: TaskRunner
    open_world: "OpenWorld"
