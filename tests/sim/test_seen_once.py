"""What people perceive of a state is computed once a tick, for all who act in it, too."""

import pytest

from latticeville.mind.action import Action
from latticeville.models.fake import FakeLLM
from latticeville.sim import perception
from latticeville.sim.perception import visible_nodes
from latticeville.sim.tick import advance
from latticeville.sim.tree import Body
from tests.model_doubles import doing
from tests.worlds import build, first


def test_who_speaks_to_all_is_heard_by_those_whom_perception_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = {who: {"start": [at, 0]} for at, who in enumerate(("ada", "bob", "cid"))}
    world = build("....", areas={"room": [0, 0, 4, 1]}, people=people)
    looked, collect = list[str](), perception._collect_nodes

    def count(state: object, body: Body, view: object) -> object:
        looked.append(body.id)
        return collect(state, body, view)  # type: ignore[arg-type]

    monkeypatch.setattr(perception, "_collect_nodes", count)
    says = Action("say", "bob", words="Good morning.")
    after = advance(first(world).state, (), doing({"ada": {1: says}}), FakeLLM())
    assert any(type(event).__name__ == "Said" for event in after.events)
    assert sorted(looked) == ["ada", "bob", "cid"]


def test_other_minds_change_nothing_that_is_seen() -> None:
    state = first(build("....", people={"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}})).state
    seen = {who: visible_nodes(state, who) for who in state.bodies}
    again = state.with_minds({**state.minds})
    assert again.visible_nodes == seen
    assert {who: visible_nodes(again.with_minds(state.minds), who) for who in state.bodies} == seen
