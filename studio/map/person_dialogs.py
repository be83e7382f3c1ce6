"""Dialogs before a person is placed on the map."""

from collections.abc import Container, Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import WORLD
from studio.editor.new_person import ask_new_persona, ask_places, ask_settled
from studio.map.workbench import MapWorkbench
from studio.project.documents.entries import free_id, list_entries
from studio.project.documents.project import Project, persona_file, persona_name
from studio.project.edits.edit import CompositeEdit, Edit
from studio.project.edits.placements import PlacePerson, SetField
from studio.project.edits.settle import foreign_places
from studio.project.fields import persona_names
from studio.ui.dialogs.option_dialog import NEW, SEPARATOR, Option, OptionDialog


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
