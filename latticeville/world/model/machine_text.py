"""Verbs in words: `use`, `brew`, `turn_on`."""

from latticeville.core.clock import format_hours
from latticeville.world.model.objects import (
    ANYTHING,
    UNBOUNDED,
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    RightGuard,
    TimeGuard,
    Transition,
    Verb,
)

_THIRD_PERSONS = {Verb.DROP: "puts down"}
_PARTICIPLES = {
    Verb.USE: "used",
    Verb.OPEN: "opened",
    Verb.CLOSE: "closed",
    Verb.TAKE: "taken",
    Verb.DROP: "put down",
}


def infinitive(verb: str) -> str:
    """Return a verb as it stands after “to”.

    >>> infinitive("turn_on")
    'turn on'
    """
    return str(verb).replace("_", " ")


def third_person(verb: str) -> str:
    """Return a verb as it stands after “she”.

    >>> third_person("brew"), third_person("turn_on"), third_person("polish"), third_person("carry")
    ('brews', 'turns on', 'polishes', 'carries')
    """
    if verb in _THIRD_PERSONS:
        return _THIRD_PERSONS[Verb(verb)]
    first, _, rest = verb.partition("_")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in ("", *"aeiou"):
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return infinitive(f"{first}_{rest}" if rest else first)


def describe_unaccepted(verb: str, state: str) -> str:
    """Say that a thing does not accept a verb in a state.

    >>> describe_unaccepted("use", "cold"), describe_unaccepted("brew", "cold")
    ('it cannot be used while it is cold.', 'one cannot brew it while it is cold.')
    """
    if verb in _PARTICIPLES:
        return f"it cannot be {_PARTICIPLES[Verb(verb)]} while it is {state}."
    return f"one cannot {infinitive(verb)} it while it is {state}."


UNCOUNTABLE = frozenset(
    ("water", "tea", "coffee", "milk", "cider", "soup", "bread", "food", "flour", "fish", "coal")
)
"""Items of which there are never “two waters”."""


def describe_trigger(row: Transition) -> str:
    """Say when a row fires.

    >>> describe_trigger(Transition(("cold",), "hot", verb="use"))
    'use'
    >>> describe_trigger(Transition(("hot",), "cold", after=5))
    'after 5 min'
    """
    return row.verb or (f"after {row.after} min" if row.after is not None else "by itself")


def describe_guard(guard: Guard) -> str:
    """Say what a condition asks for."""
    match guard:
        case CounterGuard(counter=name, least=least, most=most):
            return _describe_range(name, least, most)
        case InsideGuard(item=item, least=least, most=most):
            return f"{_describe_range('items' if item == ANYTHING else item, least, most)} inside"
        case HoldsGuard(item=item, count=count, wanted=wanted):
            return (
                f"{'with' if wanted else 'without'} "
                f"{format_count(count, item) if count > 1 else item}"
            )
        case RightGuard(right=right, wanted=wanted):
            return _RIGHTS[right, wanted]
        case TimeGuard(start=start, end=end):
            return f"from {format_hours(start)} to {format_hours(end)}"
        case _:
            return f"in {' or '.join(guard.weathers)}"


def describe_effect(effect: Effect) -> str:
    """Say what an effect does."""
    match effect:
        case CounterEffect(counter=name, amount=amount, add=add):
            return (
                f"{name} {'+' if amount >= 0 else '−'} {abs(amount)}"
                if add
                else f"{name} = {amount}"
            )
        case ItemEffect(item=item, amount=amount):
            return f"{'give' if amount > 0 else 'take'} {format_count(abs(amount), item)}"
        case _:
            return (
                f"{effect.deed} "
                f"{'anything' if effect.item == ANYTHING else format_count(effect.count, effect.item)}"
            )


PLURAL_ONLY = ("clothes", "glasses", "scissors", "shears", "tongs", "trousers")
"""Items of which one is called as many are."""


def format_count(count: int, item: str) -> str:
    """Write how many of an item there are.

    >>> format_count(2, "letter"), format_count(3, "water"), format_count(1, "coin")
    ('2 letters', '3 water', '1 coin')
    >>> format_count(1, "coins"), format_count(0, "coin"), format_count(1, "berries"), format_count(1, "glass")
    ('1 coin', '0 coins', '1 berry', '1 glass')
    >>> format_count(1, "canvas"), format_count(1, "tomatoes")
    ('1 canvas', '1 tomato')
    """
    if count == 1:
        return f"1 {_singular(item)}"
    plural = not item.endswith("s") and item.rsplit(maxsplit=1)[-1] not in UNCOUNTABLE
    return f"{count} {item}{'s' * plural}"


def _singular(item: str) -> str:
    """Return one of an item whose name may be a plural."""
    if (
        not item.endswith("s")
        or item.endswith(("ss", "us", "is", "lens", "gas", "canvas"))
        or item.rsplit(maxsplit=1)[-1] in PLURAL_ONLY
    ):
        return item
    if item.endswith("ies"):
        return f"{item[:-3]}y"
    return item[:-2] if item.endswith(("ches", "shes", "sses", "xes", "toes")) else item[:-1]


def _describe_range(name: str, least: int, most: int) -> str:
    low, high = least > -UNBOUNDED, most < UNBOUNDED
    if low and high:
        return f"{name} {least}" if least == most else f"{name} {least} to {most}"
    return f"at least {least} {name}" if low else f"at most {most} {name}"


_RIGHTS = {
    ("owner", True): "by its owner",
    ("owner", False): "not by its owner",
    ("key", True): "with its key",
    ("key", False): "without its key",
}
