"""The commands that find people, areas and objects in the shown world, next and previous."""

from typing import Protocol

from studio.run.layout import RunLayout
from studio.run.name_index import find_by_name
from studio.run.run_host import RunHost
from studio.ui.dialogs.text_prompt import TextPrompt


class NameSearchHost(RunHost, Protocol):
    """The screen that shows what was found."""

    @property
    def pane_layout(self) -> RunLayout:
        """Which panes are on the screen."""

    def lay_out(self, layout: RunLayout) -> None:
        """Show the panes of a layout, and no others."""


class NameSearch:
    """Selects what has the letters that were asked for last in its name."""

    def __init__(self, host: NameSearchHost) -> None:
        self._host, self._letters = host, ""

    async def ask(self) -> None:
        """Ask for letters of a name, and select the first that has them."""
        dialog = TextPrompt("Find", "name of a person, place or object", self._letters)
        letters = await self._host.app.push_screen_wait(dialog)
        if letters:
            self._letters = letters
            self.step(0)

    def step(self, way: int) -> None:
        """Select the next (1) or the previous (-1) one found; 0 stays on one that fits."""
        host = self._host
        if not host.frame:
            return
        if not self._letters:
            host.tell("No search yet: press / and type a name.")
            return
        names = find_by_name(host.frame.payload.state.world, self._letters)
        if not names:
            host.tell(f"No name contains “{self._letters}”.")
            return
        place = names.index(host.selected) + way if host.selected in names else 0
        host.select(names[place % len(names)])
        host.lay_out(host.pane_layout.with_face_shown())
        host.tell(
            f"{place % len(names) + 1} of {len(names)} with “{self._letters}” · n next · N previous"
        )
