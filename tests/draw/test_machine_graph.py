"""A machine as a picture: every state is drawn once, every arrow ends at its state, words lie on
nothing."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

from hypothesis import assume, given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.draw.box_placement import place_boxes
from latticeville.draw.box_routes import Board
from latticeville.draw.machine_graph import (
    Arrow,
    MachineMarks,
    MachinePicture,
    draw_machine,
    find_arrows,
    order_states,
)
from latticeville.world.load import load_world
from latticeville.world.model.objects import Kind, ObjectStateSpec, Transition
from tests.laws import law
from tests.random_worlds import gizmos, library
from tests.worlds import Table, build

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
HEADS = {"►": (1, 0), "◄": (-1, 0), "▲": (0, -1), "▼": (0, 1)}


def kettle() -> Kind:
    return load_world(Path(__file__).parents[2] / "worlds" / "square").kinds["kettle"]


@st.composite
def machines(draw: st.DrawFn) -> Kind:
    """Draw a machine of up to nine states with invented names and any transitions."""
    letters = st.text("abcdefgh", min_size=1, max_size=12)
    names = draw(st.lists(letters, min_size=1, max_size=9, unique=True))
    ends = st.tuples(st.sampled_from(names), st.sampled_from(names))
    triggers = st.sampled_from([("use", None), ("kick", None), (None, 5), (None, None)])
    rows = [
        Transition((source,), target, verb, after, origin=("machine", place))
        for place, ((source, target), (verb, after)) in enumerate(
            draw(st.lists(st.tuples(ends, triggers), max_size=14))
        )
    ]
    return Kind(
        "machine",
        "machine",
        "m",
        "wood",
        blocks=True,
        portable=False,
        start=names[0],
        states={name: ObjectStateSpec(name) for name in names},
        counters={},
        transitions=tuple(rows),
    )


def boxes(picture: MachinePicture) -> dict[str, Box]:
    """Return where the frame of each state is, and check that it is one whole box."""
    found: dict[str, list[tuple[int, int]]] = {}
    for y, line in enumerate(picture.lines):
        for x, cell in enumerate(line):
            if isinstance(cell.part, str) and cell.role == "frame":
                found.setdefault(cell.part, []).append((x, y))
    drawn = {}
    for state, cells in found.items():
        x, y = min(cells)[0], min(place[1] for place in cells)
        box = Box(x, y, max(cells)[0] - x + 1, max(place[1] for place in cells) - y + 1)
        assert {picture.lines[y][x].part for x, y in box.cells()} <= {
            state,
            *(part for part in parts(picture) if isinstance(part, Arrow) and part.target == state),
        }
        drawn[state] = box
    return drawn


def parts(picture: MachinePicture) -> set[object]:
    return {cell.part for line in picture.lines for cell in line}


def words_of(picture: MachinePicture, arrow: Arrow) -> str:
    """Return the words of an arrow that stand outside the boxes."""
    cells = [cell for line in picture.lines for cell in line if cell.part == arrow]
    return "".join(cell.letter for cell in cells if cell.role == "word")


def test_the_kettle_is_drawn_with_its_words_and_the_trial_lit() -> None:
    picture = draw_machine(kettle(), 54, 16, MachineMarks(current="hot", selected="cold"))
    text = picture.text
    assert picture.is_whole
    for words in ("┃  cold ", "║● hot ", "│  heating │", "─use─", "─5 min─", "by itself, 30 min"):
        assert words in text, text
    assert "≡ take" in text
    assert order_states(kettle()) == ("cold", "heating", "hot")


def test_what_leads_to_a_state_from_any_other_is_a_line_of_its_box() -> None:
    kind = build(".", things=GATES).kinds["wicket"]
    found = {(one.source, one.target): one.words for one in find_arrows(kind)}
    assert found == {
        ("*", "broken"): "smash",
        ("shut", "open"): "open",
        ("open", "shut"): "close",
    }
    assert "◂ smash" in draw_machine(kind, 60, 20).text


def test_what_is_wrong_and_how_many_are_in_the_run_stands_in_the_box() -> None:
    marks = MachineMarks(
        notes={"hot": "dead end"}, counts={"cold": 3}, faults=frozenset({("kettle", 0)})
    )
    text = draw_machine(kettle(), 60, 20, marks).text
    assert "! dead end" in text
    assert "►3┘" in text
    assert "!use" in text


def test_without_room_one_state_is_drawn_with_its_arrows_in_and_out() -> None:
    picture = draw_machine(kettle(), 46, 5, MachineMarks(selected="hot"))
    assert not picture.is_whole
    assert "heating ─5 min" in picture.text
    assert "─by itself" in picture.text
    assert "► cold" in picture.text
    for state in kettle().states:
        other = draw_machine(kettle(), 46, 5, MachineMarks(selected=state))
        assert len(other.lines) == len(picture.lines)
        assert f"  {state} " in other.text


def test_without_room_beside_it_arrows_come_from_above_and_go_below() -> None:
    lines = draw_machine(kettle(), 34, 7, MachineMarks(selected="hot")).text.split("\n")
    assert lines[0].startswith("heating ─5 min──")
    assert lines[0].index("┐") == lines[1].index("▼")
    assert lines[3].startswith("┃  hot")
    assert lines[-1].strip() == "└─by itself, 30 min─► cold"


@law(150)
@given(machines(), st.integers(30, 130), st.integers(8, 50))
def test_every_state_is_drawn_once_and_every_arrow_ends_at_its_state(
    kind: Kind, width: int, height: int
) -> None:
    picture = draw_machine(kind, width, height)
    assert picture == draw_machine(kind, width, height)
    assert len(picture.lines) <= height
    assert all(len(line) == width for line in picture.lines)
    assume(picture.is_whole)
    drawn = boxes(picture)
    assert set(drawn) == set(kind.states)
    assert not any(
        one.overlaps(other) for one in drawn.values() for other in drawn.values() if one != other
    )
    ends = Counter[Arrow]()
    for y, line in enumerate(picture.lines):
        for x, cell in enumerate(line):
            if cell.role == "wire" and cell.letter in HEADS and isinstance(cell.part, Arrow):
                aside, below = HEADS[cell.letter]
                assert Cell(x + aside, y + below) in drawn[cell.part.target]
                ends[cell.part] += 1
    joins = [one for one in find_arrows(kind) if one.source not in ("*", one.target)]
    assert ends == Counter(joins)


@law(150)
@given(machines(), st.integers(30, 130), st.integers(8, 50))
def test_every_word_of_an_arrow_is_legible(kind: Kind, width: int, height: int) -> None:
    picture = draw_machine(kind, width, height)
    assume(picture.is_whole)
    for arrow in find_arrows(kind):
        words = words_of(picture, arrow)
        number = str(arrow.origins[0][1] + 1)
        assert arrow.words in words or words == number


@law(40)
@given(gizmos())
def test_a_machine_of_a_world_is_whole_where_there_is_room(table: Table) -> None:
    kind = build(".", things=library(table)).kinds["gizmo"]
    assert draw_machine(kind, 110, 40).is_whole


@law(100)
@given(st.integers(2, 8), st.data())
def test_routes_run_from_box_to_box_and_share_no_cell_but_crossings(
    count: int, data: st.DataObject
) -> None:
    sizes = [(data.draw(st.integers(7, 14)), data.draw(st.integers(3, 5))) for _ in range(count)]
    place = st.integers(0, count - 1)
    links = data.draw(
        st.lists(st.tuples(place, place).filter(lambda ends: ends[0] != ends[1]), max_size=9)
    )
    room = 90, 40
    for found in place_boxes(sizes, links, room, 6):
        board, taken = Board(*room, found), Counter[Cell]()
        for source, target in links:
            route = board.route(found[source], found[target])
            if route is None:
                continue
            cells = [Cell(step.x, step.y) for step in route]
            assert len({*cells}) == len(cells)
            assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise(cells))
            assert (
                found[source].distance_to(Cell(*cells[0]))
                == 1
                == found[target].distance_to(Cell(*cells[-1]))
            )
            taken.update(cells)
        assert all(number <= 2 for number in taken.values())
        assert not any(cell in box for cell in taken for box in found)
