"""Supplies: who lacks what a use takes fetches it where they believe it to be, or leaves the use
out."""

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind import planner
from latticeville.mind.mind import Intent
from latticeville.mind.percept import PerceivedNews, Percept, Sights
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.situation import Situation
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.worlds import all_day, build, live

THINGS = """
[kinds.kettle]
glyph = "k"
blocks = false
start = "still"
states.still = {}
[[kinds.kettle.transitions]]
from = "still"
verb = "use"
needs = [{ has = "water" }]
does = [{ take = "water" }]
says = "{who} boils the {thing}."
[kinds.tap]
glyph = "t"
blocks = false
start = "open"
states.open = {}
states.shut = {}
[[kinds.tap.transitions]]
from = "open"
verb = "take"
does = [{ give = "water" }]
says = "{who} draws water."
"""


def kitchen(tap: list[int], *uses: str, state: str = "open") -> World:
    """Return a kitchen with a kettle and, somewhere, a tap; Ada wants to boil water."""
    return build(
        "......+....",
        areas={"kitchen": [0, 0, 6, 1], "yard": [7, 0, 4, 1]},
        objects={"kettle": {"cell": [1, 0]}, "tap": {"cell": tap, "state": state}},
        people={
            "ada": {"start": [0, 0], **all_day("kitchen", *(uses or ("use kettle",)), every=30)}
        },
        things=THINGS,
        minds={"plan": "routine"},
    )


def happened(payloads: list[TickPayload]) -> list[tuple[str, str]]:
    """Return the uses that succeeded, and those that were refused, in their order."""
    events = (event for payload in payloads for event in payload.events)
    return [
        (type(event).__name__, event.thing if isinstance(event, Interacted) else event.target)
        for event in events
        if isinstance(event, Interacted | Refused)
    ]


def test_who_lacks_an_item_fetches_it_first() -> None:
    assert happened(live(kitchen([5, 0]), 25)) == [("Interacted", "tap"), ("Interacted", "kettle")]


def test_who_knows_of_no_source_near_leaves_the_use_out_and_remembers_why() -> None:
    for world in (kitchen([9, 0]), kitchen([5, 0], state="shut")):
        payloads = live(world, 25)
        assert happened(payloads) == []
        left = [one for one in payloads[-1].state.minds["ada"].memory if "without" in one.text]
        assert [one.text for one in left] == ["Ada does not use the kettle without water."]


def test_who_has_what_a_use_takes_does_not_fetch_it() -> None:
    found = happened(live(kitchen([2, 0], "take tap", "use kettle"), 55))
    assert found == [("Interacted", "tap"), ("Interacted", "kettle")]


def test_what_was_fetched_for_a_step_is_looked_for_again_in_a_new_plan() -> None:
    sweeping = Intent(step=PlanStep(480, 510, "kitchen", "sweeping"), fetched=True)
    state = initial_state(kitchen([5, 0]))
    mind = replace(state.minds["ada"], intent=sweeping)
    percept = Percept("ada", 1, 490, "kitchen", Cell(0, 0), Sights(), PerceivedNews())
    now = Situation.begin(mind, percept, state.world)
    same, other = (
        planner._adopt_plan(now, Plan(0, 0, strokes=(step,)))
        for step in (
            PlanStep(480, 510, "kitchen", "sweeping"),
            PlanStep(480, 600, "kitchen", "cooking"),
        )
    )
    assert (same.mind.intent.fetched, other.mind.intent.fetched) == (True, False)
