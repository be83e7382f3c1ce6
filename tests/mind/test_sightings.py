"""What people remember of what others do beside them, and of objects that changed while they were
away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.memory import MemoryRecord
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Listening
from tests.talkers import talkers
from tests.worlds import Table, all_day, build, live, row

LAMP = """
[kinds.lamp]
glyph = "l"
start = "dark"
blocks = false
states.dark = {}
states.lit = {}
[[kinds.lamp.transitions]]
from = "dark"
to = "lit"
needs = [{ between = ["08:04", "23:00"] }]
"""


def rooms(perception: str = "area", **people: Table) -> World:
    """Return a pub with a lamp and a hut beside it, whose people have routines."""
    return build(
        "....+....",
        areas={"hut": [0, 0, 4, 1], "pub": [5, 0, 4, 1]},
        objects={"lamp": {"cell": [8, 0]}},
        people=people,
        things=LAMP,
        minds={"plan": "routine", "talk": False},
        simulation={"start": "Mon 08:00", "perception": perception},
    )


def person(x: int, *routine: Table, **more: object) -> Table:
    """Return somebody with a routine, or who stays."""
    return {"start": [x, 0], **(all_day("pub") if not routine else {"routine": [*routine]}), **more}


def remembered(payloads: list[TickPayload], who: str) -> list[MemoryRecord]:
    return [one for one in payloads[-1].state.minds[who].memory if one.kind == "observation"]


def texts(payloads: list[TickPayload], who: str) -> list[str]:
    return [one.text for one in remembered(payloads, who)]


def test_an_activity_beside_one_is_remembered_once() -> None:
    teller = person(
        5, row("00:00", "pub", "telling a story"), row("08:10", "pub", "polishing mugs")
    )
    payloads = live(rooms(ada=teller, bob=person(6, row("00:00", "pub", "reading"))), 60)
    seen = [one for one in remembered(payloads, "bob") if one.about == ("ada",)]
    assert [(one.text, one.importance) for one in seen] == [
        ("Ada is telling a story at Pub.", 2),
        ("Ada is polishing mugs at Pub.", 2),
    ]
    assert "Bob is reading at Pub." in texts(payloads, "ada")


def test_who_is_elsewhere_sees_nothing() -> None:
    payloads = live(rooms(ada=person(5), bob=person(0, row("00:00", "hut", "reading"))), 30)
    assert texts(payloads, "bob") == []


def test_who_comes_later_sees_what_goes_on_and_the_way_there_is_no_activity() -> None:
    guest = person(0, row("00:00", "hut", "reading"), row("08:06", "pub", "drinking"))
    payloads = live(rooms(ada=person(7, row("00:00", "pub", "telling a story")), bob=guest), 40)
    assert "Ada is telling a story at Pub." in texts(payloads, "bob")
    assert [one for one in texts(payloads, "ada") if one.startswith("Bob is")] == [
        "Bob is drinking at Pub."
    ]


def test_an_activity_that_names_the_witness_matters_more() -> None:
    payloads = live(rooms(ada=person(5, row("00:00", "pub", "painting Bob")), bob=person(6)), 10)
    assert [one.importance for one in remembered(payloads, "bob") if "painting" in one.text] == [4]


def test_objects_that_changed_in_ones_absence_are_remembered_on_entering_and_only_then() -> None:
    late = person(0, row("00:00", "hut", "reading"), row("08:06", "pub", "drinking"), knows=["pub"])
    payloads = live(rooms(ada=late, bob=person(6)), 40)
    assert texts(payloads, "ada").count("At Pub, the lamp is lit.") == 1
    assert "At Pub, the lamp is lit." not in texts(payloads, "bob")


def test_attention_limits_what_is_seen() -> None:
    crowd = {
        name: person(5 + place, row("00:00", "pub", f"doing {name}"))
        for place, name in enumerate(("cid", "dot"))
    }
    witness = person(8, attention={"most": 1})
    payloads = live(rooms("area", ada=witness, **crowd), 2)
    assert texts(payloads, "ada") == ["Dot is doing dot at Pub."]


def test_sightings_ask_no_model() -> None:
    model = Listening()
    live(
        rooms(ada=person(5, row("00:00", "pub", "telling a story")), bob=person(6)), 30, model=model
    )
    assert not [request for request in model.of("rate") if "telling" in request.facts["texts"]]


@pytest.mark.slow
@law(5)
@given(st.integers(0, 99))
def test_nobody_remembers_an_activity_twice_in_some_hours_or_one_of_their_own(seed: int) -> None:
    payloads = live(talkers(seed), 900)
    for who, mind in payloads[-1].state.minds.items():
        last: dict[str, int] = {}
        for one in mind.memory:
            name, _, doing = one.text.partition(" is ")
            if (
                one.kind == "observation"
                and one.importance in (2, 4)
                and doing
                and len(one.about) == 1
            ):
                assert name.lower() != who
                assert one.tick - last.get(one.text, -9999) > 360
                last[one.text] = one.tick
