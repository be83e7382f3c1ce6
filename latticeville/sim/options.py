"""The valid actions of one agent, worked out only as far as its mind asks."""

from latticeville.mind.action import Action
from latticeville.sim.actions.interact import accepted, within_reach
from latticeville.sim.rules import RULES
from latticeville.sim.state import State
from latticeville.world.things import Verb


class Affordances:
    """What `who` can do in a state."""

    __slots__ = ("_state", "_who")

    def __init__(self, state: State, who: str) -> None:
        self._state, self._who = state, who

    def all(self) -> tuple[Action, ...]:
        """Return every valid action, kind by kind."""
        kinds = RULES[self._state.world.rules].values()
        return tuple(action for kind in kinds for action in kind.targets(self._state, self._who))

    def verbs(self, thing: str) -> tuple[Verb, ...]:
        """Return the verbs that a thing accepts in the state in which it stands."""
        return accepted(self._state, self._who, thing)

    def reaches(self, thing: str) -> bool:
        """Tell whether a thing is carried or within arm's reach."""
        return within_reach(self._state, self._who, thing)
