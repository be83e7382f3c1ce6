"""The hour as an event, and what the transcript makes of a tick."""

from latticeville.draw.transcript import tell, tell_events
from latticeville.sim.events import Changed, Moved, Refused, TimeAdvanced
from latticeville.sim.tick import TickPayload
from tests.worlds import all_day, build, live

LAMPS = """
[kinds.lamp]
glyph = "l"
start = "dark"
blocks = false
states.dark = {}
states.lit = {}
[[kinds.lamp.transitions]]
from = "dark"
to = "lit"
needs = [{ between = ["08:01", "09:00"] }]
says = "The {thing} is lit."
"""
WORLD = build(
    "....",
    areas={"hall": [0, 0, 4, 1]},
    objects={"lamp": {"cell": [1, 0]}, "other": {"cell": [2, 0], "kind": "lamp", "name": "lamp"}},
    people={"ada": {"start": [0, 0], **all_day("hall")}},
    things=LAMPS,
    simulation={"start": "Mon 07:59"},
)


def hours(payloads: list[TickPayload]) -> list[int]:
    return [
        one.minute
        for payload in payloads
        for one in payload.events
        if isinstance(one, TimeAdvanced)
    ]


def test_each_full_hour_is_an_event_and_nobody_remembers_it() -> None:
    payloads = live(WORLD, 62)
    assert hours(payloads) == [8 * 60, 9 * 60]
    assert not any("09:00" in one.text for one in payloads[-1].state.minds["ada"].memory)
    assert not any("09:00" in line.text for payload in payloads for line in tell(payload))


def test_equal_changes_of_a_tick_share_a_line() -> None:
    events = [
        Changed("hall", name, "dark", "lit", "The {thing} is lit.") for name in ("lamp", "other")
    ]
    assert [line.text for line in tell_events(1, 0, WORLD, events)] == ["The lamp is lit. (×2)"]
    assert [line.text for line in tell_events(1, 0, WORLD, events[:1])] == ["The lamp is lit."]


def test_a_walk_without_a_way_is_minor_and_a_closed_area_is_not() -> None:
    lost, shut = (
        Refused("ada", "hall", "move", "lamp", "no."),
        Refused("ada", "hall", "move", "lamp", "no.", at="hall"),
    )
    assert [line.minor for line in tell_events(1, 0, WORLD, [lost, shut])] == [True, False]


def test_an_arrival_says_where_the_walk_began() -> None:
    world = build(
        "....+....",
        areas={"hall": [0, 0, 4, 1], "yard": [5, 0, 4, 1]},
        people={"ada": {"start": [0, 0], **all_day("yard")}},
    )
    arrived = [
        one for payload in live(world, 12) for one in payload.events if isinstance(one, Moved)
    ]
    assert [(one.origin, one.target) for one in arrived] == [("hall", "yard")]


def test_people_walk_around_an_area_that_did_not_let_them_in() -> None:
    world = build(
        ".....\n.###.\n.....",
        areas={"shed": [2, 2, 1, 1], "end": [4, 2, 1, 1]},
        rules_of={"shed": {"hours": [["20:00", "21:00"]]}},
        people={"ada": {"start": [0, 2], **all_day("end")}},
        simulation={"start": "Mon 08:00"},
    )
    payloads = live(world, 20)
    refused = [one for payload in payloads for one in payload.events if isinstance(one, Refused)]
    assert [one.at for one in refused] == ["shed"]
    assert payloads[-1].state.bodies["ada"].area == "end"
