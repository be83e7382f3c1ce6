"""A first day, run before the run: what is kept, what is missed, and where they were instead."""

from collections.abc import Mapping

import pytest

from latticeville.cli.main import main
from latticeville.core.clock import DAY
from latticeville.reports.persona import run_to_end
from latticeville.reports.preview import FirstDay, day_rows, first_day
from latticeville.world.model.world import World
from tests.world_folders import SQUARE
from tests.worlds import Table, build, row

THINGS = """
[kinds.lathe]
glyph = "l"
blocks = false
[[kinds.lathe.transitions]]
from = "still"
verb = "use"
needs = [{ has = "wood" }]
fails = "The lathe is empty."
says = "{who} turns a bowl."
[kinds.bed]
glyph = "b"
blocks = false
"""


def mill(*, shut: bool, things: str = THINGS, rules: Mapping[str, Table] = {}) -> World:
    """Return a hamlet whose study is shut off by a wall, or not."""
    day: list[Table] = [
        row("00:00", "hut", "sleeping"),
        row("08:00", "shop", "turning", "use lathe", every=60),
        row("12:00", "study", "reading"),
        row("16:00", "hut", "mending"),
    ]
    return build(
        f"....+....{'#' if shut else '+'}....",
        areas={"hut": [0, 0, 4, 1], "shop": [5, 0, 4, 1], "study": [10, 0, 4, 1]},
        objects={"lathe": {"cell": [6, 0]}, "bed": {"cell": [0, 0]}},
        people={"ivo": {"start": [1, 0], "home": "hut", "work": "shop", "routine": day}},
        things=things,
        rules_of=rules,
        simulation={"start": "Mon 00:00", "tick_minutes": 5},
    )


def found(world: World) -> FirstDay:
    return run_to_end(first_day(world, "ivo"))


def test_a_day_that_works_misses_nothing() -> None:
    day = found(mill(shut=False))
    assert day.missed == ()
    assert day.moments
    assert {one.sentence for one in day.moments} & {"Ivo arrives at Study."}


def test_a_study_that_nobody_can_enter_is_told_with_where_they_were_instead() -> None:
    day = found(mill(shut=True))
    assert [(one.start, one.end, one.place) for one in day.missed] == [(720, 960, "Study")]
    assert day.missed[0].instead
    assert not day.missed[0].instead.startswith("Study")
    text = [row.text for row in day_rows(day)]
    assert any("reading: not at Study, but at " in one for one in text)


def test_a_use_that_is_never_done_is_told() -> None:
    assert [(one.start, one.use) for one in found(mill(shut=False)).undone] == [(480, "use lathe")]
    whole = THINGS.replace('needs = [{ has = "wood" }]\n', "")
    assert found(mill(shut=False, things=whole)).undone == ()


def test_a_use_that_is_never_done_is_told_with_what_was_missing() -> None:
    day = found(mill(shut=False))
    assert "The lathe is empty" in day.undone[0].why
    texts = [one.text for one in day_rows(day)]
    assert any("use lathe: not done, " in one and "The lathe is empty" in one for one in texts)


def test_who_comes_late_to_a_use_is_told_from_when_on_they_were_there() -> None:
    walk = build(
        f"....{'.' * 40}....",
        areas={"hut": [0, 0, 4, 1], "shop": [40, 0, 8, 1]},
        objects={"lathe": {"cell": [47, 0]}, "bed": {"cell": [0, 0]}},
        people={
            "ivo": {
                "start": [1, 0],
                "home": "hut",
                "routine": [
                    row("00:00", "hut", "sleeping"),
                    row("08:00", "shop", "turning", "use lathe", every=60),
                    row("08:42", "hut", "mending"),
                ],
            }
        },
        things=THINGS.replace('needs = [{ has = "wood" }]\n', ""),
        simulation={"start": "Mon 00:00", "tick_minutes": 1},
    )
    [late] = found(walk).undone
    assert late.why.startswith("there from 08:")
    assert "possible in" in late.why


def test_an_attempt_that_fails_is_told_with_its_reason() -> None:
    day = found(mill(shut=False, rules={"study": {"hours": [["14:00", "16:00"]]}}))
    failed = [one for one in day.moments if one.failed]
    assert failed
    assert all(one.sentence.startswith("Ivo ") and "Study" in one.sentence for one in failed)
    assert all(720 <= one.minute < 840 for one in failed)
    assert day.missed == ()


def test_it_yields_each_tick_of_a_day_and_leaves_the_world_alone() -> None:
    world = mill(shut=False)
    assert list(first_day(world, "ivo")) == list(range(1, DAY // 5 + 1))
    assert found(world) == found(world)


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", str(SQUARE), "mina"]) == 0
    text = capsys.readouterr().out
    assert "Where the day fails" in text
    assert "Mina arrives at the well." in text
    assert main(["preview", str(SQUARE), "nemo"]) == 2
    assert "there is no person “nemo”" in capsys.readouterr().err
