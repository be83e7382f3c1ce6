"""`interview`: questions that people answer at a tick, each to each, without changing the run."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.models.model_notice import RUN_OPTION, model_notice, uses_rules
from latticeville.reports.interview.rows import interview_rows
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection

if TYPE_CHECKING:  # these bring numpy and pydantic, which a pane that shows rows does not need
    from latticeville.reports.interview.ask import InterviewAnswer
    from latticeville.reports.interview.questions import QuestionnaireItem

Answers = list["InterviewAnswer"]
"""The answers of each person to each question, all of one person before the next."""


def _declare(parser: ArgumentParser) -> None:
    from latticeville.reports.interview.questions import PAPER

    parser.add_argument(
        "--ask", action="append", type=_question, metavar="TEXT", help="question; repeatable"
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help=f"questionnaire in TOML, or “{PAPER}” for the built-in one",
    )


def _question(text: str) -> str:
    if not text.strip():
        raise ArgumentTypeError("the question is empty: write what you want to know")
    return text


def _ask(asked: Asked) -> Answers:
    from latticeville.reports.interview.ask import interview

    questions, people = _questions(asked), _people(asked)
    model, embedder = asked.minds()
    return interview(asked.state, people, questions, model, embedder, asked.looked)


def _questions(asked: Asked) -> "list[QuestionnaireItem]":
    """Return what is asked, one by one and in a questionnaire; ReportError where it is nothing,
    ScriptError where the questionnaire is wrong."""
    from latticeville.reports.interview.questions import QuestionnaireItem, read_questions

    options = asked.options
    if not options.ask and options.questions is None:
        raise ReportError(
            "there is no question: give one with --ask, or a questionnaire with --questions"
        )
    single = [QuestionnaireItem(text) for text in options.ask or ()]
    return single + (read_questions(options.questions) if options.questions else [])


def _people(asked: Asked) -> list[str]:
    """Return who is asked, else everybody who lives; ReportError where somebody named is dead."""
    state = asked.state
    for who in asked.people:
        if 0 < state.tick_of_death(who) < state.tick:
            died = f"{state.world.name_of(who)} died at tick {state.tick_of_death(who)}"
            raise ReportError(f"{died}: ask them at that tick or before, with --tick")
    return [*asked.people] or [who for who in sorted(state.minds) if not state.tick_of_death(who)]


def _tell(_asked: Asked, answers: Answers) -> Iterator[ReportSection]:
    yield ReportSection("", interview_rows(answers))


def _csv(answers: Answers) -> str:
    from latticeville.reports.interview.answers import answers_to_csv

    return answers_to_csv(answers)


def _notes(asked: Asked, answers: Answers) -> Iterator[str]:
    """Say that built-in rules answer, where they do for everybody who is asked."""
    model = asked.options.llm or asked.run.segments[-1].header.model
    if answers and all(uses_rules(model, one.agent) for one in answers):
        yield model_notice(model, RUN_OPTION, answers[0].agent)


REPORT = Report(
    "interview",
    BUILT_IN["interview"],
    _ask,
    _tell,
    'interview runs/monday --agent ada --ask "What about the oak?"',
    person="several",
    at_tick=True,
    declare=_declare,
    usual=("--ask", "Who are you?"),
    people_answer=True,
    progress="asking",
    csv=_csv,
    notes=_notes,
)
