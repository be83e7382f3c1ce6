"""Dialogs to create, rename and delete a persona, and to let it live in the world."""

from studio.people.people_host import PeopleHost, find_mistake
from studio.project.documents.entries import free_id, list_entries, slugify
from studio.project.documents.project import WORLD, persona_file
from studio.project.documents.references import Mention, find_mentions
from studio.project.edits.edit import CompositeEdit, Edit
from studio.project.edits.personas import (
    DeletePersona,
    DuplicatePersona,
    NewPersona,
    RenamePersona,
    residents_of,
)
from studio.project.edits.placements import DeleteEntries
from studio.project.edits.values import InsertValue
from studio.project.fields import persona_names
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

NOWHERE = "\n"
"""The key of the option that no place is."""
TOLD = 6
"""How many consequences of a deletion are named."""


class PersonaDialogs:
    """Dialogs about whole personas, and the edits that follow."""

    def __init__(self, host: PeopleHost) -> None:
        self._host = host

    async def make(self) -> None:
        """Ask for a name and a home, and make somebody who lives there."""
        host = self._host
        if host.project.original:
            host.tell("The original format has no personas: import this world first.")
            return
        fill = ValidatedInput("Name of the new person", "Others use the first word.", "", _named)
        name = await host.app.push_screen_wait(fill)
        home = await self._ask_home(f"Home of {name}") if name else None
        if name and home:
            self._make(name, home)

    def _make(self, name: str, home: str) -> None:
        host = self._host
        new = self._free_id(name)
        table: dict[str, object] = {"name": name}
        edits: tuple[Edit, ...] = (NewPersona(new, table),)
        if home != NOWHERE:
            edits = (
                NewPersona(new, table | {"home": home}),
                InsertValue(WORLD, ("people", 1 << 30), {"persona": new}),
            )
        if host.do(CompositeEdit(f"new person {new}", edits)):
            host.choose(new)
            host.focus_pane("persona")

    async def _ask_home(self, title: str) -> str | None:
        """Ask for an area; NOWHERE is one of the answers."""
        areas = list_entries(self._host.project, "areas").values()
        options = [Option(one.id, str(one.table.get("name", one.id)), one.id) for one in areas]
        options.append(Option(NOWHERE, "No home yet", "a persona outside this world"))
        return await self._host.app.push_screen_wait(OptionDialog(title, options))

    async def live(self) -> None:
        """Let the persona live here, or no longer."""
        host, name = self._host, self._host.selected
        found = residents_of(host.project, name)
        if found:
            host.do(DeleteEntries(found))
            return
        home = await self._ask_home(f"Home of {name}")
        if not home or home == NOWHERE:
            return
        who = free_id(host.project, name)
        own = host.project.data(persona_file(name)).get("home")
        more = ({"id": who} if who != name else {}) | ({"home": home} if own != home else {})
        row: dict[str, object] = {"persona": name, **more}
        host.do(
            CompositeEdit(f"{name} lives here", (InsertValue(WORLD, ("people", 1 << 30), row),))
        )

    async def duplicate(self) -> None:
        """Ask for a name, and make another persona like this one."""
        host, old = self._host, self._host.selected
        help_ = (
            "Others use the first word. Secrets and beds stay with the person who is duplicated."
        )
        name = await host.app.push_screen_wait(
            ValidatedInput(f"Name of the duplicate of {old}", help_, "", _named)
        )
        if not name:
            return
        new = self._free_id(name)
        if host.do(DuplicatePersona(old, new, name)):
            host.choose(new)
            host.tell(
                f"Created {new}, without the secrets and the bed of {old}; not in this world yet. "
                "space: add"
            )

    def _free_id(self, name: str) -> str:
        wanted = slugify(name.split(" ", maxsplit=1)[0]) or "somebody"
        return free_id(self._host.project, wanted, *persona_names(self._host.project))

    async def rename(self) -> None:
        """Ask for another id."""
        host, old = self._host, self._host.selected

        def wrong(new: str) -> str:
            if slugify(new) != new:
                return (
                    "an id starts with a lowercase letter and has only lowercase letters, "
                    "digits and _"
                )
            return find_mistake(host.project, lambda: RenamePersona(old, new)) if new != old else ""

        help_ = "The file name, and the id of the person here; all references are renamed too."
        new = await host.app.push_screen_wait(
            ValidatedInput(f"New id for {old}", help_, old, wrong)
        )
        if new and new != old and host.do(RenamePersona(old, new)):
            host.choose(new)

    async def delete(self) -> None:
        """Say who speaks of the persona, and delete it."""
        host, name = self._host, self._host.selected
        project = host.project
        here = residents_of(project, name)
        spoken = [one for who in here for one in find_mentions(project, "person", who)]
        told = self._consequences(name, spoken)
        more = [f"… and {len(told) - TOLD} more"] if len(told) > TOLD else []
        options = [Option("", "Cancel"), Option("delete", "Delete", "u: undo")]
        text = "\n".join(told[:TOLD] + more)
        ask = OptionDialog(f"Delete {name}?", options, text=text, search=False)
        way = await host.app.push_screen_wait(ask)
        if way and host.do(DeletePersona(name)):
            left = " References to it are listed in Problems." if spoken else ""
            host.tell(f"Deleted {name}.{left}")

    def _consequences(self, name: str, spoken: list[Mention]) -> list[str]:
        """Return what a deletion entails, a sentence each."""
        project = self._host.project
        told = [f"{project.place(persona_file(name))} is deleted"]
        told += [f"{who} is removed from this world" for who in residents_of(project, name)]
        told += [f"{project.place(one.file)} refers to them in {one.path[0]}" for one in spoken]
        return list(dict.fromkeys(told))


def _named(text: str) -> str:
    return "" if text.strip() else "a name needs a visible character"
