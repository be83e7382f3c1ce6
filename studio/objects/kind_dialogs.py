"""Dialogs about object kinds: create, copy, rename, delete, place."""

import re

from latticeville.core.geometry import Cell
from latticeville.world.model.areas import WORLD as EVERYWHERE
from latticeville.world.model.areas import Area
from latticeville.world.model.regions import Regions, is_passage
from latticeville.world.model.world import World
from studio.editor.new_kind import find_name_mistake, kind_id
from studio.editor.new_kind_dialog import ask_new_kind
from studio.objects.edit_dialogs import ask_edit, confirm_loss
from studio.objects.items import SectionItem
from studio.objects.model import Machine, find_mistake, find_uses
from studio.objects.workbench import ObjectsWorkbench
from studio.project.documents.entries import free_id
from studio.project.documents.project import THINGS
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.kinds import DeleteKind, DuplicateKind, RenameKind
from studio.project.edits.placements import PlaceObject
from studio.project.edits.values import SetValue
from studio.ui.dialogs.validated_input import ValidatedInput

_ID = re.compile(r"[a-z][a-z0-9_]*")
_ID_HELP = "an id starts with a lowercase letter and has only lowercase letters, digits and _"
_CELL = re.compile(r"\s*(\d{1,5})\s*[,; ]\s*(\d{1,5})\s*")


async def new_kind(bench: ObjectsWorkbench) -> None:
    """Ask for a name and for what the kind starts from."""
    if bench.project.original:
        bench.tell("Worlds of the original format cannot define kinds: import this world first.")
        return
    new = await ask_new_kind(bench)
    if new and bench.do(new):
        bench.choose(new.id)
        bench.focus_pane("machine")
        bench.reveal(SectionItem("rows"))


async def duplicate_kind(bench: ObjectsWorkbench, machine: Machine) -> None:
    """Ask for the name of another kind like this one."""
    project, help = bench.project, f"Such as old {machine.kind.name}."  # noqa: A001
    ask = ValidatedInput(
        f"Name of the copy of {machine.id}",
        help,
        "",
        lambda typed: find_name_mistake(project, typed),
    )
    name = await bench.app.push_screen_wait(ask)
    if not name:
        return
    new = kind_id(bench.project, name)
    copy = DuplicateKind(machine.id, new)
    if bench.do(CompositeEdit(copy.label, (copy, SetValue(THINGS, ("kinds", new, "name"), name)))):
        bench.choose(new)


async def rename_kind(bench: ObjectsWorkbench, machine: Machine) -> None:
    """Ask for another id."""
    before = bench.project

    def make(new: str) -> Edit:
        if not _ID.fullmatch(new):
            raise EditRefusedError(_ID_HELP)
        return RenameKind(machine.id, new)

    def wrong(typed: str) -> str:
        return find_mistake(before, lambda: make(typed)) if typed != machine.id else ""

    help = "All references are renamed too."  # noqa: A001
    ask = ValidatedInput(f"Rename kind {machine.id}: new id", help, machine.id, wrong)
    new = await bench.app.push_screen_wait(ask)
    if new and new != machine.id and bench.do(make(new)):
        bench.choose(new)


async def remove_kind(bench: ObjectsWorkbench, name: str) -> None:
    """Delete a kind, after saying what uses it."""
    title = f"Delete {name}? It is used by"
    uses = [str(one) for one in find_uses(bench.project, name)]
    if await confirm_loss(bench, title, uses, "Delete it anyway"):
        bench.do(DeleteKind(name))


async def place_object(bench: ObjectsWorkbench, machine: Machine) -> None:
    """Ask where to put an object of this kind: a cell, or an area."""
    kind = machine.kind
    blocks = not kind.portable and any(map(kind.is_blocking, kind.states))

    def read_world() -> World | None:
        return bench.report.world if bench.report else None

    def make(where: str) -> Edit:
        new = free_id(bench.project, machine.id)
        return PlaceObject(new, machine.id, find_cell(where, read_world(), blocks=blocks))

    world = read_world()
    areas = tuple(world.areas.by_id) if world else ()
    help = "An area, or a cell such as 12,5."  # noqa: A001
    await ask_edit(bench, f"Place the {machine.kind.name} where?", help, "", make, areas)


def find_cell(where: str, world: World | None, *, blocks: bool) -> Cell:
    """Return the cell that was written, or the first free one of an area for what blocks the way or
    not, or refuse."""
    if found := _CELL.fullmatch(where):
        return Cell(int(found[1]), int(found[2]))
    area = world.areas.by_id.get(where) if world else None
    if world is None or area is None or where == EVERYWHERE:
        raise EditRefusedError("type an area's id, or a cell such as 12,5")
    free = _find_free(world, area)
    if not free:
        raise EditRefusedError(f"“{where}” has no free cell")
    aside = _find_aside(world, free)
    if aside is None and blocks:
        raise EditRefusedError(
            f"in every free cell of “{where}” it would be in the way: type a cell such as 12,5"
        )
    return aside or free[0]


def _find_aside(world: World, cells: list[Cell]) -> Cell | None:
    """Return the first of some cells that is no way between others."""
    regions = Regions(world)
    return next(
        (cell for cell in cells if not is_passage(cell, lambda near: regions.region_at(near) >= 0)),
        None,
    )


def _find_free(world: World, area: Area) -> list[Cell]:
    """Return the cells of an area on which nothing and nobody stands."""
    taken = {cell for thing in world.objects.values() for cell in thing.footprint.cells()}
    taken |= {person.start for person in world.people.values()}
    return [
        cell
        for box in area.boxes
        for cell in box.cells()
        if cell not in taken and world.is_walkable(cell)
    ]
