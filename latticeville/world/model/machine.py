"""A state machine without a world: which transition fires, and its effects.

A transition fires with all of its effects if its guards hold; else nothing happens. Effects move
items; only `give` and `fill` create them, only `take` and `spend` consume them.
"""

from collections.abc import Iterable, Mapping

import msgspec

from latticeville.core.clock import format_hours, is_within
from latticeville.world.model.objects import (
    ANYTHING,
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    Kind,
    RightGuard,
    TimeGuard,
    TransferEffect,
    Transition,
    WeatherGuard,
)


class Pocket(msgspec.Struct, frozen=True, gc=False):
    """What somebody carries, or what lies inside a thing: items by name, and portable things by id
    with their kind."""

    items: Mapping[str, int] = {}
    things: Mapping[str, str] = {}

    def count(self, name: str) -> int:
        """Return how many there are of a name; a thing counts as one of its kind, and as itself."""
        if name == ANYTHING:
            return sum(self.items.values()) + len(self.things)
        return self.items.get(name, 0) + sum(name in pair for pair in self.things.items())


class MachineState(msgspec.Struct, frozen=True, gc=False):
    """How a machine stands: its state, its counters, what lies inside."""

    state: str
    counters: Mapping[str, int]
    inside: Pocket = Pocket()


class Actor(msgspec.Struct, frozen=True, gc=False):
    """Who acts on it: what they carry, and whether the thing is theirs and they have its key.

    `using` is the id of the thing itself, which nobody who carries it can put into itself.
    """

    pocket: Pocket = Pocket()
    owner: bool = True
    key: bool = False
    using: str = ""


class TimeAndWeather(msgspec.Struct, frozen=True, gc=False):
    """The minute and the weather in which something happens."""

    minute: int
    weather: str


class TransitionResult(msgspec.Struct, frozen=True, gc=False):
    """A row that fired, with the machine and the pocket of whoever acted after it."""

    row: Transition
    part: MachineState
    pocket: Pocket


def fire(
    kind: Kind,
    rows: Iterable[Transition],
    part: MachineState,
    hour: TimeAndWeather,
    actor: Actor | None,
) -> TransitionResult | str:
    """Fire the first row that can; else return the reason why the last one cannot."""
    reason = "nothing happens."
    for row in rows:
        lacking = next(
            (text for guard in row.guards if (text := failure_of(guard, part, hour, actor))), ""
        )
        if not lacking:
            outcome = _apply(kind, row, part, actor)
            if not isinstance(outcome, str):
                return outcome
            lacking = outcome
        reason = row.fails or lacking
    return reason


def rows_to_watch(kind: Kind, state: str, counters: Mapping[str, int]) -> tuple[Transition, ...]:
    """Return the rows without a verb that time or weather may fire while state and counters stay as
    they are."""
    return tuple(
        row
        for row in kind.automatic_transitions(state)
        if all(
            guard.least <= counters[guard.counter] <= guard.most
            for guard in row.guards
            if isinstance(guard, CounterGuard)
        )
    )


def is_its_hour(row: Transition, hour: TimeAndWeather) -> bool:
    """Tell whether the time and the weather let a row fire, other guards aside."""
    return all(
        is_within(hour.minute, guard.start, guard.end)
        if isinstance(guard, TimeGuard)
        else hour.weather in guard.weathers
        for guard in row.guards
        if isinstance(guard, TimeGuard | WeatherGuard)
    )


def failure_of(guard: Guard, part: MachineState, hour: TimeAndWeather, actor: Actor | None) -> str:
    """Return why a guard does not hold, or ""; where nobody acts nobody has anything, nor any
    right."""
    match guard:
        case CounterGuard(counter=name, least=least, most=most):
            value = part.counters[name]
            reason = "" if least <= value <= most else f"{name} is {value}."
        case TimeGuard(start=start, end=end):
            reason = (
                ""
                if is_within(hour.minute, start, end)
                else f"that goes from {format_hours(start)} to {format_hours(end)} only."
            )
        case HoldsGuard():
            reason = _missing_item(guard, actor)
        case InsideGuard():
            reason = _contents_failure(guard, part.inside.count(guard.item))
        case RightGuard():
            reason = _missing_right(guard, actor)
        case _:
            reason = "" if hour.weather in guard.weathers else f"not while it is {hour.weather}."
    return reason


def _missing_item(guard: HoldsGuard, actor: Actor | None) -> str:
    held = 0 if actor is None else actor.pocket.count(guard.item)
    if (held >= guard.count) == guard.wanted and (actor is not None or not guard.wanted):
        return ""
    return f"that needs {guard.item}." if guard.wanted else f"not with {guard.item} in hand."


def _missing_right(guard: RightGuard, actor: Actor | None) -> str:
    has = actor is not None and (actor.owner if guard.right == "owner" else actor.key)
    return "" if has == guard.wanted else _RIGHTS[guard.right, guard.wanted]


_RIGHTS = {
    ("owner", True): "it belongs to somebody else.",
    ("owner", False): "not by its owner.",
    ("key", True): "that needs the key.",
    ("key", False): "not with the key in hand.",
}


def _contents_failure(guard: InsideGuard, count: int) -> str:
    if guard.item == ANYTHING:
        return (
            "there is too little inside."
            if count < guard.least
            else ""
            if count <= guard.most
            else "it is full."
        )
    if count < guard.least:
        return f"there is {'not enough' if count else 'no'} {guard.item} inside."
    return f"there is {guard.item} inside already." if count > guard.most else ""


def _apply(
    kind: Kind, row: Transition, part: MachineState, actor: Actor | None
) -> TransitionResult | str:
    counters = dict(part.counters)
    mine = _OpenPocket(actor.pocket if actor else Pocket(), actor.using if actor else "")
    its = _OpenPocket(part.inside)
    lacking = _check_takes(row.effects, mine)
    if lacking:
        return lacking
    for effect in row.effects:
        lacking = _apply_effect(kind, effect, counters, mine, its, acted=actor is not None)
        if lacking:
            return lacking
    return TransitionResult(
        row, MachineState(row.target, counters, its.to_pocket()), mine.to_pocket()
    )


class _OpenPocket:
    """A pocket while effects go on."""

    def __init__(self, pocket: Pocket, kept: str = "") -> None:
        self.items, self.things, self._excluded = dict(pocket.items), dict(pocket.things), kept

    def to_pocket(self) -> Pocket:
        return Pocket({item: count for item, count in self.items.items() if count}, self.things)

    def change(self, item: str, amount: int) -> None:
        self.items[item] = self.items.get(item, 0) + amount

    def count_all(self) -> int:
        return sum(self.items.values()) + len(self.things)

    def move(self, item: str, other: "_OpenPocket") -> bool:
        """Move one of a name to another purse; items go before things, and things by their ids."""
        if item == ANYTHING:
            item = next((name for name in sorted(self.items) if self.items[name]), ANYTHING)
        if self.items.get(item, 0):
            self.change(item, -1)
            other.change(item, 1)
            return True
        fitting = sorted(
            name
            for name, kind in self.things.items()
            if item in (ANYTHING, name, kind) and name != self._excluded
        )
        if fitting:
            other.things[fitting[0]] = self.things.pop(fitting[0])
        return bool(fitting)


def _check_takes(effects: Iterable[Effect], mine: _OpenPocket) -> str:
    """Return what the actor has too little of for the effects to take, or ""; a thing in hand
    cannot be used up."""
    needed: dict[str, int] = {}
    for effect in effects:
        if isinstance(effect, ItemEffect) and effect.amount < 0:
            needed[effect.item] = needed.get(effect.item, 0) - effect.amount
    return next(
        (
            f"that needs {item}."
            for item, count in needed.items()
            if mine.items.get(item, 0) < count
        ),
        "",
    )


def _apply_effect(
    kind: Kind,
    effect: Effect,
    counters: dict[str, int],
    mine: _OpenPocket,
    its: _OpenPocket,
    *,
    acted: bool,
) -> str:
    """Do one effect, or return why it cannot be done."""
    if isinstance(effect, CounterEffect):
        wanted = effect.target_value(counters[effect.counter])
        counters[effect.counter] = kind.counters[effect.counter].clamp(wanted)
        return ""
    if isinstance(effect, ItemEffect):
        if mine.items.get(effect.item, 0) + effect.amount < 0:
            return f"that needs {effect.item}."
        mine.change(effect.item, effect.amount)
        return ""
    return _apply_transfer(kind, effect, mine, its, acted=acted)


def _apply_transfer(
    kind: Kind, effect: TransferEffect, mine: _OpenPocket, its: _OpenPocket, *, acted: bool
) -> str:
    """Move, make or use up items, or return why that cannot be done."""
    if effect.deed in ("store", "fetch") and not acted:
        return "nobody is there to do it."
    if effect.deed in ("store", "fill") and its.count_all() + effect.count > kind.room:
        return "there is no room inside."
    return "" if _transfer_items(effect, mine, its) else _describe_shortage(effect)


def _transfer_items(effect: TransferEffect, mine: _OpenPocket, its: _OpenPocket) -> bool:
    """Move, make or use up items, and tell whether there were enough."""
    item, count = effect.item, effect.count
    if effect.deed == "fill":
        its.change(item, count)
        return True
    if effect.deed == "spend":
        its.change(item, -count)
        return its.items[item] >= 0
    source, other = (mine, its) if effect.deed == "store" else (its, mine)
    return all(source.move(item, other) for _ in range(count))


def _describe_shortage(effect: TransferEffect) -> str:
    stores, item = effect.deed == "store", effect.item
    if item == ANYTHING:
        return "there is nothing at hand to put in." if stores else "there is nothing inside."
    return f"that needs {item}." if stores else f"there is no {item} inside."
