"""Import people of other formats: choose a path, confirm what is lost, apply one edit."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from textual.message import Message

from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.world.model.world import World
from studio.people.people_host import PeopleHost
from studio.player.frame import StatusMessage
from studio.project.documents.project import Project
from studio.project.edits.people_import import ImportPeople
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


class ImportHost(PeopleHost, Protocol):
    """The screen that is told what a thread has found."""

    def post_message(self, message: Message) -> bool:
        """Take a message, from any thread."""


class PersonaImport:
    """Asks for a source, reads it in a thread, and asks whether who is in it shall come."""

    def __init__(self, host: ImportHost) -> None:
        self._host = host

    async def ask(self) -> None:
        """Ask for a folder or a file, and read it; what is found comes as a message."""
        host, world = self._host, self._checked_world()
        if host.project.original or world is None:
            host.tell(
                "Import needs a world without errors and in the current format: see Problems."
            )
            return
        help_ = "Persona folders or whispers (.csv), Agent Crossing, characters.json"
        path = await host.app.push_screen_wait(
            ValidatedInput("Import people from", help_, "", _strange)
        )
        if path:
            task = Task("Reading", "Cancelled; nobody was imported.")
            read = partial(self._read, task, path, world, host.project)
            cast("TaskApp", host.app).tasks.begin(task, read, "exchange")

    def _checked_world(self) -> World | None:
        """Return the world as it is edited now, if it is checked and nothing is wrong with it."""
        report = self._host.report
        if (
            report is None
            or report.project is not self._host.project
            or select_errors(report.problems)
        ):
            return None
        return report.world

    def _read(self, task: Task, path: str, world: World, project: Project) -> None:
        source = Path(path).expanduser()
        from latticeville.world.importers.cast.add_people import add_people
        from latticeville.world.importers.cast.people_import import import_people, is_people_source

        try:
            if not is_people_source(source):
                self._host.post_message(
                    StatusMessage(f"No people in a known format found in {source}.")
                )
                return
            found, problems = import_people(source, world)
        except OSError as error:
            self._host.post_message(StatusMessage(f"{source} cannot be read: {error}."))
            return
        texts, wrong = add_people(
            found, {name: sheet.text for name, sheet in project.files.items()}
        )
        task.check_stopped()
        people = tuple(one.id for one in found.people)
        brought = FoundPeople(project, texts, people, (*problems, *wrong))
        self._host.post_message(SourceRead(brought))

    async def offer(self, found: FoundPeople) -> None:
        """Say who comes and what has no room, and let them in."""
        host = self._host
        who = ", ".join(found.people) or "whispers only"
        welcome = bool(found.texts) and not select_errors(found.problems)
        title = f"Import {len(found.people)}: {who[:40]}?" if welcome else "Nobody can be imported"
        options = [Option("", "Cancel")]
        if welcome:
            options.append(Option("bring", "Import", "u: undo"))
        ask = OptionDialog(title, options, text=_told(found.problems), search=False)
        if not await host.app.push_screen_wait(ask):
            return
        if found.project is not host.project:
            host.tell("The project has changed: import again.")
        elif host.do(ImportPeople(found.texts)):
            if found.people:
                host.choose(found.people[0])
            host.tell(f"Imported: {who}.")


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
