"""Dialogs before something is placed: areas, walls, objects, people, stamps, text."""

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import count

from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.core.sentence_case import capital
from latticeville.world.model.areas import WORLD
from studio.editor.new_kind import EMPTY, find_source
from studio.editor.new_kind_dialog import ask_new_kind
from studio.editor.new_person import ask_new_persona, ask_places, ask_settled
from studio.map.favourites import choose_favourite
from studio.map.model.area_copy import duplicate_beside, move_into
from studio.map.model.ground import find_barriers, find_door_mistake, find_floor
from studio.map.panes.legend_pane import describe_tile
from studio.map.panes.toolbox import Query
from studio.map.workbench import MapWorkbench
from studio.project.documents.entries import free_id, list_entries, slugify
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file, persona_name
from studio.project.documents.stamp import Stamp
from studio.project.edits.areas import AddBox, DrawArea, SubtractBox
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError, find_mistake
from studio.project.edits.kinds import NewKind
from studio.project.edits.paint import DeleteStamp, SaveStamp, read_stamps
from studio.project.edits.placements import DuplicateEntries, PlaceObject, PlacePerson, SetField
from studio.project.edits.resources import resource_names
from studio.project.edits.settle import foreign_places
from studio.project.edits.walls import DrawWalledArea, DrawWalls, cut_door_at
from studio.project.fields import persona_names
from studio.ui.dialogs.option_dialog import NEW, SEPARATOR, Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.dialogs.word_suggester import WordSuggester


async def place_person(bench: MapWorkbench, box: Box) -> None:
    """Ask who is to be placed, and for what is not known of them."""
    project, cell = bench.project, Cell(box.x, box.y)
    if project.original:
        bench.tell("In the original format, people start in a room: import this world first.")
        return
    here = _residents(project)
    ask = OptionDialog("Place a person", [*_offer(project, here)], new="person")
    persona = await bench.app.push_screen_wait(ask) or ""
    if persona.startswith(NEW):
        await _place_new(bench, persona.removeprefix(NEW), cell)
    elif persona in here:
        await _move_in(bench, persona, here[persona], cell)
    elif persona:
        await _place_known(bench, persona, cell)


def _offer(project: Project, here: Container[str]) -> Iterator[Option]:
    """Yield the personas of this world, those who live here last, and then those of others."""
    own, others = list[Option](), list[Option]()
    for name in sorted(persona_names(project), key=lambda name: name in here):
        note = "already in this world" if name in here else name
        shared = name not in here and _is_shared(project, name)
        (others if shared else own).append(Option(name, persona_name(project, name), note))
    yield from own
    if own and others:
        yield Option(SEPARATOR, "of other worlds")
    yield from others


def _is_shared(project: Project, persona: str) -> bool:
    """Tell whether a persona lies outside the folder of the world."""
    return project.place(persona_file(persona)).startswith("../")


async def _place_new(bench: MapWorkbench, name: str, cell: Cell) -> None:
    """Ask who a new person is, and let them live here."""
    places = await ask_places(bench, name, bench.map_model.area_at(cell))
    made = await ask_new_persona(bench, name, places)
    if made:
        _place(bench, made.id, cell, before=(made,))


async def _place_known(bench: MapWorkbench, persona: str, cell: Cell) -> None:
    """Place a persona; who needs places that are not here gets a home and a work place first."""
    if not foreign_places(bench.project, persona):
        _place(bench, persona, cell)
        return
    settled = await ask_settled(bench, persona, bench.map_model.area_at(cell))
    if settled and _place(bench, settled.new, cell, persona, before=(settled,)):
        name = persona_name(bench.project, persona)
        bench.tell(f"{name} lives here by a usual day. Routine and ties of the other world: left.")


async def _move_in(bench: MapWorkbench, persona: str, known: str, cell: Cell) -> None:
    """Ask whether somebody who lives here already is to move, or to live here a second time."""
    name = bench.map_model.name_of(known)
    options = [
        Option("move", f"Move {name} here", "their start is this cell"),
        Option("twin", "Add a second one", free_id(bench.project, persona)),
        Option("", "Cancel"),
    ]
    ask = OptionDialog(f"{name} is already in this world", options, search=False)
    way = await bench.app.push_screen_wait(ask)
    if way == "twin":
        _place(bench, persona, cell)
    elif way and bench.do(SetField((known,), ("start",), [cell.x, cell.y])):
        bench.select(known)


def _place(
    bench: MapWorkbench, persona: str, cell: Cell, wanted: str = "", before: tuple[Edit, ...] = ()
) -> bool:
    """Let a persona live here after other edits; who has no home gets the area they stand in."""
    new, area = free_id(bench.project, wanted or persona), bench.map_model.area_at(cell)
    home = bench.project.data(persona_file(persona)).get("home")
    homeless = not before and home not in bench.map_model.areas.by_id and area != WORLD
    place = PlacePerson(persona, cell, new, {"home": area} if homeless else {})
    done = bench.do(CompositeEdit(place.label, (*before, place)) if before else place)
    if done:
        bench.select(new)
    return done


def _residents(project: Project) -> Mapping[str, str]:
    """Return the id of the first person of each persona that lives here."""
    found: dict[str, str] = {}
    for one in list_entries(project, "people").values():
        found.setdefault(str(one.table.get("persona", one.id)), one.id)
    return found


async def place(bench: MapWorkbench, what: Query, box: Box) -> None:
    """Ask for what a tool has to know, if anything, and do it."""
    at_once = {
        "add box": _add_box,
        "subtract box": _subtract_box,
        "wall": _wall,
        "door": _door,
        "duplicate": _duplicate,
    }
    asked = {
        "area": _area,
        "room": _room,
        "object": _object,
        "person": place_person,
        "text": _text,
        "glyph": _glyph,
        "keep stamp": _keep_stamp,
        "stamps": _stamps,
        "resources": _resource,
        "favourites": choose_favourite,
    }
    if what in at_once:
        at_once[what](bench, box)
    else:
        await asked[what](bench, box)


async def _resource(bench: MapWorkbench, _box: Box) -> None:
    """Ask for a resource and the units that a cell holds at most, and paint it."""
    known = resource_names(bench.project)
    if not known:
        bench.tell('Resources need rules = ["survival"] in world.toml.')
        return

    def wrong(typed: str) -> str:
        name, _, units = typed.strip().rpartition(" ")
        if name not in known or not units.isdecimal() or int(units) > 1_000_000:
            return f"type a resource and its units, such as {known[0]} 7"
        return ""

    state = bench.map_pane.tool_state
    text = f"{state.resource[0] if state.resource[0] in known else known[0]} {state.resource[1]}"
    told = f"The most units that a cell holds; 0 takes it away. Resources: {', '.join(known)}"
    fill = ValidatedInput("Resource and units per cell", told, text, wrong, WordSuggester(known))
    name, _, units = (await bench.app.push_screen_wait(fill) or "").strip().rpartition(" ")
    if name:
        bench.focus_pane("draw")
        bench.map_pane.tools.take(replace(state.with_tool("resource"), resource=(name, int(units))))


async def _area(bench: MapWorkbench, box: Box) -> None:
    await _new_area(bench, "area", box, lambda new, name: DrawArea(new, name, (box,)))


async def _room(bench: MapWorkbench, box: Box) -> None:
    told = "room with walls and floor"
    await _new_area(bench, told, box, lambda new, name: _walled_area(bench, new, name, box))


async def _new_area(
    bench: MapWorkbench, told: str, box: Box, make: Callable[[str, str], Edit]
) -> None:
    """Ask for the name of a new area, unless it cannot be drawn, and draw it."""
    taken = {area.name for area in bench.map_model.areas.by_id.values()}
    free = next(name for number in count(1) if (name := f"Room {number}") not in taken)
    new = free_id(bench.project, slugify(free))
    if mistake := find_mistake(bench.project, lambda: make(new, free)):
        bench.tell(f"{capital(mistake)}.")
        return
    ask = TextPrompt(f"Name of the {told}, {box.width}×{box.height}", "such as Kitchen", free)
    name = await bench.app.push_screen_wait(ask)
    if name:
        new = free_id(bench.project, slugify(name) or "area")
        if bench.do(make(new, name)):
            bench.select(new)


def _walled_area(bench: MapWorkbench, new: str, name: str, box: Box) -> Edit:
    map_model, wall = bench.map_model, _wall_glyph(bench)
    floor = find_floor(map_model) or bench.map_pane.tool_state.ground
    barriers, doors = find_barriers(map_model)
    return DrawWalledArea(new, name, box, wall or floor, floor, barriers, doors)


def _area_id(bench: MapWorkbench) -> str:
    """Return the id of the selected area; say so where none is."""
    if bench.selected in bench.map_model.areas.by_id and bench.selected != WORLD:
        return bench.selected
    bench.tell("Select an area first: press enter on it, or in the outline.")
    return ""


def _add_box(bench: MapWorkbench, box: Box) -> None:
    name = _area_id(bench)
    if name:
        bench.do(AddBox(name, box))


def _subtract_box(bench: MapWorkbench, box: Box) -> None:
    name = _area_id(bench)
    if name:
        bench.do(SubtractBox(name, box))


def _wall(bench: MapWorkbench, _box: Box) -> None:
    name = _area_id(bench)
    if not name:
        return
    boxes, wall = bench.map_model.boxes_of(name), _wall_glyph(bench)
    if not wall:
        bench.tell("The legend has no wall: add a glyph that is not walkable.")
    else:
        bench.do(DrawWalls(boxes[0], wall, more=boxes[1:]))


def _wall_glyph(bench: MapWorkbench) -> str:
    """Return the glyph in use if it is a wall, else the first wall of the legend."""
    known, ink = bench.map_model.tiles, bench.map_pane.tool_state.ink
    walls = [glyph for glyph, tile in known.items() if not tile.walkable]
    if ink in walls:
        return ink
    return next(
        (glyph for glyph in walls if known[glyph].terrain == "wall"), walls[0] if walls else ""
    )


def _door(bench: MapWorkbench, box: Box) -> None:
    cell = Cell(box.x, box.y)
    if mistake := find_door_mistake(bench.map_model, cell):
        bench.tell(mistake)
    else:
        bench.attempt(lambda: cut_door_at(bench.project, cell))


async def _object(bench: MapWorkbench, box: Box) -> None:
    if bench.project.original and not kind_tables(bench.project):
        bench.tell("There are no object kinds: import this world first.")
        return
    kind, made = await _ask_kind(bench)
    if not kind:
        return
    new, cell = free_id(bench.project, kind), Cell(box.x, box.y)
    place = PlaceObject(new, kind, cell)
    if bench.do(CompositeEdit(f"{made.label}, placed", (made, place)) if made else place):
        bench.select(new)
        _tell_wall(bench, new, cell)


async def _ask_kind(bench: MapWorkbench) -> tuple[str, NewKind | None]:
    """Ask for the kind of an object; return "" where that is cancelled, and the edit that makes
    a new kind."""
    options = [
        Option(name, str(table.get("name", name)), str(table.get("glyph", "")))
        for name, table in kind_tables(bench.project).items()
    ]
    new = "" if bench.project.original else "kind"
    ask = OptionDialog("Place an object", options, new=new, new_note=_name_source)
    kind = await bench.app.push_screen_wait(ask) or ""
    if not kind.startswith(NEW):
        return kind, None
    name = kind.removeprefix(NEW)
    made = await ask_new_kind(bench, name)
    return (made.id if made else ""), made


def _tell_wall(bench: MapWorkbench, name: str, cell: Cell) -> None:
    """Say so where something now stands in a wall."""
    grid = bench.map_model.grid
    tile = grid.tile(cell) if grid.contains(cell) else None
    if tile is not None and not tile.walkable:
        used = "people use it from the next cell, like a window or a lamp."
        bench.tell(f"{name} is in {tile.name}: {used}")


def _duplicate(bench: MapWorkbench, _box: Box) -> None:
    map_model, name = bench.map_model, bench.selected
    edit: Edit
    if name in map_model.areas.by_id:
        try:
            edit, new = duplicate_beside(map_model, name)
        except EditRefusedError as refused:
            bench.tell_refused(refused)
            return
    else:
        placed = tuple(one for one in bench.selection if one in map_model.spots)
        edit, new = DuplicateEntries(placed, 1, 0), free_id(bench.project, name)
    if bench.do(edit):
        bench.select(new, reveal=True)


async def _keep_stamp(bench: MapWorkbench, _box: Box) -> None:
    stamp = bench.map_pane.tool_state.stamp
    free = f"stamp {len(read_stamps(bench.project)) + 1}"
    ask = TextPrompt("Name of the stamp", "such as small hut", free)
    name = await bench.app.push_screen_wait(ask)
    if name and stamp and bench.do(SaveStamp(name, stamp)):
        bench.tell(f"Saved as “{name}”. S: use it again")


async def _stamps(bench: MapWorkbench, _box: Box) -> None:
    known = read_stamps(bench.project)
    if not known:
        bench.tell("No saved stamps yet: select cells (s), copy (y), save (Y).")
        return
    taken = {f"take {name}": name for name in known}
    forgotten = {f"forget {name}": name for name in known}
    sizes = {name: f"{stamp.width}×{stamp.height}" for name, stamp in known.items()}
    options = [Option(key, name, sizes[name]) for key, name in taken.items()]
    options += [Option(key, f"Delete {name}") for key, name in forgotten.items()]
    key = await bench.app.push_screen_wait(OptionDialog("Stamps", options))
    if key in forgotten:
        bench.do(DeleteStamp(forgotten[key]))
    elif key in taken:
        bench.map_pane.tools.use_stamp(known[taken[key]])
        bench.focus_pane("draw")


async def _text(bench: MapWorkbench, _box: Box) -> None:
    ask = TextPrompt("Text", "glyphs of the legend; enter makes a stamp")
    text = await bench.app.push_screen_wait(ask)
    if text:
        bench.map_pane.tools.use_stamp(Stamp.from_lines(text))


async def _glyph(bench: MapWorkbench, _box: Box) -> None:
    known = bench.map_model.tiles
    named = {glyph: f"{glyph}  {tile.name}" for glyph, tile in known.items()}
    options = [Option(glyph, name, describe_tile(known[glyph])) for glyph, name in named.items()]
    glyph = await bench.app.push_screen_wait(OptionDialog("Draw with", options))
    if glyph:
        bench.map_pane.tools.take_glyph(glyph)
        bench.focus_pane("draw")


def put_into(bench: MapWorkbench, name: str, target: str) -> None:
    """Put something into an area, or into the one in which something else stands."""
    spot = bench.map_model.spots.get(target)
    try:
        edit = move_into(
            bench.map_model, name, bench.map_model.area_at(spot.cell) if spot else target
        )
    except EditRefusedError as refused:
        bench.tell_refused(refused)
        return
    if bench.do(edit):
        bench.select(name, reveal=True)


def _name_source(name: str) -> str:
    """Say what a new kind with a name starts from."""
    source = find_source(name)
    return "" if source == EMPTY else f"from {source.replace('_', ' ')}"
