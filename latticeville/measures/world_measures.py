"""The measures that a world adds, each an expression in its world.toml."""

from collections.abc import Callable, Iterator, Sequence

from latticeville.core.problems import Problem
from latticeville.measures.expression import Expression, ExpressionError, parse
from latticeville.measures.measure import (
    EVENTS,
    PEOPLE,
    SHARE,
    Measure,
    MeasureFault,
    WorldMeasures,
)
from latticeville.sim.event import Event
from latticeville.sim.state import State
from latticeville.world.io.sources import Sources
from latticeville.world.model.measure_text import MeasureText
from latticeville.world.model.world import World

WORLD_FILE = "world.toml"


def read_world_measures(world: World, taken: Sequence[str]) -> WorldMeasures:
    """Return the measures that a world adds; names that are `taken` are not free for them."""
    found, faults, names = list[Measure](), list[MeasureFault](), {*taken}
    for number, one in enumerate(world.measures):
        if one.id in names:
            faults.append(MeasureFault(number, "id", f"there is a measure “{one.id}” already"))
            continue
        names.add(one.id)
        try:
            found.append(_measure(one, parse(one.expression, world, as_number=True)))
        except ExpressionError as error:
            faults.append(MeasureFault(number, "expression", error.what, error.column))
    return WorldMeasures(tuple(found), tuple(faults))


def fault_problems(world: World, faults: Sequence[MeasureFault]) -> Iterator[Problem]:
    """Yield what is wrong with measures of a world, each where it is written."""
    sources = Sources(world.files)
    for number, key, what, column in faults:
        path = ("measures", number, key)
        if key == "id":
            fix = "write another name"
            yield sources.problem((WORLD_FILE, path), "duplicate-id", what, fix=fix)
        else:
            problem = sources.problem((WORLD_FILE, path), "bad-expression", what)
            yield sources.within(problem, column - 1)


def _measure(one: MeasureText, expression: Expression) -> Measure:
    """Return the measure of an expression: of events how many meet it; of one term that has a
    number, the number; else 1 where it holds, and 0 where it does not."""
    definition = one.text or f"{one.expression}."
    number = expression.number
    if expression.of_events:
        return Measure(
            one.id,
            one.unit or EVENTS,
            definition,
            _count(expression),
            counts=True,
            needs_state=expression.of_states,
        )
    if number is not None:
        unit = one.unit or (PEOPLE if expression.is_of_people else "")
        return Measure(one.id, unit, definition, lambda state, _events: number(state))
    return Measure(one.id, one.unit or SHARE, definition, _holds(expression))


def _count(expression: Expression) -> Callable[[State, Sequence[Event]], float]:
    return lambda state, events: len(expression.met(state, tuple(events)) or ())


def _holds(expression: Expression) -> Callable[[State, Sequence[Event]], float]:
    return lambda state, _events: float(expression.met(state, ()) is not None)
