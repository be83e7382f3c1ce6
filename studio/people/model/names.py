"""What places, people and objects are called, and the ids that a typed name means."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.core.text_fold import fold
from latticeville.world.model.box_index import BoxIndex
from studio.project.documents.entries import Entry, area_boxes, entry_cell, list_entries
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file, persona_name
from studio.project.documents.references import resident_personas

_WORD = re.compile(r"\S+")


class NameTable(NamedTuple):
    """The names of one sort of things."""

    names: Mapping[str, str] = {}
    """By id, what each is called."""
    ids: Mapping[str, str] = {}
    """By folded id or name, whom or what it means; a name that several have means none."""

    def name_of(self, id: str) -> str:  # noqa: A002 - what else
        """Return the name of an id as one types it: the id itself where the name would not be
        understood."""
        name = self.names.get(id, id)
        return name if self.find(name) == id and not {*name} & {"|", ","} else id

    def find(self, typed: str) -> str:
        """Return the id that a name means, or ""."""
        return self.ids.get(fold(typed.strip()), "")

    def split(self, typed: str) -> tuple[str, str]:
        """Return the id that begins a text, with what follows it; without a name that is known, the
        words that are most like one."""
        ends = [word.end() for word in _WORD.finditer(typed)]
        for end in reversed(ends):
            if found := self.find(typed[:end]):
                return found, typed[end:].strip()
        likeness = {end: self._likeness(typed[:end]) for end in ends[:4]}
        end = max(likeness, key=likeness.__getitem__, default=0)
        return typed[:end].strip(), typed[end:].strip()

    def _likeness(self, typed: str) -> float:
        """Return how much a text is like the name that is most like it, from 0 to 1."""
        name = fold(self.nearest(typed))
        return SequenceMatcher(None, fold(typed), name).ratio() if name else 0.0

    def nearest(self, typed: str) -> str:
        """Return the name that is most like a text, or ""."""
        near = get_close_matches(fold(typed), self.ids, 1, 0.7)
        return self.names[self.ids[near[0]]] if near else ""

    def fitting(self, letters: str) -> tuple[str, ...]:
        """Return the names that letters fit, the best first: they begin it, begin a word of it,
        stand in it."""
        wanted = fold(letters)
        ranked = sorted(
            (rank, len(name) if wanted else 0, place, id_)
            for place, (id_, name) in enumerate(self.names.items())
            if (rank := _rank(wanted, fold(name), id_)) is not None
        )
        return tuple(self.name_of(id_) for *_, id_ in ranked)


def _rank(wanted: str, name: str, id_: str) -> int | None:
    if name.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in name.split()):
        return 1
    return 2 if wanted in name or wanted in id_ else None


class Names(NamedTuple):
    """The names of a world, by what a row speaks of."""

    areas: NameTable = NameTable()
    places: NameTable = NameTable()
    """Areas and objects, and “home” and “work”."""
    people: NameTable = NameTable()
    things: NameTable = NameTable()
    """Objects and kinds of object."""
    topics: NameTable = NameTable()
    """What the people of the world have opinions on."""


NO_NAMES = Names()


def read_names(project: Project) -> Names:
    """Return what everything of a world is called: “Kitchen”, or “Ada's House Kitchen” where
    several kitchens are."""
    kinds = {kind: _name(table, kind) for kind, table in kind_tables(project).items()}
    areas, objects = list_entries(project, "areas"), list_entries(project, "objects")
    around = _AreaBounds(areas)
    called = {id_: _name(one.table, id_) for id_, one in areas.items()}
    area_names = _distinct(called, around)
    items = {id_: kinds.get(str(one.table.get("kind")), id_) for id_, one in objects.items()}
    cells = {id_: cell for id_, one in objects.items() if (cell := entry_cell(one))}
    object_names = _distinct(items, around, cells)
    people = {
        id_: persona_name(project, str(one.table.get("persona")))
        for id_, one in list_entries(project, "people").items()
        if persona_file(str(one.table.get("persona"))) in project.files
    }
    return Names(
        make_names(area_names),
        make_names({"home": "home", "work": "work"}, area_names, object_names),
        make_names(people, first_words=True),
        make_names(kinds, object_names),
        make_names({topic: topic for topic in _topics(project)}),
    )


class _AreaBounds:
    """Where areas lie, to name what is in them."""

    def __init__(self, areas: Mapping[str, Entry]) -> None:
        boxes = {id_: found for id_, one in areas.items() if (found := area_boxes(one))}
        sizes = {id_: sum(box.size for box in found) for id_, found in boxes.items()}
        self._by_size = sorted(sizes, key=lambda id_: -sizes[id_])
        """The areas, the largest first."""
        self._names = [_name(areas[id_].table, id_) for id_ in self._by_size]
        pairs = [(rank, box) for rank, id_ in enumerate(self._by_size) for box in boxes[id_]]
        self._ranks = [rank for rank, _ in pairs]
        self._index = BoxIndex([box for _, box in pairs])
        self._boxes = boxes

    def names_around(self, id_: str, cell: Cell | None) -> tuple[str, ...]:
        """Return the names of the areas around an area or an object, the largest first."""
        own = self._boxes.get(id_, ())
        cell = Cell(own[0].x, own[0].y) if own else cell
        if cell is None:
            return ()
        meeting = self._index.find_meeting(Box(*cell, 1, 1))
        end = self._by_size.index(id_) if own else len(self._by_size)
        ranks = sorted({rank for index in meeting if (rank := self._ranks[index]) < end})
        return tuple(self._names[rank] for rank in ranks)


def _distinct(
    called: Mapping[str, str], around: _AreaBounds, cells: Mapping[str, Cell] | None = None
) -> dict[str, str]:
    """Return names that tell apart what is called alike: with the largest area around it, else
    with all of them."""
    count = Counter(called.values())
    alike = {id_ for id_, name in called.items() if count[name] > 1}
    outer = {id_: around.names_around(id_, (cells or {}).get(id_)) for id_ in alike}
    found = dict(called)
    for parts in (slice(0, 1), slice(0, None)):
        longer = {id_: " ".join((*outer[id_][parts], called[id_])) for id_ in alike}
        count = Counter(longer.values())
        told = {id_ for id_ in alike if count[longer[id_]] == 1}
        found |= {id_: longer[id_] for id_ in told}
        alike -= told
    return found


def _name(table: object, otherwise: str) -> str:
    return str(table.get("name", otherwise)) if isinstance(table, dict) else otherwise


def _topics(project: Project) -> Iterator[str]:
    for persona in resident_personas(project).values():
        rows = persona.get("opinions")
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and isinstance(row.get("topic"), str):
                yield row["topic"]


def make_names(*levels: Mapping[str, str], first_words: bool = False) -> NameTable:
    """Return a table of names; where wished, first words mean somebody too, as first names do.

    An id comes before a name, a name before one of a later level, and a whole name before a first
    word.
    """
    names = {id_: name for level in reversed(levels) for id_, name in level.items()}
    ids = {fold(id_): id_ for id_ in names}
    for level in levels:
        for said in _ways(level.values(), first_words=first_words):
            ids = _unique(said, level) | ids
    return NameTable({id_: names[id_] for level in levels for id_ in level}, ids)


def _unique(said: Iterable[str], ids: Iterable[str]) -> dict[str, str]:
    """Return the folded names that only one id has, with the id."""
    folded = [fold(one) for one in said]
    count = Counter(folded)
    return {name: id_ for name, id_ in zip(folded, ids, strict=True) if count[name] == 1}


def _ways(names: Iterable[str], *, first_words: bool) -> Iterator[list[str]]:
    whole = list(names)
    yield whole
    if first_words:
        yield [name.split(" ", maxsplit=1)[0] for name in whole]
