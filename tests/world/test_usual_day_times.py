"""A usual day keeps what its person says of it: who goes out leaves in time, and work is firm."""

import pytest

from latticeville.core.clock import format_hours
from latticeville.world.io.kinds import load_presets
from latticeville.world.load import check_texts
from latticeville.world.usual_day.places import next_row
from latticeville.world.usual_day.usual_day import UsualDay, usual_days
from tests.worlds import build

WIDE = "." * 60
THINGS = '[kinds.bed]\nglyph = "b"\nblocks = false\n'


def day(intends: str, lifestyle: str = "Ada gets up at 6am and goes to bed at 10pm.") -> UsualDay:
    """Return the usual day of somebody whose café lies thirty cells from home."""
    world = build(
        WIDE,
        areas={"hut": [0, 0, 4, 1], "cafe": [30, 0, 5, 1], "park": [55, 0, 5, 1]},
        objects={"bed": {"cell": [0, 0]}},
        people={
            "ada": {"start": [0, 0], "home": "hut", "intends": intends, "lifestyle": lifestyle},
        },
        things=THINGS,
        simulation={"tick_minutes": 1},
    )
    return usual_days(world).of("ada")


def starts(found: UsualDay, place: str) -> list[str]:
    return [format_hours(row.start) for row in found.rows if row.place == place]


def test_who_goes_out_sets_out_in_time() -> None:
    found = day("Ada opens the café at 8am and closes it at 4pm.")
    first = next(row for row in found.rows if row.place == "cafe")
    assert format_hours(first.start) == "07:20"  # 30 cells, 130 %, on the grid of five minutes


def test_no_row_is_shorter_than_a_quarter_of_an_hour_for_the_way() -> None:
    found = day("Ada opens the café at 8am.", "Ada gets up at 7:15 and goes to bed at 10pm.")
    assert all((row.end - row.start) % 1440 >= 10 for row in found.rows)


@pytest.mark.parametrize(
    ("intends", "place"),
    [
        ("Ada is at the café from nine to four.", "cafe"),
        ("Ada visits the park at 7pm.", "park"),
    ],
)
def test_what_is_told_is_firm(intends: str, place: str) -> None:
    assert place in {row.place for row in day(intends).firm}


def test_leisure_is_not_firm() -> None:
    found = day("Ada opens the café at 8am and closes it at 4pm.")
    assert {row.place for row in found.firm} == {"cafe"}
    assert len(found.firm) < len(found.rows)


def test_the_hours_of_work_are_those_that_are_told() -> None:
    rows = [one for one in day("Ada is at the café from nine to four.").rows if one.place == "cafe"]
    assert any(600 in row for row in rows)
    assert not any(16 * 60 + 30 in row for row in rows)


def test_a_meal_with_a_time_is_had_once() -> None:
    found = day("Ada opens the café at 8am.", "Ada eats dinner around 5pm.")
    dinners = [row for row in found.rows if "dinner" in row.doing]
    assert [format_hours(row.start) for row in dinners] == ["17:00"]


def told(**texts: str) -> dict[str, list[tuple[str, str]]]:
    """Return when and where what is done on the day of somebody near a pond, a café and an inn."""
    world = build(
        WIDE,
        areas={
            "hut": [0, 0, 4, 1],
            "cafe": [8, 0, 4, 1],
            "pond": [14, 0, 4, 1],
            "tavern": [20, 0, 4, 1],
        },
        objects={"bed": {"cell": [0, 0]}},
        people={"ada": {"start": [0, 0], "home": "hut", **texts}},
        things=THINGS,
    )
    found: dict[str, list[tuple[str, str]]] = {}
    for row in usual_days(world).of("ada").rows:
        found.setdefault(row.doing, []).append((format_hours(row.end), row.place))
    return found


def test_what_somebody_is_may_say_when_they_do_it() -> None:
    day = told(about="Ada is a retired sailor who fishes at the pond from ten to eleven.")
    assert day["fishing"] == [("11:00", "pond")]
    day = told(about="Ada is a baker who opens the cafe at seven and loves card tricks.")
    assert day["opening the cafe"][0][1] == "cafe"
    assert "having breakfast" in day


def test_until_when_one_sleeps_is_when_one_gets_up() -> None:
    day = told(lifestyle="She sleeps until ten in the morning.", work="tavern")
    assert day["sleeping"][-1] == ("10:00", "hut")
    assert day["serving at the bar"]


def test_who_closes_closes_where_they_work() -> None:
    day = told(intends="Ada opens the cafe at nine and closes at five, then drinks at the tavern.")
    assert day["closing up"][0][1] == "cafe"


def test_a_tavern_feeds_people_too() -> None:
    world = build(
        WIDE,
        areas={"hut": [0, 0, 4, 1], "tavern": [20, 0, 4, 1]},
        objects={"bed": {"cell": [0, 0]}, "stove": {"cell": [21, 0]}},
        people={"ada": {"start": [0, 0], "home": "hut"}},
        things=THINGS + '[kinds.stove]\nglyph = "s"\nblocks = false\n',
    )
    assert "nowhere-to-eat" not in {one.code for one in check_texts(world.files)[1]}
    rows = usual_days(world).of("ada").rows
    assert {row.place for row in rows if row.doing == "having lunch"} == {"tavern"}


def test_a_coffee_machine_is_used_before_it_is_filled() -> None:
    preset = load_presets()["coffee_machine"].kind
    first = next_row(preset, preset.start, preset.start)
    assert first is not None
    assert first.verb == "use"
