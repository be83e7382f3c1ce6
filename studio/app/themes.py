"""The theme: the next one by key, or one from a list whose themes are previewed on the screen
behind it."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App
from textual.theme import Theme

from studio.ui import settings
from studio.ui.debounce import Debounce
from studio.ui.dialogs.option_dialog import Option, OptionDialog, OptionLines
from studio.ui.in_worker import Announce, in_worker

CYCLE = ("night", "day", "ansi-dark", "ansi-light")
"""Themes that a key goes through."""


class ThemePicker(OptionDialog):
    """A list of themes at the side; the one at the cursor is seen on the screen behind."""

    DEFAULT_CSS = """
    ThemePicker { align: right middle; background: transparent; }
    ThemePicker:ansi { background: transparent; }
    ThemePicker Vertical { width: 42; }
    """
    PAUSE: ClassVar[float] = 0.08
    """Seconds for which the cursor rests before a theme is seen."""

    def on_mount(self) -> None:
        """Get ready to preview."""
        self._rest = Debounce(self, self.PAUSE, self._preview)

    def _fill(self, letters: str) -> None:
        """Show what fits; without letters, the cursor is on the theme that is seen."""
        super()._fill(letters)
        if not letters:
            lines = self.query_one(OptionLines)
            lines.go_to(self.app.theme)
            lines.mark(self.app.theme)
        self._rest.begin()

    def on_list_view_moved(self) -> None:
        """Wait for the cursor to rest."""
        self._rest.begin()

    def _preview(self) -> None:
        lines = self.query_one(OptionLines)
        name = lines.rows[lines.cursor].link if lines.rows else ""
        if self.is_active and name and name != self.app.theme:
            self.app.theme = name


class ThemeController:
    """Changes the theme, and remembers it."""

    def __init__(self, app: App[None], say: Announce) -> None:
        self.app, self.say = app, say

    def take_next(self) -> None:
        """Take the next theme of the cycle."""
        place = CYCLE.index(self.app.theme) if self.app.theme in CYCLE else -1
        self._take(CYCLE[(place + 1) % len(CYCLE)])

    @in_worker
    async def ask(self) -> None:
        """Let one choose from all themes; esc brings the one before back."""
        before = self.app.theme
        options = theme_options(self.app.available_themes.values())
        if chosen := await self.app.push_screen_wait(ThemePicker("Theme", options)):
            self._take(chosen)
        else:
            self.app.theme = before

    def _take(self, name: str) -> None:
        self.app.theme = name
        settings.save_theme(name)
        self.say(f"Theme: {name}")


def theme_options(themes: Iterable[Theme]) -> list[Option]:
    """Return the themes of the cycle, then the others by name, dark ones first."""
    by_name = {theme.name: theme for theme in themes}
    rest = sorted((theme for theme in by_name.values() if theme.name not in CYCLE), key=_order)
    ordered = [by_name[name] for name in CYCLE if name in by_name] + rest
    return [Option(theme.name, theme.name, _note(theme)) for theme in ordered]


def _order(theme: Theme) -> tuple[bool, str]:
    return not theme.dark, theme.name


def _note(theme: Theme) -> str:
    shade = "dark" if theme.dark else "light"
    return f"16 colours, {shade}" if theme.ansi else shade
