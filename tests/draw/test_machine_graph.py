"""A machine drawn as text: every state has its box, every arrow its number, and the current state
is lit."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.draw.machine_graph import arrows, draw, layers
from latticeville.world.load import load_world
from tests.laws import law
from tests.random_worlds import gizmos, library
from tests.worlds import Table, build

KETTLE = """\
┌─────────┐
│ cold    │─1──────┐
│         │◄───────┼─┐
│         │◄───────┼─┼─┐
└─────────┘        │ │ │
                   │ │ │
┌─────────┐        │ │ │
│ heating │◄───────┘ │ │
│         │─2────┐   │ │
└─────────┘      │   │ │
                 │   │ │
╔═════════╗      │   │ │
║●hot     ║◄─────┘   │ │
║         ║─3──┐     │ │
║         ║◄───┘     │ │
║         ║─4────────┘ │
║         ║─5──────────┘
╚═════════╝

 1 cold → heating: use, with water: take 1 water
 2 heating → hot: after 5 min, cups = 3
 3 hot → hot: take, at least 1 cups: cups − 1, give 1 tea
 4 hot → cold: by itself, at most 0 cups
 5 hot → cold: after 30 min, cups = 0
"""


GATES = """
[kinds.gate]
glyph = "g"
start = "shut"
states.shut = {}
states.open = {}
states.broken = {}
transitions = [{ from = "open", verb = "close", to = "shut" }]

[kinds.wicket]
extends = "gate"
transitions = [
    { from = "*", verb = "smash", to = "broken" },
    { from = "shut", verb = "open", to = "open", needs = [{ key = true }] },
    { from = "shut", verb = "open", to = "open", needs = [{ owner = true }] },
]
"""


def test_the_kettle_is_drawn_with_its_current_state_lit() -> None:
    world = load_world(Path(__file__).parents[2] / "worlds" / "square")
    drawing = draw(world.kinds["kettle"], "hot")
    assert "\n".join(drawing.lines) + "\n" == KETTLE
    assert drawing.boxes == {"cold": (0, 0, 11), "heating": (6, 0, 11), "hot": (11, 0, 11)}
    assert layers(world.kinds["kettle"]) == (("cold",), ("heating",), ("hot",))


def test_the_selected_state_has_a_heavy_border() -> None:
    world = load_world(Path(__file__).parents[2] / "worlds" / "square")
    plain, marked = draw(world.kinds["kettle"], "hot"), draw(world.kinds["kettle"], "hot", "cold")
    assert marked.lines[0] == "┏━━━━━━━━━┓"
    assert marked.lines[1] == plain.lines[1].replace("│ cold    │", "┃ cold    ┃")
    assert marked.lines[5:] == plain.lines[5:]
    assert "┃●hot" in "\n".join(draw(world.kinds["kettle"], "hot", "hot").lines)


def test_furniture_is_one_box() -> None:
    world = load_world(Path(__file__).parents[2] / "worlds" / "square")
    assert draw(world.kinds["bench"]).lines == ("┌───────┐", "│ still │", "└───────┘")


@pytest.mark.slow
@law(100)
@given(gizmos(), st.sampled_from(["", "s0", "s2"]))
def test_every_arrow_can_be_followed_from_its_number_to_its_target(
    table: Table, current: str
) -> None:
    kind = build(".", things=library(table)).kinds["gizmo"]
    drawing = draw(kind, current, legend=False)
    assert drawing == draw(kind, current, legend=False)
    grid = {(x, y): letter for y, line in enumerate(drawing.lines) for x, letter in enumerate(line)}
    inside = {
        y: state
        for state, (top, _, _) in drawing.boxes.items()
        for y in range(top, len(drawing.lines))
    }
    followed = []
    for start, line in enumerate(drawing.lines):
        for found in re.finditer(r"[1-9][\d,…]*(?=─)", line):
            x, y = found.end(), start
            while grid[x, y] not in "┐┘":
                x += 1
            way = 1 if grid[x, y] == "┐" else -1
            y += way
            while grid[x, y] not in "┐┘":
                y += way
            while grid[x, y] != "◄":
                x -= 1
            followed.append((found[0], inside[start], inside[y]))
    assert sorted(followed) == sorted(
        (link.sign, link.source, link.target) for link in arrows(kind)
    )


def test_an_arrow_bears_the_numbers_of_its_rows_and_a_letter_where_they_are_not_its_own() -> None:
    found = arrows(build(".", things=GATES).kinds["wicket"])
    assert sorted((link.sign, link.source, link.target) for link in found) == [
        ("1", "broken", "broken"),
        ("1", "open", "broken"),
        ("1", "shut", "broken"),
        ("2,3", "shut", "open"),
        ("a", "open", "shut"),
    ]
