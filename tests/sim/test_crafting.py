"""Crafting: two wood and a stone become an axe, which doubles what its owner gathers."""

import pytest

from latticeville.mind.action import Action
from latticeville.rules.survival.events import Gathered
from latticeville.sim.events import Refused
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.sim.test_survival import events_of
from tests.worlds import Table, build, live

THINGS = """
[kinds.workbench]
glyph = "w"
[[kinds.workbench.transitions]]
from = "still"
verb = "craft"
does = [{ take = "wood", count = 2 }, { take = "stone" }, { give = "axe" }]
fails = "an axe needs two wood and a stone."
[kinds.saw]
glyph = "s"
portable = true
"""
LEGEND: Table = {"f": {"name": "forest", "resources": {"wood": 30, "stone": 3, "food": 9}}}
RULES: Table = {
    "gather": 2,
    "resources": {name: {"regrowth": 0.0} for name in ("food", "wood", "stone")},
    "tools": {"axe": {"resource": "wood"}, "saw": {"resource": "wood", "factor": 2.5}},
}


def forest(*names: str) -> World:
    """Return a forest with a workbench and a saw, and people in one cell."""
    return build(
        "f.\n..",
        things=THINGS,
        objects={"workbench": {"cell": [1, 0]}, "saw": {"cell": [0, 1]}},
        people={name: {"start": [0, 0]} for name in names},
        legend=LEGEND,
        survival=RULES,
        rules=["survival"],
    )


def gathered(actions: list[Action], rivals: list[Action] | None = None) -> list[int]:
    """Return the units of wood that Ada gathers in each tick in which she does."""
    told = {"ada": dict(enumerate(actions, 1)), "bob": dict(enumerate(rivals or [], 1))}
    run = live(forest("ada", "bob"), len(actions), minds=doing(told))
    events = [event for one in run for event in events_of(one, Gathered)]
    return [event.units for event in events if event.resource == "wood" and event.who == "ada"]


WOOD, STONE, CRAFT = (
    Action("gather", "wood"),
    Action("gather", "stone"),
    Action("interact", "workbench", "craft"),
)
TAKE_SAW = Action("interact", "saw", "take")


def test_an_axe_doubles_the_wood_of_whoever_made_it() -> None:
    assert gathered([WOOD, STONE, CRAFT, WOOD]) == [2, 4]
    assert gathered([WOOD, CRAFT, WOOD]) == [2, 2]


def test_a_portable_object_is_a_tool_too_and_the_best_counts() -> None:
    assert gathered([TAKE_SAW, WOOD]) == [5]
    assert gathered([WOOD, STONE, CRAFT, TAKE_SAW, WOOD]) == [2, 5]


@pytest.mark.parametrize("rivals", [[], [Action("wait"), WOOD]])
def test_a_tool_helps_its_owner_only(rivals: list[Action]) -> None:
    assert gathered([TAKE_SAW, WOOD], rivals) == [5]


def test_who_lacks_the_wood_learns_why_there_is_no_axe() -> None:
    [refused] = events_of(live(forest("ada"), 1, minds=doing({"ada": {1: CRAFT}}))[-1], Refused)
    assert refused.reason == "an axe needs two wood and a stone."
