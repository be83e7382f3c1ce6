"""An expectation beside a run: it looks at each tick until it is decided."""

from collections.abc import Iterator

import msgspec

from latticeville.core.clock import format_time
from latticeville.measures.expression import Expression
from latticeville.scenarios.deadline import Deadline
from latticeville.scenarios.scenario import Expectation
from latticeville.sim.tick import TickPayload

MOST_CAUSES = 6
"""Most sentences on why an expectation failed."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of an expectation in a run: whether it was met, the tick that decided it, and
    why."""

    passed: bool
    tick: int
    when: str
    causes: tuple[str, ...] = ()


class CompiledExpectation(msgspec.Struct, frozen=True):
    """An expectation whose expression and times were read; `since` counts from its first tick on,
    `by` up to it."""

    written: Expectation
    expression: Expression
    since: Deadline
    by: Deadline


class Watcher:
    """Looks at the ticks of one run for one expectation; `verdict` is None until it is decided."""

    def __init__(self, expected: CompiledExpectation) -> None:
        self._expected = expected
        self.verdict: Verdict | None = None
        self._met = 0

    def look(self, payload: TickPayload) -> None:
        """Take in the next tick."""
        state, expected = payload.state, self._expected
        if self.verdict is not None:
            return
        if expected.written.holds is not None:
            if expected.by.is_reached(state):
                self._decide(payload, passed=self._meets(payload) > 0)
            return
        if not expected.by.is_passed(state) and expected.since.is_reached(state):
            self._count(payload)
        if expected.by.is_reached(state):
            self.end(payload)

    def end(self, payload: TickPayload) -> None:
        """Decide at the last tick of the run, or at the first that does not count any more."""
        if self.verdict is None:
            written = self._expected.written
            if written.holds is not None:
                self._decide(payload, passed=self._meets(payload) > 0)
            else:
                self._decide(payload, passed=written.eventually is None)

    def _count(self, payload: TickPayload) -> None:
        written, met = self._expected.written, self._meets(payload)
        if (written.always is not None and not met) or (written.never is not None and met):
            self._decide(payload, passed=False)
        elif written.eventually is not None:
            self._met += met
            if self._met >= written.times:
                self._decide(payload, passed=True)

    def _meets(self, payload: TickPayload) -> int:
        """Return by how many events a tick meets the expression; 1 where it is about states."""
        met = self._expected.expression.met(payload.state, payload.events)
        return 0 if met is None else max(1, len(met))

    def _decide(self, payload: TickPayload, *, passed: bool) -> None:
        causes = () if passed else tuple(self._causes(payload))[:MOST_CAUSES]
        when = format_time(payload.state.minute)
        self.verdict = Verdict(passed, payload.tick, when, causes)

    def _causes(self, payload: TickPayload) -> Iterator[str]:
        """Yield what met an expression that should not be met, or else what stands in its way."""
        written, expression = self._expected.written, self._expected.expression
        if written.never is not None:
            met = expression.met(payload.state, payload.events) or ()
            yield from (event.sentence(payload.state.world) for event in met)
        if written.eventually is not None and (self._met or expression.of_events):
            yield f"met {self._met} times, not {written.times}"
        yield from (reading(payload.state) for reading in expression.readings)
