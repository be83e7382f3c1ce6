"""Export the world or its run in any format: the dialogs, and the work in a thread."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.app import App

from latticeville.core.problems import select_errors
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.time_expression import RunClock
from studio.app.navigator import Navigator
from studio.app.runs import RunController
from studio.player.frame import PlaybackFrame
from studio.player.player import RunPlayer
from studio.player.time_expressions import read_ticks
from studio.project.world_access import OpenWorld
from studio.run.panes.run_map import RunMap
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.word_suggester import expand_path
from studio.ui.in_worker import Announce, in_worker
from studio.ui.task_runner import TaskRunner

if TYPE_CHECKING:
    from latticeville.core.progress import ProgressCallback
    from latticeville.formats.export_format import ExportFormat, ExportSource, Written
    from latticeville.world.model.world import World

FRAMES = 300
"""Most frames of the film that is offered; of a longer run it shows only some ticks."""
STYLES = {
    MapStyle.TILES: "two columns a cell, with light",
    MapStyle.COMPACT: "one column a cell, with light",
    MapStyle.LETTERS: "the glyphs of the files",
    MapStyle.PIXELS: "pictures of 8×8 pixels",
}
_SPAN = re.compile(r"\s*(.+?)\s*(?:\bto\b|–)\s*(.+?)(?:\s+every\s+(\d{1,6}))?\s*")


class TickSpan(NamedTuple):
    """The ticks of a film; one of every `every` is a frame."""

    first: int
    last: int
    every: int = 1


def read_span(text: str, clock: RunClock, shown: int, ticks: range) -> TickSpan | str:
    """Return the ticks that a text means, or what is wrong with it.

    >>> day = RunClock(lambda tick: 480 + tick, 1)
    >>> read_span("0 to 240 every 4", day, 0, range(961)), read_span("09:00 to 10:00", day, 0, range(961))
    (TickSpan(first=0, last=240, every=4), TickSpan(first=60, last=120, every=1))
    >>> read_span("9 to 5", day, 0, range(961))
    'the last tick is before the first'
    """
    match = _SPAN.fullmatch(text)
    if match is None:
        return "type two ticks or times, such as 0 to 240, or 08:00 to 12:00 every 5"
    ends = []
    for part in match.group(1, 2):
        found = [tick for tick in read_ticks(part, clock, shown, ticks) if tick in ticks]
        if not found:
            return f"“{part[:40]}” is no tick of {ticks.start} to {ticks.stop - 1}"
        ends.append(found[0])
    if ends[1] < ends[0]:
        return "the last tick is before the first"
    return TickSpan(ends[0], ends[1], max(1, int(match[3] or 1)))


class ExportController:
    """Writes the open world or its run for others."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        world: OpenWorld,
        tasks: TaskRunner,
        runs: RunController,
        navigator: Navigator,
    ) -> None:
        self.app, self.say = app, say
        self._world, self._tasks, self._runs, self._navigator = world, tasks, runs, navigator

    @in_worker
    async def ask_world(self) -> None:
        """Ask for a file, and write the world that is shown into it."""
        world = self._shown_world()
        if isinstance(world, str):
            self.say(world)
            return
        from latticeville.formats.export_format import ExportSource
        from latticeville.formats.registry import export_formats

        formats = [one for one in export_formats() if one.worlds and one.suffix]
        text = f"The file extension selects the format: {_suffixes(formats)}"
        if asked := await self._ask_file("Export", text, "world.svg", formats):
            folder = self._world.folder
            self._write(
                *asked,
                {},
                lambda looked: ExportSource.of_world(world, folder)._replace(looked=looked),
            )

    def _shown_world(self) -> "World | str":
        """Return the world as it is drawn or as it runs, or say why there is none."""
        design = self._navigator.design
        if design is not None and self.app.screen is design:
            report = design.report
            if report is None or report.project is not design.workspace.project:
                return "The project is still being checked; try again in a moment."
            if report.world is None or select_errors(report.problems):
                return "Fix the errors first: see Problems."
            return report.world
        frame = self._runs.frame
        return frame.payload.state.world if frame else "Open a world first."

    @in_worker
    async def ask_picture(self) -> None:
        """Ask for a file, and for what its format lets choose, and write ticks of the run into
        it."""
        player, frame = self._runs.player, self._runs.frame
        if player is None or frame is None:
            self.say("Open a world first.")
            return
        from latticeville.formats.registry import export_formats

        formats = [one for one in export_formats() if one.runs and one.suffix]
        asked = await self._ask_file("Export picture or film", _offer(formats), "run.html", formats)
        if asked is None:
            return
        options = await self._ask_options(frame, asked[0])
        if options is None:
            return
        if span := await self._span(frame, asked[0]):
            self._write(*asked, options, partial(_source, player, frame, span))

    async def _span(self, frame: PlaybackFrame, chosen: "ExportFormat") -> TickSpan | None:
        """Return the ticks that a format shows, and ask which where it shows some."""
        from latticeville.formats.export_format import TICK, TICKS

        if TICK in chosen.options or frame.end == 0:
            return TickSpan(frame.payload.tick, frame.payload.tick)
        return await self._ask_span(frame) if TICKS in chosen.options else TickSpan(0, frame.end)

    @in_worker
    async def ask_folder(self) -> None:
        """Ask for a new folder, and write the run up to its last tick into it."""
        player, frame = self._runs.player, self._runs.frame
        if player is None or frame is None:
            self.say("Open a world first.")
            return
        from studio.ui.dialogs.validated_input import ValidatedInput

        chosen = await self._ask_layout()
        if chosen is None:
            return
        held = chosen.contents or chosen.help
        text = f"A new folder, for {held} of the run up to its last tick."
        wanted = f"{self._world.folder.name or 'run'}-{chosen.name}"
        title = f"Export in {chosen.name.capitalize()}'s layout"
        typed = await self.app.push_screen_wait(
            ValidatedInput(title, text, wanted, _folder_trouble)
        )
        if typed:
            source = partial(_source, player, frame, TickSpan(0, frame.end))
            self._write(chosen, expand_path(typed).absolute(), {}, source)

    async def _ask_layout(self) -> "ExportFormat | None":
        """Return the format that writes a folder, and ask which where there are several."""
        from latticeville.formats.registry import export_formats

        formats = {one.name: one for one in export_formats() if one.runs and not one.suffix}
        if len(formats) == 1:
            return next(iter(formats.values()))
        kinds = [Option(one.name, one.name.capitalize(), one.help) for one in formats.values()]
        name = await self.app.push_screen_wait(OptionDialog("Layout", kinds))
        return formats.get(name or "")

    async def _ask_file(
        self, title: str, text: str, wanted: str, formats: "Sequence[ExportFormat]"
    ) -> "tuple[ExportFormat, Path] | None":
        """Ask for a file; return it with the format that its suffix chooses."""
        from studio.ui.dialogs.file_prompt import ask_file

        by_suffix = {one.suffix: one for one in formats}
        stem, dot, suffix = wanted.rpartition(".")
        wanted = f"{self._world.folder.name or stem}{dot}{suffix}"
        file = await ask_file(self.app, title, text, wanted, tuple(by_suffix))
        return None if file is None else (by_suffix[file.suffix.lower()], file)

    async def _ask_options(
        self, frame: PlaybackFrame, chosen: "ExportFormat"
    ) -> dict[str, str | float | MapStyle] | None:
        """Ask for a style, a part of the map and a scale, as far as a format has any."""
        from latticeville.formats.export_format import SCALE, STYLE

        options: dict[str, str | float | MapStyle] = {}
        if STYLE in chosen.options:
            style = await self._ask_style()
            if not style:
                return None
            options["style"] = MapStyle(style)
        if any(one.is_part for one in chosen.options):
            part = await self._ask_part(frame)
            if part is None:
                return None
            options |= part
        if SCALE in chosen.options:
            scale = await self._ask_scale(frame, options)
            if not scale:
                return None
            options["scale"] = float(scale)
        return options

    async def _ask_style(self) -> str | None:
        """Ask for a style of the map; the one that is seen comes first."""
        simulate = self._runs.simulate
        now = simulate.query_one(RunMap).style if simulate else MapStyle.TILES
        styles = sorted(MapStyle, key=lambda style: style is not now)
        options = [Option(style, style.capitalize(), STYLES[style]) for style in styles]
        return await self.app.push_screen_wait(OptionDialog("Style", options, search=False))

    async def _ask_scale(
        self, frame: PlaybackFrame, chosen: Mapping[str, str | float | MapStyle]
    ) -> str | None:
        """Ask how large a picture is to be; each scale with its pixels, as it is drawn first."""
        from latticeville.draw.export import ExportOptions
        from latticeville.formats.export_format import SCALES

        style = MapStyle(str(chosen.get("style", MapStyle.TILES)))
        drawn = ExportOptions(style, str(chosen.get("area", "")), str(chosen.get("follow", "")))
        view = drawn.view(frame.payload.state)
        sizes = {scale: drawn._replace(scale=float(scale)).size(view) for scale in SCALES}
        options = [
            Option(scale, f"{scale} ×", f"{width:,} × {height:,} pixels")
            for scale, (width, height) in sorted(sizes.items(), key=lambda one: one[0] != "1")
        ]
        return await self.app.push_screen_wait(OptionDialog("Scale", options, search=False))

    async def _ask_part(self, frame: PlaybackFrame) -> dict[str, str] | None:
        """Ask which part of the map is shown, where a person or an area is selected."""
        simulate, state = self._runs.simulate, frame.payload.state
        name = simulate.selected if simulate else ""
        key = (
            "follow" if name in state.bodies else "area" if name in state.world.areas.by_id else ""
        )
        if not key or not name:
            return {}
        around = (
            f"Around {state.world.name_of(name)}" if key == "follow" else state.world.name_of(name)
        )
        options = [Option("all", "The whole map"), Option(key, around)]
        chosen = await self.app.push_screen_wait(
            OptionDialog("Part of the map", options, search=False)
        )
        return None if not chosen else {} if chosen == "all" else {key: name}

    async def _ask_span(self, frame: PlaybackFrame) -> TickSpan | None:
        """Ask for the ticks of a film; None where none were named."""
        from studio.ui.dialogs.validated_input import ValidatedInput

        clock, ticks = frame.payload.state.clock, range(frame.end + 1)

        def read(text: str) -> TickSpan | str:
            return read_span(text, clock, frame.payload.tick, ticks)

        def wrong(text: str) -> str:
            found = read(text)
            return found if isinstance(found, str) else ""

        every = -(-len(ticks) // FRAMES)
        wanted = f"{ticks.start} to {frame.end}" + (f" every {every}" if every > 1 else "")
        text = "First and last tick or time; “every 5” shows each fifth tick only."
        typed = await self.app.push_screen_wait(ValidatedInput("Ticks", text, wanted, wrong))
        found = read(typed) if typed else ""
        return None if isinstance(found, str) else found

    def _write(
        self,
        chosen: "ExportFormat",
        path: Path,
        options: Mapping[str, str | float | MapStyle],
        make_source: "Callable[[ProgressCallback], ExportSource]",
    ) -> None:
        """Write a source in a thread, and tell how it went."""
        task = Task(f"Exporting {path.name}", "Cancelled; nothing was written.")

        def work() -> None:
            from latticeville.draw.export import ExportError
            from latticeville.runs.lines import DamageError

            try:
                made = chosen.write(make_source(task.report_progress), path, options)
                told = f"Written: {_told(made)}"
            except (ExportError, DamageError) as error:
                told = str(error)
            except OSError as error:
                told = f"{path} cannot be written: {error.strerror or error}"
            self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))

        self._tasks.begin(task, work, "exchange")


def _suffixes(formats: "Iterable[ExportFormat]") -> str:
    return ", ".join(one.suffix for one in formats)


def _offer(formats: "Sequence[ExportFormat]") -> str:
    """Say what the formats of a run show."""
    from latticeville.formats.export_format import TICK, TICKS

    stills = _suffixes(one for one in formats if TICK in one.options)
    films = _suffixes(one for one in formats if TICKS in one.options)
    others = (one for one in formats if not {TICK, TICKS} & {*one.options})
    told = f"{stills}: the shown tick. {films}: several ticks; .html plays in a browser."
    return told + "".join(f" {one.suffix}: {one.help}." for one in others)


def _told(made: "Written") -> str:
    """Say what was written."""
    files = ", ".join(str(one.absolute()) for one in made.files)
    return " · ".join((made.told or files, *made.losses))


def _source(
    player: RunPlayer, frame: PlaybackFrame, span: TickSpan, looked: "ProgressCallback"
) -> "ExportSource":
    """Return the ticks of a span as the log of a run has them; the shown one as it is shown."""
    from latticeville.draw.export import ExportTicks
    from latticeville.formats.export_format import ExportSource
    from latticeville.runs.replay import Replay

    run = Replay(player.source.folder)
    if span.first == span.last == frame.payload.tick:
        return ExportSource(run.folder, frame.payload, ExportTicks([frame.payload]), run, looked)
    return ExportSource.of_run(run, span.first, span.last, span.every, looked)


def _folder_trouble(typed: str) -> str:
    """Say why a folder cannot be written, or nothing."""
    folder = expand_path(typed)
    if not typed.strip() or not typed.isprintable():
        return "type the name of a folder"
    taken = os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir()))
    return f"{folder} exists already; choose another name" if taken else ""
