"""What can be said of a single transition: what it depends on, and whether it can fire."""

from collections.abc import Iterator, Mapping
from itertools import product

from latticeville.core.clock import DAY, is_within
from latticeville.world.model.machine_text import describe_guard
from latticeville.world.model.objects import (
    CounterGuard,
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

_FAR = 1000
"""Numbers beyond it are not told apart."""


def is_internal(guard: Guard) -> bool:
    """Tell whether a condition is about the machine itself."""
    return isinstance(guard, CounterGuard | InsideGuard)


def is_certain(row: Transition) -> bool:
    """Tell whether nothing but the machine itself decides on a row."""
    return not _needs_actor(row) and all(map(is_internal, row.guards))


def _needs_actor(row: Transition) -> bool:
    """Tell whether the effects of a row take from somebody, or give into their hands."""
    return any(
        (isinstance(effect, ItemEffect) and effect.amount < 0)
        or (isinstance(effect, TransferEffect) and effect.deed in ("store", "fetch"))
        for effect in row.effects
    )


def describe_step(row: Transition) -> str:
    """Write a row as a step of a way: the verb, or how long to wait, and what it takes beside."""
    wait = f"wait {row.after or 1}"
    outer = ", ".join(describe_guard(guard) for guard in row.guards if not is_internal(guard))
    return f"{row.verb or wait} ({outer})" if outer else row.verb or wait


def explain_never(row: Transition) -> str:
    """Return why the conditions of a row can never hold, whatever the machine does, or ""."""
    return next(filter(None, _find_obstacles(row)), "")


def _find_obstacles(row: Transition) -> Iterator[str]:
    """Yield why a row can never fire, or "" for what does not prevent it."""
    for guard in row.guards:
        yield _explain_never_holds(guard, acted=row.verb is not None)
    if row.verb is None and _needs_actor(row):
        yield "its effects need a person, but it has no verb"
    for one, two in product(row.guards, repeat=2):
        if _contradicts(one, two):
            yield f"“{describe_guard(one)}” and “{describe_guard(two)}” exclude each other"
    spans = [guard for guard in row.guards if isinstance(guard, TimeGuard)]
    if not _share_a_minute(spans):
        yield f"it is never both {' and '.join(f'“{describe_guard(span)}”' for span in spans)}"


def _share_a_minute(spans: list[TimeGuard]) -> bool:
    return any(
        all(is_within(minute, each.start, each.end) for each in spans) for minute in range(DAY)
    )


def _explain_never_holds(guard: Guard, *, acted: bool) -> str:
    if not acted and isinstance(guard, HoldsGuard | RightGuard) and guard.wanted:
        return f"“{describe_guard(guard)}” needs a person, but the transition has no verb"
    if isinstance(guard, CounterGuard | InsideGuard) and guard.least > guard.most:
        return f"“{describe_guard(guard)}” has a min above its max"
    return ""


def _contradicts(one: Guard, two: Guard) -> bool:
    if _guard_subject(one) != _guard_subject(two):
        return False
    match one, two:
        case CounterGuard() | InsideGuard(), CounterGuard() | InsideGuard():
            return one.least > two.most
        case HoldsGuard(wanted=True), HoldsGuard(wanted=False):
            return one.count >= two.count
        case RightGuard(), RightGuard():
            return one.wanted and not two.wanted
        case WeatherGuard(), WeatherGuard():
            return not {*one.weathers} & {*two.weathers}
    return False


def _guard_subject(guard: Guard) -> str:
    match guard:
        case CounterGuard(counter=name):
            return f"counter {name}"
        case HoldsGuard(item=item):
            return f"has {item}"
        case InsideGuard(item=item):
            return f"inside {item}"
        case RightGuard(right=right):
            return right
        case TimeGuard():
            return "time"
        case _:
            return "weather"


Scope = Mapping[str, int | frozenset[str]]
"""By what a row asks about, the values at which it holds: whole numbers as bits, weathers as
names."""


def partly_overlaps(one: Scope, other: Scope) -> bool:
    """Tell whether two scopes of the same subjects overlap, and neither includes the other."""
    shared = [
        (values, more, values & more)  # type: ignore[operator]
        for values, more in ((one[key], other[key]) for key in one)
    ]
    return (
        all(both for _, _, both in shared)
        and not all(values == both for values, _, both in shared)
        and not all(more == both for _, more, both in shared)
    )


def find_scope(row: Transition) -> Scope:
    """Return, for each thing that a row asks about, the values at which it holds; numbers only up
    to 1000 from 0."""
    found: dict[str, int | frozenset[str]] = {}
    for guard in row.guards:
        values = _allowed_values(guard)
        subject = _guard_subject(guard)
        found[subject] = found.get(subject, values) & values  # type: ignore[operator]
    return found


def _allowed_values(guard: Guard) -> int | frozenset[str]:
    match guard:
        case CounterGuard(least=least, most=most) | InsideGuard(least=least, most=most):
            return _range_bits(max(least, -_FAR), min(most, _FAR) + 1)
        case HoldsGuard(count=count, wanted=wanted):
            return _range_bits(count, _FAR + 1) if wanted else _range_bits(0, min(count, _FAR))
        case RightGuard(wanted=wanted):
            return 1 << wanted
        case TimeGuard(start=start, end=end):
            return sum(1 << minute for minute in range(DAY) if is_within(minute, start, end))
        case _:
            return frozenset(guard.weathers)


def _range_bits(start: int, stop: int) -> int:
    """Return the numbers from `start` up to below `stop` as bits, -1000 the lowest of them."""
    return ((1 << max(stop - start, 0)) - 1) << start + _FAR
