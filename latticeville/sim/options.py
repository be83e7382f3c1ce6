"""The valid actions of one agent, computed only as far as its mind asks."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.core.deferred import MappingByKey
from latticeville.mind.action import Action, AreaClosing
from latticeville.mind.action_form import ActionForm
from latticeville.mind.situation import Faculty, Options, Situation, Wish
from latticeville.sim.area_access import next_closing
from latticeville.sim.machines import accepted_verbs, is_within_reach, try_verb
from latticeville.sim.rule_set import ActionKind, rules_of
from latticeville.sim.state import State


class VerbOffer(NamedTuple):
    """A verb that a thing accepts, and the reason why it would be refused, if it would."""

    verb: str
    reason: str = ""


def refusal_reason(state: State, who: str, action: Action) -> str:
    """Return why the rules of the world do not let somebody do an action, or ""."""
    kind = rules_of(state.world.rules).actions.get(action.kind)
    if kind is None:
        return f"there is no action “{action.kind}” in this world"
    return kind.refusal_reason(state, who, action)


class Affordances(Options):
    """What `who` can do in a state."""

    __slots__ = ("_rules", "_state", "_valid", "_who")

    def __init__(self, state: State, who: str) -> None:
        self._state, self._who = state, who
        self._rules = rules_of(state.world.rules)
        self._valid: MappingByKey[tuple[Action, ...]] | None = None

    @property
    def faculties(self) -> tuple[Faculty, ...]:
        """What the rules of the world add to the mind."""
        return self._rules.faculties

    @property
    def forms(self) -> Mapping[str, ActionForm]:
        """How models are told of each kind of action of the rules, and reply with it."""
        return self._rules.forms

    @property
    def valid(self) -> Mapping[str, tuple[Action, ...]]:
        """The valid actions of each kind of the rules."""
        return self._all_valid()

    def _all_valid(self) -> MappingByKey[tuple[Action, ...]]:
        if self._valid is None:
            self._valid = MappingByKey(self._rules.actions, self._valid_of)
        return self._valid

    def without(self, kinds: Collection[str]) -> Mapping[str, tuple[Action, ...]]:
        """Return the valid actions of each kind but some."""
        return self._all_valid().without(kinds)

    def _valid_of(self, kind: str) -> tuple[Action, ...]:
        return tuple(self._rules.actions[kind].valid_actions(self._state, self._who))

    def refusal_reason(self, action: Action) -> str:
        """Return why the rules of the world do not let somebody do an action, or ""."""
        return refusal_reason(self._state, self._who, action)

    def verbs(self, thing: str) -> tuple[str, ...]:
        """Return the verbs that a thing accepts in the state in which it stands."""
        return accepted_verbs(self._state, self._who, thing)

    def offers(self, thing: str) -> tuple[VerbOffer, ...]:
        """Return each verb that a thing in reach accepts in its state, and why it would be refused
        now, if it would."""
        if not self.reaches(thing):
            return ()
        state, body = self._state, self._state.bodies[self._who]
        tried = (
            (verb, try_verb(state, body, state.things[thing], verb)) for verb in self.verbs(thing)
        )
        return tuple(VerbOffer(verb, done if isinstance(done, str) else "") for verb, done in tried)

    def reaches(self, thing: str) -> bool:
        """Tell whether a thing is carried or within arm's reach."""
        return is_within_reach(self._state, self._who, thing)

    def wishes(self, now: Situation) -> Iterable[Wish]:
        """Yield what kinds of action want the built-in mind to do, out of what is valid."""
        advisers = self._rules.advisers
        return self._ask(advisers, now) if advisers else ()

    def _ask(self, advisers: Iterable[ActionKind], now: Situation) -> Iterator[Wish]:
        for kind in advisers:
            valid = self.valid[kind.name]
            wish = kind.advise(now, valid) if valid else None
            if wish is not None:
                yield wish

    def next_closing(self) -> AreaClosing | None:
        """Return what has to be left by now; None where nothing has."""
        return next_closing(self._state, self._who)
