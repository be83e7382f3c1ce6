"""A paste of any length is one step of undo, and leaves the studio whole."""

import pytest
from textual import events
from textual.widgets import TextArea

from studio.ui.dialogs.text_dialog import TextDialog
from tests.studio.conftest import studio

LONG = "\n".join(f"line {number} of a long text that is pasted at once" for number in range(2200))


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_a_long_paste_is_undone_and_redone_at_once(size: tuple[int, int]) -> None:
    async with studio(size=size) as driven:
        await driven.app.push_screen(TextDialog("Title", "before", lambda _text: ""))
        await driven.pilot.pause()
        area = driven.app.screen.query_one(TextArea)
        driven.app.post_message(events.Paste(LONG))
        await driven.until(lambda: area.cursor_location[0] == 2199)
        assert area.text == f"before{LONG}"
        assert area.cursor_location[0] == 2199
        await driven.press("ctrl+z")
        assert area.text == "before"
        assert area.cursor_location == (0, 6)
        await driven.press("ctrl+y")
        assert area.text == f"before{LONG}"
