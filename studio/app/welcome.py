"""The first screen: available, recent and shipped worlds, each with its runs and a small map."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from latticeville.core.toml_table import TomlError, read_toml
from latticeville.draw.frame import single
from latticeville.world.shipped import WORLDS, is_shipped, own_folder, shipped_worlds, world_label
from studio.app import run_list
from studio.storage.locations import runs_folder
from studio.ui.bar import Bar
from studio.ui.command_scope import bindings
from studio.ui.footer import CommandFooter
from studio.ui.list_view import ListView
from studio.ui.pane_screen import PaneColumns
from studio.ui.settings import recent_worlds
from studio.ui.text import QUIET, STRONG, WARM, Span, TextRow, clean, clean_border

if TYPE_CHECKING:
    from latticeville.runs.run_summaries import RunSummary

LATEST = 3
"""Runs of a world that are shown below it."""
FOLDER = 26
"""Most letters of a folder that stand under a world's name: the last ones tell most."""


class WorldSummary(NamedTuple):
    """What is told of a world before it is opened."""

    folder: Path
    name: str
    people: int
    rows: tuple[str, ...]
    inks: dict[str, str]


class WorldList(ListView):
    """The list of worlds."""

    where = "welcome"
    BINDINGS: ClassVar[list[BindingType]] = bindings("welcome")
    BORDER_TITLE = "Worlds"

    async def action_new(self) -> None:
        """Make a new world."""
        await self.run_action("app.new")

    async def action_import(self) -> None:
        """Make a world of what another format has."""
        await self.run_action("app.import")


class WorldPreview(ListView):
    """A small map of the world under the cursor."""

    can_focus = False


class WorldChoice(NamedTuple):
    """What was chosen: a world's folder, and an earlier run of it or none."""

    folder: Path
    run: Path | None = None


class WelcomeScreen(Screen[WorldChoice]):
    """Asks which world to open, or which earlier run of one."""

    AUTO_FOCUS = "#worlds"
    DEFAULT_CSS = """
    WelcomeScreen { background: $background; }
    WelcomeScreen #middle { height: 1fr; }
    WelcomeScreen #worlds { width: 40%; border: round $border-blurred; padding: 0 1; }
    WelcomeScreen #worlds:focus { border: heavy $border; border-title-color: $accent; }
    WelcomeScreen #glimpse { width: 1fr; border: round $border-blurred; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._glimpses: list[WorldSummary] = []
        self._runs: dict[Path, list[RunSummary]] = {}

    def compose(self) -> ComposeResult:
        """Lay out list and map."""
        yield Bar(id="title")
        with PaneColumns(id="middle"):
            yield WorldList(id="worlds")
            yield WorldPreview(id="glimpse")
        yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Look for worlds."""
        self.query_one("#title", Bar).say(
            (Span("Latticeville", STRONG), Span(" · little worlds whose people remember", QUIET)),
            Span(""),
        )
        self._glimpses = list(map(read_summary, find_worlds()))
        self._list()
        folders = [one.folder for one in self._glimpses]
        self.run_worker(lambda: self._look(folders), thread=True, group="runs")

    def _look(self, folders: list[Path]) -> None:
        """Look for earlier runs of the worlds, in a thread."""
        for folder in folders:
            found = sorted(run_list.kept_runs(runs_folder(folder)), key=lambda one: -one.changed)
            if found and self.is_running:
                self.app.call_from_thread(self._know, folder, found[:LATEST])

    def _know(self, folder: Path, found: "list[RunSummary]") -> None:
        self._runs[folder] = found
        self._list()

    def _list(self) -> None:
        """Show the worlds, each with its latest runs."""
        names = [one.name for one in self._glimpses]
        rows = [
            row for one in self._glimpses for row in self._rows(one, twin=names.count(one.name) > 1)
        ]
        empty = [
            TextRow(
                "",
                (
                    Span("No worlds in ./worlds yet. ", QUIET),
                    Span("a", WARM),
                    Span(": new world", QUIET),
                ),
            ),
            TextRow(" ", (Span("Other folder: latticeville studio PATH", QUIET),)),
        ]
        self.query_one(WorldList).show_rows(rows or empty)
        self.preview()

    def _rows(self, one: WorldSummary, *, twin: bool) -> Iterator[TextRow]:
        """Yield the line of a world, with the folder where another one has its name, and those of
        its runs."""
        folder = str(one.folder)
        yield TextRow(
            folder, (Span(clean(one.name)), Span(f"  {one.people} people", QUIET)), Span(""), folder
        )
        if twin and not is_shipped(one.folder):
            told = clean(folder) if len(folder) < FOLDER else f"…{clean(folder)[1 - FOLDER :]}"
            yield TextRow(folder, (Span(f"  {told}", QUIET),), Span(""), folder)
        for each in self._runs.get(one.folder, ()):
            far = " · ".join(
                filter(
                    None,
                    (
                        "cannot be read" if each.trouble else f"tick {each.last}",
                        run_list.describe_origin(each),
                    ),
                )
            )
            spans = (Span(f"  {'Y ' if each.parent else ''}{each.name}"), Span(f" · {far}", QUIET))
            yield TextRow(
                each.folder, spans, Span(run_list.format_when(each.changed), QUIET), folder
            )

    def on_list_view_moved(self) -> None:
        """Show the map of the world under the cursor."""
        self.preview()

    def preview(self) -> None:
        """Draw the map of the world under the cursor."""
        pane, worlds = self.query_one(WorldPreview), self.query_one(WorldList)
        link = worlds.rows[worlds.cursor].link if worlds.rows else ""
        one = next((one for one in self._glimpses if str(one.folder) == link), None)
        if one is not None:
            shipped = " · shipped" if is_shipped(one.folder) else ""
            pane.border_title = clean_border(world_label(one.folder)) + shipped
            cells = max(8, pane.size.width)
            pane.show_rows(
                [TextRow(f"{y}", _runs(row, one.inks, cells)) for y, row in enumerate(one.rows)]
            )

    def on_resize(self) -> None:
        """Draw the map to its new size."""
        self.call_after_refresh(self.preview)

    def on_list_view_opened(self, message: ListView.Opened) -> None:
        """Open the world, or the run."""
        row = message.row
        if row.link:
            self.dismiss(
                WorldChoice(Path(row.link), Path(row.key) if row.key != row.link else None)
            )


def find_worlds() -> list[Path]:
    """Return the folders of the worlds in ./worlds, then of those opened before, then of the
    shipped ones."""
    here = sorted(path.parent for path in WORLDS.glob("*/world.toml"))
    unseen = {path.resolve(): path for path in (*here, *recent_worlds())}
    shipped = (
        path for path in shipped_worlds().values() if own_folder(path).resolve() not in unseen
    )
    return [*unseen.values(), *shipped]


def read_summary(folder: Path) -> WorldSummary:
    """Read a world's name, people and map, as far as they can be read; nothing is checked."""
    try:
        table = read_toml("world.toml", (folder / "world.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TomlError):
        return WorldSummary(folder, f"{folder.name} (has problems)", 0, (), {})
    name, people, legend = table.get("name"), table.get("people"), table.get("legend")
    file = table.get("map", "world.map")
    inks = {
        glyph: str(tile.get("color", "earth"))
        for glyph, tile in (legend.items() if isinstance(legend, dict) else ())
        if isinstance(tile, dict)
    }
    return WorldSummary(
        folder,
        name if isinstance(name, str) else folder.name,
        len(people) if isinstance(people, list) else 0,
        _map(folder, file if isinstance(file, str) else "world.map"),
        inks,
    )


def _map(folder: Path, file: str) -> tuple[str, ...]:
    path = (folder / file).resolve()
    try:
        text = path.read_text(encoding="utf-8") if path.is_relative_to(folder.resolve()) else ""
    except (OSError, UnicodeDecodeError):
        text = ""
    return tuple("".join(map(single, line)) for line in text.splitlines()[:200])


def _runs(row: str, inks: dict[str, str], cells: int) -> tuple[Span, ...]:
    """Return a row of a map in pieces of one colour."""
    pieces: list[Span] = []
    for glyph in row[:cells]:
        style = f"@{inks.get(glyph, 'earth')}"
        if pieces and pieces[-1].style == style:
            pieces[-1] = Span(pieces[-1].text + glyph, style)
        else:
            pieces.append(Span(glyph, style))
    return tuple(pieces)
