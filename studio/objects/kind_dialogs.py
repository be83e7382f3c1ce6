"""How kinds are made, copied, renamed, deleted and placed."""

import re
from itertools import count

from latticeville.core.geometry import Cell
from latticeville.world.areas import WORLD as EVERYWHERE
from studio.documents.cast import fresh, slug
from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.kinds import DeleteKind, DuplicateKind, NewKind, RenameKind, kinds
from studio.documents.edits.things import PlaceObject
from studio.documents.edits.values import Put
from studio.documents.project import THINGS
from studio.objects.edit_dialogs import Tinkering
from studio.objects.model import Machine, bases, mistake, used_by
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

_ID = re.compile(r"[a-z][a-z0-9_]*")
_CELL = re.compile(r"\s*(\d{1,5})\s*[,; ]\s*(\d{1,5})\s*")


class Making(Tinkering):
    """The dialogs about whole kinds."""

    def new_kind(self) -> None:
        """Ask for a name and for what it begins with."""
        if self.project.original:
            self.tell("A world of the original format has no kinds of its own: import it first.")
            return

        def named(name: str | None) -> None:
            if name:
                options = [Option("", "Nothing", "one state, no rows")]
                options += [Option(base, base.capitalize(), "template") for base in bases()]
                ask = Pick(f"What does “{name}” begin with?", options, search=False)
                self.app.push_screen(ask, lambda base: self._begin(name, base))

        self.app.push_screen(Ask("Name of the new kind", "such as coffee machine"), named)

    def _begin(self, name: str, base: str | None) -> None:
        new = self._free(slug(name) or "thing")
        table: dict[str, object] = {"name": name}
        if base:
            table |= {"extends": base}
        else:
            table |= {"glyph": new[0], "start": "idle", "states": {"idle": {}}}
        if self.do(NewKind(new, table)):
            self.choose(new)
            self.focus_pane("machine")

    def _free(self, name: str) -> str:
        known = kinds(self.project)
        return next(one for number in count(1) if (one := name if number == 1 else f"{name}_{number}") not in known)

    def duplicate_kind(self, machine: Machine) -> None:
        """Ask for the name of another kind like this one."""

        def named(name: str | None) -> None:
            if name:
                new = self._free(slug(name) or machine.id)
                copy = DuplicateKind(machine.id, new)
                if self.do(Together(copy.label, (copy, Put(THINGS, ("kinds", new, "name"), name)))):
                    self.choose(new)

        self.app.push_screen(Ask(f"Name of another kind like {machine.id}", f"such as old {machine.kind.name}"), named)

    def rename_kind(self, machine: Machine) -> None:
        """Ask for another id."""

        def make(new: str) -> Edit:
            if not _ID.fullmatch(new):
                raise Refused("an id begins with a small letter and has small letters, digits and _ only")
            return RenameKind(machine.id, new)

        def asked(new: str | None) -> None:
            if new and new != machine.id and self.do(make(new)):
                self.choose(new)

        before = self.project
        help = "Objects, other kinds, tests, routines and conditions follow."  # noqa: A001

        def wrong(typed: str) -> str:
            return mistake(before, lambda: make(typed)) if typed != machine.id else ""

        self.app.push_screen(Fill(f"Another id for {machine.id}", help, machine.id, wrong), asked)

    def remove_kind(self, name: str) -> None:
        """Let a kind go, after saying what uses it."""
        self._sure(
            f"Delete {name}? It is used by", used_by(self.project, name), "Delete it all the same", DeleteKind(name)
        )

    def place_one(self, machine: Machine) -> None:
        """Ask where to put an object of this kind: a cell, or an area."""

        def make(where: str) -> Edit:
            return PlaceObject(fresh(self.project, machine.id), machine.id, self._cell(where))

        areas = self.report.world.areas.by_id if self.report and self.report.world else {}
        help = "An area, or a cell such as 12,5."  # noqa: A001
        self._fill(f"Where does a {machine.kind.name} stand?", help, "", make, tuple(areas))

    def _cell(self, where: str) -> Cell:
        """Return the cell that was written, or the first free one of an area, or refuse."""
        found, world = _CELL.fullmatch(where), self.report.world if self.report else None
        if found:
            return Cell(int(found[1]), int(found[2]))
        area = world.areas.by_id.get(where) if world else None
        if world is None or area is None or where == EVERYWHERE:
            raise Refused("write an area's id, or a cell such as 12,5")
        taken = {cell for thing in world.objects.values() for cell in thing.footprint.cells()}
        taken |= {person.start for person in world.people.values()}
        for box in area.boxes:
            for cell in box.cells():
                if cell not in taken and world.free(cell):
                    return cell
        raise Refused(f"there is no free cell in “{where}”")
