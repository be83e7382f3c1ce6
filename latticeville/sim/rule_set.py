"""What a set of rules is: kinds of action and laws of nature, found by the name that a world gives.

Sets come from entry points of the group `latticeville.rules`, so that a package can bring its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pkgutil import resolve_name

import msgspec

from latticeville.core.plugins import (
    RULES_GROUP,
    PluginError,
    list_installed,
    list_names,
    load_installed,
)
from latticeville.core.word_list import list_words
from latticeville.mind.action import Action
from latticeville.mind.situation import Situation, Wish
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft

OWN_RULES: dict[str, str] = {
    "social": "latticeville.rules.social:SOCIAL",
    "survival": "latticeville.rules.survival:SURVIVAL",
    "hunger": "latticeville.rules.survival:HUNGER",
    "energy": "latticeville.rules.survival:ENERGY",
    "health": "latticeville.rules.survival:HEALTH",
}
"""Where our own sets are; they are found without reading the metadata of installed packages."""


class ActionKind:
    """One kind of action: its name, its valid targets, and what it does to the world."""

    name: str

    def valid_actions(self, _state: State, _who: str) -> Iterable[Action]:
        """Yield every valid action of this kind, in a fixed order."""
        return (Action(self.name),)

    def refusal_reason(self, _state: State, _who: str, _action: Action) -> str:
        """Return why an action is not valid, or ""."""
        return ""

    def advise(self, _now: Situation, _valid: Sequence[Action]) -> Wish | None:
        """Return which of the valid actions the built-in mind should do, and how much it wants to;
        None where it should do something else."""
        return None

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Change the draft and add events; what several may want becomes a claim, which a law of
        nature settles."""
        raise NotImplementedError


Law = Callable[[TickDraft], None]
"""What happens in each tick after the actions: a function that changes the draft and adds
events."""


class RuleSet(msgspec.Struct, frozen=True, dict=True):
    """Kinds of action by name, laws of nature in the order in which they apply, and the version
    that runs record: another one whenever a run would go on otherwise."""

    actions: Mapping[str, ActionKind]
    laws: tuple[Law, ...]
    version: str = "1"

    @cached_property
    def advisers(self) -> tuple[ActionKind, ...]:
        """The kinds of action that say when the built-in mind wants to do them."""
        kinds = self.actions.values()
        return tuple(kind for kind in kinds if type(kind).advise is not ActionKind.advise)


def rule_set(actions: Iterable[ActionKind], laws: Iterable[Law], version: str = "1") -> RuleSet:
    """Return a set of rules."""
    return RuleSet({kind.name: kind for kind in actions}, tuple(laws), version)


def join_rule_sets(sets: Iterable[RuleSet]) -> RuleSet:
    """Return the rules of all sets; what several have stands where it stands first.

    >>> join_rule_sets([rule_set([], [print]), rule_set([], [repr, print])]).laws
    (<built-in function print>, <built-in function repr>)
    """
    sets = tuple(sets)
    actions = {name: kind for one in reversed(sets) for name, kind in one.actions.items()}
    return RuleSet(actions, tuple(dict.fromkeys(law for one in sets for law in one.laws)))


@cache
def rules_of(names: tuple[str, ...]) -> RuleSet:
    """Return the rules of a world that chooses these sets.

    Raises:
        PluginError: There is no set of one of the names, or it cannot be loaded.
    """
    return join_rule_sets(load_rule_set(name) for name in names)


def load_rule_set(name: str) -> RuleSet:
    """Return the set of a name.

    Raises:
        PluginError: There is none, or it cannot be loaded.
    """
    if name in OWN_RULES:
        found: RuleSet = resolve_name(OWN_RULES[name])
        return found
    point = list_installed(RULES_GROUP).get(name)
    if point is None:
        raise PluginError(
            f"the rules “{name}” are not installed: install the package that brings them; "
            f"installed are {list_words(list_names(RULES_GROUP))}"
        )
    return load_installed(point, RuleSet, "set of rules")
