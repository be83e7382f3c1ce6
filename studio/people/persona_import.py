"""Import people of other formats: choose a path, confirm what is lost, apply one edit."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.message import Message

from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.world.model.world import World
from studio.editor.editor_screen import EditorScreen
from studio.player.frame import StatusMessage
from studio.project.documents.project import Project
from studio.project.edits.personas import ImportPeople
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

if TYPE_CHECKING:
    from studio.ui.task_runner import TaskApp

SHOWN = 8
"""How many problems a dialog names."""


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
