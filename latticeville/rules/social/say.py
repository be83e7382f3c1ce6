"""SAY: speak to one person or to a group, heard by all in the area to whom words carry."""

from collections.abc import Iterable, Iterator

from latticeville.mind.action import SAY, Action
from latticeville.mind.action_form import SpeechForm
from latticeville.mind.percept import AGENT
from latticeville.sim.events import Said
from latticeville.sim.perception import visible_nodes
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class Say(ActionKind):
    """Speak to somebody who is in sight in the same area, or answer them a step beyond it."""

    name = SAY
    form = SpeechForm({"to_agent_id": "target"}, "say|speak|tell|ask|shout|warn|thank|greet|talk")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Return words to each within earshot, and to all at once where they are several."""
        people = _people_within_earshot(state, who)
        each = [Action(SAY, other) for other in people]
        return [*each, Action(SAY, others=tuple(people))] if len(people) > 1 else each

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask that everybody to whom the words go is within earshot."""
        listeners = (
            (action.target, *action.others) if action.target or not action.others else action.others
        )
        if who in listeners or any(one not in state.bodies for one in listeners):
            return "there is nobody of that name to talk to"
        return (
            ""
            if {*listeners} <= {*_people_within_earshot(state, who)}
            else "they are out of earshot"
        )

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Let the words be heard."""
        area = draft.before.bodies[who].area
        said = Said(
            who,
            area,
            action.target,
            action.words,
            action.turn,
            action.end,
            action.topic,
            action.others,
            action.promise,
        )
        draft.events.append(said)


def _people_within_earshot(state: State, who: str) -> list[str]:
    body, hearing = state.bodies[who], state.world.settings.hearing
    area, here = body.area, body.cell
    near = [
        node.id
        for node in visible_nodes(state, who)
        if node.kind == AGENT
        and node.parent == area
        and node.id != who
        and here.distance_to(node.cell or here) <= hearing
    ]
    return [*dict.fromkeys((*near, *_left_behind(state, who)))]


def _left_behind(state: State, who: str) -> Iterator[str]:
    """Yield who talked with somebody in the area that they left in that very tick."""
    if not state.utterances:
        return
    area = state.bodies[who].area
    for event in _said_elsewhere(state, area):
        if who in event.listeners:
            talked = (
                one for one in (event.who, *event.listeners) if one != who and one in state.bodies
            )
            yield from (one for one in talked if state.bodies[one].area == event.area)


def _said_elsewhere(state: State, area: str) -> list[Said]:
    return [event for event in state.utterances if event.area != area]
