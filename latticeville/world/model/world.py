"""A world folder as one frozen value."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import msgspec

from latticeville.core.geometry import STEPS, Cell
from latticeville.core.keep import keep
from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.world.model.access import AccessRules
from latticeville.world.model.areas import WORLD, Areas
from latticeville.world.model.beats import NO_BEATS, Beats
from latticeville.world.model.grid import Grid
from latticeville.world.model.measure_text import MeasureText
from latticeville.world.model.numbers import with_numbers
from latticeville.world.model.objects import Kind, Placement
from latticeville.world.model.personas import Persona, Resident
from latticeville.world.model.prompts import find_prompts
from latticeville.world.model.settings import Climate, MindSettings, Settings
from latticeville.world.model.survival import NEEDS, THOUSAND, SurvivalSettings
from latticeville.world.model.tiles import TileLayer

T = TypeVar("T")
_INDOORS = frozenset({"floor", "carpet"})
"""Terrains, grounds and names of tiles that are indoors."""


class Amendments(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a run has changed of the rules of a world: who may enter areas, who owns objects, and
    numbers of its settings."""

    access: Mapping[str, AccessRules] = {}
    owners: Mapping[str, tuple[str, ...]] = {}
    numbers: Mapping[str, float] = {}

    def __bool__(self) -> bool:
        return bool(self.access or self.owners or self.numbers)


UNAMENDED = Amendments()
"""No change of the rules."""


class World(msgspec.Struct, frozen=True, dict=True):
    """Everything a designer wrote; `files` holds the texts it was read from and `digest` their
    hash."""

    name: str
    seed: int
    rules: tuple[str, ...]
    settings: Settings
    climate: Climate
    grid: Grid
    areas: Areas
    kinds: Mapping[str, Kind]
    objects: Mapping[str, Placement]
    people: Mapping[str, Resident]
    files: Mapping[str, str]
    digest: str
    minds: MindSettings = MindSettings()
    tiles: TileLayer | None = None
    survival: SurvivalSettings = SurvivalSettings()
    beats: Beats = NO_BEATS
    measures: tuple[MeasureText, ...] = ()

    @cached_property
    def written(self) -> "World":
        """The world as its designer wrote it, without what a run has amended."""
        return self

    def amend(self, changed: Amendments) -> "World":
        """Return the world as it was written, with other rules of areas, other owners and other
        numbers, as far as they exist."""
        written = self.written
        if not changed:
            return written
        areas = {
            name: msgspec.structs.replace(area, access=changed.access.get(name, area.access))
            for name, area in written.areas.by_id.items()
        }
        objects = {
            name: msgspec.structs.replace(one, owners=changed.owners.get(name, one.owners))
            for name, one in written.objects.items()
        }
        amended = msgspec.structs.replace(
            with_numbers(written, changed.numbers),
            areas=msgspec.structs.replace(written.areas, by_id=areas),
            objects=objects,
        )
        vars(amended)["written"] = written
        return amended

    @cached_property
    def prompts(self) -> Mapping[str, str]:
        """The prompts of the world's own, by language and name, such as `en/answer`."""
        return find_prompts(self.files)

    @cached_property
    def needs(self) -> frozenset[str]:
        """The needs of bodies: all with the rules `survival`, else those that are among the rules
        themselves.

        The names of needs are keys of `[survival]`, which checks and forms read without the rules.
        """
        return frozenset(NEEDS if "survival" in self.rules else set(NEEDS).intersection(self.rules))

    @cached_property
    def resource_maxima(self) -> Mapping[str, Mapping[int, int]]:
        """The most thousandths of a unit that cells hold, by resource and index of the cell."""
        found: dict[str, dict[int, int]] = {name: {} for name in self.survival.resources}
        holding = {
            glyph: tile.resources for glyph, tile in self.grid.legend.items() if tile.resources
        }
        for index, glyph in enumerate("".join(self.grid.rows) if holding else ""):
            for name, most in holding.get(glyph, ()):
                found.setdefault(name, {})[index] = most * THOUSAND
        return found

    @cached_property
    def resource_cells(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The indexes of the cells that can hold a resource, by resource and innermost area."""
        found: dict[str, dict[str, list[int]]] = {name: {} for name in self.resource_maxima}
        for name, maxima in self.resource_maxima.items():
            for index in maxima:
                found[name].setdefault(self.areas.at(self.grid.cell(index)), []).append(index)
        return found

    @cached_property
    def person_ids(self) -> tuple[str, ...]:
        """The ids of all people, sorted."""
        return tuple(sorted(self.people))

    @cached_property
    def mind_settings(self) -> Mapping[str, MindSettings]:
        """How each person thinks: as the world says, with their own settings over it."""
        return {
            who: _override_settings(self.minds, one.persona) for who, one in self.people.items()
        }

    def mind_settings_of(self, who: str) -> MindSettings:
        """Return how somebody thinks."""
        return self.mind_settings.get(who, self.minds)

    @cached_property
    def models_by_kind(self) -> Mapping[str, str]:
        """The specs of the models of some kinds of request, by `@` and the kind."""
        return {f"@{kind}": spec for kind, spec in self.minds.models.items()}

    @cached_property
    def models(self) -> Mapping[str, str]:
        """The specs of the models of those who have one of their own."""
        return {
            who: minds.model
            for who, minds in self.mind_settings.items()
            if minds.model != self.minds.model
        }

    @cached_property
    def homes(self) -> frozenset[str]:
        """The areas in which somebody lives and nobody works, so that others have no business
        there."""
        lived = {one.home for one in self.people.values()} & self.areas.by_id.keys()
        works = {one.work for one in self.people.values()} & self.areas.by_id.keys()
        busy = {area for work in works for area in self.areas.path(work)}
        return frozenset(lived - busy - {WORLD})

    @cached_property
    def outdoor_areas(self) -> frozenset[str]:
        """The areas most of whose walkable cells have no floor."""
        return frozenset(
            area for area in self.areas.by_id if area != WORLD and self._is_outdoors(area)
        )

    def _is_outdoors(self, area: str) -> bool:
        walkable = [cell for cell in self.areas.by_id[area].cells() if self.is_walkable(cell)]
        floors = sum(not _INDOORS.isdisjoint(self._words_of(cell)) for cell in walkable)
        return 2 * floors < len(walkable)

    def _words_of(self, cell: Cell) -> tuple[str, str, str]:
        tile = self.grid.tile(cell)
        return tile.terrain, tile.ground, tile.name

    @cached_property
    def namesakes(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of all areas, or of all things, that have the name of one: by the id of each."""
        found: dict[str, tuple[str, ...]] = {}
        for sort in (self.areas.by_id, self.objects):
            called: dict[str, list[str]] = {}
            for place in sort:
                called.setdefault(fold(self.name_of(place)), []).append(place)
            found |= {place: tuple(places) for places in called.values() for place in places}
        return found

    @cached_property
    def places_of_namesakes(self) -> Mapping[str, tuple[Counter[tuple[str, ...]], Counter[str]]]:
        """How often namesakes lie in the same areas, and in how many of these each area is: by the
        id of the first of them."""
        found = {}
        for names in {names[0]: names for names in self.namesakes.values()}.values():
            if len(names) > 1:
                paths = Counter(map(self.names_around, names))
                found[names[0]] = paths, Counter(place for path in paths for place in {*path})
        return found

    def names_around(self, place: str) -> tuple[str, ...]:
        """Return the names of the areas around an area or an object, from the innermost on; the
        whole world counts as none."""
        areas = self.areas
        inner = (
            areas.by_id[place].parent
            if place in areas.by_id
            else areas.at(self.objects[place].cell)
        )
        path = areas.path(inner) if inner else ()
        return tuple(self.name_of(area) for area in reversed(path) if area not in ("", WORLD))

    def name_of(self, place: str) -> str:
        """Return the name that people use for an area, an object or a person."""
        if place in self.areas.by_id:
            return self.areas.by_id[place].name
        if place in self.objects:
            return self.objects[place].name
        return self.people[place].persona.name if place in self.people else place

    def name_with_article(self, place: str) -> str:
        """Return the name as it stands in a sentence: “the stove”, “Mochi Café”, “Ada”."""
        found = self._names.get(place)
        if found is not None:
            return found
        if place in self.people:
            found = self.people[place].persona.first_name
        elif place in self.objects:
            found = f"the {self.objects[place].name}"
        else:
            return self.name_of(place)
        self._names[place] = found
        return found

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of people and objects as they stand in a sentence, filled in as asked."""
        return {}

    def list_names(self, places: Sequence[str]) -> str:
        """Return names as a sentence lists them: “Ada”, “Ada and Bob”, “Ada, Bob and Cid”."""
        return list_words([self.name_with_article(place) for place in places])

    def exit_cells(self, area: str) -> tuple[Cell, ...]:
        """Return the cells outside an area that one steps onto when leaving it, row by row."""
        found = self._exits.get(area)
        if found is None:
            inside = {cell for cell in self.areas.by_id[area].cells() if self.is_walkable(cell)}
            around = {cell.step(way) for cell in inside for way in STEPS} - inside
            found = self._exits[area] = tuple(
                sorted((c for c in around if self.is_walkable(c)), key=lambda c: (c.y, c.x))
            )
        return found

    @cached_property
    def _exits(self) -> dict[str, tuple[Cell, ...]]:
        return {}

    def keep(self, name: str, make: Callable[[], T]) -> T:
        """Return what is computed of this world under a name: made when it is first asked for, and
        kept with it as its cached properties are."""
        return keep(self, name, make)

    def is_walkable(self, cell: Cell) -> bool:
        """Tell whether the map alone would let a body stand there."""
        return self.grid.contains(cell) and bool(self.grid.walkable[self.grid.index(cell)])


def _override_settings(minds: MindSettings, persona: Persona) -> MindSettings:
    own = {name: getattr(persona, name) for name in ("language", "model", "act", "react")}
    given = msgspec.structs.asdict(persona.retrieval) | own
    given = {name: value for name, value in given.items() if value not in (None, "")}
    return msgspec.structs.replace(minds, **given) if given else minds
