"""Questions to several people: which, whom, asked in a thread as long work, and the answers kept in a file."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from latticeville.core.problems import Problem
from latticeville.world.areas import WORLD
from latticeville.world.names import apart
from studio.panes.heard import Put, counted
from studio.panes.interview import Heard, Interview
from studio.screens.filing import ask_file
from studio.session import Session
from studio.tapes import Tape
from studio.ui.pane_screen import Paned
from studio.underway import Work
from studio.view import View
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill
from studio.widgets.paths import Paths, typed_path
from studio.widgets.pick import Option, Pick
from studio.widgets.words import Words

if TYPE_CHECKING:
    from latticeville.lab.interview import Answer
    from latticeville.lab.questions import Question
    from latticeville.llm.embed import Embedder
    from latticeville.llm.model import Model
    from studio.working import Working

ONE, FILE, ALL, AREA, SOME = "\none", "\nfile", "\nall", "\narea", "\nsome"
"""Keys of options that no file and no person has."""
_STRANGE = re.compile(r"[^\w.-]+")


class Sheet(NamedTuple):
    """A questionnaire: where it lies, what it is called, its questions, what is wrong with it, whether it is ours."""

    path: str
    name: str
    questions: "Sequence[Question]" = ()
    problems: Sequence[Problem] = ()
    brought: bool = False

    @property
    def option(self) -> Option:
        """The line by which it is chosen."""
        told = "broken: enter says where" if self.problems else counted(len(self.questions), "question")
        told += ", brought along" if self.brought else ""
        return Option(self.path, self.path, told)


class Inquiring(Paned):
    """The dialogs by which several people are asked, and what comes of them."""

    view: View | None
    session: Session | None
    selected: str

    def action_questions(self) -> None:
        """Ask what is to be put; questionnaires are looked for meanwhile, in a thread."""
        if self.view is None or self.session is None or cast("Working", self.app).is_busy():
            return
        from latticeville.lab.questions import PAPER, questionnaires

        folders = [Path(), getattr(self.app, "folder", Path()), self.session.tape.folder]
        paper = read(Path(PAPER))._replace(brought=True)
        known = {paper.path: paper}

        def chosen(key: str | None) -> None:
            if key == ONE:
                self._ask_question()
            elif key == FILE:
                self._ask_for_file()
            elif key:
                self._take(known[key])

        pick = Pick("What is put to people?", _offered([paper]))
        self.app.push_screen(pick, chosen)

        def found(sheets: Sequence[Sheet]) -> None:
            if self.app.screen is pick:
                known.update({sheet.path: sheet for sheet in sheets})
                pick.offer(_offered(known.values()))

        def look() -> None:
            sheets = [read(path) for path in questionnaires(folders)]
            self.app.call_from_thread(found, sheets)

        self.run_worker(look, thread=True, group="questions")

    def _ask_question(self) -> None:
        from latticeville.lab.questions import Question

        def asked(text: str | None) -> None:
            if text:
                self._ask_whom(text, [Question(text)])

        self.app.push_screen(Ask("What is asked?", "{other} stands for somebody whom the person knows"), asked)

    def _ask_for_file(self) -> None:
        def wrong(typed: str) -> str:
            path = typed_path(typed)
            if not typed or not path.is_file():
                return "there is no such file" if typed else "name a file"
            problems = read(path).problems
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return f"{problems[0].where}: {problems[0].what}{more}" if problems else ""

        def filed(typed: str | None) -> None:
            if typed:
                self._take(read(typed_path(typed)))

        text = 'In TOML: [[questions]], below it ask = "…"'
        self.app.push_screen(Fill("Which questionnaire?", text, "", wrong, Paths((".toml",))), filed)

    def _take(self, sheet: Sheet) -> None:
        """Go on with a questionnaire, or say what is wrong with it."""
        if sheet.problems:
            from studio.screens.told import Told

            text = "Nobody was asked. Mend the file, then P puts it."
            self.app.push_screen(Told("This questionnaire is broken", text, sheet.problems))
        else:
            self._ask_whom(sheet.name, sheet.questions)

    def _ask_whom(self, title: str, questions: "Sequence[Question]") -> None:
        """Ask who is to answer, and ask them."""
        if self.view is None:
            return
        groups = self._groups()

        def told(people: Sequence[str]) -> str:
            return f"{counted(len(people), 'person', 'people')} · {counted(len(people) * len(questions), 'answer')}"

        options = [Option(key, name, told(people)) for key, (name, people) in groups.items()]
        options.append(Option(SOME, "Some of them…", "by name"))

        def chosen(key: str | None) -> None:
            if key == SOME:
                self._ask_names(title, questions)
            elif key:
                self._ask_all(title, groups[key][1], questions)

        self.app.push_screen(Pick("Who is asked?", options), chosen)

    def _groups(self) -> dict[str, tuple[str, Sequence[str]]]:
        """Return whom one may mean, by key: who is selected or is in what is, everybody, those in any other area."""
        if self.view is None:
            return {}
        state, name = self.view.payload.state, self.selected
        world, everybody = state.world, sorted(state.minds)
        groups: dict[str, tuple[str, Sequence[str]]] = {}
        if name in state.minds:
            groups[name] = (world.told(name), [name])
        selected = state.bodies[name].area if name in state.bodies else name
        lived = {state.bodies[who].area for who in everybody} - {selected}
        others = [area for area in world.areas.by_id if area in lived]
        for area in (selected, ALL, *others):
            if area == ALL:
                groups[ALL] = ("Everybody", everybody)
            elif area in world.areas.by_id and area != WORLD:
                inside = [who for who in everybody if world.areas.within(state.bodies[who].area, area)]
                if inside and inside != [name]:
                    groups[f"{AREA} {area}"] = (f"Those in {apart(world, area)}", inside)
        return groups

    def _ask_names(self, title: str, questions: "Sequence[Question]") -> None:
        if self.view is None:
            return
        from latticeville.cli.people import person

        state = self.view.payload.state
        known = sorted(state.minds)

        def wrong(typed: str) -> str:
            words = [word.strip() for word in typed.split(",")]
            return next((f"there is no person “{word}”" for word in words if person(state, word) is None), "")

        def named(typed: str | None) -> None:
            if typed:
                chosen = {person(state, word.strip()) for word in typed.split(",")}
                self._ask_all(title, [name for name in known if name in chosen], questions)

        text = f"Ids or names with commas between them: {', '.join(known[:8])}{', …' if known[8:] else ''}"
        self.app.push_screen(Fill("Who is asked?", text, "", wrong, Words(known)), named)

    def _ask_all(self, title: str, people: Sequence[str], questions: "Sequence[Question]") -> None:
        """Ask people in a thread, one after the other; what they answer is seen as it comes."""
        if self.view is None or self.session is None:
            return
        working, pane, state = cast("Working", self.app), self.query_one(Interview), self.view.payload.state
        tape, of = self.session.tape, len(people) * len(questions)
        put = Put(title, tape.folder, state.tick, len(people), len(questions))
        work = Work("Asking", "Stopped asking: what was answered stays.", lambda: pane.end(put))

        def done(trouble: str) -> None:
            pane.end(put)
            without = sum(1 for one in put.answers if one.error)
            told = f" {counted(without, 'of them says', 'of them say')} why there is none." if without else ""
            self.tell(trouble or f"{counted(len(put.answers), 'answer')}.{told} ctrl+s keeps them.")

        def do() -> None:
            from latticeville.lab import interview
            from latticeville.llm.model import ModelError
            from latticeville.llm.spec import UnknownModelError

            trouble, count = "", 0
            try:
                model, embedder = _minds(tape, work)
                work.begin("Asking")
                work.looked(0, of)
                for some in interview.put(state, people, questions, model, embedder):
                    work.look()
                    count += len(some)
                    work.what = f"Asking · {count:,} of {of:,}"
                    pane.post_message(Heard(put, some))
                    work.looked(count, of)
            except (ModelError, UnknownModelError) as error:
                trouble = f"Stopped after {counted(count, 'answer')}: {error}"
            self.app.call_from_thread(pane.call_later, lambda: working.come_to(work, lambda: done(trouble)))

        working.begin_work(work, do, "interview")
        if working.work is work:
            self.focus_pane("interview")
            pane.begin(put)

    def on_interview_kept(self, message: Interview.Kept) -> None:
        """Ask which answers are to be kept, if there are several lots, and where."""
        message.stop()
        puts = message.puts
        if not puts:
            self.tell("There is nothing to keep yet: A asks a question, P puts several.")
            return
        titled = [put for put in puts if put.title]
        alone = [put for put in puts if not put.title]
        lots = [*reversed([[put] for put in titled]), *([alone] if alone else [])]
        if len(lots) > 1:
            lots.append(list(puts))
        if len(lots) == 1:
            self._ask_where(lots[0])
            return
        options = [Option(str(place), *_told(lot, whole=lot == puts)) for place, lot in enumerate(lots)]
        pick = Pick("Which answers are kept?", options)
        self.app.push_screen(pick, lambda key: self._ask_where(lots[int(key)]) if key else None)

    def _ask_where(self, lot: Sequence[Put]) -> None:
        from latticeville.lab.answers import FORMS

        answers = [one for put in lot for one in put.answers]
        title = lot[0].title if len(lot) == 1 and lot[0].title else "interview"
        stem = _STRANGE.sub("-", Path(title).stem).strip("-.")[:30].strip("-.") or "interview"
        wanted = f"{stem}-{lot[-1].folder.name}-{lot[-1].tick}.csv"
        text = (
            f"{counted(len(answers), 'answer')}: .csv is a row for each, .json all there is, with prompts and replies."
        )
        ask_file(self.app, "Keep the answers", text, wanted, FORMS, lambda file: self._keep(answers, file))

    def _keep(self, answers: "Sequence[Answer]", file: Path) -> None:
        """Write answers into a file, in a thread."""

        def work() -> None:
            from latticeville.core.disk import write_atomic
            from latticeville.lab.answers import FORMS

            try:
                write_atomic(file, FORMS[file.suffix.lower()](answers).encode())
            except OSError as error:
                told = f"{file} cannot be written: {error.strerror or error}"
            else:
                told = f"Written: {file.absolute()}"
            self.app.call_from_thread(self.tell, told)

        self.run_worker(work, thread=True, group="exchange")


def _offered(sheets: Iterable[Sheet]) -> list[Option]:
    """Return the lines by which something to put is chosen."""
    return [
        Option(ONE, "One question", "you type it"),
        *(sheet.option for sheet in sheets),
        Option(FILE, "Another file…", "a questionnaire in TOML"),
    ]


def read(path: Path) -> Sheet:
    """Return a questionnaire, with what is wrong with it if anything is."""
    from latticeville.lab.questions import read_questions
    from latticeville.lab.script import ScriptError

    try:
        return Sheet(str(path), path.name, read_questions(path))
    except ScriptError as error:
        return Sheet(str(path), path.name, (), error.problems)


def _minds(tape: Tape, work: Work) -> "tuple[Model, Embedder]":
    """Return model and embedder of a run; work says that they are loaded."""
    from latticeville.llm.embed import HashEmbedder
    from latticeville.llm.ready import shared_embedder, shared_model

    work.begin(f"Loading {tape.model}")
    model = shared_model(tape.model)
    work.begin(f"Loading {tape.embedder}")
    return model, shared_embedder(tape.embedder) or HashEmbedder()


def _told(lot: Sequence[Put], *, whole: bool) -> tuple[str, str]:
    """Say what answers are of, and how many there are."""
    count = counted(sum(len(put.answers) for put in lot), "answer")
    if whole:
        return "All", count
    return (lot[0].told, f"tick {lot[0].tick} · {count}") if lot[0].title else ("What was asked one by one", count)
