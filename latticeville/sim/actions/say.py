"""SAY: words to one person, heard by all in the area."""

from collections.abc import Iterable

from latticeville.mind.action import SAY, Action
from latticeville.sim.events import Said
from latticeville.sim.stage import Stage
from latticeville.sim.state import State


class Say:
    """Speak to somebody in the same area."""

    name = SAY

    def targets(self, state: State, who: str) -> Iterable[Action]:
        """Yield everybody in the same area."""
        area = state.bodies[who].area
        for other in sorted(state.bodies):
            if other != who and state.bodies[other].area == area:
                yield Action(SAY, other)

    def refuses(self, state: State, who: str, action: Action) -> str:
        """Only those in the same area hear it."""
        other = state.bodies.get(action.target)
        if other is None or action.target == who:
            return "there is nobody of that name to talk to"
        return "" if other.area == state.bodies[who].area else "they are out of earshot"

    def claims(self, _action: Action) -> str:
        """Contend for nothing."""
        return ""

    def resolve(self, stage: Stage, who: str, action: Action) -> None:
        """Let the words be heard."""
        area = stage.before.bodies[who].area
        stage.events.append(Said(who, area, action.target, action.words, action.turn))
