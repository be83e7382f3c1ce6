"""What a world may switch off: talk, reflection and recall, each by itself."""

import pytest

from latticeville.mind.action import SAY, Action
from latticeville.mind.relation import Relations
from latticeville.mind.think import think
from latticeville.sim.events import Said
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import Thinker, TickPayload
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import Listening, alike
from tests.worlds import live

TALK, REFLECT = {"greet", "answer", "relate"}, {"questions", "insights"}
PLAN = {"identity", "day", "hours", "steps"}


def day(minds: Thinker = think, **switches: object) -> tuple[TickPayload, Listening]:
    """Return the end of an eventful day with something switched off, and what was asked."""
    model = Listening()
    fed = {tick: [GodEvent(f"Star number {tick} falls!")] for tick in range(10, 288, 10)}
    world = hamlet(minds={"profile": "paper", **switches}, ada=baker(0), bob=drifter(2))
    return live(world, 288, model=model, feed=fed, minds=minds)[-1], model


def kinds(model: Listening) -> set[str]:
    return {request.kind for request in model.requests}


@pytest.mark.slow
def test_with_everything_on_all_is_asked() -> None:
    _, model = day()
    assert kinds(model) == TALK | REFLECT | PLAN | {"react", "rate"}


def test_where_nobody_talks_nobody_greets_or_answers() -> None:
    speaks = alike(
        lambda _mind, percept, _options: (
            Action(SAY, "bob", words="Bob!") if (percept.who, percept.tick) == ("ada", 3) else None
        )
    )
    payload, model = day(speaks, talk=False)
    assert kinds(model) == REFLECT | PLAN | {"react", "rate"}
    words = [
        record.text for record in payload.state.minds["bob"].memory if "says to" in record.text
    ]
    assert words == ["Ada says to Bob: “Bob!”"]
    assert not [event for event in payload.events if isinstance(event, Said)]


def test_without_relations_all_are_strangers_and_no_talk_is_summed_up() -> None:
    with_them, without = (day(relations=kept) for kept in (True, False))
    assert kinds(with_them[1]) - kinds(without[1]) == {"relate"}
    for payload, _ in (with_them, without):
        assert payload.state.world.minds.relations == any(
            mind.relations.people for mind in payload.state.minds.values()
        )
    for mind in without[0].state.minds.values():
        assert mind.relations == Relations(opinions=mind.relations.opinions)


def test_where_nobody_reflects_it_piles_up() -> None:
    payload, model = day(reflect=False)
    assert kinds(model) == TALK | PLAN | {"react", "rate"}
    for mind in payload.state.minds.values():
        assert mind.inner.stirred > 150
        assert not [record for record in mind.memory if record.kind == "reflection"]


def test_where_nobody_recalls_nothing_is_touched_and_no_prompt_tells_of_memories() -> None:
    payload, model = day(recall=0, reflect=False)
    assert all(not len(mind.touched) for mind in payload.state.minds.values())
    assert {request.facts.get("memories", "") for request in model.requests} == {""}
    assert kinds(model) == TALK | PLAN | {"react", "rate"}
