"""Questions to a mind before any run, one at a time in a thread."""

import time
from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.message import Message
from textual.widget import Widget

from latticeville.core.clock import DAY
from latticeville.world.model.world import World
from studio.task import format_duration

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.reports.interview.chat import ChatLine

Job = Callable[[World, str], Generator[str, None, object]]
"""Something that takes a while: yields how far it is, returns what comes of it."""


class JobResult(NamedTuple):
    """What came of a job, and about whom in which world."""

    world: World
    who: str
    value: Any


class JobProgress(Message):
    """What comes of a job, or how far it is, or why nothing comes of it."""

    def __init__(
        self,
        job: int,
        found: JobResult | None = None,
        told: str = "",
        trouble: str = "",
    ) -> None:
        super().__init__()
        self.job, self.found, self.told, self.trouble = job, found, told, trouble


class MindJobs:
    """Does jobs for a pane, which hears of them by messages."""

    def __init__(self, pane: Widget) -> None:
        self._pane, self._job = pane, 0
        self.busy = ""
        """What is being done, "" where nothing is."""

    def begin(self, told: str, job: Job, world: World, who: str) -> None:
        """Do a job in the place of the one before."""
        self._job += 1
        number, self.busy = self._job, told
        work = partial(self._work, number, job, world, who)
        self._pane.run_worker(work, thread=True, group="portrait")

    def cancel(self) -> bool:
        """Stop what is being done; False where nothing is."""
        stopped, self.busy = bool(self.busy), ""
        self._job += 1
        return stopped

    def receive(self, message: JobProgress) -> bool:
        """Take in how far the job is; False where the message is of another one."""
        if message.job != self._job:
            return False
        self.busy = message.told
        return True

    def _work(self, number: int, job: Job, world: World, who: str) -> None:
        from latticeville.models.model import ModelError
        from latticeville.models.spec import UnknownModelError

        steps, last, post = job(world, who), "", self._pane.post_message
        try:
            while number == self._job:
                told = next(steps)
                if told != last:
                    post(JobProgress(number, told=told))
                last = told
        except StopIteration as done:
            post(JobProgress(number, JobResult(world, who, done.value)))
        except (ModelError, UnknownModelError) as error:
            post(JobProgress(number, trouble=str(error)))
        finally:
            steps.close()


def find_first_prompt(world: World, who: str) -> Generator[str, None, object]:
    """Find the first question that a run would put to somebody."""
    from latticeville.reports.persona import first_prompt

    told = "looking for the first prompt"
    return (yield from _told_ticks(first_prompt(world, who), _ticks_of_day(world), told))


def run_first_day(world: World, who: str) -> Generator[str, None, object]:
    """Run somebody's first 24 hours."""
    from latticeville.reports.preview import first_day

    return (yield from _told_ticks(first_day(world, who), _ticks_of_day(world), "simulating"))


def play_meeting(world: World, who: str, other: str) -> Generator[str, None, object]:
    """Play the first talk of two people."""
    from latticeville.reports.encounter import TICKS, first_meeting

    steps = first_meeting(world, who, other)
    return (yield from _told_ticks(steps, TICKS, "simulating"))


def _told_ticks(
    steps: Generator[int, None, object], of: int, told: str
) -> Generator[str, None, object]:
    """Yield every 16th of so many ticks in words, with the time left; return what comes of
    them."""
    begun = time.monotonic()
    try:
        while True:
            tick = next(steps)
            if tick % 16 == 0:
                yield f"{told}: tick {tick} of {of}{_left(begun, tick, of)}"
    except StopIteration as done:
        return done.value
    finally:
        steps.close()


def _ticks_of_day(world: World) -> int:
    return DAY // world.settings.tick_minutes


def plan_first_day(
    world: World, who: str, model: str, embedder: str
) -> Generator[str, None, object]:
    """Let a model plan somebody's first day."""
    from latticeville.reports.persona import plan_day

    yield f"loading {model}"
    steps, begun = plan_day(world, who, *_reached(model, embedder)), time.monotonic()
    try:
        while True:
            at = next(steps)
            left = _left(begun, at.done, at.of)
            yield f"planning: request {at.done + 1} of about {at.of} ({at.asks}){left}"
    except StopIteration as done:
        return done.value
    finally:
        steps.close()


def _left(begun: float, done: int, of: int) -> str:
    """Say how long the rest will take about, once some of it is done."""
    return (
        f", {format_duration((time.monotonic() - begun) / done * max(of - done, 0))} left"
        if done
        else ""
    )


def answer_in_talk(
    world: World, who: str, lines: "tuple[ChatLine, ...]", model: str, embedder: str
) -> Generator[str, None, object]:
    """Let a model answer the last line of a talk."""
    from latticeville.reports.interview.chat import talk
    from latticeville.sim.first_state import initial_state

    reached = _reached(model, embedder)
    yield "thinking"
    return talk(initial_state(world), who, lines, *reached)


def _reached(model: str, embedder: str) -> "tuple[Model, Embedder | None]":
    from latticeville.models.cache_registry import shared_embedder, shared_model

    return shared_model(model), shared_embedder(embedder)
