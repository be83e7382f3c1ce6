"""What a set of rules is: actions, laws of nature, events, and its parts of perception and of the mind.

Sets are found by the names that a world gives; they come from entry points of the group
`latticeville.rules`, so that a package can bring its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from pkgutil import resolve_name
from typing import TypeVar

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
from latticeville.mind.action_form import ActionForm
from latticeville.mind.mind import ThoughtProcess
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Faculty, Situation, Wish
from latticeville.models.model import Model
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.event import Event
from latticeville.sim.events import ENGINE_EVENTS
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.world import World

T = TypeVar("T")
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
    form: ActionForm = ActionForm()
    """How models are told of it, and reply with it; by default with its target and verb."""

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

    def resolve_all(self, crowd: Crowd, rows: Numbers, world: World, step: int) -> None:
        """Change the columns of a crowd, and add deeds, as `resolve` does for each of the rows in
        this survival step; for kinds of action that a crowd does."""
        raise NotImplementedError


Law = Callable[[TickDraft], None]
"""What happens in each tick after the actions: a function that changes the draft and adds
events."""
Sense = Callable[[State, Body, Percept], Percept]
"""What a body perceives beside what stands and happens around it."""
Equipment = Callable[[World, Body], Body]
"""What a body has when it comes into the world, and keeps when it has it already."""
CarryOver = Callable[[State, World], State]
"""What a state keeps when a run goes on in another edition of its world, which it does not yet
hold."""

SoloThinker = Callable[[State, Crowd | None], Mapping[str, ThoughtProcess]]
"""The thoughts of people whom nobody sees and who see nobody, by id, but for those of a crowd: the
same as those of `latticeville.mind.think.think`, with less work. Whoever is left out thinks as
ever."""
CrowdThinker = Callable[[State, Model], Crowd | None]
"""The people alone whose tick goes on as before, after the same thoughts, as columns; None for
nobody. Who is among them follows from what the state tells, and not from how it is kept."""


def nobody_alone(_state: State, _crowd: Crowd | None) -> Mapping[str, ThoughtProcess]:
    """Return no thoughts: everybody thinks as ever."""
    return {}


def no_crowd(_state: State, _model: Model) -> Crowd | None:
    """Return nobody."""
    return None


class RuleSet(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """What can happen and how it is perceived and thought of: one set, or those of a world
    together.

    Kinds of action stand by name, laws of nature in the order in which they apply. `alone` and
    `crowd` hold for a set that is the only one of a world. `version` is
    what runs record: another one whenever a run would go on otherwise.
    """

    actions: Mapping[str, ActionKind] = {}
    laws: tuple[Law, ...] = ()
    events: tuple[type[Event], ...] = ()
    bodies: tuple[Equipment, ...] = ()
    senses: tuple[Sense, ...] = ()
    faculties: tuple[Faculty, ...] = ()
    carry_overs: tuple[CarryOver, ...] = ()
    alone: SoloThinker = nobody_alone
    crowd: CrowdThinker = no_crowd
    version: str = "1"

    @cached_property
    def forms(self) -> Mapping[str, ActionForm]:
        """The forms of the kinds of action, by name."""
        return {name: kind.form for name, kind in self.actions.items()}

    @cached_property
    def advisers(self) -> tuple[ActionKind, ...]:
        """The kinds of action that say when the built-in mind wants to do them."""
        kinds = self.actions.values()
        return tuple(kind for kind in kinds if type(kind).advise is not ActionKind.advise)


def rule_set(
    actions: Iterable[ActionKind] = (),
    laws: Iterable[Law] = (),
    *,
    events: Iterable[type[Event]] = (),
    bodies: Iterable[Equipment] = (),
    senses: Iterable[Sense] = (),
    faculties: Iterable[Faculty] = (),
    carry_overs: Iterable[CarryOver] = (),
    version: str = "1",
) -> RuleSet:
    """Return a set of rules."""
    return RuleSet(
        actions={kind.name: kind for kind in actions},
        laws=tuple(laws),
        events=tuple(events),
        bodies=tuple(bodies),
        senses=tuple(senses),
        faculties=tuple(faculties),
        carry_overs=tuple(carry_overs),
        version=version,
    )


def join_rule_sets(sets: Iterable[RuleSet]) -> RuleSet:
    """Return the rules of all sets; what several have stands where it stands first.

    >>> join_rule_sets([rule_set(laws=[print]), rule_set(laws=[repr, print])]).laws
    (<built-in function print>, <built-in function repr>)
    """
    sets = tuple(sets)
    only = sets[0] if len(sets) == 1 else RuleSet()
    return RuleSet(
        actions={name: kind for one in reversed(sets) for name, kind in one.actions.items()},
        laws=_each_once(one.laws for one in sets),
        events=_each_once(one.events for one in sets),
        bodies=_each_once(one.bodies for one in sets),
        senses=_each_once(one.senses for one in sets),
        faculties=_each_once(one.faculties for one in sets),
        carry_overs=_each_once(one.carry_overs for one in sets),
        alone=only.alone,
        crowd=only.crowd,
    )


def _each_once(parts: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(parts)))


@cache
def rules_of(names: tuple[str, ...]) -> RuleSet:
    """Return the rules of a world that chooses these sets.

    Raises:
        PluginError: There is no set of one of the names, or it cannot be loaded.
    """
    return join_rule_sets(load_rule_set(name) for name in names)


@cache
def event_kinds(names: tuple[str, ...]) -> Mapping[str, type[Event]]:
    """Return all that can happen in a world that chooses these sets, by the name of its event.

    Raises:
        PluginError: A set cannot be loaded, or two events have the same name.
    """
    found: dict[str, type[Event]] = {}
    for kind in (*ENGINE_EVENTS, *rules_of(names).events):
        tag = str(kind.__struct_config__.tag)
        if tag in found:
            raise PluginError(
                f"two kinds of event are called “{tag}”: {_where(found[tag])} and {_where(kind)}; "
                "give one of them another tag"
            )
        found[tag] = kind
    return found


def _where(kind: type) -> str:
    return f"{kind.__module__}:{kind.__name__}"


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
