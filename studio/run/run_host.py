"""What the dialogs and commands of a run need of its screen."""

from typing import TYPE_CHECKING, Any, Protocol

from latticeville.sim.state import State
from studio.player.frame import PlaybackFrame
from studio.player.player import RunPlayer

if TYPE_CHECKING:
    from textual.app import App


class RunHost(Protocol):
    """The screen of the run."""

    @property
    def app(self) -> "App[Any]":
        """The app, on which dialogs are opened."""

    @property
    def player(self) -> RunPlayer:
        """What plays the run."""

    @property
    def frame(self) -> PlaybackFrame | None:
        """What is shown."""

    @property
    def state(self) -> State:
        """The shown state of the run."""

    @property
    def selected(self) -> str:
        """The id of what is selected."""

    @property
    def focused_pane(self) -> str:
        """The name of the pane that has the focus, or ""."""

    def select(self, name: str) -> None:
        """Select a person, an object or an area everywhere."""

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""
