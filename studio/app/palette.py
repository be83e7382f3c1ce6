"""The command palette: available commands, people, places and objects."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from textual import on
from textual.binding import BindingType
from textual.command import CommandList, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher
from textual.markup import escape
from textual.widgets import Input
from textual.widgets.option_list import Option

from latticeville.core.clock import format_time
from latticeville.core.text_fold import fold
from latticeville.draw.card import place
from latticeville.reports.registry import ELSEWHERE, report_help, report_names
from latticeville.sim.state import State
from latticeville.sim.time_expression import FORMS
from latticeville.world.model.areas import WORLD
from studio.app import run_list
from studio.run.screen import SimulateScreen
from studio.run.transport import ticks_of
from studio.storage.locations import is_kept
from studio.ui.command_scope import scopes_of
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import COMMANDS, MOVES, Command
from studio.ui.dialogs.dialog import HELP
from studio.ui.pane_screen import PaneScreen
from studio.ui.textual_private import (
    NO_MATCHES,
    PromptPalette,
    is_gathering,
    run_marked,
    show_list,
    start_search,
)

if TYPE_CHECKING:
    from latticeville.runs.run_summaries import RunSummary

FIRST = 1000.0
"""A score above that of any name."""
NOTHING = "No match. Type part of a command, person, place or object, or a time:\n" + FORMS
"""Stands in an empty list."""


NAME = 33
"""Cells of a name, behind which keys and reasons stand in a column."""
REPORTS = "Reports"
SECTIONS = ("Run", "Ask", "Draw", "Edit", "Try", "View", "Appearance", "Go to", "App", REPORTS)
"""Headings of the palette, in order."""


def _studio_of(provider: Provider) -> Any:  # noqa: ANN401 - its file imports this one
    """Return the app with its controllers."""
    return provider.app


class SectionHit(DiscoveryHit):
    """A command that stands under a heading before anything is typed."""

    section = ""

    @property
    def score(self) -> float:
        """Put the sections into their order, however fast each is found."""
        return -SECTIONS.index(self.section)


class StudioPalette(PromptPalette):
    """The palette, in which enter waits for the list of what was typed."""

    BINDINGS: ClassVar[list[BindingType]] = [HELP]

    _sought = ""

    def group_hits(self) -> None:
        """Put the headings of the sections into the list."""
        found = self.query_one(CommandList)
        options: list[Option] = []
        above = ""
        for option in found.options:
            hit = getattr(option, "hit", None)
            if isinstance(hit, SectionHit) and hit.section != above:
                above = hit.section
                options.append(Option(Content.styled(above, "$accent bold"), disabled=True))
            options.append(option)
        if above:
            found.clear_options().add_options(options)
            found.highlighted = 1

    @on(Input.Changed)
    def _note(self, event: Input.Changed) -> None:
        """Keep what is searched for."""
        self._sought = event.value

    @on(Input.Submitted)
    def _choose(self, event: Input.Submitted) -> None:
        """Choose from the list once it is that of the typed letters."""
        event.stop()
        event.prevent_default()
        if event.value != self._sought:
            start_search(self, event.value.strip())
        self.run_worker(self._choose_when_found(), group="choose", exclusive=True)

    async def _choose_when_found(self) -> None:
        """Wait for the search that is under way, and choose."""
        while is_gathering(self):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.005)
        run_marked(self)

    def nothing_fits(self, letters: str) -> None:
        """Say at once that nothing fits, and what can be typed."""
        if letters:
            text = Content.styled(NOTHING, "dim not bold")
            self.query_one(CommandList).add_option(Option(text, disabled=True, id=NO_MATCHES))
        show_list(self, shown=bool(letters))


class FoldedMatcher:
    """Matches letters in either case, with or without marks on them, and lights up what they are in
    the text."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = Matcher(fold(matcher.query), match_style=matcher.match_style)

    def match(self, candidate: str) -> float:
        """Return how well a text fits, from 0 on."""
        return self._matcher.match(fold(candidate))

    def highlight(self, candidate: str) -> Content:
        """Return the text with the letters that fit lit up."""
        plain, content = fold(candidate), Content(candidate)
        if len(plain) != len(candidate):
            return content
        for offset in self._matcher.fuzzy_search.match(self._matcher.query, plain)[1]:
            if not plain[offset].isspace():
                content = content.stylize(self._matcher.match_style, offset, offset + 1)
        return content


class CommandProvider(Provider):
    """Finds commands by name; those that do not hold now come last, with the reason."""

    async def discover(self) -> Hits:
        """Offer every command before anything is typed."""
        place = {name: turn for turn, name in enumerate(SECTIONS)}
        for command, reason in sorted(
            self._here(), key=lambda pair: (place[pair[0].heading], bool(pair[1]))
        ):
            title = self._title(command, Content(f"  {command.name}"), reason)
            hit = SectionHit(title, partial(self._run, command, reason), command.name)
            hit.section = command.heading
            yield hit

    async def search(self, query: str) -> Hits:
        """Offer the commands whose names the letters fit."""
        matcher = FoldedMatcher(self.matcher(query))
        for command, reason in self._here():
            score = matcher.match(command.name)
            title = self._title(command, matcher.highlight(command.name), reason)
            if score > 0 and reason:
                yield Hit(score / 1000, title, partial(self._run, command, reason), command.name)
            elif score > 0:
                yield Hit(
                    score,
                    title,
                    partial(self._run, command, ""),
                    command.name,
                    escape(command.help),
                )

    def _here(self) -> Iterator[tuple[Command, str]]:
        """Yield each command of the parts of this screen, and why it does not hold now, or ""."""
        places = scopes_of(self.screen)
        here = [
            command for command in COMMANDS if command.where == "app" or command.where in places
        ]
        replaced = {(command.instead, command.name) for command in here}
        for command in here:
            if command.action not in MOVES and (command.id, command.name) not in replaced:
                yield command, command.reason_unavailable(self.screen)

    def _title(self, command: Command, name: Content, reason: str) -> Content:
        """Return a name with its keys, or the reason, in a column of its own."""
        name = name.pad_right(max(2, NAME - name.cell_length))
        if reason:
            return Content.assemble(name, reason).stylize("dim not bold")
        keys = "  ".join(map(key_name, _studio_of(self).keymap_file.keys_of(command)))
        return Content.assemble(name, (keys, "dim"))

    def _run(self, command: Command, reason: str) -> None:
        studio = _studio_of(self)
        if reason:
            studio.say(f"{command.name}: {reason}.")
        else:
            studio.dispatcher.run(command)


class ReportProvider(Provider):
    """Finds the reports that have no command of their own, those of installed packages too, and
    shows them."""

    async def discover(self) -> Hits:
        """Offer every report before anything is typed."""
        for name, text in self._here():
            title = Content(f"  {name}").pad_right(max(2, NAME - len(name) - 2))
            hit = SectionHit(
                Content.assemble(title, (text, "dim")), partial(self._show, name), name
            )
            hit.section = REPORTS
            yield hit

    async def search(self, query: str) -> Hits:
        """Offer the reports whose names the letters fit."""
        matcher = FoldedMatcher(self.matcher(query))
        for name, text in self._here():
            title = f"Report: {name}"
            score = matcher.match(title)
            if score > 0:
                yield Hit(
                    score, matcher.highlight(title), partial(self._show, name), title, escape(text)
                )

    def _here(self) -> Iterator[tuple[str, str]]:
        """Yield the name and help of each report where a run is shown."""
        if isinstance(self.screen, SimulateScreen) and self.screen.frame is not None:
            own = {command.id for command in COMMANDS}
            for name in report_names():
                if f"simulate.{name}" not in own and name not in ELSEWHERE:
                    yield name, report_help(name)

    def _show(self, name: str) -> None:
        cast("SimulateScreen", self.screen).show_report(name)


class TickProvider(Provider):
    """Goes to a tick that is written as a number or as a time."""

    async def search(self, query: str) -> Hits:
        """Offer the ticks that may be meant, the likeliest first."""
        screen = self.screen
        if not isinstance(screen, SimulateScreen) or screen.frame is None:
            return
        state, end = screen.frame.payload.state, screen.frame.end
        for turn, tick in enumerate(ticks_of(query, screen.frame)):
            title = f"Go to tick {tick} ({format_time(state.minute_of(tick))})"
            help_text = "" if tick <= end else f"not simulated yet (the newest is {end}): run to it"
            yield Hit(
                FIRST - turn,
                Content(title),
                partial(screen.go_to_tick, tick),
                title,
                help_text or None,
            )


class RunProvider(Provider):
    """Finds the runs of the open world that lie on the disk, and shows them."""

    async def startup(self) -> None:
        """Begin to look for them, in a thread; a search that is given up must not end that."""
        self._left = asyncio.create_task(self._read())

    async def _read(self) -> "list[RunSummary]":
        screen = self.screen
        if not isinstance(screen, SimulateScreen) or not is_kept(screen.player.source.folder):
            return []
        folder = screen.player.source.folder
        return await asyncio.to_thread(run_list.kept_runs, folder.parent, but=(folder,))

    async def search(self, query: str) -> Hits:
        """Offer the runs whose names the letters fit, each with how far it goes."""
        matcher = FoldedMatcher(self.matcher(query))
        for one in await asyncio.shield(self._left):
            score = matcher.match(one.name)
            if score > 0 and not one.trouble:
                told = (
                    f"{run_list.format_when(one.changed)} · tick {one.last} "
                    f"{run_list.describe_origin(one)}".rstrip()
                )
                show = partial(_studio_of(self).branches.show_run, Path(one.folder))
                yield Hit(
                    score, Content(f"Show {one.name}"), show, f"Show {one.name}", escape(told)
                )


class PlaceProvider(Provider):
    """Finds people, areas and objects by name, and selects them."""

    async def search(self, query: str) -> Hits:
        """Offer those whose names the letters fit, each with what and where it is."""
        screen, matcher = self.screen, FoldedMatcher(self.matcher(query))
        if isinstance(screen, PaneScreen):
            for name, called in screen.palette_entries():
                score = matcher.match(called)
                if score > 0:
                    yield Hit(
                        score, matcher.highlight(called), partial(screen.go_to, name), help=name
                    )
        if not isinstance(screen, SimulateScreen) or screen.frame is None:
            return
        for one in list_places(screen.frame.payload.state):
            score = matcher.match(one.name)
            if score > 0:
                told = escape(f"{one.kind} · {one.place}")
                yield Hit(
                    score, matcher.highlight(one.name), partial(screen.select, one.id), help=told
                )


class PlaceEntry(NamedTuple):
    """Somebody or something that can be selected."""

    id: str
    name: str
    kind: str
    place: str


def list_places(state: State) -> Iterator[PlaceEntry]:
    """Yield all people, areas and objects, each with its place at the end of a tick."""
    world = state.world
    for body in state.bodies.values():
        yield PlaceEntry(body.id, world.name_of(body.id), "person", place(world, body.area))
    for area in world.areas.by_id.values():
        if area.id != WORLD:
            yield PlaceEntry(area.id, area.name, "area", place(world, area.parent))
    for thing in state.things.values():
        where = f"with {world.name_of(thing.holder)}" if thing.holder else place(world, thing.area)
        yield PlaceEntry(thing.id, world.name_of(thing.id), world.kinds[thing.kind].name, where)


PROVIDERS: tuple[type[Provider], ...] = (
    CommandProvider,
    ReportProvider,
    TickProvider,
    PlaceProvider,
    RunProvider,
)
"""Everything in which the palette looks."""
