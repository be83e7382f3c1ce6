"""A house with two rooms and a door, a stove and a person in it: drawn, saved, and lived in while
the run goes on."""

import shutil
from pathlib import Path

import pytest
from textual.widgets import Input

from latticeville.core.geometry import Box, Cell
from latticeville.world.load import load_world
from studio.map.panes.legend_pane import LegendPane
from studio.map.panes.map_editor import MapEditor
from studio.map.panes.toolbar import TOOLS, Toolbar
from studio.run.screen import SimulateScreen
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.option_dialog import OptionDialog, OptionLines
from studio.ui.footer import CommandFooter
from studio.ui.title_bar import TitleBar
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import checked, design, draw, workbench
from tests.world_folders import SQUARE

SIZES = [(80, 24), (160, 48)]
STOVE = '\n[kinds.stove]\nname = "stove"\nglyph = "S"\ncolor = "iron"\n'
HOUSE = Box(26, 1, 11, 7)


@pytest.fixture
def village(tmp_path: Path) -> Path:
    """Return the little square with room for a house, and with stoves."""
    folder = Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "village"))
    things = folder / "kinds.toml"
    things.write_text(things.read_text() + STOVE)
    rows = (folder / "world.map").read_text().splitlines()
    rows = [row[:-2] + ",," + "," * 16 for row in rows]
    (folder / "world.map").write_text("\n".join(rows) + "\n")
    return folder


async def is_lived_in(driven: Driven, folder: Path, who: str) -> None:
    """See the saved world in the run, and the person walk out of the house."""
    world = load_world(folder)
    house = next(area for area in world.areas.by_id.values() if area.boxes == (HOUSE,))
    rooms = world.areas.children(house.id)
    assert len(rooms) == 2
    stove = next(thing for thing in world.objects.values() if thing.kind == "stove")
    assert stove.box.x in range(HOUSE.x, HOUSE.x + HOUSE.width)
    assert world.areas.at(world.people[who].start) in rooms
    await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
    for _ in range(90):
        tick = driven.view.payload.tick
        await driven.press("full_stop")
        await driven.tick(tick + 1)
        body = driven.view.payload.state.bodies.get(who)
        if body and body.cell not in HOUSE:
            break
    else:
        raise AssertionError(f"{who} is still in the house")
    assert driven.view.payload.state.bodies["mina"].cell not in HOUSE


async def choose(driven: Driven, key: str, letters: str) -> None:
    """Open a list by a key, type letters, and take the first that fits."""
    await driven.press(key)
    await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
    await driven.write(letters)
    await driven.press("enter")
    await driven.until(lambda: not isinstance(driven.app.screen, OptionDialog))


async def name(driven: Driven, text: str) -> None:
    """Type a name into the line that asks for one."""
    await driven.until(lambda: bool(driven.app.screen.query(Input)))
    await driven.write(text)
    await driven.press("enter")
    await driven.until(lambda: driven.app.screen is design(driven))


async def answer(driven: Driven, title: str, text: str) -> None:
    """Type an answer into the dialog with a title."""
    await driven.until(lambda: title in driven.frame() and driven.app.focused is not None)
    await driven.write(text)
    await driven.press("enter")


async def is_new(driven: Driven, called: str, work: str) -> None:
    """Say who a new person is who lives where they stand."""
    await answer(driven, "Place a person", called)
    await answer(driven, f"Home of {called}", "")
    await answer(driven, f"Work place of {called}", work)
    await answer(driven, f"About {called}", "Sells flowers")
    await answer(driven, f"What {called} wants most", "A shop")
    await driven.until(lambda: driven.app.screen is design(driven))


async def go(driven: Driven, x: int, y: int) -> None:
    await choose(driven, "slash", f"{x} {y}".replace(" ", ","))
    assert draw(driven).cursor == Cell(x, y)


async def area(driven: Driven, box: Box, called: str, tool: str = "a") -> None:
    await go(driven, box.x, box.y)
    await driven.press(tool, "enter", *["l"] * (box.width - 1), *["j"] * (box.height - 1), "enter")
    await name(driven, called)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_by_keyboard(village: Path, size: tuple[int, int]) -> None:
    async with studio(village, size) as driven:
        await workbench(driven)
        await area(driven, HOUSE, "New House", "W")
        await choose(driven, "c", "wall")
        await go(driven, 31, 2)
        await driven.press("i", "enter", *"jjjj", "enter", *"kk", "D", "enter")
        await go(driven, 26, 4)
        await driven.press("D", "enter")
        await area(driven, Box(27, 2, 4, 5), "Bedroom")
        await area(driven, Box(32, 2, 4, 5), "Kitchen 2")
        await go(driven, 34, 3)
        await choose(driven, "o", "stove")
        await go(driven, 28, 3)
        await driven.press("P")
        await is_new(driven, "Nora Lind", "square")
        assert design(driven).selected == "nora"
        drawn = [row[26:37] for row in design(driven).workspace.project.map][1:8]
        assert drawn == [
            "###########",
            *["#....#....#"] * 2,
            "+....+....#",
            *["#....#....#"] * 2,
            "###########",
        ]
        await checked(driven)
        await driven.press("ctrl+s")
        await driven.until(lambda: not design(driven).workspace.history.modified)
        await driven.press("4")
        await is_lived_in(driven, village, "nora")


class Mouse:
    """Nothing but a mouse."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven

    async def tool(self, word: str) -> None:
        """Click a word of the line of tools."""
        bar = design(self.driven).query_one(Toolbar)
        place = 0
        for known, group in bar._groups():
            if TOOLS[known] == word:
                break
            place += sum(len(span.text) for span in group)
        await self.driven.pilot.click(Toolbar, offset=(place + 1, 0))
        await self.driven.pilot.pause(0.05)

    def at(self, x: int, y: int) -> tuple[int, int]:
        """Return where on the screen a cell of the map is seen."""
        pane = draw(self.driven)
        assert Cell(x, y) in pane.camera.box, "scroll there first"
        region = pane.content_region
        return region.x + x - pane.camera.x, region.y + y - pane.camera.y

    async def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        pilot = self.driven.pilot
        await pilot.mouse_down(offset=self.at(x, y))
        await pilot.hover(offset=self.at((x + to_x) // 2, (y + to_y) // 2))
        await pilot.hover(offset=self.at(to_x, to_y))
        await pilot.mouse_up(offset=self.at(to_x, to_y))
        await pilot.pause(0.05)

    async def click(self, x: int, y: int) -> None:
        await self.driven.pilot.click(offset=self.at(x, y))
        await self.driven.pilot.pause(0.05)

    async def ink(self, glyph: str) -> None:
        """Click a line of the legend."""
        tiles = design(self.driven).query_one(LegendPane)
        row = next(place for place, one in enumerate(tiles.rows) if one.link == glyph)
        region = tiles.content_region
        await self.driven.pilot.click(offset=(region.x + 2, region.y + row - tiles.top))
        await self.driven.until(lambda: draw(self.driven).tool_state.ink == glyph)

    async def take(self) -> None:
        """Click “take” below a dialog."""
        await self.driven.until(lambda: bool(self.driven.app.screen.query(DialogFooter)))
        await self.driven.pilot.pause(0.05)
        await self.driven.pilot.click(DialogFooter, offset=(1, 0))
        await self.driven.until(lambda: self.driven.app.screen is design(self.driven))

    async def line(self, key: str) -> None:
        """Click a line of a dialog."""
        await self.driven.until(lambda: isinstance(self.driven.app.screen, OptionDialog))
        await self.driven.pilot.pause(0.05)
        choices = self.driven.app.screen.query_one(OptionLines)
        row = next(place for place, one in enumerate(choices.rows) if one.link == key)
        region = choices.content_region
        await self.driven.pilot.click(offset=(region.x + 2, region.y + row))
        await self.driven.until(lambda: not isinstance(self.driven.app.screen, OptionDialog))

    async def tab(self, name: str) -> None:
        """Click a workbench in the line above."""
        title = self.driven.app.screen.query_one(TitleBar)
        place = title.render_line(0).text.index(name)
        await self.driven.pilot.click(offset=(title.content_region.x + place, 0))
        await self.driven.pilot.pause(0.1)

    async def hint(self, word: str) -> None:
        """Click a word of the footer."""
        hints = self.driven.app.screen.query_one(CommandFooter)
        hints.hush()
        await self.driven.pilot.pause(0.05)
        text = hints.render_line(0).text
        region = hints.content_region
        await self.driven.pilot.click(offset=(region.x + text.index(word), region.y))
        await self.driven.pilot.pause(0.1)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_by_mouse(village: Path, size: tuple[int, int]) -> None:
    async with studio(village, size) as driven:
        mouse = Mouse(driven)
        await mouse.tab("1")
        await driven.until(
            lambda: driven.app.design is not None and design(driven).report is not None
        )
        assert isinstance(driven.app.screen.query_one(MapEditor), MapEditor)
        await mouse.tool("room")
        await mouse.drag(26, 1, 36, 7)
        await mouse.take()
        await mouse.ink("#")
        await mouse.tool("line")
        await mouse.drag(31, 2, 31, 6)
        await mouse.tool("door")
        for x, y in ((31, 4), (26, 4)):
            await mouse.click(x, y)
        await mouse.tool("area")
        await mouse.drag(27, 2, 30, 6)
        await mouse.take()
        await mouse.drag(32, 2, 35, 6)
        await mouse.take()
        await mouse.tool("object")
        await mouse.click(34, 3)
        await mouse.line("stove")
        await mouse.tool("person")
        await mouse.click(28, 3)
        await is_new(driven, "Nora Lind", "square")
        assert design(driven).selected == "nora"
        await mouse.hint("save")
        await driven.until(lambda: not design(driven).workspace.history.modified)
        await mouse.tab("4")
        await is_lived_in(driven, village, "nora")
