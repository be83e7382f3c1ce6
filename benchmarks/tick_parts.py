"""What the parts of a tick cost: perceiving, thinking, the model, resolving, the laws, the rest of
`advance`, and the log."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Self, TypeVar, cast
from unittest.mock import patch

from msgspec.structs import replace

from latticeville.runs import log
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim import mind_driver, run, tick
from latticeville.sim.rule_set import RuleSet

T = TypeVar("T")
PARTS = ("perceive", "think", "model", "resolve", "laws", "commit", "log")
"""The parts, in the order of a tick; inputs and ratings count to `commit`."""


class TickParts:
    """Takes the processor time of the parts of ticks while it is entered; each second counts for
    the innermost part."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._inside: list[str] = []
        self._since = 0.0
        self._patches = ExitStack()

    def __enter__(self) -> Self:
        for owner, name, part in (
            (run, "advance", "commit"),
            (tick, "drive_minds", "think"),
            (tick, "resolve", "resolve"),
            (log.Log, "put", "log"),
            (RecordedRun, "_publish", "log"),
        ):
            self._put(owner, name, self._timed(part, getattr(owner, name)))
        for owner, name, part in (
            (mind_driver, "_answer_round", "model"),
            (tick, "perceive", "perceive"),
        ):
            self._put(owner, name, self._each_timed(part, getattr(owner, name)))
        self._put(tick, "rules_of", self._with_timed_laws(tick.rules_of))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._patches.close()

    def _put(self, owner: object, name: str, timed: object) -> None:
        self._patches.enter_context(patch.object(owner, name, timed))

    def _switch(self) -> None:
        now = time.process_time()
        if self._inside:
            self.seconds[self._inside[-1]] += now - self._since
        self._since = now

    def _in(self, part: str, work: Callable[[], T]) -> T:
        self._switch()
        self._inside.append(part)
        try:
            return work()
        finally:
            self._switch()
            self._inside.pop()

    def _timed(self, part: str, work: Callable[..., T]) -> Callable[..., T]:
        def timed(*given: object) -> T:
            return self._in(part, lambda: work(*given))

        return timed

    def _each_timed(
        self, part: str, work: Callable[..., Iterable[T]]
    ) -> Callable[..., Iterator[T]]:
        """Return a function whose results are timed one by one, as somebody reads them."""

        def timed(*given: object) -> Iterator[T]:
            results, end = iter(work(*given)), object()
            while (found := self._in(part, lambda: next(results, end))) is not end:
                yield cast("T", found)

        return timed

    def _with_timed_laws(self, rules_of: Callable[..., RuleSet]) -> Callable[..., RuleSet]:
        def timed(names: tuple[str, ...]) -> RuleSet:
            rules = rules_of(names)
            return replace(rules, laws=tuple(self._timed("laws", law) for law in rules.laws))

        return timed
