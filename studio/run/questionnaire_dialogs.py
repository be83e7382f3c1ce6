"""Ask several people: choose questions and people, run it in a thread, save the answers."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.app import App

from latticeville.core.problems import Problem
from latticeville.reports.rows import count as counted
from latticeville.sim.state import State
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import unique_name
from studio.player.run_sources import RunSource
from studio.run.panes.answer_rows import Poll
from studio.run.panes.interview_pane import InterviewPane, PollAnswerReceived
from studio.task import Task
from studio.ui.dialogs.file_prompt import ask_file
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.dialogs.word_suggester import PathSuggester, WordSuggester, expand_path

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.reports.interview.ask import InterviewAnswer
    from latticeville.reports.interview.questions import QuestionnaireItem
    from studio.ui.task_runner import TaskApp, TaskRunner

ONE, FILE, ALL, AREA, SOME = "\none", "\nfile", "\nall", "\narea", "\nsome"
"""Keys of options that no file and no person has."""
_STRANGE = re.compile(r"[^\w.-]+")


class QuestionnaireFile(NamedTuple):
    """A questionnaire: where it lies, what it is called, its questions, what is wrong with it,
    whether it is ours."""

    path: str
    name: str
    questions: "Sequence[QuestionnaireItem]" = ()
    problems: Sequence[Problem] = ()
    brought: bool = False

    @property
    def option(self) -> Option:
        """The line by which it is chosen."""
        told = (
            "has errors: enter lists them"
            if self.problems
            else counted(len(self.questions), "question")
        )
        told += ", built in" if self.brought else ""
        return Option(self.path, self.path, told)


class Questionnaires(NamedTuple):
    """The dialogs by which several people are asked at a tick, and what comes of them."""

    app: App[Any]
    tasks: "TaskRunner"
    state: State
    selected: str
    """The id of who or what is selected."""
    source: RunSource
    """The run that is asked."""
    pane: InterviewPane
    """Where the answers are seen."""
    say: Callable[[str], object]

    async def ask(self) -> Poll | None:
        """Ask what is put to whom, and put it; return the answers to come, if there are any."""
        if self.tasks.is_busy():
            return None
        if not _living(self.state):
            self.say(f"Nobody lives at tick {self.state.tick}: go to an earlier tick.")
            return None
        sheet = await self._choose_questions()
        if sheet is None:
            return None
        if sheet.problems:
            from studio.ui.dialogs.problems_dialog import ProblemsDialog

            text = "Nobody was asked. Fix the file, then press P again."
            await self.app.push_screen_wait(
                ProblemsDialog("This questionnaire has errors", text, sheet.problems)
            )
        elif people := await self._choose_people(len(sheet.questions)):
            return self._put(sheet, people)
        return None

    async def _choose_questions(self) -> QuestionnaireFile | None:
        """Ask what is to be put; questionnaires are looked for meanwhile, in a thread."""
        from latticeville.reports.interview.questions import PAPER, questionnaires

        folders = [
            Path(),
            cast("TaskApp", self.app).open_world.folder,
            self.source.folder,
        ]
        paper = read_questionnaire(Path(PAPER))._replace(brought=True)
        known = {paper.path: paper}
        pick = OptionDialog("Ask which questions?", _offered([paper]))

        def found(sheets: Sequence[QuestionnaireFile]) -> None:
            if self.app.screen is pick:
                known.update({sheet.path: sheet for sheet in sheets})
                pick.offer(_offered(known.values()))

        def look() -> None:
            sheets = [read_questionnaire(path) for path in questionnaires(folders)]
            self.app.call_from_thread(found, sheets)

        self.pane.run_worker(look, group="questions", thread=True)
        key = await self.app.push_screen_wait(pick)
        if key == ONE:
            return await self._ask_question()
        return await self._ask_file() if key == FILE else known.get(key or "")

    async def _ask_question(self) -> QuestionnaireFile | None:
        from latticeville.reports.interview.questions import QuestionnaireItem

        text = await self.app.push_screen_wait(
            TextPrompt("Question", "{other} becomes the name of somebody they know")
        )
        return QuestionnaireFile("", text, [QuestionnaireItem(text)]) if text else None

    async def _ask_file(self) -> QuestionnaireFile | None:
        def wrong(typed: str) -> str:
            path = expand_path(typed)
            if not typed or not path.is_file():
                return "no such file" if typed else "type a file name"
            problems = read_questionnaire(path).problems
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return f"{problems[0].location}: {problems[0].what}{more}" if problems else ""

        text = 'A TOML file with [[questions]] tables: ask = "…"'
        typed = await self.app.push_screen_wait(
            ValidatedInput("Questionnaire file", text, "", wrong, PathSuggester((".toml",)))
        )
        return read_questionnaire(expand_path(typed)) if typed else None

    async def _choose_people(self, questions: int) -> Sequence[str]:
        """Ask who is to answer."""
        groups = {one.key: one for one in list_groups(self.state, self.selected)}

        def told(people: Sequence[str]) -> str:
            return (
                f"{counted(len(people), 'person', 'people')} · "
                f"{counted(len(people) * questions, 'answer')}"
            )

        options = [Option(one.key, one.name, told(one.people)) for one in groups.values()]
        options.append(Option(SOME, "Some of them…", "by name"))
        key = await self.app.push_screen_wait(OptionDialog("Ask whom?", options))
        if key == SOME:
            return await self._ask_names()
        return groups[key].people if key else ()

    async def _ask_names(self) -> Sequence[str]:
        from latticeville.reports.people import person

        state = self.state
        known = _living(state)

        def wrong(typed: str) -> str:
            words = [word.strip() for word in typed.split(",")]
            return next(
                (f"no person “{word}”" for word in words if person(state, word) is None), ""
            )

        text = f"Ids or names, comma-separated: {', '.join(known[:8])}{', …' if known[8:] else ''}"
        typed = await self.app.push_screen_wait(
            ValidatedInput("Ask whom?", text, "", wrong, WordSuggester(known))
        )
        chosen = {person(state, word.strip()) for word in (typed or "").split(",") if typed}
        return [name for name in known if name in chosen]

    def _put(self, sheet: QuestionnaireFile, people: Sequence[str]) -> Poll | None:
        """Ask people in a thread, one after the other; what they answer is seen as it comes."""
        tasks, pane, state, source = self.tasks, self.pane, self.state, self.source
        poll = Poll(sheet.name, source.folder, state.tick, len(people), len(sheet.questions))
        task = Task("Asking", "Cancelled; answers so far are kept.", lambda: pane.end(poll))

        def do() -> None:
            trouble = _answer(poll, task, state, people, sheet.questions, source, pane)
            self.app.call_from_thread(
                pane.call_later, lambda: tasks.complete(task, lambda: self._end(poll, trouble))
            )

        tasks.begin(task, do, "interview")
        return poll if tasks.current is task else None

    def _end(self, poll: Poll, trouble: str) -> None:
        """Say what came of it."""
        self.pane.end(poll)
        without = sum(1 for one in poll.answers if one.error)
        told = (
            f" {counted(without, 'of them says', 'of them say')} why there is none."
            if without
            else ""
        )
        self.say(trouble or f"{counted(len(poll.answers), 'answer')}.{told} ctrl+s: save")


async def save_answers(app: App[Any], polls: Sequence[Poll]) -> str:
    """Ask which answers are to be kept, if there are several lots, and where; return what came of
    it."""
    lots = _lots(polls)
    if not lots:
        return "No answers to save yet. A: ask · P: ask several"
    place: str | None = "0"
    if len(lots) > 1:
        options = [
            Option(str(place), *_told(lot, whole=lot == polls)) for place, lot in enumerate(lots)
        ]
        place = await app.push_screen_wait(OptionDialog("Save which answers?", options))
    return await _save_lot(app, lots[int(place)]) if place else ""


async def _save_lot(app: App[Any], lot: Sequence[Poll]) -> str:
    from latticeville.reports.interview.answers import FORMS

    answers = [one for poll in lot for one in poll.answers]
    title = lot[0].title if len(lot) == 1 and lot[0].title else "interview"
    stem = _STRANGE.sub("-", Path(title).stem).strip("-.")[:30].strip("-.") or "interview"
    wanted = f"{stem}-{lot[-1].folder.name}-{lot[-1].tick}.csv"
    text = (
        f"{counted(len(answers), 'answer')}: .csv (a row each) or .json (with prompts and replies)."
    )
    file = await ask_file(app, "Save the answers", text, wanted, FORMS)
    return await asyncio.to_thread(_write, answers, file) if file else ""


def _write(answers: "Sequence[InterviewAnswer]", file: Path) -> str:
    """Write answers into a file, and say so."""
    from latticeville.core.disk import write_atomic
    from latticeville.reports.interview.answers import FORMS

    try:
        write_atomic(file, FORMS[file.suffix.lower()](answers).encode())
    except OSError as error:
        return f"{file} cannot be written: {error.strerror or error}"
    return f"Written: {file.absolute()}"


class AskedGroup(NamedTuple):
    """Whom one may mean: a key, what they are called, and their ids."""

    key: str
    name: str
    people: Sequence[str]


def _living(state: State) -> list[str]:
    """Return the ids of all who can be asked."""
    return sorted(who for who in state.minds if not state.tick_of_death(who))


def list_groups(state: State, selected: str) -> Iterator[AskedGroup]:
    """Yield who is selected or is in what is, everybody, and those in any other area; the dead
    cannot be asked."""
    everybody = _living(state)
    if selected in everybody:
        yield AskedGroup(selected, state.world.name_with_article(selected), [selected])
    here = state.bodies[selected].area if selected in state.bodies else selected
    yield from _group_inside(state, here, everybody, selected)
    yield AskedGroup(ALL, "Everybody", everybody)
    lived = {state.bodies[who].area for who in everybody} - {here}
    for area in state.world.areas.by_id:
        if area in lived:
            yield from _group_inside(state, area, everybody, selected)


def _group_inside(
    state: State, area: str, everybody: Sequence[str], selected: str
) -> Iterator[AskedGroup]:
    """Yield those in an area, unless there is nobody but who is selected."""
    areas = state.world.areas
    if area in areas.by_id and area != WORLD:
        inside = [who for who in everybody if areas.is_within(state.bodies[who].area, area)]
        if inside and inside != [selected]:
            yield AskedGroup(
                f"{AREA} {area}", f"People in {unique_name(state.world, area)}", inside
            )


def _answer(
    poll: Poll,
    task: Task,
    state: State,
    people: Sequence[str],
    questions: "Sequence[QuestionnaireItem]",
    source: RunSource,
    pane: InterviewPane,
) -> str:
    """Put questions to people, and hand each answer to the pane; return why that ended early, or
    nothing."""
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.reports.interview.ask import ask_people

    count = 0
    try:
        model, embedder = _minds(source, task)
        task.begin("Asking")
        task.report_progress(0, poll.expected)
        for some in ask_people(state, people, questions, model, embedder):
            task.check_stopped()
            count += len(some)
            task.what = f"Asking · {count:,} of {poll.expected:,}"
            pane.post_message(PollAnswerReceived(poll, some))
            task.report_progress(count, poll.expected)
    except (ModelError, UnknownModelError) as error:
        return f"Stopped after {counted(count, 'answer')}: {error}"
    return ""


def _lots(polls: Sequence[Poll]) -> list[list[Poll]]:
    """Return what may be kept together: each poll, the newest first, what was asked one by one, and
    all."""
    alone = [poll for poll in polls if not poll.title]
    lots = [*reversed([[poll] for poll in polls if poll.title]), *([alone] if alone else [])]
    return [*lots, [*polls]] if len(lots) > 1 else lots


def _offered(sheets: Iterable[QuestionnaireFile]) -> list[Option]:
    """Return the lines by which something to put is chosen."""
    return [
        Option(ONE, "One question", "type it yourself"),
        *(sheet.option for sheet in sheets),
        Option(FILE, "Another file…", "a questionnaire in TOML"),
    ]


def read_questionnaire(path: Path) -> QuestionnaireFile:
    """Return a questionnaire, with what is wrong with it if anything is."""
    from latticeville.reports.interview.questions import read_questions
    from latticeville.sim.input_script import ScriptError

    try:
        return QuestionnaireFile(str(path), path.name, read_questions(path))
    except ScriptError as error:
        return QuestionnaireFile(str(path), path.name, (), error.problems)


def _minds(source: RunSource, task: Task) -> "tuple[Model, Embedder]":
    """Return model and embedder of a run; task says that they are loaded."""
    from latticeville.models.cache_registry import embedder_or_hash, shared_model

    task.begin(f"Loading {source.model}")
    model = shared_model(source.model)
    task.begin(f"Loading {source.embedder}")
    return model, embedder_or_hash(source.embedder)


def _told(lot: Sequence[Poll], *, whole: bool) -> tuple[str, str]:
    """Say what answers are of, and how many there are."""
    count = counted(sum(len(poll.answers) for poll in lot), "answer")
    if whole:
        return "All", count
    return (
        (lot[0].description, f"tick {lot[0].tick} · {count}")
        if lot[0].title
        else ("Single questions", count)
    )
