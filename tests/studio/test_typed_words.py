"""Words that arrive in one read, where keys are commands and where they are typed."""

import pytest
from textual.widgets import Input

from studio.ui.dialogs.option_dialog import OptionDialog
from tests.studio.conftest import studio
from tests.studio.test_map_screen import draw, workbench
from tests.studio.test_terminal import Terminal
from tests.world_folders import SQUARE

SAID = "Keys are commands here"


async def test_a_word_where_keys_are_commands_does_nothing() -> None:
    async with studio() as driven:
        screen = await workbench(driven)
        before, cursor = screen.project, draw(driven).cursor
        await driven.read(*"hello, world", "enter")
        assert SAID in driven.frame()
        assert (screen.project, draw(driven).cursor) == (before, cursor)
        assert driven.app.screen is screen
        await driven.press("l")
        assert draw(driven).cursor == cursor._replace(x=cursor.x + 1)
        assert SAID not in driven.frame()


@pytest.mark.parametrize("keys", ["llll", "lljj", "hjkhjk"])
async def test_keys_that_are_held_down_are_no_word(keys: str) -> None:
    async with studio() as driven:
        await workbench(driven)
        x, y = draw(driven).cursor
        await driven.read(*keys)
        wanted = (x + keys.count("l") - keys.count("h"), y + keys.count("j") - keys.count("k"))
        assert tuple(draw(driven).cursor) == wanted
        assert SAID not in driven.frame()


async def test_a_word_is_typed_where_there_is_a_line() -> None:
    async with studio() as driven:
        await workbench(driven)
        await driven.press("o")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.read(*"kettle")
        assert driven.app.screen.query_one(Input).value == "kettle"


def test_a_word_on_a_terminal_does_nothing() -> None:
    terminal = Terminal(str(SQUARE))
    terminal.until(b"tick 0")
    terminal.until(b"space: run")
    terminal.press(b"hello world.\r")
    terminal.until(b"Keys are commands")
    terminal.press(b".")
    terminal.until(b"tick 1")
    terminal.press(b"\x11")
    assert terminal.ends() == 0
