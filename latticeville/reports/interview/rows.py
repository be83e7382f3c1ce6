"""Answers as rows: per person the question, the answer, and the memories it cites."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from latticeville.reports.rows import (
    Emphasis,
    MemoryTarget,
    TextPart,
    ViewRow,
    count,
    line,
    model_cost,
    reply_origin,
    request_rows,
)

if TYPE_CHECKING:
    from latticeville.reports.interview.ask import InterviewAnswer

PLAIN, QUIET, STRONG, _, ALARM = Emphasis


def interview_rows(
    answers: "Sequence[InterviewAnswer]", title: str = "", poll: int = 0
) -> Iterator[ViewRow]:
    """Yield a row for each person, below which their answers fold; keys begin with `p` and `a` and
    the poll's number.

    With a `title` above, neither the tick nor a question that is the title itself is repeated.
    """
    for agent, group in groupby(enumerate(answers), key=lambda pair: pair[1].agent):
        some = list(group)
        first, failed = some[0][1], sum(1 for _, one in some if one.error)
        about = TextPart("" if title else f"  tick {first.tick} · {first.when}", QUIET)
        told = count(failed, "error") if failed else count(len(some), "answer") if some[1:] else ""
        tail = TextPart(told, ALARM if failed else QUIET)
        rows = partial(_answers, some, title, poll)
        parts = TextPart(first.name, STRONG), about
        yield ViewRow(f"p{poll} {agent}", parts, tail=tail, children=rows, single=True)


def _answers(some: "list[tuple[int, InterviewAnswer]]", title: str, poll: int) -> Iterator[ViewRow]:
    return (answer_row(f"a{poll}.{place}", one, title) for place, one in some)


def answer_row(key: str, one: "InterviewAnswer", title: str = "") -> ViewRow:
    """Return a question and its answer, below which the cited memories and the request fold."""
    asked = one.question != title
    question = TextPart(f"“{one.question}”\n" if asked else "", QUIET)
    answer = TextPart(one.answer or f"no answer: {one.error}", PLAIN if one.answer else ALARM)
    tail = TextPart(one.category if asked else "", QUIET)
    return ViewRow(key, (question, answer), tail=tail, children=partial(_below, key, one))


def _below(key: str, one: "InterviewAnswer") -> Iterator[ViewRow]:
    for cited in one.cites:
        text, target = f"{cited.when} {cited.kind}: {cited.text}", MemoryTarget(one.agent, cited.id)
        yield line(f"{key}/c{cited.id}", text, QUIET, f"#{cited.id}", target)
    origin = " · ".join(filter(None, (reply_origin(one.source), one.basis)))
    cost = (origin, *model_cost(one.tokens, one.seconds))
    about = " · ".join((*cost, count(len(one.recalled), "memory retrieved", "memories retrieved")))
    inside = ("system", one.system), ("prompt", one.prompt), ("reply", one.reply)
    rows = partial(request_rows, f"{key}/s", inside)
    yield ViewRow(
        f"{key}/s", (TextPart(about, QUIET),), "asked", children=rows, single=True, printed=False
    )
