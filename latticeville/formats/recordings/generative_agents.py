"""Recorded towns of Generative Agents: a folder of storage, or a compressed one."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.formats.cast.generative_agents import (
    BOOTSTRAP_FOLDER,
    MEMORY_KINDS,
    SCRATCH_FILE,
)
from latticeville.formats.matrix import META_FILE
from latticeville.formats.recordings.recording import (
    ROOT,
    PlaceName,
    RecordedMemory,
    RecordedPerson,
    RecordedPosition,
    RecordedTick,
    RecordedUtterance,
    Recording,
    read_cell,
)
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    as_list,
    as_table,
)
from latticeville.world.original.values import one_line, parse_whole

_MASTER, _META = "master_movement.json", "meta.json"
_MINUTE = 60
_ARENA = 3
"""Names in the address of an arena: world, sector, arena; one more names an object in it."""
_LACKS = (
    "Its files do not hold prompts, replies or what was retrieved: no action has a “why”.",
    "Beliefs are what somebody in their place could see.",
    "Vectors of memories are those of our embedder, not of the recording.",
)


class _Clock(NamedTuple):
    """The moment of the first step, and the seconds of a step."""

    start: datetime
    seconds: int

    @property
    def steps(self) -> int:
        """Steps of a tick."""
        return max(1, _MINUTE // self.seconds)

    @property
    def tick_minutes(self) -> int:
        """Minutes of a tick."""
        return max(1, self.seconds // _MINUTE)

    @property
    def minute(self) -> int:
        """The minute of the first step since Monday 00:00."""
        return self.start.weekday() * DAY + self.start.hour * 60 + self.start.minute

    def tick_of(self, when: datetime) -> int:
        """Return the tick in which a moment lies; 0 for all before the first step."""
        passed = int((when - self.start).total_seconds())
        return max(0, -(-passed // (self.steps * self.seconds)))


_Chat = tuple[tuple[str, str], ...]
"""Speakers and their words."""


class _Entry(NamedTuple):
    """What a step says of somebody: where they are, what they do at which address, and the talk."""

    cell: Cell
    doing: str
    address: str
    chat: _Chat


class _Step(NamedTuple):
    """Everybody's entry of a step that has one."""

    number: int
    entries: Mapping[str, _Entry]


def is_generative_recording(source: Path) -> bool:
    """Tell whether a folder holds a recorded town."""
    return (source / _MASTER).is_file() or (
        (source / "reverie" / _META).is_file() and any((source / "movement").glob("*.json"))
    )


def read_generative_recording(source: Path, report: ImportReport) -> Recording:
    """Return the town that a folder holds; UnreadableError where a file is damaged."""
    folder = SourceFolder(source, report)
    if (source / _MASTER).is_file():
        meta, steps = folder.read_json(_META), _read_compressed(folder, report)
    else:
        meta, steps = folder.read_json(f"reverie/{_META}"), _read_storage(folder, source, report)
    keys = list(dict.fromkeys(key for step in steps for key in step.entries))
    if not keys:
        raise report.make_error(
            SourceValue(meta), "no-ticks", "the recording holds no step", "record at least one step"
        )
    clock = _read_clock(meta, steps[0].number, report)
    ticks = list(_join_steps(steps, keys, clock))
    areas, objects = _list_places(steps)
    return Recording(
        "Generative Agents",
        source.resolve().name,
        folder,
        clock.minute,
        clock.tick_minutes,
        areas,
        objects,
        tuple(_read_person(folder, key, clock, len(ticks) - 1, report) for key in keys),
        lambda: iter(ticks),
        _LACKS,
        _find_matrix(source, one_line(meta.data.get("maze_name"), 100)),
    )


def _list_places(
    steps: Iterable[_Step],
) -> tuple[tuple[PlaceName, ...], tuple[PlaceName, ...]]:
    """Return the areas and the objects to whose addresses people went."""
    addresses = sorted({entry.address for step in steps for entry in step.entries.values()})
    areas = dict.fromkeys(filter(None, map(_area_of, addresses)))
    return tuple(PlaceName(key, _name_area(key)) for key in areas), tuple(
        PlaceName(address, address.split(":")[-1], _area_of(address))
        for address in addresses
        if address.count(":") == _ARENA
    )


def _name_area(address: str) -> str:
    """Return the name of an arena with that of its sector: “Hobbs Cafe, cafe”."""
    return ", ".join(part.strip() for part in address.split(":")[1:])


def _find_matrix(source: Path, maze: str) -> Path | None:
    """Return the matrix folder of a maze beside a recording or in the program's own assets."""
    above = source.resolve().parents
    places = [source, source / "matrix"]
    if re.fullmatch(r"[\w-]+", maze):
        places += [up / "static_dirs" / "assets" / maze / "matrix" for up in above[:3]]
    return next((place for place in places if (place / META_FILE).is_file()), None)


def _read_clock(meta: SourceDocument, first: int, report: ImportReport) -> _Clock:
    seconds = parse_whole(meta.data.get("sec_per_step")) or 10
    start = _read_time(meta.data.get("start_date"))
    if start is None or not 0 < seconds <= DAY * _MINUTE:
        what = "“start_date” must be a date such as “February 13, 2023”, and “sec_per_step” seconds"
        raise report.make_error(
            SourceValue(meta, ("start_date",)), "bad-value", what, "write a date and seconds"
        )
    return _Clock(start + timedelta(seconds=first * seconds), seconds)


def _read_time(text: object) -> datetime | None:
    """Return a moment of the town, which has no time zone; None where the text is none."""
    for form in ("%B %d, %Y, %H:%M:%S", "%B %d, %Y", "%Y-%m-%d %H:%M:%S"):
        try:
            return datetime.strptime(text if isinstance(text, str) else "", form)  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _read_compressed(folder: SourceFolder, report: ImportReport) -> list[_Step]:
    doc = folder.read_json(_MASTER)
    steps = [
        _Step(int(key), _read_entries(SourceValue(doc, (key,)), entries, report))
        for key, entries in doc.data.items()
        if key.isdecimal()
    ]
    return sorted(steps, key=lambda step: step.number)


def _read_storage(folder: SourceFolder, source: Path, report: ImportReport) -> list[_Step]:
    """Return the steps of the folders “environment” (where everybody is) and “movement” (what they
    do)."""
    found: dict[int, dict[str, _Entry]] = defaultdict(dict)
    for part in ("movement", "environment"):
        for path in (source / part).glob("*.json"):
            if not path.stem.isdecimal():
                continue
            doc = folder.read_json(f"{part}/{path.name}")
            at = SourceValue(doc, ("persona",) if part == "movement" else ())
            entries = doc.data.get("persona") if part == "movement" else doc.data
            for key, entry in _read_entries(at, entries, report).items():
                known = found[int(path.stem)].get(key, entry)
                found[int(path.stem)][key] = known._replace(cell=entry.cell)
    return [_Step(number, found[number]) for number in sorted(found)]


def _read_entries(at: SourceValue, entries: object, report: ImportReport) -> dict[str, _Entry]:
    """Return what a step says of everybody; UnreadableError where a position is no cell."""
    found: dict[str, _Entry] = {}
    for key, value in as_table(entries).items():
        told = as_table(value)
        cell = told.get("movement", [told.get("x"), told.get("y")])
        doing, _, address = one_line(told.get("description"), 500).partition(" @ ")
        found[key] = _Entry(
            read_cell(at.child(key), key, cell, report), doing, address, _read_chat(told)
        )
    return found


def _read_chat(told: Mapping[str, Any]) -> _Chat:
    return tuple(
        (one_line(line[0], 200), one_line(line[1], 2000))
        for line in as_list(told.get("chat"))
        if isinstance(line, list) and len(line) == 2
    )


class _Progress:
    """What everybody does at a step, and what happened since the last tick."""

    def __init__(self, steps: Sequence[_Step], keys: Sequence[str]) -> None:
        self._keys = keys
        self._told: dict[frozenset[str], _Chat] = {}
        self.now = {
            key: next(step.entries[key] for step in steps if key in step.entries) for key in keys
        }
        self.begin_tick()
        self.walking = _first_walkers(steps)

    def begin_tick(self) -> None:
        """Forget the way that people came and what was said."""
        self._came_by: dict[str, list[Cell]] = defaultdict(list)
        self._said: list[RecordedUtterance] = []
        self.walking = set[str]()

    def take(self, step: _Step) -> None:
        """Go on to a step."""
        for key, entry in step.entries.items():
            if entry.cell != self.now[key].cell:
                self._came_by[key].append(entry.cell)
                self.walking.add(key)
            else:
                self.walking.discard(key)
            self._said += _new_words(entry.chat, self._told, self._keys)
            self.now[key] = entry

    def end_tick(self) -> RecordedTick:
        """Return the tick that ends here."""
        positions = {
            key: RecordedPosition(
                ROOT if key in self.walking else _area_of(entry.address), entry.cell
            )
            for key, entry in self.now.items()
        }
        return RecordedTick(
            positions,
            {key: entry.doing for key, entry in self.now.items()},
            tuple(self._said),
            steps={key: tuple(cells) for key, cells in self._came_by.items()},
            targets={key: _area_of(self.now[key].address) for key in self._came_by},
        )


def _join_steps(
    steps: Sequence[_Step], keys: Sequence[str], clock: _Clock
) -> Iterator[RecordedTick]:
    """Yield tick 0, which is the first step, then one tick for all steps of a minute."""
    progress, first = _Progress(steps, keys), steps[0].number
    yield progress.end_tick()
    place = 1
    for tick in range(1, -(-(steps[-1].number - first) // clock.steps) + 1):
        progress.begin_tick()
        while place < len(steps) and steps[place].number <= first + tick * clock.steps:
            progress.take(steps[place])
            place += 1
        yield progress.end_tick()


def _first_walkers(steps: Sequence[_Step]) -> set[str]:
    """Return who leaves their first cell with the second step."""
    if len(steps) == 1:
        return set()
    first, second = steps[0].entries, steps[1].entries
    return {key for key, entry in first.items() if second.get(key, entry).cell != entry.cell}


def _new_words(
    chat: _Chat, told: dict[frozenset[str], _Chat], keys: Sequence[str]
) -> Iterator[RecordedUtterance]:
    """Yield the lines of a talk that were not told yet; each step of a talk repeats all of it."""
    speakers = frozenset(name for name, _ in chat)
    before = told.get(speakers, ())
    told[speakers] = chat
    for name, words in chat[len(before) if chat[: len(before)] == before else 0 :]:
        others = [other for other in sorted(speakers) if other != name and other in keys]
        if name in keys and words:
            yield RecordedUtterance(name, others[0] if others else "", words)


def _area_of(address: str) -> str:
    """Return the address of the arena in which an address lies; "" for a person's or none."""
    return ":".join(address.split(":")[:_ARENA]) if address.count(":") >= _ARENA - 1 else ROOT


def _read_person(
    folder: SourceFolder, key: str, clock: _Clock, last: int, report: ImportReport
) -> RecordedPerson:
    """Return somebody with the files of their folder, as far as they are there."""
    base = f"personas/{key}/{BOOTSTRAP_FOLDER}/"
    there = folder.path / "personas" / key / BOOTSTRAP_FOLDER
    nodes = f"{base}associative_memory/nodes.json"
    memories: tuple[RecordedMemory, ...] = ()
    if "/" not in key and (folder.path / nodes).is_file():
        memories = tuple(_read_memories(SourceValue(folder.read_json(nodes)), clock, last, report))
    has_scratch = "/" not in key and (there / SCRATCH_FILE).is_file()
    return RecordedPerson(key, key, folder=base if has_scratch else "", memories=memories)


def _read_memories(
    at: SourceValue, clock: _Clock, last: int, report: ImportReport
) -> Iterator[RecordedMemory]:
    """Yield the nodes by their numbers, each at the tick of its “created”."""
    nodes = [(key, as_table(node)) for key, node in at.doc.data.items()]
    nodes.sort(key=lambda pair: parse_whole(pair[1].get("node_count")) or 0)
    places = {key: place for place, (key, _) in enumerate(nodes)}
    newest = 0
    for place, (key, node) in enumerate(nodes):
        made = _read_time(node.get("created"))
        if made is None:
            what = f"“created” of “{one_line(key, 40)}” is not a time; the one before is used"
            report.warn(at.child(key), "bad-value", what, "write YYYY-MM-DD HH:MM:SS")
        else:
            newest = max(newest, min(last, clock.tick_of(made)))
        rated = parse_whole(node.get("poignancy")) or 0
        yield RecordedMemory(
            newest,
            MEMORY_KINDS.get(str(node.get("type")), "observation"),
            one_line(node.get("description"), 4000) or key,
            max(0, min(rated, 10)),
            tuple(sorted(one for one in _read_filling(node, places) if one < place)),
        )


def _read_filling(node: Mapping[str, Any], places: Mapping[str, int]) -> set[int]:
    """Return the positions of the nodes on which a node rests; a chat is filled with its lines."""
    filling = node.get("filling")
    cited = [filling] if isinstance(filling, str) else as_list(filling)
    return {places[one] for one in cited if isinstance(one, str) and one in places}
