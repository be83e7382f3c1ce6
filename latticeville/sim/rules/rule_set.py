"""What a set of rules adds to a world: kinds of action, and laws of nature."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from latticeville.sim.actions.kind import ActionKind
from latticeville.sim.tick_draft import TickDraft

Law = Callable[[TickDraft], None]
"""What happens in each tick after the actions: a function that changes the draft and adds
events."""


class RuleSet(msgspec.Struct, frozen=True):
    """Kinds of action by name, and laws of nature in the order in which they apply."""

    actions: Mapping[str, ActionKind]
    laws: tuple[Law, ...]


def rule_set(actions: Iterable[ActionKind], laws: Iterable[Law]) -> RuleSet:
    """Return a set of rules."""
    return RuleSet({kind.name: kind for kind in actions}, tuple(laws))


def join_rule_sets(sets: Iterable[RuleSet]) -> RuleSet:
    """Return the rules of all sets; what several have stands where it stands first.

    >>> join_rule_sets([rule_set([], [print]), rule_set([], [repr, print])]).laws
    (<built-in function print>, <built-in function repr>)
    """
    sets = tuple(sets)
    actions = {name: kind for one in reversed(sets) for name, kind in one.actions.items()}
    return RuleSet(actions, tuple(dict.fromkeys(law for one in sets for law in one.laws)))
