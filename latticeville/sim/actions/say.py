"""SAY: speak to one person, heard by all in the area."""

from collections.abc import Iterable, Iterator

from latticeville.mind.action import SAY, Action
from latticeville.mind.percept import AGENT
from latticeville.sim.events import Said
from latticeville.sim.perception import visible_nodes
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class Say:
    """Speak to somebody who is in sight in the same area, or answer them a step beyond it."""

    name = SAY

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield everybody within earshot."""
        yield from (Action(SAY, other) for other in _people_within_earshot(state, who))

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask that the other is within earshot."""
        if action.target not in state.bodies or action.target == who:
            return "there is nobody of that name to talk to"
        return "" if action.target in _people_within_earshot(state, who) else "they are out of earshot"

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Let the words be heard."""
        area = draft.before.bodies[who].area
        draft.events.append(Said(who, area, action.target, action.words, action.turn, action.end, action.topic))


def _people_within_earshot(state: State, who: str) -> list[str]:
    area = state.bodies[who].area
    here = [
        node.id for node in visible_nodes(state, who) if node.kind == AGENT and node.parent == area and node.id != who
    ]
    return here + [other for other in _left_behind(state, who) if other not in here]


def _left_behind(state: State, who: str) -> Iterator[str]:
    """Yield who spoke to somebody in the area that they left in that very tick."""
    area = state.bodies[who].area
    for event in state.news:
        if isinstance(event, Said) and event.to == who and state.bodies[event.who].area == event.area != area:
            yield event.who
