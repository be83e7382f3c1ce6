"""Dialogs to create, rename and delete a persona, and to let it live in the world."""

from studio.editor.editor_screen import EditorScreen
from studio.editor.new_person import (
    NOWHERE,
    ask_home,
    ask_new_persona,
    ask_places,
    ask_settled,
    new_persona_id,
)
from studio.project.documents.entries import free_id, slugify
from studio.project.documents.project import WORLD, Project, persona_file
from studio.project.documents.references import Mention, find_mentions
from studio.project.edits.edit import CompositeEdit, Edit, find_mistake
from studio.project.edits.personas import (
    DeletePersona,
    DuplicatePersona,
    RenamePersona,
    residents_of,
)
from studio.project.edits.placements import DeleteEntries
from studio.project.edits.settle import foreign_places
from studio.project.edits.values import InsertValue
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

TOLD = 6
"""How many consequences of a deletion are named."""


async def make_persona(screen: EditorScreen) -> str:
    """Ask for a name, a home and what they are like, and make somebody who lives there; return the
    id."""
    if screen.project.original:
        screen.tell("The original format has no personas: import this world first.")
        return ""
    fill = ValidatedInput("Name of the new person", "Others use the first word.", "", _named)
    name = await screen.app.push_screen_wait(fill)
    places = await ask_places(screen, name) if name else None
    made = await ask_new_persona(screen, name or "", places)
    if made is None or places is None:
        return ""
    edits: tuple[Edit, ...] = (made,)
    if places.home:
        edits = (made, InsertValue(WORLD, ("people", 1 << 30), {"persona": made.id}))
    return made.id if screen.do(CompositeEdit(made.label, edits)) else ""


async def toggle_residence(screen: EditorScreen, name: str) -> None:
    """Let the persona live here, or no longer."""
    found = residents_of(screen.project, name)
    if found:
        screen.do(DeleteEntries(found))
        return
    who = free_id(screen.project, name)
    if foreign_places(screen.project, name):
        settled = await ask_settled(screen, name)
        if settled and settled.home:
            row: dict[str, object] = {"persona": settled.new, "id": who}
            edits = (settled, InsertValue(WORLD, ("people", 1 << 30), row))
            screen.do(CompositeEdit(f"{name} lives here", edits))
        return
    home = await ask_home(screen, name, "a persona outside this world")
    if not home or home == NOWHERE:
        return
    own = screen.project.data(persona_file(name)).get("home")
    more = ({"id": who} if who != name else {}) | ({"home": home} if own != home else {})
    row = {"persona": name, **more}
    screen.do(CompositeEdit(f"{name} lives here", (InsertValue(WORLD, ("people", 1 << 30), row),)))


async def duplicate_persona(screen: EditorScreen, old: str) -> str:
    """Ask for a name, and make another persona like this one; return its id."""
    help_ = "Others use the first word. Secrets and beds stay with the person who is duplicated."
    name = await screen.app.push_screen_wait(
        ValidatedInput(f"Name of the duplicate of {old}", help_, "", _named)
    )
    if not name:
        return ""
    new = new_persona_id(screen.project, name)
    if not screen.do(DuplicatePersona(old, new, name)):
        return ""
    screen.tell(
        f"Created {new}, without the secrets and the bed of {old}; not in this world yet. "
        "space: add"
    )
    return new


async def rename_persona(screen: EditorScreen, old: str) -> str:
    """Ask for another id, and return it."""

    def wrong(new: str) -> str:
        if slugify(new) != new:
            return (
                "an id starts with a lowercase letter and has only lowercase letters, digits and _"
            )
        return find_mistake(screen.project, lambda: RenamePersona(old, new)) if new != old else ""

    help_ = "The file name, and the id of the person here; all references are renamed too."
    new = await screen.app.push_screen_wait(ValidatedInput(f"New id for {old}", help_, old, wrong))
    renamed = new and new != old and screen.do(RenamePersona(old, new))
    return new if new and renamed else ""


async def delete_persona(screen: EditorScreen, name: str) -> None:
    """Say who speaks of the persona, and delete it."""
    project = screen.project
    here = residents_of(project, name)
    spoken = [one for who in here for one in find_mentions(project, "person", who)]
    told = _consequences(project, name, spoken)
    more = [f"… and {len(told) - TOLD} more"] if len(told) > TOLD else []
    options = [Option("", "Cancel"), Option("delete", "Delete", "u: undo")]
    text = "\n".join(told[:TOLD] + more)
    ask = OptionDialog(f"Delete {name}?", options, text=text, search=False)
    way = await screen.app.push_screen_wait(ask)
    if way and screen.do(DeletePersona(name)):
        left = " References to it are listed in Problems." if spoken else ""
        screen.tell(f"Deleted {name}.{left}")


def _consequences(project: Project, name: str, spoken: list[Mention]) -> list[str]:
    """Return what a deletion entails, a sentence each."""
    told = [f"{project.place(persona_file(name))} is deleted"]
    told += [f"{who} is removed from this world" for who in residents_of(project, name)]
    told += [f"{project.place(one.file)} refers to them in {one.path[0]}" for one in spoken]
    return list(dict.fromkeys(told))


def _named(text: str) -> str:
    return "" if text.strip() else "a name needs a visible character"
