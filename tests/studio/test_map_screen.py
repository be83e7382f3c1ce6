"""The map workbench under hand: keys, mouse and messages."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.world.io.kinds import load_presets
from studio.map.panes.inspector import Inspector
from studio.map.panes.map_editor import MapEditor
from studio.map.panes.project_tree import ProjectTree
from studio.map.panes.toolbar import Toolbar
from studio.map.screen import MapScreen
from studio.ui.dialogs.option_dialog import OptionDialog
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE


@pytest.fixture
def square(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


def design(driven: Driven) -> MapScreen:
    assert driven.app.design is not None
    return driven.app.design


def draw(driven: Driven) -> MapEditor:
    return design(driven).query_one(MapEditor)


async def workbench(driven: Driven) -> MapScreen:
    await driven.press("1")
    await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
    await driven.until(lambda: design(driven).report is not None)
    return design(driven)


def row(driven: Driven, y: int) -> str:
    return design(driven).workspace.project.map.row(y)


async def checked(driven: Driven) -> None:
    """Wait until the checks have looked at the newest edition."""

    def looked() -> bool:
        report = design(driven).report
        return report is not None and report.project is design(driven).workspace.project

    await driven.until(looked)


async def test_the_pencil_draws_and_undo_takes_it_back(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        before = row(driven, 0)
        await driven.press("g", "p", "enter", "l", "l", "enter")
        assert row(driven, 0) == "###" + before[3:]
        assert "unsaved" in driven.frame()
        assert len(design(driven).workspace.history.steps) == 2
        await driven.press("u")
        assert row(driven, 0) == before
        await driven.press("ctrl+y")
        assert row(driven, 0) == "###" + before[3:]


async def test_what_is_typed_before_a_dialog_is_there_is_not_lost(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.burst("slash", "1", "4", "comma", "3", "enter")
        await driven.until(lambda: draw(driven).cursor == Cell(14, 3))


async def test_what_is_broken_on_disk_stays_a_problem_until_it_is_mended(square: Path) -> None:
    async with studio(square) as driven:
        workspace = (await workbench(driven)).workspace
        good = (square / "world.toml").read_text()
        (square / "world.toml").write_text(good + "foo = [\n")
        await driven.until(lambda: "✗1" in driven.frame())
        await driven.press("l", "h", "ctrl+s")
        await driven.until(lambda: "Syntax error on disk" in driven.frame())
        await driven.press("down", "enter")
        await driven.until(lambda: "✗1" not in driven.frame())
        assert (square / "world.toml").read_text() == good
        assert not workspace.broken


async def test_a_broken_file_that_is_mended_outside_is_no_problem_any_more(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        good = (square / "world.toml").read_text()
        (square / "world.toml").write_text(good + "foo = [\n")
        await driven.until(lambda: "✗1" in driven.frame())
        (square / "world.toml").write_text(good)
        await driven.until(lambda: "✗1" not in driven.frame())


async def test_two_editions_are_put_together_and_the_window_explains_itself(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        workspace = (await workbench(driven)).workspace
        await driven.press("g", "p", "enter", "l", "enter")
        drawn = square / "world.map"
        drawn.write_text(drawn.read_text().replace(";", ","))
        there = drawn.read_text()
        await driven.until(lambda: "File changed on disk and here" in driven.frame())
        await driven.press("enter")
        await driven.until(lambda: "L theirs" in driven.frame())
        await driven.press("question_mark")
        await driven.until(lambda: "Help · Compare" in driven.frame())
        await driven.press("escape", "escape")
        await driven.until(lambda: "asks again" in driven.frame())
        await driven.press("ctrl+s")
        await driven.until(lambda: "File changed on disk and here" in driven.frame())
        await driven.press("enter")
        await driven.until(lambda: "L theirs" in driven.frame())
        await driven.press("L", "enter")
        await driven.until(lambda: "it equals the file on disk" in driven.frame())
        assert not workspace.history.modified
        assert drawn.read_text() == there


async def click_tool(driven: Driven, word: str) -> None:
    """Click a word of the line of tools."""
    bar = design(driven).query_one(Toolbar)
    await driven.pilot.click(Toolbar, offset=(bar.render_line(0).text.index(word) + 1, 0))
    await driven.pilot.pause(0.05)


async def click_cell(driven: Driven, cell: Cell) -> None:
    """Click a cell of the map."""
    pane = draw(driven)
    place = pane.scale.to_view(cell)
    await driven.pilot.click(
        MapEditor, offset=(place[0] - pane.camera.x + 1, place[1] - pane.camera.y + 1)
    )
    await driven.pilot.pause(0.05)


@pytest.mark.parametrize(
    ("word", "title"), [("object", "Place an object"), ("person", "Place a person")]
)
async def test_a_clicked_tool_waits_for_its_cell(square: Path, word: str, title: str) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("g")
        await click_tool(driven, word)
        assert title not in driven.frame()
        await click_cell(driven, Cell(6, 4))
        await driven.until(lambda: title in driven.frame())
        assert draw(driven).cursor == Cell(6, 4)
        assert draw(driven).tool_state.tool == word
        await driven.press("escape", "escape")
        assert draw(driven).tool_state.tool == "hand"


async def test_who_lives_here_already_is_marked_and_moved_or_doubled(square: Path) -> None:
    async with studio(square) as driven:
        workspace = (await workbench(driven)).workspace
        for way, people in (("enter", ["mina", "otto"]), ("down", ["mina", "otto", "otto_2"])):
            await driven.press("slash", *"14,4", "enter", "P")
            await driven.until(lambda: "already in this world" in driven.frame())
            await driven.press(*"otto", "enter")
            await driven.until(lambda: "Add a second one" in driven.frame())
            await driven.press(*([way, "enter"] if way == "down" else [way]))
            await driven.until(lambda: driven.app.screen is design(driven))
            rows = workspace.project.data("world.toml")["people"]
            assert [row.get("id", row["persona"]) for row in rows] == people
            assert rows[-1]["start"] == [14, 4]


async def test_a_sentence_that_is_too_long_takes_another_line(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        await workbench(driven)
        design(driven).tell("word " * 25 + "end")
        await driven.until(lambda: driven.frame().rstrip().endswith("end"))
        await driven.press("l")
        assert "word" not in driven.frame()
        assert design(driven).query_one("#hints").size.height == 1


async def test_an_object_of_a_kind_that_is_not_there_makes_the_kind(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        await driven.press("o")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("b", "e", "d")
        await driven.until(lambda: "New kind “bed” …" in driven.frame())
        assert "from bed" in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: "Its id is bed." in driven.frame())
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is screen)
        assert "bed" not in screen.project.data("kinds.toml")["kinds"]
        await driven.press("o")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("b", "e", "d", "enter")
        await driven.until(lambda: "Its id is bed." in driven.frame())
        await driven.press("enter")
        await driven.until(lambda: screen.selected == "bed")
        assert screen.project.data("kinds.toml")["kinds"]["bed"] == load_presets()["bed"].table
        await driven.press("u")
        assert "bed" not in screen.project.data("kinds.toml")["kinds"]


async def test_new_rows_are_like_the_edge_that_they_are_added_to(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        draw(driven).tools.take(replace(draw(driven).tool_state, ground="."))
        height = design(driven).workspace.project.map.height
        await driven.press("8", *"bottom", "space", "plus", "2", "enter")
        await driven.until(lambda: design(driven).workspace.project.map.height == height + 2)
        assert {*row(driven, height)} == {","}


async def test_replacing_says_how_much_and_a_typed_cell_is_no_mistake(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        await workbench(driven)
        await driven.press("slash", *"14,4")
        await driven.until(lambda: "enter goes to 14,4" in driven.frame())
        assert "No match" not in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: draw(driven).cursor == Cell(14, 4))
        glyph = row(driven, 4)[14]
        count = sum(line.count(glyph) for line in design(driven).workspace.project.map)
        await driven.press("6", "enter")
        assert f"{count} cells replaced." in driven.frame()


async def test_a_clicked_door_is_cut_where_the_map_is_clicked(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        before = row(driven, 0)
        await driven.press("g")
        await click_tool(driven, "door")
        assert not design(driven).workspace.history.modified
        await driven.press("escape")
        assert draw(driven).tool_state.tool == "hand"
        await click_tool(driven, "door")
        await click_cell(driven, Cell(9, 4))
        assert row(driven, 4)[9] == "+"
        assert row(driven, 0) == before


async def test_tools_work_from_other_panes_and_say_what_they_lack(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("slash", *"14,4", "enter")
        design(driven).focus_pane("tree")
        await driven.press("a")
        assert draw(driven).has_focus
        assert draw(driven).tool_state.tool == "area"
        await driven.press("escape")
        design(driven).focus_pane("problems")
        await driven.press("o")
        assert draw(driven).tool_state.tool == "object"
        await driven.press("enter")
        await driven.until(lambda: "Place an object" in driven.frame())
        await driven.press("escape")
        design(driven).select("")
        design(driven).focus_pane("steps")
        await driven.press("B")
        assert "Add a box: select" in driven.frame()
        design(driven).focus_pane("tree")
        await driven.press("slash", *"14,3", "enter")
        await driven.until(lambda: draw(driven).has_focus)


async def test_a_click_with_ctrl_in_the_outline_selects_beside_what_is_selected(
    square: Path,
) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        screen.focus_pane("tree")
        screen.select("mina")
        tree = screen.query_one(ProjectTree)
        await driven.pilot.pause(0.05)
        place = next(place for place, row in enumerate(tree.rows) if row.link == "otto")
        await driven.pilot.click(tree, offset=(4, 1 + place - tree.top), control=True)
        await driven.until(lambda: len(screen.selection) == 2)
        await driven.pilot.pause(0.05)
        assert set(screen.selection) == {"mina", "otto"}


async def test_a_word_behind_the_cursor_is_taken_and_all_words_are_named(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        await workbench(driven)
        await driven.press("slash", *"mina", "enter", "e")
        found = [field.key for field in design(driven).query_one(Inspector)._fields]
        await driven.press(*["j"] * found.index("home"), "enter")
        await driven.until(lambda: "One of: " in driven.frame())
        await driven.press(*"kit", "enter")
        await driven.until(
            lambda: (
                design(driven).query_one(Inspector).is_attached
                and driven.app.screen is design(driven)
            )
        )
        people = design(driven).workspace.project.data("world.toml")["people"]
        assert {one.get("home") for one in people if one["persona"] == design(driven).selected} == {
            "kitchen"
        }


async def test_an_area_with_walls_shares_those_of_its_neighbour_in_one_step(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        before = [*screen.project.map]
        await driven.press("W")
        await driven.until(lambda: "room with walls and floor" in driven.frame())
        draw(driven).go(Cell(3, 8))
        await driven.press("enter", *["l"] * 6, "j", "enter")
        await driven.until(lambda: "Name of the room with walls and floor, 7×2" in driven.frame())
        await driven.press("enter")
        await driven.until(lambda: screen.selected == "room_1")
        assert [row[3:10] for row in screen.project.map][7:] == ["#######", "#.....#", "#######"]
        assert draw(driven).tool_state.tool == "room"
        await driven.press("u")
        assert [*screen.project.map] == before


async def test_a_door_is_the_same_tool_by_key_and_by_toolbar(square: Path) -> None:
    async with studio(square) as driven:
        screen = await workbench(driven)
        before, taken = [*screen.project.map], []
        draw(driven).go(Cell(3, 8))
        await driven.press("D")
        taken.append(draw(driven).tool_state)
        await driven.press("escape")
        await click_tool(driven, "door")
        taken.append(draw(driven).tool_state)
        assert taken[0] == taken[1]
        assert (taken[0].tool, [*screen.project.map]) == ("door", before)
        await driven.until(
            lambda: "Click a wall for the door, or move there and press enter." in driven.frame()
        )
        draw(driven).go(Cell(1, 0))
        await driven.press("enter")
        await driven.until(lambda: "“tree” at 1,0 is no wall" in driven.frame())
        assert draw(driven).tool_state.tool == "door"


async def test_a_favourite_is_kept_and_taken_by_its_digit(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("i", "i")
        ink = draw(driven).tool_state.ink
        for _ in range(2):
            await driven.press("apostrophe")
            await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
            await driven.press("4")
            await driven.until(lambda: driven.app.screen is design(driven))
            await driven.press("p")
        await driven.press("apostrophe")
        await driven.until(lambda: f"4  joined line · {ink} " in driven.frame())
        await driven.press("4")
        await driven.until(lambda: draw(driven).tool_state.description == "joined line")
