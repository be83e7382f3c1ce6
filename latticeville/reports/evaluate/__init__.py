"""`evaluate`: the interview of Generative Agents in its conditions, and answers checked against
memory."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from latticeville.core.progress import ProgressCallback
from latticeville.reports.evaluate.conditions import CONDITIONS, Ablation, limit_minds
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, ViewRow, table_row, table_titles

if TYPE_CHECKING:  # these bring numpy and pydantic, which a pane that shows rows does not need
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.reports.evaluate.known_facts import CheckQuestion
    from latticeville.reports.interview.ask import InterviewAnswer
    from latticeville.reports.interview.questions import QuestionnaireItem
    from latticeville.sim.state import State


class Score(msgspec.Struct, frozen=True):
    """How many of how many."""

    count: int
    of: int

    def __str__(self) -> str:
        return f"{self.count}/{self.of}"


class ConditionResult(msgspec.Struct, frozen=True):
    """What came of a condition: by area how many answers rest on what the person has in mind; how
    many of the yes or no questions were right, and how often yes was said where no is true."""

    condition: str
    areas: dict[str, Score]
    right: Score
    false_yes: Score
    answers: "tuple[InterviewAnswer, ...]"


class Evaluation(msgspec.Struct, frozen=True):
    """The conditions, of some people at a tick."""

    tick: int
    people: tuple[str, ...]
    conditions: tuple[ConditionResult, ...]


def evaluate(
    state: "State",
    people: Sequence[str],
    model: "Model",
    embedder: "Embedder",
    looked: ProgressCallback,
) -> Evaluation:
    """Ask people the paper's questions and what memory knows the answer of, in each condition."""
    from latticeville.reports.evaluate.known_facts import known_facts
    from latticeville.reports.interview.questions import PAPER, read_questions

    questions = read_questions(Path(PAPER))
    facts = {who: known_facts(state, who) for who in people}
    results = list[ConditionResult]()
    for place, condition in enumerate(CONDITIONS):
        looked(place, len(CONDITIONS))
        results.append(_ask_condition(state, condition, questions, facts, model, embedder))
    looked(len(CONDITIONS), len(CONDITIONS))
    return Evaluation(state.tick, tuple(people), tuple(results))


def _ask_condition(
    state: "State",
    condition: Ablation,
    questions: "Sequence[QuestionnaireItem]",
    facts: "dict[str, list[CheckQuestion]]",
    model: "Model",
    embedder: "Embedder",
) -> ConditionResult:
    from latticeville.reports.evaluate.known_facts import said_yes
    from latticeville.reports.interview.ask import ask_people
    from latticeville.reports.interview.questions import CATEGORIES, QuestionnaireItem

    limited = limit_minds(state, facts, condition)
    answers, right, false_yes, known = list["InterviewAnswer"](), 0, 0, 0
    for who, some in facts.items():
        checks = [QuestionnaireItem(one.question) for one in some]
        (told,) = ask_people(limited, [who], [*questions, *checks], model, embedder)
        answers += told
        for fact, answer in zip(some, told[len(questions) :], strict=True):
            right += said_yes(answer.answer) is fact.is_true
            false_yes += not fact.is_true and said_yes(answer.answer) is True
            known += not fact.is_true
    areas = {
        area: Score(sum(map(_rests, some)), len(some))
        for area in CATEGORIES
        for some in [[one for one in answers if one.category == area]]
    }
    count = sum(map(len, facts.values()))
    return ConditionResult(
        condition.name, areas, Score(right, count), Score(false_yes, known), tuple(answers)
    )


def _rests(answer: "InterviewAnswer") -> bool:
    """Tell whether an answer rests on what the person has in mind."""
    from latticeville.mind.builtin.answers.plans import NO_PLAN_LEAD

    if answer.basis:
        return answer.basis == "known" and not answer.answer.startswith(NO_PLAN_LEAD)
    return bool(answer.cites)


def _ask(asked: Asked) -> Evaluation:
    model, embedder = asked.minds()
    state = asked.state
    people = [*asked.people] or [who for who in sorted(state.minds) if not state.tick_of_death(who)]
    return evaluate(state, people, model, embedder, asked.looked)


_AREAS = ("self-knowledge", "memory", "plans", "reactions", "reflections")
_COLUMNS = (
    Column("condition", 27),
    *(Column(area, max(7, len(area)), right=True) for area in _AREAS),
    Column("yes/no right", 12, right=True),
    Column("false yes", 9, right=True),
)


def _tell(asked: Asked, answer: Evaluation) -> Iterator[ReportSection]:
    names = ", ".join(asked.world.name_of(who) for who in answer.people)
    yield ReportSection(
        f"Answers that rest on memory · tick {answer.tick} · {names}", _rows(answer)
    )


def _rows(answer: Evaluation) -> Iterator[ViewRow]:
    yield table_titles(_COLUMNS)
    for one in answer.conditions:
        scores = (*(one.areas[area] for area in _AREAS), one.right, one.false_yes)
        yield table_row(one.condition, (one.condition, *map(str, scores)), _COLUMNS)


REPORT = Report(
    "evaluate",
    BUILT_IN["evaluate"],
    _ask,
    _tell,
    "evaluate runs/monday --agent ada",
    person="several",
    at_tick=True,
    people_answer=True,
    progress="asking",
)
