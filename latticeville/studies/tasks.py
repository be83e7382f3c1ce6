"""Tasks: the runs of a study as a tree, in which runs that begin alike fork from one prefix."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.sim.inputs import SimulatorInput
from latticeville.studies.design import Configuration, TimedInputs, run_name
from latticeville.studies.measurement import Measures
from latticeville.world.model.world import World

LEAST_SHARED = 30
"""Ticks that must be shared for a fork to be quicker than a run of its own."""


class RunTask(msgspec.Struct, frozen=True):
    """A run that is to be made: from its first tick, or from one of another run.

    `parents` are the names of the runs that it needs, its own parent last; `forked` is the last tick
    that it has of that one. `script` holds what goes in after that, as JSON: a copy of an input in
    another process would be written otherwise. `measures` are taken of it, none
    of a run that only others fork from.
    """

    name: str
    key: str
    parents: tuple[str, ...]
    forked: int
    seed: int
    world: World
    worlds: Mapping[str, World]
    model: str
    embedder: str
    script: bytes
    ticks: int
    until: str
    measures: Measures = ()

    @property
    def parent(self) -> str:
        """The name of the run that it forks from; "" for none."""
        return self.parents[-1] if self.parents else ""

    @property
    def inputs(self) -> dict[int, tuple[SimulatorInput, ...]]:
        """What goes in at the beginning of each tick."""
        return dict(decode_json(self.script, TimedInputs))

    @property
    def cost(self) -> int:
        """The ticks that it makes itself."""
        return self.ticks - self.forked


def make_tasks(configurations: Sequence[Configuration], measures: Measures) -> list[RunTask]:
    """Return the tasks of configurations, parents before those that fork from them."""
    groups: dict[tuple[object, ...], dict[str, Configuration]] = {}
    for one in configurations:
        same = (one.seed, one.world.digest, one.model, one.embedder)
        groups.setdefault(same, {}).setdefault(one.run, one)
    return [
        task for group in groups.values() for task in _split(tuple(group.values()), 0, (), measures)
    ]


def _split(
    group: Sequence[Configuration], forked: int, parents: tuple[str, ...], measures: Measures
) -> Iterator[RunTask]:
    """Yield the tasks of different configurations that are equal up to a tick."""
    if len(group) == 1:
        yield _task(group[0], forked, parents, measures)
        return
    first = _first_difference(group, forked)
    if first - 1 - forked >= LEAST_SHARED:
        shared = _task(group[0], forked, parents, (), first - 1)
        yield shared
        forked, parents = first - 1, (*parents, shared.name)
    parts: dict[object, list[Configuration]] = {}
    for one in group:
        parts.setdefault(_entry(one, first), []).append(one)
    for part in parts.values():
        yield from _split(part, forked, parents, measures)


def _first_difference(group: Sequence[Configuration], after: int) -> int:
    """Return the first tick in which not the same goes into all runs, or one of them has ended."""
    ticks = {tick for one in group for tick, _ in one.script if tick > after}
    ticks |= {one.ticks + 1 for one in group}
    return min(tick for tick in ticks if len({_entry(one, tick) for one in group}) > 1)


def _entry(one: Configuration, tick: int) -> object:
    """Return what goes into a run in a tick, as a value to compare; None where it has ended."""
    if tick > one.ticks:
        return None
    return msgspec.json.encode(_inputs_at(one.script, tick), order="deterministic")


def _inputs_at(script: TimedInputs, tick: int) -> tuple[SimulatorInput, ...]:
    return next((inputs for at, inputs in script if at == tick), ())


def _task(
    one: Configuration,
    forked: int,
    parents: tuple[str, ...],
    measures: Measures,
    last: int | None = None,
) -> RunTask:
    key, ticks = one.key(last), one.ticks if last is None else last
    inputs = tuple(each for each in one.script if forked < each[0] <= ticks)
    return RunTask(
        run_name(one.seed, key),
        key,
        parents,
        forked,
        one.seed,
        one.world,
        one.worlds,
        one.model,
        one.embedder,
        msgspec.json.encode(inputs, order="deterministic"),
        ticks,
        one.until,
        measures,
    )
