"""What a designer does to a running world lands at the tick boundary and is perceived, or is
refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.edits import delete_memory
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Intent
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.topic import Appointment, Commitment
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Displaced, Happened, Placed, Unheeded, Whispered
from latticeville.sim.inputs import (
    AdvanceClock,
    DeleteBelief,
    DeleteMemory,
    EditMemory,
    GodEvent,
    InsertMemory,
    PutPerson,
    Reseed,
    SetBelief,
    SetObject,
    SetWeather,
    SimulatorInput,
    Whisper,
)
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Scripted, doing
from tests.random_worlds import feeds, worlds
from tests.worlds import all_day, build, live

THINGS = """
[kinds.stove]
glyph = "s"
blocks = false
start = "off"
states.off = {}
states.on = { alarm = true }
counters.logs = { start = 1, min = 0, max = 3 }
[kinds.door]
glyph = "d"
start = "open"
states.open = { blocks = false }
states.shut = {}
"""


def home() -> World:
    """Return a house with a kitchen in it, a garden beside it, and three people: in the kitchen,
    hall and garden."""
    people = {name: {"start": start, **all_day("house")} for name, start in STARTS.items()}
    return build(
        "##########\n#....#...#\n#........#\n##########",
        areas={"house": [1, 1, 4, 2], "kitchen": [1, 1, 2, 2], "garden": [6, 1, 3, 2]},
        objects={"stove": {"cell": [1, 1]}, "door": {"cell": [5, 2]}},
        people=people,
        things=THINGS,
        weather={"every": 600, "chain": {"clear": {"clear": 1}, "rain": {"rain": 1}}},
    )


STARTS = {"ada": [2, 2], "bob": [4, 1], "cid": [7, 1]}


def fed(*items: SimulatorInput, ticks: int = 3) -> list[TickPayload]:
    return live(home(), ticks, feed={2: [*items]}, minds=doing({}), model=Scripted())


def heard(state: State, text: str) -> set[str]:
    return {
        who for who, mind in state.minds.items() if any(text in one.text for one in mind.memory)
    }


def told(payload: TickPayload) -> tuple[Event, ...]:
    return payload.events[: len(payload.events) - len(payload.state.news)]


def test_what_happens_in_a_house_is_perceived_in_its_kitchen_and_not_outside() -> None:
    after = fed(GodEvent("A knock.", "house"))[2]
    assert heard(after.state, "A knock.") == {"ada", "bob"}
    assert told(after) == (Happened("A knock.", "house"),)


def test_what_happens_in_the_kitchen_stays_there() -> None:
    assert heard(fed(GodEvent("A hiss.", "kitchen"))[2].state, "A hiss.") == {"ada"}


def test_a_whisper_is_remembered_by_one() -> None:
    after = fed(Whisper("bob", "Trust nobody."))[2]
    assert heard(after.state, "Trust nobody.") == {"bob"}
    assert told(after) == (Whispered("bob", "Trust nobody."),)


@pytest.mark.parametrize(
    ("item", "area"),
    [
        (PutPerson("ada", "garden"), "garden"),
        (PutPerson("cid", "stove"), "kitchen"),
        (PutPerson("ada", cell=Cell(7, 2)), "garden"),
    ],
)
def test_who_is_put_somewhere_is_there_and_is_seen(item: PutPerson, area: str) -> None:
    before, after = fed(item)[1:3]
    assert after.state.bodies[item.who].area == area
    assert any(isinstance(event, Placed) and event.who == item.who for event in told(after))
    seen = {who for who, body in after.state.bodies.items() if body.area == area}
    assert seen <= heard(after.state, "all at once")
    assert before.state.bodies[item.who].area != area


def test_a_thing_is_set_and_its_counters_stay_in_their_bounds() -> None:
    after = fed(SetObject("stove", "on", {"logs": 99}))[2].state
    assert (
        after.things["stove"].state,
        after.things["stove"].counters,
        after.things["stove"].since,
    ) == (
        "on",
        {"logs": 3},
        1,
    )
    assert heard(after, "stove is on now") == {"ada"}
    assert after.minds["ada"].intent.alarms == () or "stove" in after.minds["ada"].intent.alarms
    quiet = fed(SetObject("stove", counters={"logs": 0}))[2]
    assert quiet.state.things["stove"].counters == {"logs": 0}
    assert told(quiet) == ()


def test_who_stands_where_something_solid_comes_is_moved() -> None:
    after = fed(PutPerson("bob", cell=Cell(5, 2)), SetObject("door", "shut"))[2]
    assert [type(event) for event in told(after)] == [Placed, Changed, Displaced]
    assert after.state.bodies["bob"].cell != Cell(5, 2)


def test_everybody_who_stands_there_is_moved_in_the_order_of_their_ids() -> None:
    put = [PutPerson(who, cell=Cell(5, 2)) for who in ("cid", "bob", "ada")]
    after = fed(*put, SetObject("door", "shut"))[2]
    moved = [event for event in told(after) if isinstance(event, Displaced)]
    assert [event.who for event in moved] == ["ada", "bob", "cid"]
    assert all(after.state.bodies[event.who].cell == event.cell != (5, 2) for event in moved)


def test_who_stands_beside_what_comes_stays() -> None:
    after = fed(PutPerson("bob", cell=Cell(4, 2)), SetObject("door", "shut"))[2]
    assert [type(event) for event in told(after)] == [Placed, Changed]
    assert after.state.bodies["bob"].cell == (4, 2)


def test_weather_and_clock_and_chance_are_another_from_then_on() -> None:
    payloads = fed(SetWeather("rain"), AdvanceClock(90), Reseed(11), ticks=4)
    assert [one.state.weather for one in payloads] == ["clear", "clear", "rain", "rain", "rain"]
    assert [one.state.minute - payloads[0].state.minute for one in payloads] == [0, 1, 92, 93, 94]
    assert [payloads[4].state.minute_of(tick) for tick in range(5)] == [
        one.state.minute for one in payloads
    ]
    assert [one.state.seed for one in payloads] == [payloads[0].state.seed] * 2 + [11] * 3


def test_a_planted_record_can_be_rewritten_and_forgotten() -> None:
    plant = InsertMemory("ada", "Bob owes me money.", "reflection", 9)
    memory = fed(plant)[2].state.minds["ada"].memory
    assert list(memory)[-1] == MemoryRecord(
        len(memory) - 1, "reflection", "Bob owes me money.", 1, "kitchen", (), 9
    )
    place = len(memory) - 1
    again = (
        fed(plant, EditMemory("ada", place, "Bob owes me nothing."))[2].state.minds["ada"].memory
    )
    assert again[place].text == "Bob owes me nothing."
    assert again[place].importance == 9
    assert len(fed(plant, DeleteMemory("ada", place))[2].state.minds["ada"].memory) == place


def test_forgetting_keeps_ids_dense_and_citations_right() -> None:
    plants = [InsertMemory("ada", text) for text in ("one", "two", "three")]
    memory = fed(
        *plants, InsertMemory("ada", "so", "reflection", 5, (0, 2)), DeleteMemory("ada", 1)
    )[2]
    records = list(memory.state.minds["ada"].memory)
    assert [one.id for one in records] == list(range(len(records)))
    assert [one.text for one in records][:3] == ["one", "three", "so"]
    assert records[2].cites == (0, 1)


def test_who_forgets_an_appointment_does_not_keep_it() -> None:
    """A later appointment cites its own record, whose number has moved."""
    first, later = (
        Appointment("at tea", "house", 600, 660),
        Appointment("at work", "kitchen", 700, 760),
    )
    steps = tuple(PlanStep(at.start - 10, at.end, at.place, at.what) for at in (first, later))
    records = [MemoryRecord(each, "commitment", str(each), 0, "house") for each in range(3)]
    mind = replace(
        fed()[0].state.minds["ada"],
        memory=MemoryStream(records),
        commitments=(Commitment("t", 1, first), Commitment("w", 2, later)),
        plan=Plan(0, 0, appointments=steps),
        intent=Intent(step=steps[0]),
    )
    left = delete_memory(mind, 1)
    assert left.commitments == (Commitment("w", 1, later),)
    assert left.plan is not None
    assert (left.plan.appointments, left.intent.step) == (steps[1:], None)
    assert delete_memory(mind, 0).intent.step == steps[0]


def test_beliefs_are_given_and_taken_where_nobody_looks() -> None:
    minds = fed(
        SetBelief("cid", "stove", "on"), SetBelief("cid", "ada", area="house", missing=True)
    )[2].state.minds
    held = minds["cid"].beliefs.get("stove")
    assert held is not None
    assert (held.node.looks, held.node.alarm, held.seen) == ("on", True, 1)
    assert minds["cid"].beliefs.find("ada") is None
    lost = fed(SetBelief("cid", "stove", "on"), DeleteBelief("cid", "stove"))[2].state.minds
    assert lost["cid"].beliefs.get("stove") is None


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (Whisper("eve", "Psst."), "there is no person “eve”"),
        (PutPerson("ada", "moon"), "there is no object “moon”"),
        (PutPerson("ada", cell=Cell(99, 0)), "the cell 99,0 is outside the map"),
        (SetObject("moon", "full"), "there is no object “moon”"),
        (SetObject("stove", "green"), "“stove” has no state “green”: its states are off, on"),
        (SetObject("stove", counters={"cups": 1}), "“stove” has no counter “cups”"),
        (SetWeather("hail"), "there is no weather “hail” in this world: choose one of clear, rain"),
        (AdvanceClock(0), "the clock can only be advanced"),
        (
            InsertMemory("ada", "x", "dream"),
            "one of the kinds observation, action, plan, reflection",
        ),
        (InsertMemory("ada", "x", cites=(7,)), "there is no memory 7: ids run from 0 to"),
        (EditMemory("ada", 50), "there is no memory 50"),
        (EditMemory("ada", 0, importance=11), "there is no memory 0"),
        (DeleteMemory("ada", -1), "there is no memory -1"),
        (SetBelief("ada", "stove", "on"), "Ada sees “stove”: the belief cannot be changed"),
        (SetBelief("cid", "stove", "green"), "“stove” has no state “green”"),
        (SetBelief("cid", "stove", area="moon"), "there is no area “moon”"),
        (SetBelief("cid", "house"), "“house” is neither an object nor another person"),
        (DeleteBelief("cid", "ada"), "Cid has no belief about “ada” to delete"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_says_why(item: SimulatorInput, why: str) -> None:
    with_it, without = fed(item)[2], fed()[2]
    (event,) = told(with_it)
    assert isinstance(event, Unheeded)
    assert why in event.reason
    assert with_it.state.bodies == without.state.bodies
    assert with_it.state.things == without.state.things
    assert {who: list(mind.memory) for who, mind in with_it.state.minds.items()} == {
        who: list(mind.memory) for who, mind in without.state.minds.items()
    }


@pytest.mark.slow
@law(30)
@given(st.data())
def test_whatever_is_done_minds_stay_whole(data: st.DataObject) -> None:
    """Every believed node stands in a believed area; ids are dense, and citations and touches lead
    to records."""
    world = data.draw(worlds())
    for payload in live(world, 12, feed=data.draw(feeds(world, 12))):
        for mind in payload.state.minds.values():
            nodes = mind.beliefs.nodes
            assert all(not held.node.parent or held.node.parent in nodes for held in nodes.values())
            records = list(mind.memory)
            assert [one.id for one in records] == list(range(len(records)))
            assert all(0 <= each < len(records) for one in records for each in one.cites)
            assert all(0 <= touch.id < len(records) for touch in mind.touched)
