"""The card for first-time users, closed by any key."""

from textual.widgets import Static

from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import find_command
from studio.ui.commands.user_keymap import Keymap
from studio.ui.settings import mark_greeted

LINES = (
    (("simulate.play",), "play / pause"),
    (("simulate.step", "simulate.back"), "one tick forward / one tick back"),
    (("map.select",), "select the person or object at the cursor"),
    (("app.palette",), "find any command, person or time"),
    (("app.tour",), "tour: the main keys in two minutes"),
    (("app.help", "app.leave"), "help / quit"),
)
"""What is told: commands, and what their keys do."""


class WelcomeCard(Static):
    """A few lines over the foot of the screen, so that the map is seen."""

    DEFAULT_CSS = """
    WelcomeCard {
        layer: above; width: 58; height: 8; padding: 0 2; margin-bottom: 1;
        border: heavy $border; background: $surface; border-title-color: $accent; border-title-style: bold;
    }
    """

    def __init__(self, keymap: Keymap) -> None:
        super().__init__("\n".join(card_lines(keymap)), id="greeting", markup=False)
        self.border_title = "Welcome"

    def leave(self) -> None:
        """Go, and do not come back."""
        mark_greeted()
        self.remove()


def card_lines(keymap: Keymap) -> list[str]:
    """Return the lines, with the keys as they are bound."""
    lines = []
    for names, text in LINES:
        keys = [
            key_name(keymap.keys_of(command)[0]) for command in map(find_command, names) if command
        ]
        lines.append(f"{'  '.join(keys):<8} {text}")
    return lines
