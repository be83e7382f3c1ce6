"""Answers as rows: below each person, with the memories that they cite and what was sent."""

from pathlib import Path

from msgspec.structs import replace

from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.reports.interview.ask import InterviewAnswer, interview
from latticeville.reports.interview.questions import QuestionnaireItem
from latticeville.reports.interview.rows import interview_rows
from latticeville.reports.rows import Emphasis, MemoryTarget
from latticeville.runs.replay import Replay
from tests.reports.conftest import TICKS, unfolded

QUESTIONS = [QuestionnaireItem("What about the lamp?"), QuestionnaireItem("Who is Mina?", "memory")]


def answers(folder: Path) -> list[InterviewAnswer]:
    return interview(
        Replay(folder).at(TICKS).state, ["mina", "otto"], QUESTIONS, FakeLLM(), HashEmbedder()
    )


def test_answers_fold_below_people_with_what_they_cite(folder: Path) -> None:
    found = answers(folder)
    people = list(interview_rows(found))
    assert [(row.parts[0].text, row.tail.text) for row in people] == [
        (one.name, "2 answers") for one in found[::2]
    ]
    rows = list(unfolded(iter(people)))
    assert len({row.key for row in rows}) == len(rows)
    assert [row.tail.text for row in rows if row.key.startswith("a") and "/" not in row.key] == [
        "",
        "memory",
    ] * 2
    cited = [row.target for row in rows if "/c" in row.key]
    assert cited == [MemoryTarget(one.agent, each.id) for one in found for each in one.cites]
    asked = [row for row in rows if row.label == "asked"]
    for row, one in zip(asked, found, strict=True):
        assert row.children
        sent = "\n".join(each.text for each in row.children())
        assert sent == "\n".join(filter(None, (one.system, one.prompt, one.reply)))


def test_a_question_that_is_the_title_is_not_repeated_and_an_error_is_told(folder: Path) -> None:
    wrong = replace(answers(folder)[0], answer="", error="too late")
    (person,) = interview_rows([wrong], wrong.question)
    assert person.tail.text == "1 error"
    assert person.children
    (row,) = person.children()
    assert row.text == "no answer: too late"
    assert row.parts[-1].emphasis is Emphasis.ALARM
