"""Build an object kind with its state machine from its table."""

from collections.abc import Iterator
from typing import Literal

from latticeville.core.clock import parse_hours
from latticeville.world.io.plain_uses import plain_use
from latticeville.world.model.objects import (
    UNBOUNDED,
    Counter,
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    Kind,
    ObjectStateSpec,
    RightGuard,
    TimeGuard,
    TransferEffect,
    Transition,
    WeatherGuard,
)
from latticeville.world.schema.kinds import EffectTable, GuardTable, KindTable, TransitionTable

ANY_STATE = "*"
"""Stands for every state in a row's `from`."""


TRANSFERS: tuple[Literal["store", "fetch", "fill", "spend"], ...] = (
    "store",
    "fetch",
    "fill",
    "spend",
)
"""The keys of effects on what lies inside."""


def build_kind(name: str, table: KindTable, origins: tuple[tuple[str, int], ...] = ()) -> Kind:
    """Return the kind that a table describes; rows that name unknown states are left out.

    `origins` say where each row was written, where that is not in this table.
    """
    states = {
        state: ObjectStateSpec(
            state,
            look.glyph,
            look.color,
            look.blocks,
            look.opaque,
            look.alarm,
            look.final,
            look.tile,
            look.light,
            look.picture,
        )
        for state, look in table.states.items()
    } or {table.start: ObjectStateSpec(table.start)}
    return Kind(
        id=name,
        name=table.name or name,
        glyph=table.glyph or "?",
        color=table.color,
        blocks=table.blocks,
        portable=table.portable,
        start=table.start if table.start in states else next(iter(states)),
        states=states,
        counters={
            key: Counter(count.start, count.min, count.max) for key, count in table.counters.items()
        },
        transitions=_build_rows(name, table, tuple(states), origins),
        room=table.room,
        inside=table.inside,
        verbs_meant=tuple(table.verbs),
        tile=table.tile,
        light=table.light,
        picture=table.picture,
    )


def _build_rows(
    name: str, table: KindTable, states: tuple[str, ...], origins: tuple[tuple[str, int], ...]
) -> tuple[Transition, ...]:
    """Return the transitions of a kind; of furniture the plain use that its name tells."""
    rows = tuple(
        row
        for index, raw in enumerate(table.transitions)
        for row in _build_transitions(raw, states, origins[index] if origins else (name, index))
    )
    is_furniture = len(states) == 1 and not (table.portable or table.room or table.verbs)
    return plain_use(table.name or name, states[0]) if is_furniture and not rows else rows


def resolve_sources(table: TransitionTable, states: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a row starts from, “*” resolved."""
    named = [table.source] if isinstance(table.source, str) else table.source
    return states if ANY_STATE in named else tuple(dict.fromkeys(named))


def build_guard(table: GuardTable) -> Guard:
    """Return the condition that a table describes."""
    most = _or_default(table.max, UNBOUNDED)
    if table.counter is not None:
        return CounterGuard(table.counter, _or_default(table.min, -UNBOUNDED), most)
    if table.inside is not None:
        return InsideGuard(
            table.inside, _or_default(table.min, 1 if table.max is None else 0), most
        )
    right: tuple[Literal["owner", "key"], bool | None]
    right = ("owner", table.owner) if table.key is None else ("key", table.key)
    if right[1] is not None:
        return RightGuard(right[0], wanted=right[1])
    if table.between is not None:
        return TimeGuard(parse_hours(table.between[0]), parse_hours(table.between[1]))
    if table.weather is None:
        return HoldsGuard(table.has or table.lacks or "", table.count, wanted=table.has is not None)
    return WeatherGuard(tuple(table.weather))


def _or_default(value: int | None, default: int) -> int:
    return default if value is None else value


def build_effect(table: EffectTable) -> Effect:
    """Return the effect that a table describes."""
    if table.counter is not None:
        amount = table.set if table.add is None else table.add
        return CounterEffect(table.counter, amount or 0, add=table.add is not None, clip=table.clip)
    if table.give is not None:
        return ItemEffect(table.give, table.count)
    if table.take is not None:
        return ItemEffect(table.take, -table.count)
    return next(
        TransferEffect(deed, item, table.count)
        for deed in TRANSFERS
        if (item := getattr(table, deed)) is not None
    )


def _build_transitions(
    table: TransitionTable, states: tuple[str, ...], origin: tuple[str, int]
) -> Iterator[Transition]:
    """Yield one transition, or one for each source where each leads back to itself."""
    sources = tuple(state for state in resolve_sources(table, states) if state in states)
    if table.to is not None and table.to not in states:
        return
    for some, target in (
        [(sources, table.to)] if table.to else [((state,), state) for state in sources]
    ):
        yield Transition(
            sources=some,
            target=target,
            verb=table.verb,
            after=table.after,
            guards=tuple(map(build_guard, table.needs)),
            effects=tuple(map(build_effect, table.does)),
            says=table.says,
            fails=table.fails,
            origin=origin,
        )
