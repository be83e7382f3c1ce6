"""What the people workbench asks before it edits: names, homes, values, what is to go."""

from abc import abstractmethod
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from studio.documents.cast import entries, fresh, slug
from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.personas import (
    DeletePersona,
    DuplicatePersona,
    NewPersona,
    RenamePersona,
    residents,
)
from studio.documents.edits.things import Delete
from studio.documents.edits.values import Insert
from studio.documents.project import WORLD, Project, persona_file
from studio.documents.references import mentions
from studio.drawing import persona as form
from studio.drawing import typed
from studio.drawing.fields import personas
from studio.panes.persona import Persona
from studio.panes.personas import Personas
from studio.ui.pane_screen import Paned
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick
from studio.widgets.words import Words
from studio.widgets.write import Write

if TYPE_CHECKING:
    from studio.screens.design import Design

NOWHERE = "\n"
"""The key of the option that no place is."""


class Casting(Paned):
    """The dialogs of the workbench."""

    design: "Design"
    selected: str
    _gesture = 0
    _turned = ""

    @abstractmethod
    def choose(self, name: str) -> None:
        """Select a persona, and bring it into sight."""

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.design.bench.desk.project

    def do(self, make: Callable[[], Edit]) -> bool:
        """Make an edit and do it; say why where it is refused."""
        try:
            edit = make()
        except Refused as refused:
            self.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return False
        return self.design.do(edit)

    def _wrong(self, make: Callable[[], Edit]) -> str:
        try:
            make().apply(self.project)
        except Refused as refused:
            return str(refused)
        return ""

    def action_new(self) -> None:
        """Ask for a name and a home, and make somebody who lives there."""
        if self.project.original:
            self.tell("The original format has no personas: import the world first.")
            return

        def named(name: str | None) -> None:
            if name:
                self._housed(f"Where does {name} live?", lambda home: self._make(name, home))

        fill = Fill("Name of the new person", "The first word is what others call them.", "", _named)
        self.app.push_screen(fill, named)

    def _housed(self, title: str, then: Callable[[str], None]) -> None:
        areas = [
            Option(one.id, str(one.table.get("name", one.id)), one.id)
            for one in entries(self.project, "areas").values()
        ]
        options = [*areas, Option(NOWHERE, "Nowhere yet", "a persona who does not live in this world")]
        self.app.push_screen(Pick(title, options), lambda home: then(home) if home else None)

    def _make(self, name: str, home: str) -> None:
        new = fresh(self.project, slug(name.split(" ", maxsplit=1)[0]) or "somebody", *personas(self.project))
        table: dict[str, object] = {"name": name}
        edits: tuple[Edit, ...] = (NewPersona(new, table),)
        if home != NOWHERE:
            edits = (NewPersona(new, table | {"home": home}), Insert(WORLD, ("people", 1 << 30), {"persona": new}))
        if self.do(lambda: Together(f"new person {new}", edits)):
            self.choose(new)
            self.focus_pane("persona")

    def _filter(self) -> None:
        """Ask for letters, and show only those who have them."""

        def asked(letters: str | None) -> None:
            if letters is not None:
                pane = self.query_one(Personas)
                pane.letters = letters
                pane.show(self.project)
                shown = pane.names(self.project)
                if shown and self.selected not in shown:
                    self.choose(shown[0])

        now = self.query_one(Personas).letters
        self.app.push_screen(Ask("Filter", "letters of a name; nothing shows all", now), asked)

    def _sort(self) -> None:
        """Those who live here first, or all by name."""
        pane = self.query_one(Personas)
        pane.by_name = not pane.by_name
        pane.show(self.project)
        pane.go_to(self.selected)
        self.tell("By name." if pane.by_name else "Those who live here first.")

    def _live(self) -> None:
        """Let the persona live here, or no longer."""
        name = self.selected
        found = residents(self.project, name)
        if found:
            self.do(lambda: Delete(found))
            return

        def housed(home: str) -> None:
            if home == NOWHERE:
                return
            who = fresh(self.project, name)
            own = self.project.data(persona_file(name)).get("home")
            more = ({"id": who} if who != name else {}) | ({"home": home} if own != home else {})
            row: dict[str, object] = {"persona": name, **more}
            self.do(lambda: Together(f"{name} lives here", (Insert(WORLD, ("people", 1 << 30), row),)))

        self._housed(f"Where does {name} live?", housed)

    def _duplicate(self) -> None:
        """Make another persona like this one."""
        new = next(name for number in count(2) if (name := f"{self.selected}_{number}") not in personas(self.project))
        if self.do(lambda: DuplicatePersona(self.selected, new)):
            self.choose(new)
            self.tell(f"{new} is like the other, and lives nowhere yet: L.")

    def _rename(self) -> None:
        """Ask for another id."""
        old = self.selected

        def renamed(new: str | None) -> None:
            if new and new != old and self.do(lambda: RenamePersona(old, new)):
                self.choose(new)

        def wrong(new: str) -> str:
            if slug(new) != new:
                return "an id begins with a small letter and has small letters, digits and _ only"
            return self._wrong(lambda: RenamePersona(old, new)) if new != old else ""

        help_ = "The name of the file, and of whoever lives here by it; whatever speaks of it follows."
        self.app.push_screen(Fill(f"Another id for {old}", help_, old, wrong), renamed)

    def _delete(self) -> None:
        """Say who speaks of the persona, and delete it."""
        name, project = self.selected, self.project
        found = residents(project, name)
        told = [f"{project.place(persona_file(name))} goes away"]
        told += [f"{who} lives here no longer" for who in found]
        spoken = [one for who in found for one in mentions(project, "person", who)]
        told += [f"{project.place(one.file)} speaks of them in {one.path[0]}" for one in spoken]
        told = list(dict.fromkeys(told))
        text = "\n".join(told[:6]) + (f"\n… and {len(told) - 6} more" if len(told) > 6 else "")
        options = [Option("", "Cancel"), Option("delete", "Delete", "u takes it back")]

        def chosen(way: str | None) -> None:
            if way and self.do(lambda: DeletePersona(name)):
                self.tell(
                    f"Deleted {name}. What spoke of it stands among the problems." if spoken else f"Deleted {name}."
                )

        self.app.push_screen(Pick(f"Delete {name}?", options, text=text, search=False), chosen)

    def on_personas_wanted(self, message: Personas.Wanted) -> None:
        """Do what the list asks for."""
        ways = {
            "filter": self._filter, "sort": self._sort, "live": self._live, "duplicate": self._duplicate,
            "rename": self._rename, "delete": self._delete,
        }  # fmt: skip
        ways[message.what]()

    def on_persona_wanted(self, message: Persona.Wanted) -> None:
        """Do what the form asks for."""
        item = message.item
        match message.what:
            case "open" if item.sort == "list":
                self._add(item)
            case "open" if item.sort == "long" or (item.sort == "row" and not self._plain(item)):
                self._write(item)
            case "open":
                self._fill(item)
            case "long":
                self._write(item)
            case "add":
                self._add(item)
            case "clear":
                self._clear(item)
            case "shift" if item.sort == "row":
                self._moved(lambda: form.shift(self.project, self.selected, item, message.way))
            case "turn":
                self._turn_bar(item, message.way)
            case "share":
                self.do(lambda: form.change(self.project, self.selected, item, f"{message.way * form.STEP:.2f}"))

    def _plain(self, item: form.Item) -> bool:
        rows = self.project.data(persona_file(self.selected)).get(str(item.path[0]))
        row = rows[int(item.path[1])] if isinstance(rows, list) else None
        return typed.plain(typed.SHAPES[str(item.path[0])], row)

    def _fill(self, item: form.Item) -> None:
        name = self.selected
        title = typed.SHAPES[str(item.path[0])].title if item.sort == "row" else item.label

        def done(text: str | None) -> None:
            if text is not None:
                self._set(name, item, text)

        def wrong(text: str) -> str:
            return self._wrong(lambda: form.change(self.project, name, item, text))

        words = Words(item.words) if item.sort == "row" else item.words
        self.app.push_screen(Fill(f"{title} of {name}", item.help, item.text, wrong, words), done)

    def _set(self, name: str, item: form.Item, text: str) -> None:
        if item.sort == "row" and not text:
            self._clear(item)
        else:
            self.do(lambda: form.change(self.project, name, item, text))

    def _add(self, item: form.Item) -> None:
        name, key = self.selected, str(item.path[0]) if item.path else item.key
        if key not in typed.SHAPES:
            self.tell("Rows are added to a list: the routine, relationships, memories and those below.")
            return
        shape = typed.SHAPES[key]
        words = Words(form.offered(self.project, shape.words))

        def done(text: str | None) -> None:
            if text:
                self._moved(lambda: form.add(self.project, name, key, text))

        def wrong(text: str) -> str:
            return self._wrong(lambda: form.add(self.project, name, key, text)[0]) if text else ""

        self.app.push_screen(Fill(f"{shape.title} of {name}: add", shape.example, "", wrong, words), done)

    def _moved(self, make: Callable[[], tuple[Edit, str]]) -> None:
        """Do an edit that puts a row somewhere, and go there."""
        try:
            edit, key = make()
        except Refused as refused:
            self.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return
        if self.design.do(edit):
            self.query_one(Persona).go_item(key)

    def _clear(self, item: form.Item) -> None:
        if item.sort == "list" or not item.text:
            self.tell("There is nothing to leave out.")
        elif item.sort in ("row", "share", "value"):
            if self.do(lambda: form.remove(self.selected, item)) and item.sort == "row":
                text = item.text if len(item.text) < 40 else f"{item.text[:39]}…"
                self.tell(f"Taken away: {text} · u takes that back.")
        else:
            self.do(lambda: form.change(self.project, self.selected, item, ""))

    def _write(self, item: form.Item) -> None:
        name = self.selected
        try:
            text, path = form.long_text(self.project, name, item)
        except Refused as refused:
            self.tell(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return

        def done(text: str | None) -> None:
            if text is not None:
                self.do(lambda: form.write(self.project, name, path, text))

        def wrong(text: str) -> str:
            return self._wrong(lambda: form.write(self.project, name, path, text))

        self.app.push_screen(Write(f"{path[0]} of {name}", text, wrong), done)

    def _turn_bar(self, item: form.Item, way: int) -> None:
        """Turn a bar; what is turned without a pause between is one step."""
        key = f"{self.selected} {item.key}"
        if key != self._turned:
            self._gesture, self._turned = self._gesture + 1, key
        gesture = self._gesture
        self.do(lambda: form.turn(self.project, self.selected, item, way, gesture))


def _named(text: str) -> str:
    return "" if text.strip() else "a name needs a visible letter"
