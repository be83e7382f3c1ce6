"""A kind's table to the frozen kind with its machine."""

from collections.abc import Iterator

from latticeville.core.clock import parse_hours
from latticeville.world.schema import EffectTable, GuardTable, KindTable, TransitionTable
from latticeville.world.things import (
    Counter,
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    ItemEffect,
    Kind,
    StateSpec,
    TimeGuard,
    Transition,
    Verb,
    WeatherGuard,
)

ANY = "*"
"""Stands for every state in a row's `from`."""
FAR = 1_000_000
"""The bound of a counter guard that leaves this bound out."""


def kind_of(name: str, table: KindTable) -> Kind:
    """Return the kind that a table describes; rows that name unknown states are left out."""
    states = {
        state: StateSpec(state, look.glyph, look.color, look.blocks, look.opaque, look.alarm)
        for state, look in table.states.items()
    } or {table.start: StateSpec(table.start)}
    return Kind(
        id=name,
        name=table.name or name,
        glyph=table.glyph,
        color=table.color,
        blocks=table.blocks,
        portable=table.portable,
        start=table.start if table.start in states else next(iter(states)),
        states=states,
        counters={key: Counter(count.start, count.min, count.max) for key, count in table.counters.items()},
        transitions=tuple(row for raw in table.transitions for row in _rows(raw, tuple(states))),
    )


def sources_of(table: TransitionTable, states: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a row starts from, “*” resolved."""
    named = [table.source] if isinstance(table.source, str) else table.source
    return states if ANY in named else tuple(dict.fromkeys(named))


def guard_of(table: GuardTable) -> Guard:
    """Return the condition that a table describes."""
    if table.counter is not None:
        least = -FAR if table.min is None else table.min
        return CounterGuard(table.counter, least, FAR if table.max is None else table.max)
    if table.between is not None:
        return TimeGuard(parse_hours(table.between[0]), parse_hours(table.between[1]))
    if table.weather is not None:
        return WeatherGuard(tuple(table.weather))
    return HoldsGuard(table.has or table.lacks or "", table.count, wanted=table.has is not None)


def effect_of(table: EffectTable) -> Effect:
    """Return the effect that a table describes."""
    if table.counter is not None:
        amount = table.set if table.add is None else table.add
        return CounterEffect(table.counter, amount or 0, add=table.add is not None)
    if table.give is not None:
        return ItemEffect(table.give, table.count)
    return ItemEffect(table.take or "", -table.count)


def _rows(table: TransitionTable, states: tuple[str, ...]) -> Iterator[Transition]:
    """Yield one transition, or one for each source where each leads back to itself."""
    sources = tuple(state for state in sources_of(table, states) if state in states)
    if table.to is not None and table.to not in states:
        return
    for some, target in [(sources, table.to)] if table.to else [((state,), state) for state in sources]:
        yield Transition(
            sources=some,
            target=target,
            verb=Verb(table.verb) if table.verb else None,
            after=table.after,
            guards=tuple(map(guard_of, table.needs)),
            effects=tuple(map(effect_of, table.does)),
            says=table.says,
            fails=table.fails,
        )
