"""Asking for letters of a name."""

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input

from latticeville.world.areas import WORLD
from latticeville.world.pack import World


class Find(ModalScreen[str]):
    """One line to type into; enter searches, esc goes back."""

    DEFAULT_CSS = """
    Find { align: center bottom; background: transparent; }
    Find Input { width: 100%; height: 3; border: heavy $border; background: $surface; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self._wanted = wanted

    def compose(self) -> ComposeResult:
        """Show the field."""
        yield Input(self._wanted, placeholder="letters of a name: a person, a place, a thing", select_on_focus=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search."""
        self.dismiss(event.value.strip())


def found(world: World, wanted: str) -> list[str]:
    """Return the ids of all whose names have these letters: people, then areas, then objects."""
    letters = wanted.casefold()
    names = [*world.people, *(area for area in world.areas.by_id if area != WORLD), *world.objects]
    return [name for name in names if letters in world.name_of(name).casefold()]
