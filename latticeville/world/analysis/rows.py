"""What can be said of a row of a machine by itself: what decides on it, and whether it can ever fire."""

from latticeville.core.clock import DAY, within
from latticeville.world.phrases import guard_words
from latticeville.world.things import (
    CounterGuard,
    Deed,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    RightGuard,
    TimeGuard,
    Transition,
    WeatherGuard,
)


def is_inner(guard: Guard) -> bool:
    """Tell whether a condition is about the machine itself."""
    return isinstance(guard, CounterGuard | InsideGuard)


def is_certain(row: Transition) -> bool:
    """Tell whether nothing but the machine itself decides on a row."""
    return not _needs_somebody(row) and all(map(is_inner, row.guards))


def _needs_somebody(row: Transition) -> bool:
    """Tell whether the effects of a row take from somebody, or give into their hands."""
    return any(
        (isinstance(effect, ItemEffect) and effect.amount < 0)
        or (isinstance(effect, Deed) and effect.deed in ("store", "fetch"))
        for effect in row.effects
    )


def label(row: Transition) -> str:
    """Write a row as a step of a way: the verb, or how long to wait, and what it takes beside."""
    wait = f"wait {row.after or 1}"
    outer = ", ".join(guard_words(guard) for guard in row.guards if not is_inner(guard))
    return f"{row.verb or wait} ({outer})" if outer else row.verb or wait


def why_never(row: Transition) -> str:
    """Return why the conditions of a row can never hold, whatever the machine does, or ""."""
    acted = row.verb is not None
    for guard in row.guards:
        if not acted and ((isinstance(guard, HoldsGuard | RightGuard)) and guard.wanted):
            return f"“{guard_words(guard)}” asks for somebody, and the row has no verb"
        if isinstance(guard, CounterGuard | InsideGuard) and guard.least > guard.most:
            return f"“{guard_words(guard)}” is between nothing"
    if not acted and _needs_somebody(row):
        return "its effects take from somebody, and the row has no verb"
    for one in row.guards:
        for two in row.guards:
            if _contradict(one, two):
                return f"“{guard_words(one)}” and “{guard_words(two)}” exclude each other"
    spans = [guard for guard in row.guards if isinstance(guard, TimeGuard)]
    if spans and not any(all(within(minute, each.start, each.end) for each in spans) for minute in range(DAY)):
        return f"it is never {' and '.join(guard_words(guard) for guard in spans)}"
    return ""


def _contradict(one: Guard, two: Guard) -> bool:
    match one, two:
        case CounterGuard(), CounterGuard():
            return one.counter == two.counter and one.least > two.most
        case InsideGuard(), InsideGuard():
            return one.item == two.item and one.least > two.most
        case HoldsGuard(wanted=True), HoldsGuard(wanted=False):
            return one.item == two.item and one.count >= two.count
        case RightGuard(), RightGuard():
            return one.right == two.right and one.wanted and not two.wanted
        case WeatherGuard(), WeatherGuard():
            return not {*one.weathers} & {*two.weathers}
    return False


def rivals(upper: Transition, lower: Transition) -> bool:
    """Tell whether two rows wait for the same, ask about the same things, overlap, and neither includes the other."""
    if (upper.verb, upper.after) != (lower.verb, lower.after):
        return False
    if {_subject(guard) for guard in upper.guards} != {_subject(guard) for guard in lower.guards} or not upper.guards:
        return False
    first, second = _region(upper), _region(lower)
    if not all(first[key] & second[key] for key in first):
        return False
    return not all(first[key] <= second[key] for key in first) and not all(second[key] <= first[key] for key in first)


def _subject(guard: Guard) -> str:
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


def _region(row: Transition) -> dict[str, frozenset[object]]:
    """Return, for each thing that a row asks about, the values at which it holds."""
    found: dict[str, frozenset[object]] = {}
    for guard in row.guards:
        match guard:
            case CounterGuard(least=least, most=most) | InsideGuard(least=least, most=most):
                low, high = max(least, -1000), min(most, 1000)
                values: frozenset[object] = frozenset(range(low, high + 1))
            case HoldsGuard(count=count, wanted=wanted):
                values = frozenset(range(count, 1001) if wanted else range(min(count, 1000)))
            case RightGuard(wanted=wanted):
                values = frozenset([wanted])
            case TimeGuard(start=start, end=end):
                values = frozenset(minute for minute in range(DAY) if within(minute, start, end))
            case _:
                values = frozenset(guard.weathers)
        subject = _subject(guard)
        found[subject] = found.get(subject, values) & values
    return found
