"""What the map workbench asks before it builds: areas and walls, objects, people, stamps and texts."""

from collections.abc import Mapping
from itertools import count

from latticeville.core.geometry import Box, Cell
from latticeville.world.areas import WORLD
from studio.documents.cast import entries, fresh, slug
from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.areas import AddBox, DrawArea, SubtractBox
from studio.documents.edits.kinds import kinds
from studio.documents.edits.personas import NewPersona
from studio.documents.edits.stamps import ForgetStamp, KeepStamp, stamps
from studio.documents.edits.things import Duplicate, PlaceObject, PlacePerson, SetField
from studio.documents.edits.walls import WallIt, door_at
from studio.documents.project import persona_file
from studio.documents.stamp import Stamp
from studio.drawing import fields
from studio.drawing.beside import beside
from studio.drawing.days import first_day
from studio.drawing.nesting import put_into
from studio.panes.draw import Draw
from studio.panes.tiles import traits
from studio.panes.tree import Tree
from studio.screens.asking import Asking
from studio.widgets.ask import Ask
from studio.widgets.pick import Option, Pick

NEW = "\n"
"""The key of the option that makes something new."""


class Building(Asking):
    """The dialogs behind the tools."""

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
        return self.sketch.at(spot.cell) if spot else name

    def _text(self, _box: Box) -> None:
        def typed(text: str | None) -> None:
            if text:
                self.draw_pane.take(self.draw_pane.hand.stamping(Stamp.of(text)))

        self.app.push_screen(Ask("Text", "letters of the legend; enter takes them as a stamp"), typed)

    def _glyph(self, _box: Box) -> None:
        options = [Option(glyph, f"{glyph}  {tile.name}", traits(tile)) for glyph, tile in self.sketch.tiles.items()]
        self.app.push_screen(Pick("Draw with what?", options), lambda glyph: self.take_ink(glyph) if glyph else None)
