"""Persona folders of Generative Agents: scratch, spatial memory and the nodes of the associative memory."""

from collections.abc import Iterator
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.world.importers.cast.fields import Fields
from latticeville.world.importers.cast.newcomer import Newcomer
from latticeville.world.importers.cast.places import Places
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.sources import Folder
from latticeville.world.importers.values import slug, whole, words

SCRATCH = "scratch.json"
BOOTSTRAP = "bootstrap_memory"
_SPATIAL, _NODES = "spatial_memory.json", "associative_memory/nodes.json"
_STRENGTH, _VECTORS = "associative_memory/kw_strength.json", "associative_memory/embeddings.json"
_KINDS = {"event": "observation", "chat": "observation", "thought": "reflection"}
"""What we call their sorts of memory."""
_WEIGHTS = ("recency_w", "relevance_w", "importance_w")
_ARENA = 2
"""How many names lead from a world to an arena; one more names an object or a spawning location in it."""
_COUNTING = ("importance_trigger_curr", "importance_ele_n", "act_event", "act_obj_event", "act_path_set")
"""What their engine keeps count of while it runs, and sets anew."""


def read_persona(folder: Folder, base: str, there: frozenset[str], places: Places, report: Report) -> Newcomer:
    """Return the person of a folder; `base` leads to scratch.json, `there` holds the names of files beside it."""
    scratch = Fields(At(folder.table(f"{base}{SCRATCH}")), report, "a scratch.json")
    first, last = scratch.name("first_name"), scratch.name("last_name")
    name = scratch.name("name") or f"{first} {last}".strip()
    if not name:
        raise report.fail(scratch.at, "no-name", "the persona has no name", 'write "name"')
    persona = _persona(name, scratch, places, report)
    start = _start(scratch, places, report)
    scratch.rest()
    if _SPATIAL in there:
        tree = At(folder.table(f"{base}{_SPATIAL}"))
        persona["beliefs"] = _beliefs(tree, persona["home"], places, report)
    if _NODES in there:
        persona["memories"] = list(_memories(At(folder.table(f"{base}{_NODES}")), report))
    if _STRENGTH in there:
        Fields(At(folder.table(f"{base}{_STRENGTH}")), report, "a kw_strength.json").rest()
    if _VECTORS in there and persona.get("memories"):
        what = "embeddings.json has no room in a persona: each run embeds memories with its own embedder"
        report.lose(At(folder.empty(f"{base}{_VECTORS}")), what)
    return Newcomer(slug(name), name, persona, {"start": start} if start else {}, scratch.at.doc.name)


def _persona(name: str, scratch: Fields, places: Places, report: Report) -> dict[str, Any]:
    """Return what scratch.json tells of somebody; what it counts on the way is left out."""
    home = _home(scratch, places, report)
    weights = [scratch.share(key) for key in _WEIGHTS]
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
    for key in _COUNTING:
        scratch.value(key)
    decay = "choose a profile in [retrieval]: “smallville” decays as theirs does"
    scratch.lose("recency_decay", decay)
    return persona


def _home(scratch: Fields, places: Places, report: Report) -> str:
    """Return the area where somebody lives: the room, or else the house."""
    given = scratch.name("living_area")
    names = [part.strip() for part in given.split(":")][1:] or ([given] if given else [])
    if not names:
        return ""
    at = scratch.at.below("living_area")
    for length in range(len(names), 0, -1):
        found = places.areas(names[:length])
        if found:
            if length < len(names) and not (length == _ARENA == len(names) - 1 and places.has_starts(found[0])):
                what = f"“{names[length]}” of “{given}” is no area of the world; “{found[0]}” is taken"
                report.warn(at, "unknown-area", what, "name an area, or draw one of this name")
            return found[0]
    what = f"the living area “{given}” is no area of the world"
    report.warn(at, "unknown-area", what, "name an area, or draw one of this name")
    return ""


def _start(scratch: Fields, places: Places, report: Report) -> list[int]:
    """Return the cell on which somebody stands; none where no cell is given, or nobody can stand near it."""
    given = scratch.value("curr_tile")
    if given is None or given == []:
        return []
    at, sides = scratch.at.below("curr_tile"), given if isinstance(given, list) else []
    x, y = map(whole, sides) if len(sides) == 2 else (None, None)
    if x is None or y is None:
        report.warn(at, "bad-value", "“curr_tile” must be a cell; it is left out", "write [x, y]")
        return []
    near = places.free_cell(Cell(x, y))
    if near is None:
        what = f"[{x}, {y}] lies outside the map, so that the person starts at home"
        report.warn(at, "outside-map", what, "write a cell of the map, or null")
        return []
    if near != (x, y):
        what = f"nobody can stand at [{x}, {y}]; [{near.x}, {near.y}] is taken"
        report.warn(at, "start-blocked", what, "write a cell of free ground")
    return [*near]


def _beliefs(at: At, home: str, places: Places, report: Report) -> list[dict[str, Any]]:
    """Return the areas that a tree of world, sector, arena and objects tells of; who has any knows their home."""
    known: dict[str, list[str]] = {}
    for world, sectors in at.doc.data.items():
        for sector, arenas in _table(at.below(world), sectors, report):
            spot = at.below(world, sector)
            houses = places.areas([sector])
            if not houses:
                _nowhere(spot, sector, report)
                continue
            known |= {house: known.get(house, []) for house in houses}
            for room, things in _rooms(spot, sector, arenas, places, report):
                known.setdefault(room, []).extend(things)
    if known and home and home not in known:
        return [{"area": home}, *_rows(known)]
    return _rows(known)


def _rooms(at: At, sector: str, arenas: object, places: Places, report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield the areas of the arenas in a sector, each with its objects."""
    for arena, things in _table(at, arenas, report):
        rooms = places.areas([sector, arena])
        if not rooms:
            _nowhere(at.below(arena), arena, report)
        for room in rooms:
            yield room, _things(at.below(arena), room, things, places, report)


def _rows(known: dict[str, list[str]]) -> list[dict[str, Any]]:
    return [{"area": area, "things": list(dict.fromkeys(things))} for area, things in known.items()]


def _table(at: At, value: object, report: Report) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        yield from value.items()
    elif value not in (None, "", []):
        report.warn(at, "wrong-type", "a place of a spatial memory must hold places", "write { … }")


def _things(at: At, room: str, names: object, places: Places, report: Report) -> list[str]:
    found: list[str] = []
    for index, name in enumerate(names if isinstance(names, list) else ()):
        here = places.things(room, name) if isinstance(name, str) else []
        found += here
        if not here:
            said = words(name, 60) if isinstance(name, str) else "?"
            what = f"a thing that is believed in, “{said}”, does not stand in “{room}”"
            report.lose(at.below(index), what, "unknown-thing", "put one there, or leave the belief out")
    return found


def _nowhere(at: At, name: str, report: Report) -> None:
    if name:
        what = f"a place that is believed in, “{words(name, 60)}”, is no area of the world"
        report.lose(at, what, "unknown-area", "draw an area of this name, or leave the belief out")


def _memories(at: At, report: Report) -> Iterator[dict[str, Any]]:
    """Yield the nodes in the order of their numbers."""
    nodes = [Fields(at.below(key), report, "a memory") for key in at.doc.data]
    numbered = [(node.number("node_count", 0, 10**9) or 0, node) for node in nodes]
    for _, node in sorted(numbered, key=lambda pair: pair[0]):
        text, sort, importance = node.text("description"), node.value("type"), node.number("poignancy", 1, 10)
        node.value("type_count")
        node.value("embedding_key")
        node.rest()
        kind = _kind_of(node, sort, report)
        if text:
            told = {"importance": importance, "kind": kind if kind != "observation" else None}
            yield {"text": text, **{key: value for key, value in told.items() if value is not None}}


def _kind_of(node: Fields, sort: object, report: Report) -> str:
    kind = _KINDS.get(sort) if isinstance(sort, str) else None
    if kind is None:
        said = words(sort, 40) if isinstance(sort, str) else "?"
        report.lose(node.at, f"memories of the type “{said}” are read as observations", "unknown-kind")
    return kind or "observation"
