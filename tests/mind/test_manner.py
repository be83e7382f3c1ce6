"""What a persona may say of how it thinks, remembers and notices: every key moves something."""

from typing import Any

import pytest

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.prompt_facts import persona_summary, routine_text
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import GodEvent
from latticeville.sim.perception import visible_nodes
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import Listening
from tests.worlds import Table, all_day, assembled, build, live

MEMORIES = [
    {"text": f"Number {count} of the days went by.", "importance": count} for count in range(1, 11)
]


def asked(ada: Table, ticks: int = 3, **minds: Any) -> Listening:
    """Return what was asked in a hamlet whose Ada has some keys more."""
    model = Listening()
    live(
        hamlet(minds=minds, ada=baker(0, memories=MEMORIES, **ada), bob=drifter(12)),
        ticks,
        model=model,
    )
    return model


def recalled(**retrieval: Any) -> tuple[Any, ...]:
    """Return the first retrieval of Ada."""
    ada = drifter(2, memories=MEMORIES, retrieval=retrieval)
    payloads = live(hamlet(ada=ada, bob=drifter(2)), 2)
    call = payloads[1].thoughts["ada"].recalls[0]
    return call.profile, call.weights, call.k, call.ids


def test_a_person_remembers_as_they_do_and_not_as_the_world_says() -> None:
    assert recalled()[:3] == ("village", (0.05, 1, 0.3), 8)
    assert recalled(profile="smallville")[:2] == ("smallville", (0.5, 3, 2))
    assert recalled(weights=[0, 0, 2], recall=3) == ("village", (0, 0, 2), 3, (9, 8, 7))


def test_a_budget_of_ones_own_leaves_room_for_fewer_memories() -> None:
    told = [
        asked({"routine": [], "retrieval": retrieval}, plan="model")
        .of("day")[0]
        .facts["memories"]
        .count("\n")
        for retrieval in ({}, {"budget": 50})
    ]
    assert told[0] > told[1] > 0


def test_a_trigger_of_ones_own_leads_to_a_reflection_sooner() -> None:
    def reflections(retrieval: Table) -> int:
        fed = {tick: [GodEvent(f"Star number {tick} falls!")] for tick in range(3, 9)}
        world = hamlet(ada=baker(0, retrieval=retrieval), bob=baker(0))
        mind = live(world, 30, feed=fed)[-1].state.minds["ada"]
        return sum(record.kind == "reflection" for record in mind.memory)

    assert reflections({}) == 0
    assert reflections({"trigger": 20}) > 0


def test_a_language_of_ones_own_asks_with_its_prompts() -> None:
    world = hamlet(ada=drifter(0, language="de"), bob=drifter(12))
    own = {**world.files, "prompts/de/day.md": "Was tut $name heute? $places"}
    model = Listening()
    live(assembled(own), 2, model=model)
    prompts = {request.who: request.prompt for request in model.of("day")}
    assert prompts["ada"].startswith("Was tut Ada heute?")
    assert not prompts["bob"].startswith("Was tut")


def test_what_occupies_and_how_one_lives_is_told_where_the_day_is_planned() -> None:
    more = {
        "currently": "Ada writes a book.",
        "lifestyle": "Ada rises at five.",
        "intends": "Ada airs the house.",
    }
    model = asked({"about": "Ada bakes.", "routine": [], **more}, plan="model")
    identity = next(request for request in model.of("identity") if request.who == "ada")
    assert "Now: Ada writes a book." in identity.prompt
    assert "Lifestyle: Ada rises at five." in identity.prompt
    day = next(request for request in model.of("day") if request.who == "ada")
    assert "Ada rises at five.\nAda airs the house." in day.prompt
    world = hamlet(ada=baker(0, about="Ada bakes.", **more), bob=drifter(2))
    persona = world.people["ada"].persona
    assert "Now: Ada writes a book." in persona_summary(persona, world)
    assert routine_text(persona, world).startswith(
        "Ada rises at five.\nAda airs the house.\nOn a usual day:"
    )


ROOMS = """
#########
#...#...#
#...+...#
#########
"""
THINGS = """
[kinds.bed]
glyph = "b"
blocks = false
[kinds.pot]
glyph = "p"
blocks = false
"""


def house(**ada: Any) -> World:
    return build(
        ROOMS,
        areas={"west": [1, 1, 3, 2], "east": [5, 1, 3, 2]},
        objects={
            "bed": {"cell": [1, 1]},
            "pot": {"cell": [5, 1]},
            "pot2": {"kind": "pot", "cell": [6, 1]},
        },
        people={
            "ada": {"start": [2, 2], "home": "west", **all_day("west"), **ada},
            "bob": {"start": "east"},
        },
        things=THINGS,
    )


def believed(world: World) -> set[str]:
    nodes = initial_state(world).minds["ada"].beliefs.nodes
    assert {belief.seen for belief in nodes.values()} == {BEFORE_START}
    return {*nodes} - {"world"}


def test_beliefs_are_planted_thing_by_thing() -> None:
    assert believed(house()) == {"west", "east", "bed", "pot", "pot2"}
    assert believed(house(beliefs=[{"area": "east", "things": ["pot2"]}])) == {
        "west",
        "bed",
        "east",
        "pot2",
    }
    assert believed(house(beliefs=[{"area": "east"}])) == {"west", "bed", "east", "pot", "pot2"}
    assert believed(
        house(beliefs=[{"area": "east", "things": []}, {"area": "west", "things": []}])
    ) == {"west", "east"}
    at_the_pot = house(beliefs=[{"area": "east", "things": []}], **all_day("pot"))
    assert believed(at_the_pot) == {"east", "pot"}


def test_what_the_world_says_is_known_goes_before_beliefs() -> None:
    assert believed(house(knows=["east"], beliefs=[{"area": "west", "things": []}])) == {
        "west",
        "bed",
        "east",
        "pot",
        "pot2",
    }


def test_a_memory_keeps_its_kind() -> None:
    world = house(memories=[{"text": "All is well.", "kind": "reflection"}, {"text": "Rain fell."}])
    assert [memory.kind for memory in initial_state(world).minds["ada"].memory] == [
        "reflection",
        "observation",
    ]


@pytest.mark.parametrize(("attention", "seen"), [({}, True), ({"radius": 2}, False)])
def test_who_is_short_of_sight_sees_less_far(attention: Table, *, seen: bool) -> None:
    people = {
        who: {"start": [x, 0], "attention": own, **all_day("yard")}
        for who, x, own in (("ada", 1, attention), ("bob", 5, {}))
    }
    world = build(
        ".........", areas={"yard": [0, 0, 9, 1]}, people=people, simulation={"perception": "sight"}
    )
    assert ("bob" in {node.id for node in visible_nodes(initial_state(world), "ada")}) is seen
    assert "ada" in {node.id for node in visible_nodes(initial_state(world), "bob")}


def noticed(**attention: int) -> list[str]:
    """Return what Ada notices of three events a tick, the same each time."""
    people = (
        {"ada": {"start": [1, 0], "attention": attention, **all_day("yard")}}
        if attention
        else {"ada": {"start": [1, 0], **all_day("yard")}}
    )
    world = build(".........", areas={"yard": [0, 0, 9, 1]}, people=people)
    fed = {tick: [GodEvent("A star falls!"), GodEvent(f"Bell {tick} rings.")] for tick in (1, 2, 3)}
    return [memory.text for memory in live(world, 5, feed=fed)[-1].state.minds["ada"].memory]


def test_only_so_much_is_noticed_at_once() -> None:
    assert len(noticed()) == 6
    assert len(noticed(most=1)) == 3
    assert noticed(most=0) == []


def test_what_is_fresh_in_memory_is_no_news() -> None:
    assert noticed(retention=3).count("A star falls!") == 1
    assert noticed(retention=2).count("A star falls!") == 2
    assert noticed(retention=1).count("A star falls!") == 3
    assert noticed(retention=0) == noticed()
