"""What the designer of an empty world does next, and the line of the workbench that names it."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem
from latticeville.core.sentence_case import capital
from latticeville.world.model.areas import WORLD, Area
from studio.map.model.map_model import MapModel
from studio.project.documents.entries import list_entries
from studio.project.workspace import Workspace
from studio.ui.bar import Bar
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import find_command
from studio.ui.text import STRONG, Span, clean

_UNNAMED = re.compile(r"Room \d+")


class NextStep(NamedTuple):
    """A command, and a sentence in which `{key}` stands for its key."""

    command: str
    text: str


ROOM = NextStep("draw.room", "Next: a house. {key}, then enter at two of its corners, and its name")
NAME = "Next: another name for {}. Select it, then {{key}}"
OBJECT = NextStep("draw.object", "Next: something to use, such as a bed. {key}, then its name")
PERSON = NextStep("draw.person", "Next: somebody in a house. {key}, then a name")
SECOND = NextStep("draw.person", "Next: somebody to talk to. {key}, then a name")
SAVE = NextStep("design.save", "Next: save. {key}")
RUN = NextStep("app.simulate", "Next: watch them live. {key}, then space")


def find_next_step(
    map_model: MapModel, problems: Sequence[Problem], unsaved: Collection[str]
) -> NextStep:
    """Return the first thing that is missing: rooms, doors, names, objects, people, what the checks
    miss, a save of files; then the run."""
    return next(_missing(map_model, problems, unsaved), RUN)


def _missing(
    map_model: MapModel, problems: Sequence[Problem], unsaved: Collection[str]
) -> Iterator[NextStep]:
    areas = [area for area in map_model.areas.by_id.values() if area.id != WORLD]
    if not areas:
        yield ROOM
    yield from (NextStep("draw.door", _no_door(name)) for name in closed_areas(map_model))
    for area in areas:
        if _UNNAMED.fullmatch(area.name):
            yield NextStep("design.edit", NAME.format(area.name))
    yield from _uninhabited(map_model)
    yield from (NextStep("", f"{capital(one.what)}: {one.fix}") for one in problems)
    if unsaved:
        yield SAVE


def _uninhabited(map_model: MapModel) -> Iterator[NextStep]:
    sorts = [spot.entry.sort for spot in map_model.spots.values()]
    if "objects" not in sorts:
        yield OBJECT
    if sorts.count("people") < 2:
        yield SECOND if "people" in sorts else PERSON


def _no_door(name: str) -> str:
    return f"{name} has no door: {{key}} at its wall"


def closed_areas(map_model: MapModel) -> list[str]:
    """Return the names of the areas out of which no open cell leads, unless an area around them is
    closed as well."""
    areas = map_model.areas.by_id.values()
    closed = {area.id for area in areas if area.id != WORLD and _is_closed(map_model, area)}
    return [
        area.name
        for area in areas
        if area.id in closed and closed.isdisjoint(map_model.areas.path(area.id)[:-1])
    ]


def _is_closed(map_model: MapModel, area: Area) -> bool:
    """Tell whether an area has open cells, and none of them has one beside it that is outside."""
    cells = {cell for box in area.boxes for cell in box.cells()}
    walked = [cell for cell in cells if _is_open(map_model, cell)]
    beside = {cell.step(way) for cell in walked for way in "NESW"} - cells
    return bool(walked) and not any(_is_open(map_model, cell) for cell in beside)


def _is_open(map_model: MapModel, cell: Cell) -> bool:
    grid = map_model.grid
    return grid.contains(cell) and grid.tile(cell).walkable


class NextStepBar(Bar):
    """Names the next step in a world in which nobody lived when it was opened, until the run was
    seen."""

    DEFAULT_CSS = "NextStepBar { background: $primary-muted; display: none; }"
    step: NextStep | None = None
    _guiding = True
    _seen: tuple[MapModel, Sequence[Problem], Sequence[str]] | None = None

    def guide(self, map_model: MapModel, workspace: Workspace) -> None:
        """Name the next step, where the world is another than before."""
        if self._seen is None:
            self._guiding = not list_entries(map_model.project, "people")
        seen = (map_model, workspace.problems, workspace.history.modified)
        if not self._guiding or seen == self._seen:
            return
        self._seen, self.display = seen, True
        self.step = find_next_step(*seen)
        text = self.step.text.replace("{key}", self._key_of(self.step.command))
        self.say([Span(clean(text), STRONG)], Span(""))

    def end_with_run(self) -> None:
        """Name no step any more, if the last one was taken."""
        if self.step == RUN:
            self._guiding = self.display = False
            self.step = None

    def _key_of(self, name: str) -> str:
        """Return the key of a command, as it is bound."""
        active = self.screen.active_bindings.items()
        bound = (key for key, one in active if one.binding.id == name)
        command = find_command(name)
        return key_name(next(bound, command.keys[0] if command and command.keys else ""))
