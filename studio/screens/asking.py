"""What the map workbench asks before it edits: names, kinds, personas, what is to go."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.world.areas import WORLD
from studio.documents.cast import entries, fresh
from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.areas import AddBox, DeleteArea, DrawArea, SubtractBox, consequences
from studio.documents.edits.kinds import kinds
from studio.documents.edits.legend import AddTile, RemoveTile, legend
from studio.documents.edits.personas import NewPersona
from studio.documents.edits.resize import Resize, shift, would_fall_off
from studio.documents.edits.stamps import ForgetStamp, KeepStamp, stamps
from studio.documents.edits.things import Delete, Duplicate, PlaceObject, PlacePerson, SetField
from studio.documents.edits.walls import WallIt, door_at
from studio.documents.project import Project, persona_file
from studio.documents.references import Named, mentions
from studio.documents.stamp import Stamp
from studio.drawing import fields
from studio.drawing.beside import beside
from studio.drawing.days import first_day
from studio.drawing.nesting import put_into
from studio.panes.draw import Draw
from studio.panes.form import Form
from studio.panes.tiles import Tiles, traits
from studio.panes.tree import Tree
from studio.panes.veil import LAYERS
from studio.screens.paned import Paned
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from studio.drawing.bench import Bench
    from studio.drawing.sketch import Sketch

_CELL = re.compile(r"\s*(\d+)\s*[,; ]\s*(\d+)\s*")
_SIDE = re.compile(r"(left|right|top|bottom)\s*([+-]?\d{1,5})[\s,;]*")
_SHIFT = re.compile(r"shift\s*([+-]?\d{1,5})[\s,;]+([+-]?\d{1,5})")
_NAMED: Mapping[str, Named] = {"objects": "object", "people": "person"}
NEW = "\n"
"""The key of the option that makes something new."""


class Asking(Paned):
    """The dialogs of the workbench."""

    bench: "Bench"
    sketch: "Sketch"
    selected: str
    also: tuple[str, ...]
    _found: tuple[str, ...] = ()

    @property
    def draw_pane(self) -> Draw:
        """The map."""
        raise NotImplementedError

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""
        raise NotImplementedError

    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something everywhere, and others with it."""
        raise NotImplementedError

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        raise NotImplementedError

    def take_ink(self, glyph: str) -> None:
        """Take a glyph into the hand."""
        raise NotImplementedError

    @property
    def selection(self) -> tuple[str, ...]:
        """Everything that is selected."""
        return (self.selected, *self.also) if self.selected else ()

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.bench.desk.project

    def on_sheet_wanted(self, message: Draw.Wanted) -> None:
        """Ask for what a tool has to know, and do it."""
        ways = {
            "area": self._area, "add box": self._add_box, "subtract box": self._subtract_box, "wall": self._wall,
            "door": self._door, "object": self._object, "person": self._person, "duplicate": self._duplicate,
            "text": self._text, "glyph": self._glyph, "keep stamp": self._keep_stamp, "stamps": self._stamps,
        }  # fmt: skip
        ways[message.what](message.box)

    def _area(self, box: Box) -> None:
        def drawn(name: str | None) -> None:
            if name:
                new = fresh(self.project, slug(name) or "area")
                if self.do(DrawArea(new, name, (box,))):
                    self.draw_pane.take(self.draw_pane.hand.taking("hand"))
                    self.select(new)

        title = f"Name of the area, {box.width}×{box.height}"
        self.app.push_screen(Ask(title, "such as Kitchen", self._fresh_name("Room")), drawn)

    def _fresh_name(self, word: str) -> str:
        """Return a word with the first number that no area has."""
        taken = {area.name for area in self.sketch.areas.by_id.values()}
        return next(name for number in count(1) if (name := f"{word} {number}") not in taken)

    def _area_id(self) -> str:
        """Return the id of the selected area; say so where none is."""
        if self.selected in self.sketch.areas.by_id and self.selected != WORLD:
            return self.selected
        self.tell("Select an area first: enter on it, or in the outline.")
        return ""

    def _add_box(self, box: Box) -> None:
        name = self._area_id()
        if name:
            self.do(AddBox(name, box))

    def _subtract_box(self, box: Box) -> None:
        name = self._area_id()
        if name:
            self.do(SubtractBox(name, box))

    def _wall(self, _box: Box) -> None:
        name = self._area_id()
        if not name:
            return
        boxes, wall = self.sketch.boxes(name), self._wall_glyph()
        if not wall:
            self.tell("The legend has no wall: add a glyph that cannot be walked on.")
        else:
            self.do(WallIt(boxes[0], wall, more=boxes[1:]))

    def _wall_glyph(self) -> str:
        """Return the glyph in the hand if it is a wall, else the first wall of the legend."""
        known, ink = self.sketch.tiles, self.draw_pane.hand.ink
        if ink in known and not known[ink].walkable:
            return ink
        walls = [glyph for glyph, tile in known.items() if not tile.walkable]
        return next((glyph for glyph in walls if known[glyph].terrain == "wall"), walls[0] if walls else "")

    def _door(self, box: Box) -> None:
        try:
            edit = door_at(self.project, Cell(box.x, box.y))
        except Refused as refused:
            self.tell(str(refused))
            return
        self.do(edit)

    def _object(self, box: Box) -> None:
        def placed(kind: str | None) -> None:
            if kind:
                new = fresh(self.project, kind)
                if self.do(PlaceObject(new, kind, Cell(box.x, box.y))):
                    self.select(new)
                    self._tell_wall(new, Cell(box.x, box.y))

        known = kinds(self.project)
        if not known:
            self.tell("There are no kinds of things yet: things.toml has none.")
            return
        options = [
            Option(name, str(table.get("name", name)), str(table.get("glyph", ""))) for name, table in known.items()
        ]
        self.app.push_screen(Pick("Place which kind?", options), placed)

    def _tell_wall(self, name: str, cell: Cell) -> None:
        """Say so where something now stands in a wall."""
        tile = self.sketch.grid.tile(cell) if self.sketch.grid.holds(cell) else None
        if tile is not None and not tile.walkable:
            self.tell(f"{name} is in {tile.name}: people use it from beside it, as a window or a lamp.")

    def _person(self, box: Box) -> None:
        cell = Cell(box.x, box.y)
        here = self._residents()

        def placed(persona: str | None) -> None:
            if persona == NEW:
                self.app.push_screen(Ask("Name of the new person", "such as Ada Lind"), born)
            elif persona and persona in here:
                self._move_in(persona, here[persona], cell)
            elif persona:
                self._live(persona, cell, ())

        def born(name: str | None) -> None:
            if name:
                persona = fresh(self.project, slug(name.split(" ")[0]) or "somebody", *fields.personas(self.project))
                home = self.sketch.at(cell)
                table: dict[str, object] = {"name": name}
                if home != WORLD:
                    table["home"] = home
                day = first_day(self.sketch, home)
                if day:
                    table["routine"] = day
                self._live(persona, cell, (NewPersona(persona, table),))

        options = [Option(NEW, "＋ somebody new", "a persona of this world's own")]
        for name in sorted(fields.personas(self.project), key=lambda name: name in here):
            table = self.project.data(persona_file(name))
            options.append(Option(name, str(table.get("name", name)), "lives here already" if name in here else name))
        self.app.push_screen(Pick("Who lives here?", options), placed)

    def _residents(self) -> Mapping[str, str]:
        """Return the id of the first person of each persona that lives here."""
        found: dict[str, str] = {}
        for one in entries(self.project, "people").values():
            found.setdefault(str(one.table.get("persona", one.id)), one.id)
        return found

    def _move_in(self, persona: str, known: str, cell: Cell) -> None:
        """Ask whether somebody who lives here already is to move, or to live here a second time."""
        name, twin = self.sketch.name(known), fresh(self.project, persona)
        options = [
            Option("move", f"Move {name} here", "they begin the day on this cell"),
            Option("twin", "Add a second one", twin),
            Option("", "Cancel"),
        ]

        def chosen(way: str | None) -> None:
            if way == "twin":
                self._live(persona, cell, ())
            elif way and self.do(SetField((known,), ("start",), [cell.x, cell.y])):
                self.select(known)

        self.app.push_screen(Pick(f"{name} lives here already", options, search=False), chosen)

    def _live(self, persona: str, cell: Cell, before: tuple[Edit, ...]) -> None:
        """Let a persona live here; who has no home in this world gets the area they stand in."""
        new, area = fresh(self.project, persona), self.sketch.at(cell)
        home = self.project.data(persona_file(persona)).get("home")
        more = {"home": area} if not before and home not in self.sketch.areas.by_id and area != WORLD else {}
        place = PlacePerson(persona, cell, new, more)
        if self.do(Together(place.label, (*before, place)) if before else place):
            self.select(new)

    def _duplicate(self, _box: Box) -> None:
        name = self.selected
        if name in self.sketch.areas.by_id:
            try:
                edit, new = beside(self.sketch, name)
            except Refused as refused:
                self.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
                return
        else:
            edit, new = Duplicate(self._spots(), 1, 0), fresh(self.project, name)
        done = self.do(edit)
        if done:
            self.select(new, reveal=True)

    def _spots(self) -> tuple[str, ...]:
        """Return the selected objects and people."""
        return tuple(name for name in self.selection if name in self.sketch.spots)

    def _keep_stamp(self, _box: Box) -> None:
        stamp = self.draw_pane.hand.stamp

        def named(name: str | None) -> None:
            if name and stamp and self.do(KeepStamp(name, stamp)):
                self.tell(f"Kept as “{name}”; S takes it up again.")

        self.app.push_screen(Ask("Name of the stamp", "such as small hut", f"stamp {len(stamps(self.project)) + 1}"),
                             named)  # fmt: skip

    def _stamps(self, _box: Box) -> None:
        known = stamps(self.project)
        if not known:
            self.tell("No stamp is kept yet: copy cells with s and y, then Y gives them a name.")
            return
        sizes = {name: f"{stamp.width}×{stamp.height}" for name, stamp in known.items()}
        options = [Option(f"take {name}", name, size) for name, size in sizes.items()]
        options += [Option(f"forget {name}", f"Forget {name}") for name in known]

        def chosen(key: str | None) -> None:
            way, _, name = (key or "").partition(" ")
            if way == "forget":
                self.do(ForgetStamp(name))
            elif way:
                self.draw_pane.take(self.draw_pane.hand.stamping(known[name]))
                self.focus_pane("draw")

        self.app.push_screen(Pick("Which stamp?", options), chosen)

    def on_tree_put(self, message: Tree.Put) -> None:
        """Put what was carried in the outline into an area."""
        try:
            edit = put_into(self.sketch, message.name, self._area_of(message.area))
        except Refused as refused:
            self.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return
        if self.do(edit):
            self.select(message.name, reveal=True)

    def _area_of(self, name: str) -> str:
        """Return an area itself, or the one in which something stands."""
        spot = self.sketch.spots.get(name)
        return self.sketch.at(Cell(spot.box.x, spot.box.y)) if spot else name

    def _text(self, _box: Box) -> None:
        def typed(text: str | None) -> None:
            if text:
                self.draw_pane.take(self.draw_pane.hand.stamping(Stamp.of(text)))

        self.app.push_screen(Ask("Text", "letters of the legend; enter takes them as a stamp"), typed)

    def _glyph(self, _box: Box) -> None:
        options = [Option(glyph, f"{glyph}  {tile.name}", traits(tile)) for glyph, tile in self.sketch.tiles.items()]
        self.app.push_screen(Pick("Draw with what?", options), lambda glyph: self.take_ink(glyph) if glyph else None)

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


def slug(name: str) -> str:
    """Return an id made of a name.

    >>> slug("Ada's Café 2")
    'adas_cafe_2'
    """
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss")).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", plain)).strip("_")
    return (words if words[:1].isalpha() else f"a_{words}")[:60] if words else ""


def _told(hidden: frozenset[str], locked: frozenset[str]) -> str:
    parts = [f"{word}: {', '.join(sorted(names))}" for word, names in (("hidden", hidden), ("locked", locked)) if names]
    return " · ".join(parts).capitalize() or "All layers are shown, none is locked."
