"""A usual day keeps what its person says of it: who goes out leaves in time, and work is firm."""

import pytest

from latticeville.core.clock import format_hours
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
