"""Dialogs to create, import, rename and delete a persona, and to let it live in the world."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.message import Message

from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.world.model.world import World
from studio.editor.editor_screen import EditorScreen
from studio.editor.new_person import (
    NOWHERE,
    Places,
    ask_home,
    ask_new_people,
    ask_new_persona,
    ask_places,
    ask_settled,
    new_persona_id,
)
from studio.people.panes.persona_list import ListRequest
from studio.player.frame import StatusMessage
from studio.project.documents.entries import free_id, slugify
from studio.project.documents.project import WORLD, Project, persona_file, persona_name
from studio.project.documents.references import Mention, find_mentions
from studio.project.edits.edit import CompositeEdit, Edit, find_mistake
from studio.project.edits.personas import (
    DeletePersona,
    DuplicatePersona,
    ImportPeople,
    NewPersona,
    RenamePersona,
    residents_of,
)
from studio.project.edits.placements import DeleteEntries
from studio.project.edits.settle import foreign_places
from studio.project.edits.values import InsertValue
from studio.project.fields import persona_names
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

if TYPE_CHECKING:
    from studio.ui.task_runner import TaskApp

SHOWN = 8
"""How many problems a dialog names."""
TOLD = 6
"""How many consequences of a deletion are named."""


class FoundPeople(NamedTuple):
    """Who was found in a source: the files that they make, their ids, and what has no room."""

    project: Project
    texts: dict[str, str]
    people: tuple[str, ...]
    problems: Sequence[Problem]


class SourceRead(Message):
    """A source of people was read."""

    def __init__(self, found: FoundPeople) -> None:
        super().__init__()
        self.found = found


async def ask_people(screen: EditorScreen) -> None:
    """Ask for a folder or a file, and read it; what is found comes as a message."""
    world = _checked_world(screen)
    if screen.project.original or world is None:
        screen.tell("Import needs a world without errors and in the current format: see Problems.")
        return
    help_ = "Persona folders or whispers (.csv), Agent Crossing, characters.json"
    path = await screen.app.push_screen_wait(
        ValidatedInput("Import people from", help_, "", _strange)
    )
    if path:
        task = Task("Reading", "Cancelled; nobody was imported.")
        read = partial(_read, screen, task, path, world, screen.project)
        cast("TaskApp", screen.app).tasks.begin(task, read, "exchange")


def _checked_world(screen: EditorScreen) -> World | None:
    """Return the world as it is edited now, if it is checked and nothing is wrong with it."""
    report = screen.report
    if report is None or report.project is not screen.project or select_errors(report.problems):
        return None
    return report.world


def _read(screen: EditorScreen, task: Task, path: str, world: World, project: Project) -> None:
    """Read a source, in a thread."""
    source = Path(path).expanduser()
    from latticeville.formats.cast.add_people import add_people
    from latticeville.formats.cast.people_import import import_people, is_people_source

    try:
        if not is_people_source(source):
            screen.post_message(StatusMessage(f"No people in a known format found in {source}."))
            return
        found, problems = import_people(source, world)
    except OSError as error:
        screen.post_message(StatusMessage(f"{source} cannot be read: {error}."))
        return
    texts, wrong = add_people(found, {name: sheet.text for name, sheet in project.files.items()})
    task.check_stopped()
    people = tuple(one.id for one in found.people)
    brought = FoundPeople(project, texts, people, (*problems, *wrong))
    screen.post_message(SourceRead(brought))


async def offer_people(screen: EditorScreen, found: FoundPeople) -> str:
    """Say who comes and what has no room, and let them in; return the id of the first."""
    who = ", ".join(found.people) or "whispers only"
    welcome = bool(found.texts) and not select_errors(found.problems)
    title = f"Import {len(found.people)}: {who[:40]}?" if welcome else "Nobody can be imported"
    options = [Option("", "Cancel")]
    if welcome:
        options.append(Option("bring", "Import", "u: undo"))
    ask = OptionDialog(title, options, text=_told(found.problems), search=False)
    if not await screen.app.push_screen_wait(ask):
        return ""
    if found.project is not screen.project:
        screen.tell("The project has changed: import again.")
    elif screen.do(ImportPeople(found.texts)):
        screen.tell(f"Imported: {who}.")
        return next(iter(found.people), "")
    return ""


def _told(problems: Sequence[Problem]) -> str:
    """Return the problems of a source, a line each, errors first."""
    told = [
        f"{'✗' if one.severity is Severity.ERROR else '!'} "
        f"{one.file}{f':{one.line}' * bool(one.line)}: {one.what}"
        for one in sorted(problems)
    ]
    more = (
        [f"… and {len(told) - SHOWN} more: latticeville import lists all"]
        if len(told) > SHOWN
        else []
    )
    return "\n".join(told[:SHOWN] + more)


def _strange(path: str) -> str:
    return "" if path and Path(path).expanduser().exists() else "no such folder or file"


async def make_people(screen: EditorScreen) -> tuple[str, ...]:
    """Ask for names, a home and what they are like, and make people who live there, as one step;
    return the ids."""
    if screen.project.original:
        screen.tell("The original format has no personas: import this world first.")
        return ()
    names = await _ask_names(screen)
    who = names[0] if len(names) == 1 else f"{len(names)} people"
    places = await ask_places(screen, who) if names else None
    found = await _ask_made(screen, names, places) if places else ()
    if not found or not screen.do(_arrival(found)):
        return ()
    if len(found) > 1:
        screen.tell(
            f"{len(found)} people made and marked. e: set a field for all, r a: relate them"
        )
    return tuple(one.id for one in found)


def _arrival(made: Sequence[NewPersona]) -> Edit:
    """Return the edit that writes new people, and lets those with a home live in the world."""
    housed = [one.id for one in made if one.table.get("home")]
    rows = [InsertValue(WORLD, ("people", 1 << 30), {"persona": id_}) for id_ in housed]
    label = made[0].label if len(made) == 1 else f"{len(made)} new people"
    return CompositeEdit(label, (*made, *rows))


async def _ask_names(screen: EditorScreen) -> tuple[str, ...]:
    """Ask for the names of new people, with commas between them."""
    help_ = "Others use the first word. Commas make several: Ann Lind, Bo Lind"
    fill = ValidatedInput("Name of the new person", help_, "", _named)
    typed: str = await screen.app.push_screen_wait(fill) or ""
    return tuple(dict.fromkeys(filter(None, (name.strip() for name in typed.split(",")))))


async def _ask_made(
    screen: EditorScreen, names: Sequence[str], places: Places
) -> Sequence[NewPersona]:
    """Ask what new people are like; nobody where that is cancelled for one alone."""
    if len(names) > 1:
        return await ask_new_people(screen, names, places)
    made = await ask_new_persona(screen, names[0], places)
    return [made] if made else []


async def ask_other(screen: EditorScreen, title: str, persona: str) -> str:
    """Ask for another person of this world than a persona; return the id, "" for none."""
    project = screen.project
    others = [
        Option(who, persona_name(project, name), who)
        for name in persona_names(project)
        for who in residents_of(project, name)
        if name != persona
    ]
    if not others:
        screen.tell("There is nobody else in this world.")
        return ""
    return await screen.app.push_screen_wait(OptionDialog(title, others)) or ""


async def change_persona(screen: EditorScreen, what: ListRequest, name: str) -> str:
    """Do what the list asks for of a persona; return whom to select then, "" for nobody else."""
    match what:
        case "live":
            await toggle_residence(screen, name)
        case "duplicate":
            return await duplicate_persona(screen, name)
        case "rename":
            return await rename_persona(screen, name)
        case "delete":
            await delete_persona(screen, name)
    return ""


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
        f"Created {new}, without the secrets and the bed of {old}; not in this world yet. L: add"
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
