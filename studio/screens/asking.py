"""What the map workbench asks about what is there: where to go, what it is called, what is to go, how large it is."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from studio.documents.edit import Edit, Refused
from studio.documents.edits.areas import DeleteArea, consequences
from studio.documents.edits.legend import AddTile, RemoveTile, legend
from studio.documents.edits.resize import Resize, shift, would_fall_off
from studio.documents.edits.things import Delete
from studio.documents.project import Project
from studio.documents.references import Named, mentions
from studio.drawing import fields
from studio.panes.draw import Draw
from studio.panes.form import Form
from studio.panes.tiles import Tiles
from studio.panes.veil import LAYERS
from studio.ui.pane_screen import Paned
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from studio.drawing.bench import Bench
    from studio.drawing.sketch import Sketch

_CELL = re.compile(r"\s*(\d+)\s*[,; ]\s*(\d+)\s*")
_SIDE = re.compile(r"(left|right|top|bottom)\s*([+-]?\d{1,5})[\s,;]*")
_SHIFT = re.compile(r"shift\s*([+-]?\d{1,5})[\s,;]+([+-]?\d{1,5})")
_NAMED: Mapping[str, Named] = {"objects": "object", "people": "person"}


class Asking(Paned):
    """The dialogs about what is drawn already."""

    bench: "Bench"
    sketch: "Sketch"
    selected: str
    also: tuple[str, ...]
    _found: tuple[str, ...] = ()

    @property
    @abstractmethod
    def draw_pane(self) -> Draw:
        """The map."""

    @abstractmethod
    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""

    @abstractmethod
    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something everywhere, and others with it."""

    @abstractmethod
    def take_ink(self, glyph: str) -> None:
        """Take a glyph into the hand."""

    @property
    def selection(self) -> tuple[str, ...]:
        """Everything that is selected."""
        return (self.selected, *self.also) if self.selected else ()

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.bench.desk.project

    def _spots(self) -> tuple[str, ...]:
        """Return the selected objects and people."""
        return tuple(name for name in self.selection if name in self.sketch.spots)

    def places(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of everybody and everything in the project."""
        return self.sketch.names()

    def go_to(self, name: str) -> None:
        """Select something, and go there."""
        self.select(name, reveal=True)

    def action_go_to(self) -> None:
        """Ask for a cell or for letters of a name, and go there."""
        options = [Option(name, called, name) for name, called in self.sketch.names()]
        pick = Pick("Go to", options, free=_CELL)
        self.app.push_screen(pick, lambda written: self._go_to(pick, written))

    def _go_to(self, pick: Pick, written: str | None) -> None:
        if not written:
            return
        cell = _CELL.fullmatch(written)
        if cell:
            self.draw_pane.go(Cell(int(cell[1]), int(cell[2])))
            self.focus_pane("draw")
            return
        self._found = pick.fitting
        self.select(written, reveal=True)
        self.focus_pane("draw")
        if len(self._found) < len(tuple(self.sketch.names())):
            self.tell(f"{self._found.index(written) + 1} of {len(self._found)} found · n next · N previous")

    def action_find_next(self) -> None:
        """Select the next one found."""
        self._find_on(1)

    def action_find_previous(self) -> None:
        """Select the one found before."""
        self._find_on(-1)

    def _find_on(self, way: int) -> None:
        names = [name for name in self._found if self.sketch.boxes(name)]
        if names:
            place = (names.index(self.selected) + way) % len(names) if self.selected in names else 0
            self.select(names[place], reveal=True)

    def action_edit(self) -> None:
        """Change the fields of what is selected."""
        self.focus_pane("form")

    def on_form_change(self, message: Form.Change) -> None:
        """Ask for another value of a field, checked as it is typed; a flag is turned at once."""
        about, field = message.about, message.field
        if message.clear or field.flag:
            typed = "" if message.clear else "false" if field.text == "true" else "true"
            self._set(about, field.key, typed)
            return
        fill = Fill(
            f"{field.key} of {f'{len(about.ids)} {about.sort}' if about.more else about.name}",
            field.help,
            field.text,
            lambda typed: self._wrong(about, field.key, typed),
            field.options,
        )
        self.app.push_screen(fill, lambda typed: None if typed is None else self._set(about, field.key, typed))

    def _wrong(self, about: fields.Subject, key: str, typed: str) -> str:
        """Say what is wrong with what was typed into a field."""
        try:
            fields.edit(self.project, about, key, typed).apply(self.project)
        except Refused as refused:
            return str(refused)
        return ""

    def _set(self, about: fields.Subject, key: str, typed: str) -> None:
        try:
            edit = fields.edit(self.project, about, key, typed)
        except Refused as refused:
            self.tell(f"{key}: {refused}")
            return
        if not self.do(edit):
            return
        if key in ("id", "glyph"):
            about = about._replace(name=typed)
        if about.sort == "legend":
            self.query_one(Form).show(self.project, about)
        else:
            self.select(about.name, also=about.more)

    def action_delete(self) -> None:
        """Empty the selected cells, or delete what is selected after saying what goes with it."""
        if self.draw_pane.clear() or not self.selected:
            return
        name = self.selected
        if name not in self.sketch.areas.by_id:
            self._delete_spots(self._spots())
            return
        told = consequences(self.project, name)
        options = [Option("", "Cancel"), Option("area", "Delete the area alone")]
        if told:
            options.append(Option("all", "Delete it with all that stands in it"))
        text = "\n".join(told[:7]) + (f"\n… and {len(told) - 7} more" if len(told) > 7 else "")
        ask = Pick(f"Delete {self.sketch.name(name)}?", options, text=text or "Nothing stands in it.", search=False)
        self.app.push_screen(ask, lambda way: self._delete_area(name, way))

    def _delete_spots(self, gone: tuple[str, ...]) -> None:
        """Delete objects and people, and say how many places still speak of them."""
        sorts = {name: _NAMED[self.sketch.spots[name].entry.sort] for name in gone}
        spoken = sum(len(mentions(self.project, sort, name)) for name, sort in sorts.items())
        if self.do(Delete(gone)):
            told = f"Deleted {', '.join(gone[:3])}{f' and {len(gone) - 3} more' if gone[3:] else ''}."
            still = f" {spoken} place{'s still speak' if spoken > 1 else ' still speaks'} of it: see the problems."
            self.tell(told + (still if spoken else ""))

    def _delete_area(self, name: str, way: str | None) -> None:
        if way and self.do(DeleteArea(name, contents=way == "all")):
            self.select("")

    def action_resize(self) -> None:
        """Ask for a side and a number of rows or columns; say what would fall off before it does."""

        def asked(written: str | None) -> None:
            if written:
                self._resize(self._resizing(written))

        def wrong(written: str) -> str:
            try:
                lost = would_fall_off(self.project, self._resizing(written)) if written else ()
            except Refused as refused:
                return str(refused)
            self.tell(f"{len(lost)} would fall off or be cut: they are named next." if lost else "Nothing falls off.")
            return ""

        help = "right +10 · top -2 left +4 · shift 3,-2; what would fall off is named first"  # noqa: A001
        self.app.push_screen(Fill("Resize or shift the map", help, "", wrong), asked)

    def _resizing(self, written: str) -> Resize:
        """Return the change that was written; what is new gets the ground that is commonest at those edges."""
        change = _resizing(written, self.draw_pane.hand.ground)
        rows, tiles = [*self.project.map], self.sketch.tiles
        edges = {
            "top": rows[:1], "bottom": rows[-1:], "left": [row[:1] for row in rows], "right": [row[-1:] for row in rows]
        }  # fmt: skip
        edge = "".join(text for side, line in edges.items() if getattr(change, side) > 0 for text in line)
        ground = [glyph for glyph in dict.fromkeys(edge) if glyph in tiles and tiles[glyph].walkable]
        return replace(change, fill=max(ground, key=edge.count)) if ground else change

    def _resize(self, change: Resize) -> None:
        lost = would_fall_off(self.project, change)
        if not lost:
            self.do(change)
            return
        options = [Option("", "Cancel"), Option("cut", "Resize all the same")]
        text = "\n".join(lost[:7]) + (f"\n… and {len(lost) - 7} more" if len(lost) > 7 else "")
        ask = Pick("This would fall off", options, text=text, search=False)
        self.app.push_screen(ask, lambda way: None if not way else self._done(change))

    def _done(self, edit: Edit) -> None:
        self.do(edit)

    def action_layers(self) -> None:
        """Ask which layer to show, hide or lock."""
        veil = self.draw_pane.veil
        options = []
        for layer in LAYERS:
            options.append(Option(f"show {layer}", f"{'Show' if layer in veil.hidden else 'Hide'} {layer}"))
            options.append(Option(f"lock {layer}", f"{'Unlock' if layer in veil.locked else 'Lock'} {layer}"))

        def turned(key: str | None) -> None:
            if key:
                way, _, layer = key.partition(" ")
                self.draw_pane.see_layers(self.draw_pane.veil.turned(layer, lock=way == "lock"))
                self.tell(_told(self.draw_pane.veil.hidden, self.draw_pane.veil.locked))

        self.app.push_screen(Pick("Layers", options, search=False), turned)

    def on_tiles_wanted(self, message: Tiles.Wanted) -> None:
        """Change the legend."""
        match message.what:
            case "edit" if message.glyph:
                self.query_one(Form).show(self.project, fields.Subject("legend", message.glyph))
                self.focus_pane("form")
            case "add":
                self._new_glyph()
            case "remove" if message.glyph:
                instead = self.draw_pane.hand.ground
                self.do(RemoveTile(message.glyph, instead if instead != message.glyph else self.draw_pane.hand.ink))

    def _new_glyph(self) -> None:
        def wrong(typed: str) -> str:
            glyph, _, name = typed.partition(" ")
            if len(glyph) != 1 or not name.strip():
                return "write the glyph, a space and what it is called: % rubble"
            return f"“{glyph}” is in the legend already" if glyph in legend(self.project) else ""

        def added(typed: str | None) -> None:
            if typed:
                glyph, _, name = typed.partition(" ")
                if self.do(AddTile(glyph, {"name": name.strip()})):
                    self.draw_pane.take(replace(self.draw_pane.hand, ink=glyph))

        self.app.push_screen(Fill("New glyph", "The glyph, a space, its name; e edits the rest.", "", wrong), added)


def _resizing(written: str, fill: str) -> Resize:
    """Return the change that was written, or refuse."""
    shifted = _SHIFT.fullmatch(written.strip())
    if shifted:
        return shift(int(shifted[1]), int(shifted[2]), fill)
    sides = {found[1]: int(found[2]) for found in _SIDE.finditer(written)}
    if not sides or _SIDE.sub("", written).strip():
        raise Refused("write a side and how much, such as right +10 or top -2")
    return Resize(**sides, fill=fill)


def _told(hidden: frozenset[str], locked: frozenset[str]) -> str:
    parts = [f"{word}: {', '.join(sorted(names))}" for word, names in (("hidden", hidden), ("locked", locked)) if names]
    return " · ".join(parts).capitalize() or "All layers are shown, none is locked."
