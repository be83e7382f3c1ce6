"""Export the run as a picture or a film: the dialogs, and the work in a thread."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.app import App

from latticeville.draw.tilemap.painter import MapStyle
from latticeville.world.model.world import Settings
from studio.app.runs import RunController
from studio.player.frame import PlaybackFrame
from studio.player.time_expressions import read_ticks
from studio.project.open_world import OpenWorld
from studio.run.panes.run_map import RunMap
from studio.task import Task
from studio.ui.announce import Announce
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.in_worker import in_worker
from studio.ui.task_runner import TaskRunner

if TYPE_CHECKING:
    from latticeville.draw.export import ExportOptions, ExportTicks

FRAMES = 300
"""Most frames of the film that is offered; of a longer run it shows only some ticks."""
STYLES = {
    MapStyle.TILES: "two columns a cell, with light",
    MapStyle.COMPACT: "one column a cell, with light",
    MapStyle.LETTERS: "the glyphs of the files",
    MapStyle.PIXELS: "pictures of 8×8 pixels; PNG, GIF and WebP only",
}
_SPAN = re.compile(r"\s*(.+?)\s*(?:\bto\b|–)\s*(.+?)(?:\s+every\s+(\d{1,6}))?\s*")


class TickSpan(NamedTuple):
    """The ticks of a film; one of every `every` is a frame."""

    first: int
    last: int
    every: int = 1


def read_span(text: str, settings: Settings, shown: int, ticks: range) -> TickSpan | str:
    """Return the ticks that a text means, or what is wrong with it.

    >>> day = Settings(start=480, tick_minutes=1)
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
        found = [tick for tick in read_ticks(part, settings, shown, ticks) if tick in ticks]
        if not found:
            return f"“{part[:40]}” is no tick of {ticks.start} to {ticks.stop - 1}"
        ends.append(found[0])
    if ends[1] < ends[0]:
        return "the last tick is before the first"
    return TickSpan(ends[0], ends[1], max(1, int(match[3] or 1)))


class PictureExportController:
    """Writes the open run for others."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        world: OpenWorld,
        tasks: TaskRunner,
        runs: RunController,
    ) -> None:
        self.app, self.say = app, say
        self._world, self._tasks, self._runs = world, tasks, runs

    @in_worker
    async def ask(self) -> None:
        """Ask for a file, a style, a part of the map and a span of ticks, and write them."""
        frame = self._runs.frame
        if frame is None:
            self.say("Open a world first.")
            return
        from latticeville.draw.export import ANIMATIONS, STILLS
        from studio.ui.dialogs.file_prompt import ask_file

        text = (
            f"{', '.join(STILLS)}: the shown tick. {', '.join(ANIMATIONS)}: several ticks; "
            ".html plays in a browser."
        )
        wanted = f"{self._world.folder.name or 'run'}.html"
        file = await ask_file(
            self.app, "Export picture or film", text, wanted, (*STILLS, *ANIMATIONS)
        )
        options = await self._ask_options(frame) if file else None
        if file is None or options is None:
            return
        is_film, now = file.suffix.lower() in ANIMATIONS and frame.end > 0, frame.payload.tick
        if span := await self._ask_span(frame) if is_film else TickSpan(now, now):
            self._export(file, frame, span, options)

    async def _ask_options(self, frame: PlaybackFrame) -> "ExportOptions | None":
        """Ask for a style and a part of the map."""
        from latticeville.draw.export import ExportOptions

        style = await self._ask_style()
        part = await self._ask_part(frame) if style else None
        if not style or part is None:
            return None
        return ExportOptions(MapStyle(style), part.get("area", ""), part.get("follow", ""))

    async def _ask_style(self) -> str | None:
        """Ask for a style of the map; the one that is seen comes first."""
        simulate = self._runs.simulate
        now = simulate.query_one(RunMap).style if simulate else MapStyle.TILES
        styles = sorted(MapStyle, key=lambda style: style is not now)
        options = [Option(style, style.capitalize(), STYLES[style]) for style in styles]
        return await self.app.push_screen_wait(OptionDialog("Style", options, search=False))

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

        settings, ticks = frame.payload.state.world.settings, range(frame.end + 1)

        def read(text: str) -> TickSpan | str:
            return read_span(text, settings, frame.payload.tick, ticks)

        def wrong(text: str) -> str:
            found = read(text)
            return found if isinstance(found, str) else ""

        every = -(-len(ticks) // FRAMES)
        wanted = f"{ticks.start} to {frame.end}" + (f" every {every}" if every > 1 else "")
        text = "First and last tick or time; “every 5” shows each fifth tick only."
        typed = await self.app.push_screen_wait(ValidatedInput("Ticks", text, wanted, wrong))
        found = read(typed) if typed else ""
        return None if isinstance(found, str) else found

    def _export(
        self, file: Path, frame: PlaybackFrame, span: TickSpan, options: "ExportOptions"
    ) -> None:
        player = self._runs.player
        task = Task(f"Exporting {file.name}", "Cancelled; nothing was written.")

        def work() -> None:
            from latticeville.core.disk import write_atomic
            from latticeville.draw.export import ExportError, ExportTicks, export_ticks
            from latticeville.runs.lines import DamageError

            try:
                ticks = ExportTicks([frame.payload])
                if player is not None and span.last > span.first:
                    ticks = _log_ticks(player.source.folder, span)
                data = export_ticks(ticks, file, options, task.report_progress)
                task.check_stopped()
                write_atomic(file, data)
                told = f"Written: {file.absolute()}"
            except (ExportError, DamageError) as error:
                told = str(error)
            except OSError as error:
                told = f"{file} cannot be written: {error.strerror or error}"
            self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))

        self._tasks.begin(task, work, "exchange")


def _log_ticks(folder: Path, span: TickSpan) -> "ExportTicks":
    """Return the ticks of a span as the log of a run has them."""
    from itertools import islice

    from latticeville.draw.export import ExportTicks
    from latticeville.runs.replay import Replay

    total = span.last - span.first + 1
    return ExportTicks(islice(Replay(folder).payloads(span.first), total), total, span.every)
