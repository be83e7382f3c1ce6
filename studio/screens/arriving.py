"""Bringing people of other formats in: a path, what comes and what has no room, then one step."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.message import Message

from latticeville.core.problems import Problem, Severity, errors
from latticeville.world.pack import World
from studio.documents.edits.arrivals import BringPeople
from studio.documents.project import Project
from studio.screens.casting import Casting
from studio.task import Task
from studio.view import Said
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from studio.app.app import Studio

SHOWN = 8
"""How many problems a dialog names."""


class Found(NamedTuple):
    """Who was found in a source: the files that they make, their ids, and what has no room."""

    project: Project
    texts: dict[str, str]
    people: tuple[str, ...]
    problems: Sequence[Problem]


class Arrived(Message):
    """A source was read."""

    def __init__(self, found: Found) -> None:
        super().__init__()
        self.found = found


class Arriving(Casting):
    """The dialogs of an import."""

    def action_bring(self) -> None:
        """Ask for a folder or a file, and read it in a thread."""
        report = self.design.report
        world = report.world if report and report.project is self.project and not errors(report.problems) else None
        if self.project.original or world is None:
            self.tell("The world must be without errors, and of our own format: see the problems.")
            return

        def chosen(path: str | None) -> None:
            if path:
                project, task = self.project, Task("Reading", "Stopped: nobody came in.")
                read = partial(self._read, task, Path(path).expanduser(), world, project)
                cast("Studio", self.app).tasks.begin(task, read, "exchange")

        help_ = "Persona folders or whispers (.csv), Agent Crossing, characters.json"
        self.app.push_screen(Fill("Bring people in from", help_, "", _strange), chosen)

    def _read(self, task: Task, source: Path, world: World, project: Project) -> None:
        from latticeville.world.importers.cast.bring import bring_people, is_people
        from latticeville.world.importers.cast.settle import settle

        try:
            if not is_people(source):
                self.post_message(Said(f"There are no people of a known format in {source}."))
                return
            found, problems = bring_people(source, world)
        except OSError as error:
            self.post_message(Said(f"{source} cannot be read: {error}."))
            return
        texts, wrong = settle(found, {name: sheet.text for name, sheet in project.files.items()})
        task.look()
        people = tuple(one.id for one in found.people)
        self.post_message(Arrived(Found(project, texts, people, (*problems, *wrong))))

    def on_arrived(self, message: Arrived) -> None:
        """Say who comes and what has no room, and let them in."""
        message.stop()
        found = message.found
        bad = bool(errors(found.problems))
        told = [
            f"{'✗' if one.severity is Severity.ERROR else '!'} {one.file}{f':{one.line}' * bool(one.line)}: {one.what}"
            for one in sorted(found.problems, key=lambda one: one.severity is not Severity.ERROR)
        ]
        more = [f"… and {len(told) - SHOWN} more: latticeville import names all"] if len(told) > SHOWN else []
        who = ", ".join(found.people) or "whispers only"
        title = "Nobody can come in" if bad or not found.texts else f"Bring in {len(found.people)}: {who[:40]}?"
        options = [Option("", "Cancel")]
        if not bad and found.texts:
            options.append(Option("bring", "Bring them in", "u takes it back"))

        def chosen(way: str | None) -> None:
            if not way:
                return
            if found.project is not self.project:
                self.tell("The project has changed meanwhile: bring them in again.")
            elif self.do(lambda: BringPeople(found.texts)):
                if found.people:
                    self.choose(found.people[0])
                self.tell(f"They came in: {who}.")

        self.app.push_screen(Pick(title, options, text="\n".join(told[:SHOWN] + more), search=False), chosen)


def _strange(path: str) -> str:
    return "" if path and Path(path).expanduser().exists() else "there is no such folder or file"
