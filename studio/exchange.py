"""New worlds, worlds of other formats, and worlds for others: asked for in dialogs, made in a thread."""

import os
import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.core.problems import Problem, errors
from studio.comparing import Comparing
from studio.underway import Work
from studio.widgets.paths import typed_path
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from latticeville.world.pack import World

TEMPLATES = (
    ("blank", "Blank", "a meadow with nobody on it, of any size"),
    ("village", "Village", "four people, a bakery, an inn and a pond"),
    ("dungeon", "Dungeon", "a gaol, its warden and who sits in it"),
    ("survival", "Survival", "three castaways and a fire"),
)
"""What a new world may begin as: key, name, and a word on it."""
_SIZE = re.compile(r"\s*(\d{1,4})\s*[x×, ]\s*(\d{1,4})\s*")
_USUAL = "40x14"
"""The size of the blank template as it is."""
_WORLDS = Path("worlds")


class Exchange(Comparing):
    """Makes worlds, and writes them for others."""

    @abstractmethod
    def leave_for(self, folder: Path) -> None:
        """Leave what is open, and open another world."""

    def action_new(self) -> None:
        """Ask for a name and a template, and open the new world."""

        def named(name: str | None) -> None:
            if name:
                options = [Option(*one) for one in TEMPLATES]
                self.push_screen(Pick("Begin with", options), lambda way: self._new_as(name, way))

        text = "A name for its folder in worlds/, such as harbour, or a path, such as games/harbour."
        self._fill("New world", text, "", _folder_trouble, named)

    def _new_as(self, name: str, template: str | None) -> None:
        if template == "blank":
            from latticeville.world.templates import trouble

            def wrong(typed: str) -> str:
                size = _size(typed)
                return trouble(*size) if size else "write width and height, such as 60x30"

            def sized(typed: str | None) -> None:
                if typed:
                    self._make_new(name, template, None if typed == _USUAL else _size(typed))

            self._fill("How large?", "Width and height in cells; it can be resized later.", _USUAL, wrong, sized)
        elif template:
            self._make_new(name, template, None)

    def _make_new(self, name: str, template: str, size: tuple[int, int] | None) -> None:
        from latticeville.world.templates import texts

        folder = _folder(name)
        self._write("Making", folder, lambda: (texts(template, folder.name, size), []), f"{folder} is a new world.")

    def action_import(self) -> None:
        """Ask for a source and a folder, and open what came of it."""

        def sourced(typed: str | None) -> None:
            if typed:
                source = typed_path(typed)
                wanted = re.sub(r"[^a-z0-9]+", "_", source.absolute().stem.casefold()).strip("_") or "town"
                text = "A name for its folder in worlds/, or a path, such as games/harbour."

                def named(name: str | None) -> None:
                    if name:
                        self._import(source, _folder(name))

                self._fill("Import into", text, wanted, _folder_trouble, named)

        text = "A map of Tiled (.tmj, .tmx), or a folder: of Generative Agents' matrix, of the original Latticeville."
        self._fill("Import", text, "", _source_trouble, sourced)

    def _import(self, source: Path, folder: Path) -> None:
        from latticeville.world.importers.bring import bring
        from latticeville.world.importers.report import Report

        report = Report()
        said = f"{source.name} was imported into {folder}."
        self._write("Importing", folder, lambda: bring(source, report), said, lambda: report.comparison)

    def _write(
        self,
        what: str,
        folder: Path,
        make: "Callable[[], tuple[dict[str, str] | None, Sequence[Problem]]]",
        said: str,
        compared: Callable[[], str] = str,
    ) -> None:
        """Make a world in a thread, tell what there is to tell, and open it."""
        work = Work(what, "Stopped: nothing was written.")

        def do() -> None:
            from latticeville.world.save import OccupiedError, write_world

            files, problems = make()
            if files is None:
                count = len(errors(problems))
                text = f"Nothing was written: {count} error{'s' * (count != 1)}."
                self.call_from_thread(self.come_to, work, lambda: self._tell("Not imported", text, problems, None))
                return
            work.look()
            try:
                write_world(folder, files)
            except (OccupiedError, OSError, ValueError) as error:
                told = f"Nothing was written: {getattr(error, 'strerror', None) or error}"
                self.call_from_thread(self.come_to, work, lambda: self.say(told))
                return
            more = compared()
            self.call_from_thread(self.come_to, work, lambda: self._tell("Imported", said, problems, folder, more))

        self.begin_work(work, do, "exchange")

    def _tell(
        self, title: str, text: str, problems: Sequence[Problem], folder: Path | None, compared: str = ""
    ) -> None:
        """Show problems and how the import compares with its source, then open the folder."""

        def told(_nothing: None = None) -> None:
            if folder is not None:
                self.leave_for(folder)

        if not problems and not compared:
            told()
            return
        from studio.screens.problems_dialog import ProblemsDialog

        lost = f" {len(problems)} things have no room or are not as they should be:" if folder and problems else ""
        more = f"\nCompared with the source: {compared}." if compared else ""
        self.push_screen(ProblemsDialog(title, f"{text}{lost}{more}", problems), told)

    def action_export(self) -> None:
        """Ask for a file, and write the world that is shown into it."""
        world = self._shown_world()
        if isinstance(world, str):
            self.say(world)
            return
        from latticeville.render.export import ENDINGS
        from studio.screens.filing import ask_file

        text = f"The file; its ending says what is written: {', '.join(ENDINGS)}"
        wanted = f"{self.folder.name or 'world'}.svg"
        ask_file(self, "Export", text, wanted, ENDINGS, lambda file: self._export(world, file))

    def _shown_world(self) -> "World | str":
        """Return the world as it is drawn or as it runs, or say why there is none."""
        design = self.design
        if design is not None and self.screen is design:
            report = design.report
            if report is None or report.project is not design.bench.desk.project:
                return "One moment: the project is being checked."
            if report.world is None or errors(report.problems):
                return "Mend the errors first: the problems name them."
            return report.world
        view = self.simulate.view if self.simulate else None
        return view.payload.state.world if view else "Open a world first."

    def _export(self, world: "World", file: Path) -> None:
        self.say("One moment…")

        def work() -> None:
            from latticeville.core.disk import write_atomic
            from latticeville.render.export import files

            try:
                made = files(world, file)
                for path, data in made.items():
                    write_atomic(path, data)
            except OSError as error:
                self.call_from_thread(self.say, f"{file} cannot be written: {error.strerror or error}")
                return
            self.call_from_thread(self.say, f"Written: {', '.join(str(one.absolute()) for one in made)}")

        self.run_worker(work, thread=True, group="exchange")

    def _fill(
        self, title: str, text: str, wanted: str, wrong: Callable[[str], str], filled: Callable[[str | None], None]
    ) -> None:
        from studio.widgets.fill import Fill

        self.push_screen(Fill(title, text, wanted, wrong), filled)


def _folder(name: str) -> Path:
    """Return the folder of a new world of this name."""
    return typed_path(name) if {"/", "\\"} & {*name} else _WORLDS / name.strip()


def _folder_trouble(name: str) -> str:
    """Say why a world cannot be made in a folder, or nothing."""
    if not name:
        return "it needs a name"
    folder = _folder(name)
    if folder.name in ("", "..") or not name.isprintable():
        return f"“{name}” is no name for a folder"
    taken = os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir()))
    return f"{folder} is there already; name another one" if taken else ""


def _source_trouble(typed: str) -> str:
    """Say why a source cannot be imported, or nothing."""
    from latticeville.world.importers.bring import is_known
    from latticeville.world.importers.cast.bring import is_people

    source = typed_path(typed)
    if not typed or not os.path.lexists(source):
        return f"there is no “{source}”" if typed else "name a file or a folder"
    if is_known(source):
        return ""
    if (source / "world.toml").is_file():
        return "this is a world already: open it"
    if is_people(source):
        return f"these are people: latticeville import {source} {_WORLDS / 'WORLD'} brings them in"
    return "this is of no format that can be imported"


def _size(typed: str) -> tuple[int, int] | None:
    found = _SIZE.fullmatch(typed)
    return (int(found[1]), int(found[2])) if found else None
