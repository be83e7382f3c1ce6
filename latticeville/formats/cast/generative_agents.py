"""Persona folders of Generative Agents: scratch, spatial memory and memory nodes."""

from collections.abc import Iterator
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.formats.cast.add_people import Newcomer
from latticeville.formats.cast.fields import NameLookup, SourceFields
from latticeville.formats.report import ImportReport, SourceFolder, SourceValue
from latticeville.world.original.values import one_line, parse_whole, slugify

SCRATCH_FILE = "scratch.json"
BOOTSTRAP_FOLDER = "bootstrap_memory"
SPATIAL_FILE, _NODES = "spatial_memory.json", "associative_memory/nodes.json"
_STRENGTH, _VECTORS = "associative_memory/kw_strength.json", "associative_memory/embeddings.json"
MEMORY_KINDS = {"event": "observation", "chat": "observation", "thought": "reflection"}
"""What we call their sorts of memory."""
_WEIGHT_KEYS = ("recency_w", "relevance_w", "importance_w")
_ARENA_DEPTH = 2
"""How many names lead from a world to an arena; one more names an object or a spawning location in
it."""
_COUNTER_KEYS = (
    "importance_trigger_curr",
    "importance_ele_n",
    "act_event",
    "act_obj_event",
    "act_path_set",
)
"""What their engine keeps count of while it runs, and sets anew."""


def read_persona(
    folder: SourceFolder, base: str, there: frozenset[str], places: NameLookup, report: ImportReport
) -> Newcomer:
    """Return the person of a folder; `base` leads to scratch.json, `there` holds the names of files
    beside it."""
    scratch = SourceFields(
        SourceValue(folder.read_json(f"{base}{SCRATCH_FILE}")), report, "a scratch.json"
    )
    first, last = scratch.name("first_name"), scratch.name("last_name")
    name = scratch.name("name") or f"{first} {last}".strip()
    if not name:
        raise report.make_error(scratch.at, "no-name", "the persona has no name", 'write "name"')
    persona = _build_persona(name, scratch, places, report)
    start = _read_start(scratch, places, report)
    scratch.report_unread()
    if SPATIAL_FILE in there:
        tree = SourceValue(folder.read_json(f"{base}{SPATIAL_FILE}"))
        persona["beliefs"] = _read_beliefs(tree, persona["home"], places, report)
    if _NODES in there:
        persona["memories"] = list(
            _read_memories(SourceValue(folder.read_json(f"{base}{_NODES}")), report)
        )
    if _STRENGTH in there:
        SourceFields(
            SourceValue(folder.read_json(f"{base}{_STRENGTH}")), report, "a kw_strength.json"
        ).report_unread()
    if _VECTORS in there and persona.get("memories"):
        what = "embeddings.json is not supported: each run embeds memories with its own embedder"
        report.report_lost(SourceValue(folder.name_document(f"{base}{_VECTORS}")), what)
    return Newcomer(
        slugify(name), name, persona, {"start": start} if start else {}, scratch.at.doc.name
    )


def _build_persona(
    name: str, scratch: SourceFields, places: NameLookup, report: ImportReport
) -> dict[str, Any]:
    """Return what scratch.json tells of somebody; what it counts on the way is left out."""
    home = _read_home(scratch, places, report)
    weights = [scratch.share(key) for key in _WEIGHT_KEYS]
    persona: dict[str, Any] = {
        "name": name,
        "age": scratch.number("age", 0, 150),
        "home": home,
        "about": scratch.text("learned"),
        "traits": scratch.names("innate"),
        "currently": scratch.text("currently"),
        "lifestyle": scratch.text("lifestyle"),
        "intends": scratch.text("daily_plan_req", "daily_req"),
        "retrieval": {
            "weights": None if None in weights else weights,
            "trigger": scratch.number("importance_trigger_max", 1, 1_000_000),
        },
        "attention": {
            "radius": scratch.number("vision_r", 1, 200),
            "most": scratch.number("att_bandwidth", 0, 1000),
            "retention": scratch.number("retention", 0, 1000),
        },
    }
    for key in _COUNTER_KEYS:
        scratch.value(key)
    decay = "choose a profile in [retrieval]: “smallville” has the same decay"
    scratch.report_lost("recency_decay", decay)
    return persona


def _read_home(scratch: SourceFields, places: NameLookup, report: ImportReport) -> str:
    """Return the area where somebody lives: the room, or else the house."""
    given = scratch.name("living_area")
    names = [part.strip() for part in given.split(":")][1:] or ([given] if given else [])
    if not names:
        return ""
    at = scratch.at.child("living_area")
    for length in range(len(names), 0, -1):
        found = places.find_areas(names[:length])
        if found:
            if length < len(names) and not (
                length == _ARENA_DEPTH == len(names) - 1 and places.has_starts(found[0])
            ):
                what = (
                    f"“{names[length]}” of “{given}” is not an area of the world; “{found[0]}” "
                    "is used instead"
                )
                report.warn(
                    at, "unknown-area", what, "name an area of the world, or add one with this name"
                )
            return found[0]
    what = f"the living area “{given}” is not an area of the world"
    report.warn(at, "unknown-area", what, "name an area of the world, or add one with this name")
    return ""


def _read_start(scratch: SourceFields, places: NameLookup, report: ImportReport) -> list[int]:
    """Return the cell on which somebody stands; none where no cell is given, or nobody can stand
    near it."""
    given = scratch.value("curr_tile")
    if given is None or given == []:
        return []
    at, sides = scratch.at.child("curr_tile"), given if isinstance(given, list) else []
    x, y = map(parse_whole, sides) if len(sides) == 2 else (None, None)
    if x is None or y is None:
        report.warn(at, "bad-value", "“curr_tile” must be a cell; it is left out", "write [x, y]")
        return []
    near = places.free_cell(Cell(x, y))
    if near is None:
        what = f"the cell [{x}, {y}] is outside the map, so the person starts at home"
        report.warn(at, "outside-map", what, "write a cell of the map, or null")
        return []
    if near != (x, y):
        what = f"nobody can stand in the cell [{x}, {y}]; [{near.x}, {near.y}] is used instead"
        report.warn(at, "start-blocked", what, "write a cell of free ground")
    return [*near]


def _read_beliefs(
    at: SourceValue, home: str, places: NameLookup, report: ImportReport
) -> list[dict[str, Any]]:
    """Return the areas that a tree of world, sector, arena and objects tells of; who has any knows
    their home."""
    known: dict[str, list[str]] = {}
    for world, sectors in at.doc.data.items():
        for sector, arenas in _iter_table(at.child(world), sectors, report):
            spot = at.child(world, sector)
            houses = places.find_areas([sector])
            if not houses:
                _report_unknown_place(spot, sector, report)
                continue
            known |= {house: known.get(house, []) for house in houses}
            for room, things in _read_rooms(spot, sector, arenas, places, report):
                known.setdefault(room, []).extend(things)
    if known and home and home not in known:
        return [{"area": home}, *_belief_rows(known)]
    return _belief_rows(known)


def _read_rooms(
    at: SourceValue, sector: str, arenas: object, places: NameLookup, report: ImportReport
) -> Iterator[tuple[str, list[str]]]:
    """Yield the areas of the arenas in a sector, each with its objects."""
    for arena, things in _iter_table(at, arenas, report):
        rooms = places.find_areas([sector, arena])
        if not rooms:
            _report_unknown_place(at.child(arena), arena, report)
        for room in rooms:
            yield room, _find_objects(at.child(arena), room, things, places, report)


def _belief_rows(known: dict[str, list[str]]) -> list[dict[str, Any]]:
    return [{"area": area, "things": list(dict.fromkeys(things))} for area, things in known.items()]


def _iter_table(
    at: SourceValue, value: object, report: ImportReport
) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        yield from value.items()
    elif value not in (None, "", []):
        report.warn(at, "wrong-type", "an entry of a spatial memory must be a table", "write { … }")


def _find_objects(
    at: SourceValue, room: str, names: object, places: NameLookup, report: ImportReport
) -> list[str]:
    found: list[str] = []
    for index, name in enumerate(names if isinstance(names, list) else ()):
        here = places.find_objects(room, name) if isinstance(name, str) else []
        found += here
        if not here:
            said = one_line(name, 60) if isinstance(name, str) else "?"
            what = f"the object “{said}” of the spatial memory is not in “{room}”"
            report.report_lost(
                at.child(index), what, "unknown-thing", "place one there, or remove the belief"
            )
    return found


def _report_unknown_place(at: SourceValue, name: str, report: ImportReport) -> None:
    if name:
        what = f"the place “{one_line(name, 60)}” of the spatial memory is not an area of the world"
        report.report_lost(
            at, what, "unknown-area", "add an area with this name, or remove the belief"
        )


def _read_memories(at: SourceValue, report: ImportReport) -> Iterator[dict[str, Any]]:
    """Yield the nodes in the order of their numbers."""
    nodes = [SourceFields(at.child(key), report, "a memory") for key in at.doc.data]
    numbered = [(node.number("node_count", 0, 10**9) or 0, node) for node in nodes]
    for _, node in sorted(numbered, key=lambda pair: pair[0]):
        text, sort, importance = (
            node.text("description"),
            node.value("type"),
            node.number("poignancy", 1, 10),
        )
        node.value("type_count")
        node.value("embedding_key")
        node.report_unread()
        kind = _read_kind(node, sort, report)
        if text:
            told = {"importance": importance, "kind": kind if kind != "observation" else None}
            yield {"text": text, **{key: value for key, value in told.items() if value is not None}}


def _read_kind(node: SourceFields, sort: object, report: ImportReport) -> str:
    kind = MEMORY_KINDS.get(sort) if isinstance(sort, str) else None
    if kind is None:
        said = one_line(sort, 40) if isinstance(sort, str) else "?"
        report.report_lost(
            node.at, f"memories of the type “{said}” are read as observations", "unknown-kind"
        )
    return kind or "observation"
