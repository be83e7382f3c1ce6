"""What somebody who acts as a person may choose in the next tick, nearest first."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, WAIT, Action
from latticeville.mind.percept import AGENT, AREA, OBJECT
from latticeville.reports.why.action_text import describe
from latticeville.sim.inputs import ActAs
from latticeville.sim.options import Affordances
from latticeville.sim.perception import visible_nodes
from latticeville.sim.state import State
from latticeville.world.model.place_names import unique_name

ORDER = (AGENT, AREA, OBJECT)
"""Kinds of target to walk to, in the order in which they are offered: who is in sight first."""


class Choice(NamedTuple):
    """One valid action: its name, a word on it, and the input that chooses it; words to say are
    still missing."""

    name: str
    note: str
    item: ActAs

    @property
    def is_speech(self) -> bool:
        """Whether it wants words."""
        return self.item.action == SAY


def list_choices(state: State, who: str) -> list[Choice]:
    """Return what a person can do in the tick after a state: wait or walk on, say something, use
    what is in reach, go somewhere."""
    valid = Affordances(state, who).all_actions()
    near = {node.id for node in visible_nodes(state, who)}
    walks = sorted(
        (one for one in valid if one.kind == MOVE), key=lambda one: _distance(state, one, near)
    )
    others = [one for one in valid if one.kind not in (MOVE, IDLE, WAIT)]
    others.sort(key=lambda one: one.kind != SAY)
    return [
        *_walk_on(state, who),
        Choice("wait", "a tick", ActAs(who)),
        *(_choice(state, who, one, near) for one in (*others, *walks)),
    ]


def _walk_on(state: State, who: str) -> Iterator[Choice]:
    journey = state.bodies[who].journey
    if journey is not None:
        name = state.world.name_with_article(journey.target)
        yield Choice(f"walk on to {name}", "until there", ActAs(who, MOVE, journey.target))


def _choice(state: State, who: str, action: Action, near: set[str]) -> Choice:
    item = ActAs(who, action.kind, action.target, action.verb or "")
    if action.kind == SAY:
        to = state.world.name_with_article(action.target) if action.target else "everybody here"
        return Choice(f"say to {to} …", "", item)
    if action.kind == MOVE:
        note = "in sight" if action.target in near else ""
        return Choice(f"go to {_called(state, action.target)}", note, item)
    if action.kind != INTERACT:
        return Choice(describe(action, state.world), "", item)
    offers = Affordances(state, who).offers(action.target)
    note = next((one.reason for one in offers if one.verb == action.verb), "")
    return Choice(f"{action.verb}: {_called(state, action.target)}", note, item)


def _called(state: State, name: str) -> str:
    world = state.world
    return world.name_with_article(name) if name in world.people else unique_name(world, name)


def _distance(state: State, action: Action, near: set[str]) -> tuple[bool, int]:
    """Return what is offered sooner: what is in sight, people before areas before objects."""
    kind = state.tree.nodes[action.target].kind if action.target in state.tree.nodes else OBJECT
    return kind != AREA and action.target not in near, ORDER.index(kind)
