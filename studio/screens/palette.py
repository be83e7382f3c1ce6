"""What the command palette finds: every command that holds now, and everybody and everything in the world."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual import on
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from latticeville.world.areas import WORLD
from latticeville.world.pack import World
from studio.commands import COMMANDS, Circumstances, Command, always
from studio.screens.simulate import Simulate
from studio.widgets.bar import key_name

if TYPE_CHECKING:
    from studio.app import Studio

MOVES = ("up", "down", "left", "right", "half_up", "half_down", "first", "last", "fold", "unfold")
"""Actions that only make sense by key."""


class Palette(CommandPalette):
    """The palette, in which enter waits for the list of what was typed."""

    _sought = ""

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
            self._gather_commands(event.value.strip())
        self.run_worker(self._choose_when_found(), group="choose", exclusive=True)

    async def _choose_when_found(self) -> None:
        """Wait for the search that is under way, and choose."""
        group = self._GATHER_COMMANDS_GROUP
        while any(one.group == group and not one.is_finished for one in self.workers):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.005)
        self._select_or_command()


class CommandProvider(Provider):
    """Finds commands by name."""

    async def discover(self) -> Hits:
        """Offer every command before anything is typed."""
        for command in self._now():
            yield DiscoveryHit(self._title(command), partial(self._run, command), command.name, command.help)

    async def search(self, query: str) -> Hits:
        """Offer the commands that the letters fit."""
        matcher = self.matcher(query)
        for command in self._now():
            score = matcher.match(command.name)
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), partial(self._run, command), help=command.help)

    def _now(self) -> Iterator[Command]:
        studio = cast("Studio", self.app)
        places = studio.places(self.screen)
        for command in COMMANDS:
            holds = command.when is always or command.when(cast("Circumstances", self.screen))
            if (command.where == "app" or command.where in places) and command.action not in MOVES and holds:
                yield command

    def _title(self, command: Command) -> Content:
        keys = "  ".join(map(key_name, cast("Studio", self.app).keymap_file.of(command)))
        return Content.assemble(command.name, ("   " + keys, "dim"))

    def _run(self, command: Command) -> None:
        cast("Studio", self.app).do(command)


class PlaceProvider(Provider):
    """Finds people, areas and objects by name, and selects them."""

    async def search(self, query: str) -> Hits:
        """Offer those whose names the letters fit."""
        screen = self.screen
        if not isinstance(screen, Simulate) or screen.view is None:
            return
        matcher = self.matcher(query)
        for name, title, kind in _everything(screen.view.payload.state.world):
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), partial(screen.select, name), help=kind)


def _everything(world: World) -> Iterator[tuple[str, str, str]]:
    for who in world.people:
        yield who, world.name_of(who), "person"
    for area in world.areas.by_id.values():
        if area.id != WORLD:
            yield area.id, area.name, "area"
    for thing in world.objects.values():
        yield thing.id, thing.name, world.kinds[thing.kind].name
