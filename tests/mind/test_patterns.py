"""Patterns: each kind has a least support, rests on records, and becomes an insight that copies
none of them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.builtin.conclusions import draw_insights
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.patterns import (
    COINCIDENCE,
    HABIT,
    LEAST_COINCIDENCES,
    MEETING,
    MOST_RECORDS,
    TRUST_GAINED,
    TRUST_LOST,
    FoundPattern,
    find_patterns,
)
from latticeville.mind.percept import PerceivedNews, Percept, Sights
from latticeville.mind.relation import (
    KEPT,
    MISSED,
    TALK,
    TRUST,
    Relations,
    RelationState,
    ValueChange,
)
from latticeville.mind.requests.reflection import Pattern, ReflectionData, Statement
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, Topic
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.sim.first_state import initial_state
from tests.laws import law
from tests.talkers import talkers

WORLD = talkers()
MINUTES, START = WORLD.settings.tick_minutes, WORLD.settings.start


def mind_with(*records: MemoryRecord) -> Mind:
    mind = initial_state(WORLD).minds["ada"]
    first = len(mind.memory)
    added = [
        replace(one, id=first + count)
        for count, one in enumerate(sorted(records, key=lambda one: one.tick))
    ]
    return replace(mind, memory=mind.memory.grow(added))


def at(minute: int, text: str, *about: str, **more: object) -> MemoryRecord:
    """Return a record of an absolute minute, at the mill."""
    return MemoryRecord(
        0,
        "observation",
        text,
        (minute - START) // MINUTES,
        "mill",
        about=about,
        **more,  # type: ignore[arg-type]
    )


def found(mind: Mind) -> list[FoundPattern]:
    minute = 9 * DAY
    return find_patterns(
        Situation.begin(
            mind,
            Percept(
                "ada",
                (minute - START) // MINUTES,
                minute,
                "mill",
                Cell(0, 0),
                Sights(),
                PerceivedNews(),
            ),
            WORLD,
        )
    )


def seen(day: int, hour: int = 9) -> MemoryRecord:
    return at(day * DAY + hour * 60, "Bob is grinding corn at Mill.", "bob", doing="grinding corn")


def test_what_somebody_does_at_one_part_of_two_days_is_a_habit_and_on_one_day_none() -> None:
    (habit,) = found(mind_with(seen(1), seen(2, 10)))
    assert habit.pattern == Pattern(HABIT, "bob", "", "mill", "morning", "grinding corn")
    assert len(habit.ids) == 2
    assert found(mind_with(seen(1), seen(1, 10))) == []
    assert found(mind_with(seen(1), seen(2, 14))) == []


def test_two_who_talk_at_one_part_of_two_days_meet_there() -> None:
    said = [at(day * DAY + 600, "Bob says.", "cid", "bob", spoken=True) for day in (1, 2)]
    (meeting,) = found(mind_with(*said))
    assert meeting.pattern == Pattern(MEETING, "bob", "cid", "mill", "morning")
    own = [at(day * DAY + 600, "Ada says.", "bob", "ada", spoken=True) for day in (1, 2)]
    assert found(mind_with(*own))[0].pattern == Pattern(MEETING, "ada", "bob", "mill", "morning")
    assert found(mind_with(*own[:1])) == []


def trouble(minute: int, place: str = "barn") -> MemoryRecord:
    """Return a trouble with the till, at a place where nobody is every day."""
    one = at(minute, f"The till jams ({minute}).", "till", topic=Topic(f"{minute}.till", EVENT))
    return replace(one, place=place)


def talk(minute: int, who: str, place: str = "barn") -> MemoryRecord:
    return replace(at(minute, f"{who} says.", who, "eve", spoken=True), place=place)


def coincidences(*records: MemoryRecord) -> list[tuple[str, str]]:
    return [
        (one.pattern.who, one.pattern.other)
        for one in found(mind_with(*records))
        if one.pattern.kind == COINCIDENCE
    ]


def test_who_is_heard_near_most_troubles_of_an_object_is_noticed_from_the_least_support_on() -> (
    None
):
    times = [DAY + 600 + 60 * count for count in range(LEAST_COINCIDENCES)]
    near = [one for minute in times for one in (trouble(minute), talk(minute + 4, "bob"))]
    assert coincidences(*near) == [("bob", "till")]
    assert coincidences(*near[:-2]) == []
    assert coincidences(*near, *[trouble(2 * DAY + 600 + 60 * count) for count in range(4)]) == []
    assert coincidences(*near, *[talk(minute + 2, "cid") for minute in times]) == []
    far = [one for minute in times for one in (trouble(minute), talk(minute + 30, "bob"))]
    assert coincidences(*far) == []


def test_who_is_where_a_trouble_is_every_day_is_not_suspected() -> None:
    times = [DAY + 600 + 60 * count for count in range(LEAST_COINCIDENCES)]
    pairs = ((trouble(minute, "mill"), talk(minute + 4, "bob", "mill")) for minute in times)
    assert coincidences(*(one for pair in pairs for one in pair)) == []


@pytest.mark.parametrize(
    ("before", "after", "kind", "rule"),
    [(0.4, 0.6, TRUST_GAINED, KEPT), (0.6, 0.3, TRUST_LOST, MISSED)],
)
def test_a_change_of_trust_that_rests_on_two_records_is_noticed(
    before: float, after: float, kind: str, rule: str
) -> None:
    changes = (
        ValueChange(1, "bob", rule, {TRUST: before}, 3),
        ValueChange(9, "bob", rule, {TRUST: after}, 4),
    )
    relations = Relations({"bob": RelationState({TRUST: after})}, changes=changes)
    mind = replace(mind_with(), relations=relations)
    assert found(mind) == [FoundPattern(Pattern(kind, "bob"), (3, 4))]
    assert found(replace(mind, relations=replace(relations, changes=changes[:1]))) == []
    talk = tuple(replace(one, rule=TALK) for one in changes)
    assert found(replace(mind, relations=replace(relations, changes=talk))) == []


@law()
@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.integers(0, 23), st.sampled_from(["bob", "cid"]), st.booleans()
        ),
        max_size=30,
    )
)
def test_every_pattern_rests_on_two_records_that_exist(
    lived: list[tuple[int, int, str, bool]],
) -> None:
    records = [
        talk(day * DAY + hour * 60, who) if spoken else seen(day, hour)
        for day, hour, who, spoken in lived
    ]
    mind = mind_with(*records)
    for one in found(mind):
        assert 2 <= len({*one.ids}) <= MOST_RECORDS
        assert all(0 <= place < len(mind.memory) for place in one.ids)


def test_a_pattern_becomes_an_insight_that_cites_its_records_and_copies_none() -> None:
    statements = (Statement("observation", "It rains.", 480, "Mill"),)
    names = {"ada": "Ada", "bob": "Bob", "cid": "Cid", "till": "the till"}
    patterns = [
        Pattern(HABIT, "bob", "", "Mill", "morning", "grinding corn", (2, 3)),
        Pattern(MEETING, "bob", "cid", "Mill", "evening", numbers=(2, 3)),
        Pattern(COINCIDENCE, "bob", "till", "Mill", numbers=(2, 3, 4)),
        Pattern(TRUST_GAINED, "cid", numbers=(2, 5)),
        Pattern(TRUST_LOST, "bob", numbers=(2, 5)),
    ]
    data = ReflectionData("ada", "Ada", statements, names, ("bob", "cid"), (), tuple(patterns))
    drawn = json.loads(
        draw_insights(
            Request("insights", "ada", 5, RequestText("", facts={"most": "5"}), data=data)
        )
    )["insights"]
    assert {(one["insight"], tuple(one["because"])) for one in drawn} == {
        ("On more than one morning Bob was at Mill, grinding corn.", (2, 3)),
        ("Bob and Cid have talked at Mill on more than one evening.", (2, 3)),
        ("Bob was near more than once when something happened with the till.", (2, 3, 4)),
        ("Ada can rely on Cid more than before.", (2, 5)),
        ("Ada should not rely on Bob any more.", (2, 5)),
    }
