"""The answers to a questionnaire as rows below a heading."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.reports.interview.rows import answer_row, interview_rows
from latticeville.reports.rows import Emphasis, TextPart, ViewRow, count

if TYPE_CHECKING:
    from latticeville.reports.interview.ask import InterviewAnswer


class Poll:
    """Questions that were put together, and what was answered so far; one that was asked by the way
    has no title."""

    def __init__(self, title: str, folder: Path, tick: int, people: int, questions: int) -> None:
        self.title, self.folder, self.tick = title, folder, tick
        self.people, self.questions = people, questions
        self.answers: list[InterviewAnswer] = []
        self.over = False
        """Whether nobody is asked any more."""

    @property
    def expected(self) -> int:
        """How many answers there are to be."""
        return self.people * self.questions

    @property
    def description(self) -> str:
        """Say what was put, and to how many."""
        asked = f" · {count(self.questions, 'question')}" if self.questions > 1 else ""
        return f"{self.title} · {count(self.people, 'person', 'people')}{asked}"

    @property
    def progress(self) -> str:
        """Say how many answers there are."""
        if len(self.answers) == self.expected:
            return count(self.expected, "answer")
        return f"{len(self.answers):,} of {self.expected:,}{' · stopped' if self.over else ' …'}"


def poll_rows(place: int, poll: Poll, here: Path) -> Iterator[ViewRow]:
    """Yield the rows of a poll: a heading with the key `r` and its place, or what one person was
    asked by the way."""
    when = f"{'' if here == poll.folder else f'{poll.folder.name} · '}tick {poll.tick}"
    if poll.title:
        parts, tail = (
            (TextPart(poll.description, Emphasis.STRONG),),
            TextPart(f"{when} · {poll.progress}", Emphasis.QUIET),
        )
        yield ViewRow(
            f"r{place}",
            parts,
            tail=tail,
            children=lambda: interview_rows(poll.answers, poll.title, place),
        )
        return
    for number, one in enumerate(poll.answers):
        row = answer_row(f"a{place}.{number}", one)
        question, answer = row.parts
        name = TextPart(f"{one.name.split()[0]}: ", Emphasis.STRONG)
        yield row._replace(parts=(question, name, answer), tail=TextPart(when, Emphasis.QUIET))
