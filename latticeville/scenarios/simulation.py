"""One seed of many scenarios: they share a run as long as the same goes into it, then they part."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from latticeville.core.process_pool import note_progress
from latticeville.mind.think import think
from latticeville.models.model import ModelError
from latticeville.scenarios.expectation import Verdict, Watcher
from latticeville.scenarios.minds import Minds
from latticeville.scenarios.scenario_file import CompiledScenario
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.run import Run
from latticeville.sim.tick import Thinker, TickPayload
from latticeville.world.model.world import World

COUNTED = 50
"""Ticks between two reports of progress."""


class SeedResult(msgspec.Struct, frozen=True):
    """One run of a scenario: what became of each expectation, the last tick, and why it broke off,
    "" if it did not."""

    file: str
    seed: int
    verdicts: tuple[Verdict, ...]
    tick: int
    fault: str = ""


class _Case:
    """A scenario in one run, until all is decided."""

    def __init__(self, scenario: CompiledScenario) -> None:
        self.scenario = scenario
        self._watchers = [Watcher(one) for one in scenario.expected]

    def inputs(self, tick: int) -> tuple[SimulatorInput, ...]:
        """Return what goes in at the beginning of a tick."""
        return tuple(self.scenario.script.get(tick, ()))

    def look(self, payload: TickPayload) -> bool:
        """Take in a tick, and tell whether it was the last that is wanted."""
        for watcher in self._watchers:
            watcher.look(payload)
        if self.scenario.end.is_reached(payload.state):
            for watcher in self._watchers:
                watcher.end(payload)
        return all(watcher.verdict is not None for watcher in self._watchers)

    def result(self, payload: TickPayload, fault: str = "") -> SeedResult:
        """Return what became of it; what is not decided counts as failed where the run broke
        off."""
        verdicts = (one.verdict for one in self._watchers)
        broken = Verdict(passed=False, tick=payload.tick, when="", causes=(fault,))
        found = tuple(broken if one is None else one for one in verdicts)
        return SeedResult(self.scenario.file, payload.state.seed, found, payload.tick, fault)


def simulate(
    world: World,
    seed: int,
    scenarios: Sequence[CompiledScenario],
    minds: Callable[[], Minds],
    is_enough: Callable[[SeedResult], bool] = lambda _result: False,
    thinker: Thinker = think,
) -> list[SeedResult]:
    """Return the result of each scenario with a seed, in the order in which they end; after one that
    `is_enough` no more.

    The progress that is noted is in ticks.
    """
    found: list[SeedResult] = []
    start = TickPayload(0, initial_state(world, seed))
    branches = [(start, [_Case(one) for one in scenarios])]
    while branches:
        payload, cases = branches.pop()
        for result in _follow(payload, cases, minds(), branches, thinker):
            found.append(result)
            if is_enough(result):
                return found
    return found


def _follow(
    payload: TickPayload,
    cases: list[_Case],
    minds: Minds,
    branches: list[tuple[TickPayload, list[_Case]]],
    thinker: Thinker,
) -> Iterable[SeedResult]:
    """Make ticks until all cases have ended or gone into branches, which are added; yield results."""
    run = Run(payload, minds.model, lambda _payload: None, thinker, minds.embedder)
    while cases:
        tick = run.payload.tick + 1
        cases, *others = _part(cases, tick)
        branches += [(run.payload, other) for other in reversed(others)]
        for item in cases[0].inputs(tick):
            run.feed(item)
        try:
            payload = run.step()
        except ModelError as error:
            yield from (case.result(run.payload, str(error)) for case in cases)
            return
        note_progress(0 if tick % COUNTED else COUNTED)
        ended, cases = _look(cases, payload)
        yield from (case.result(payload) for case in ended)


def _look(cases: list[_Case], payload: TickPayload) -> tuple[list[_Case], list[_Case]]:
    """Let cases take in a tick; return those that ended, and the others."""
    ended, going = list[_Case](), list[_Case]()
    for case in cases:
        (ended if case.look(payload) else going).append(case)
    return ended, going


def _part(cases: Iterable[_Case], tick: int) -> list[list[_Case]]:
    """Return cases by what goes in at a tick, in their order."""
    parts: list[tuple[tuple[SimulatorInput, ...], list[_Case]]] = []
    for case in cases:
        inputs = case.inputs(tick)
        part = next((part for key, part in parts if key == inputs), None)
        if part is None:
            parts.append((inputs, [case]))
        else:
            part.append(case)
    return [part for _, part in parts]
