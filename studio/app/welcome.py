"""The first screen: available, recent and shipped worlds, each with its runs and its map."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen

from latticeville.core.toml_table import TomlError, read_toml
from latticeville.world.shipped import WORLDS, is_shipped, own_folder, shipped_worlds, world_label
from studio.app import run_list
from studio.canvas.whole_map import WholeMap
from studio.storage.locations import runs_folder
from studio.ui.bar import Bar
from studio.ui.command_scope import bindings
from studio.ui.footer import CommandFooter
from studio.ui.list_view import ListView, WrappedListView
from studio.ui.pane_screen import PaneColumns
from studio.ui.portrait_rows import BESIDE, HIGH, face_rows, find_colors
from studio.ui.settings import recent_worlds
from studio.ui.terminal import COLORFUL
from studio.ui.text import (
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    clean_border,
    fit_lines,
    wrap_text,
)

if TYPE_CHECKING:
    from latticeville.runs.run_summaries import RunSummary
    from latticeville.sim.state import State
    from latticeville.world.model.personas import Persona

FIRST = "ville"
"""The folder of the village, which is listed first."""
ABOUT = 2
"""Lines of what a world is about."""
LATEST = 3
"""Runs of a world that are shown below it."""
CAST_SHARE = 3
"""The part of the screen's height that faces take at most."""
FOLDER = 26
"""Most letters of a folder that stand under a world's name: the last ones tell most."""


class WorldSummary(NamedTuple):
    """What is told of a world before it is opened."""

    folder: Path
    name: str
    people: int
    about: str


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


class WorldCard(ListView, can_focus=False):
    """What the world under the cursor is called, what it is about, and how large it is."""


class WorldCast(WrappedListView, can_focus=False):
    """The faces of those who live in the world under the cursor; their names, where these do not
    fit or the terminal has too few colours."""

    BORDER_TITLE = "People"

    def __init__(self) -> None:
        super().__init__(id="cast")
        self._people: Mapping[str, Persona] = {}

    def show(self, people: "Mapping[str, Persona]") -> None:
        """Show other people; the pane is as high as they need, as far as there is room."""
        self._people = people
        self._draw()

    def _draw(self) -> None:
        cells, room = self.size.width, self.screen.size.height // CAST_SHARE
        self.display = bool(self._people) and room >= HIGH
        fitting = cells // BESIDE * (room // HIGH)
        if find_colors(self.app) in COLORFUL and len(self._people) <= fitting:
            rows = face_rows(self._people, cells, room)
        else:
            names = ", ".join(clean(one.name) for one in self._people.values())
            rows = [TextRow("name", (Span(line, QUIET),)) for line in wrap_text(names, cells)][
                :room
            ]
        self.styles.height = len(rows) + 2
        self.show_rows(rows)


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
    WelcomeScreen #worlds { width: 32%; min-width: 34; max-width: 38; padding: 0 1;
        border: round $border-blurred; }
    WelcomeScreen #worlds:focus { border: heavy $border; border-title-color: $accent; }
    WelcomeScreen:ansi #worlds:focus { border: heavy ansi_yellow; border-title-color: ansi_yellow; }
    WelcomeScreen #glimpse { width: 1fr; }
    WelcomeScreen #told, WelcomeScreen #picture, WelcomeScreen #cast {
        border: round $border-blurred; border-title-color: $quiet;
    }
    WelcomeScreen #told { height: 6; padding: 0 1; }
    WelcomeScreen #picture { height: 1fr; }
    WelcomeScreen #cast { height: 7; padding: 0 1; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._glimpses: list[WorldSummary] = []
        self._runs: dict[Path, list[RunSummary]] = {}
        self._begun: dict[Path, State | None] = {}
        self._shown = Path()

    def compose(self) -> ComposeResult:
        """Lay out list and map."""
        yield Bar(id="title")
        with PaneColumns(id="middle"):
            yield WorldList(id="worlds")
            with Vertical(id="glimpse"):
                yield WorldCard(id="told")
                yield WholeMap(id="picture")
                yield WorldCast()
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
        yield TextRow(folder, (Span(clean(one.name)),), Span(f"{one.people} people", QUIET), folder)
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
        """Show the world under the cursor."""
        self.preview()

    def preview(self) -> None:
        """Tell of the world under the cursor, and show its map as soon as it is read."""
        worlds = self.query_one(WorldList)
        link = worlds.rows[worlds.cursor].link if worlds.rows else ""
        one = next((one for one in self._glimpses if str(one.folder) == link), None)
        if one is None:
            return
        known = one.folder in self._begun
        self._tell(one, self._begun.get(one.folder))
        if one.folder != self._shown:
            self._shown = one.folder
            picture = self.query_one(WholeMap)
            picture.border_title = "" if known else "Reading the map…"
            begun = self._begun.get(one.folder)
            picture.show(one.folder, begun)
            people = begun.world.people if begun else {}
            self.query_one(WorldCast).show({who: one.persona for who, one in people.items()})
            if not known:
                folder = one.folder
                self.run_worker(
                    lambda: self._read(folder), thread=True, exclusive=True, group="picture"
                )

    def _tell(self, one: WorldSummary, begun: "State | None") -> None:
        """Tell what a world is called, what it is about, and its size, where it is known."""
        pane = self.query_one(WorldCard)
        cells = pane.size.width or self.size.width
        pane.border_title = clean_border(world_label(one.folder)) + (
            " · shipped" if is_shipped(one.folder) else ""
        )
        size = f"{begun.world.grid.width} × {begun.world.grid.height} cells" if begun else ""
        people = f"{one.people} people" if one.people != 1 else "1 person"
        lines = fit_lines(clean(one.about), cells, ABOUT) if one.about else ()
        pane.show_rows(
            [
                TextRow("name", (Span(clean(one.name), STRONG),)),
                *(TextRow("about", (Span(line),)) for line in lines),
                TextRow("size", (Span(" · ".join(filter(None, (people, size))), QUIET),)),
            ]
        )

    def _read(self, folder: Path) -> None:
        """Read the beginning of a world, in a thread."""
        from latticeville.sim.first_state import initial_state
        from latticeville.world.load import inspect_world

        world, _problems = inspect_world(folder)
        begun = initial_state(world) if world else None
        if self.is_running:
            self.app.call_from_thread(self._take, folder, begun)

    def _take(self, folder: Path, begun: "State | None") -> None:
        self._begun[folder] = begun
        if folder == self._shown:
            self._shown = Path()
            self.preview()

    def on_list_view_opened(self, message: ListView.Opened) -> None:
        """Open the world, or the run."""
        row = message.row
        if row.link:
            self.dismiss(
                WorldChoice(Path(row.link), Path(row.key) if row.key != row.link else None)
            )


def find_worlds() -> list[Path]:
    """Return the folders of the worlds in ./worlds, then of those opened before, then of the
    shipped ones; the village is first in its group."""
    folders = (path.parent for path in WORLDS.glob("*/world.toml"))
    here = sorted(folders, key=lambda folder: (folder.name != FIRST, folder))
    unseen = {path.resolve(): path for path in (*here, *recent_worlds())}
    shipped = (
        path for path in shipped_worlds().values() if own_folder(path).resolve() not in unseen
    )
    return [*unseen.values(), *shipped]


def read_summary(folder: Path) -> WorldSummary:
    """Read a world's name, people and first words, as far as they can be read; nothing is
    checked."""
    try:
        text = (folder / "world.toml").read_text(encoding="utf-8")
        table = read_toml("world.toml", text)
    except (OSError, UnicodeDecodeError, TomlError):
        return WorldSummary(folder, f"{folder.name} (has problems)", 0, "")
    name, people = table.get("name"), table.get("people")
    return WorldSummary(
        folder,
        name if isinstance(name, str) else folder.name,
        len(people) if isinstance(people, list) else 0,
        _about(text, name),
    )


def _first_sentence(text: str) -> str:
    """Return the first sentence of the comment at the top of a file; "" where there is none."""
    lines = takewhile(lambda line: line[:1] == "#" and line[1:].strip(), text.splitlines())
    words = " ".join(line[1:].strip() for line in lines)
    ends = [place + 1 for mark in ".?!" if (place := words.find(f"{mark} ")) > 0]
    return words[: min(ends, default=len(words))]


def _about(text: str, name: object) -> str:
    """Return the first sentence about a world, without its name before a colon."""
    about = _first_sentence(text).removeprefix(f"{name}: ")
    return about[:1].upper() + about[1:]
