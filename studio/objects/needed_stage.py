"""The start conditions of a trial under which one transition is possible."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import format_hours
from latticeville.world.model.objects import (
    ANYTHING,
    UNBOUNDED,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    RightGuard,
    TimeGuard,
    TransferEffect,
    Transition,
    WeatherGuard,
)


class _Stock(NamedTuple):
    """Items that have to be there: with the person, or inside the object."""

    word: str
    item: str
    number: int


def needed_stage(row: Transition) -> str:
    """Return what a transition needs as the line of start conditions that a trial reads.

    >>> needed_stage(Transition(("off",), "on", "use", guards=(HoldsGuard("cup", 1, wanted=True), TimeGuard(60, 120))))
    'at 01:00, with 1 cup'
    """
    stocks: dict[str, dict[str, int]] = {}
    for word, item, count in (*_guarded(row.guards), *_used(row.effects)):
        items, name = stocks.setdefault(word, {}), "item" if item == ANYTHING else item
        items[name] = max(items.get(name, 0), count)
    stocked = (
        f"{word} {' and '.join(f'{count} {item}' for item, count in items.items())}"
        for word, items in stocks.items()
    )
    return ", ".join((*filter(None, map(_condition, row.guards)), *stocked))


def _guarded(guards: tuple[Guard, ...]) -> Iterator[_Stock]:
    for guard in guards:
        match guard:
            case HoldsGuard(item=item, count=count, wanted=True):
                yield _Stock("with", item, count)
            case InsideGuard(item=item, least=least) if least > 0:
                yield _Stock("inside", item, least)


def _used(effects: tuple[Effect, ...]) -> Iterator[_Stock]:
    for effect in effects:
        match effect:
            case ItemEffect(item=item, amount=amount) if amount < 0:
                yield _Stock("with", item, -amount)
            case TransferEffect(deed="store", item=item, count=count):
                yield _Stock("with", item, count)
            case TransferEffect(deed="fetch" | "spend", item=item, count=count):
                yield _Stock("inside", item, count)


def _condition(guard: Guard) -> str:
    """Return the start condition under which a condition holds that is not about items; "" for the
    others."""
    match guard:
        case RightGuard(right=right, wanted=wanted):
            return f"{'' if wanted else 'no '}{right}"
        case TimeGuard(start=start):
            return f"at {format_hours(start)}"
        case WeatherGuard(weathers=weathers):
            return f"weather {weathers[0]}"
        case CounterGuard(counter=name, least=least, most=most):
            return f"{name} {least if least > -UNBOUNDED else most}"
    return ""
