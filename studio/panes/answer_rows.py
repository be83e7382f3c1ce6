"""Answers as lines: each below the person and the questionnaire that it is of, with what it rests on."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, Row, Span, clean, sign, wrap

if TYPE_CHECKING:
    from latticeville.lab.interview import Answer, Cited

LEADS = Span("→", QUIET)
"""Stands at the right of what leads elsewhere."""


class Poll:
    """Questions that were put together, and what was answered so far; one that was asked by the way has no title."""

    def __init__(self, title: str, folder: Path, tick: int, people: int, questions: int) -> None:
        self.title, self.folder, self.tick = title, folder, tick
        self.people, self.questions = people, questions
        self.answers: list[Answer] = []
        self.over = False
        """Whether nobody is asked any more."""
        self.drawn: dict[str, tuple[tuple[int, bool], tuple[Row, ...]]] = {}
        """The lines of answers as they were made last, and what they depend on."""

    @property
    def of(self) -> int:
        """How many answers there are to be."""
        return self.people * self.questions

    @property
    def told(self) -> str:
        """Say what was put, and to how many."""
        asked = f" · {counted(self.questions, 'question')}" if self.questions > 1 else ""
        return f"{self.title} · {counted(self.people, 'person', 'people')}{asked}"

    @property
    def share(self) -> str:
        """Say how many answers there are."""
        if len(self.answers) == self.of:
            return counted(self.of, "answer")
        return f"{len(self.answers):,} of {self.of:,}{' · stopped' if self.over else ' …'}"


class AnswerView(NamedTuple):
    """What lines depend on: their cells, what is open, what is folded, and the run that is shown."""

    cells: int
    opened: frozenset[str]
    folded: frozenset[str]
    here: Path | None


def counted(count: int, one: str, more: str = "") -> str:
    """Say how many there are of something.

    >>> counted(1, "answer"), counted(2500, "answer"), counted(4, "person", "people")
    ('1 answer', '2,500 answers', '4 people')
    """
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def lines(place: int, poll: Poll, view: AnswerView) -> Iterator[Row]:
    """Yield the lines of what was put: `r` and its place is the heading's key, `p` is a person's, `a` an answer's."""
    elsewhere = "" if view.here in (None, poll.folder) else f"{poll.folder.name} · "
    if not poll.title:
        for count, one in enumerate(poll.answers):
            yield from _alone(f"a{place}.{count}", one, f"{elsewhere}tick {poll.tick}", view)
        return
    key = f"r{place}"
    tail = f"{elsewhere}tick {poll.tick} · {poll.share}"
    for turn, line in enumerate(wrap(poll.told, view.cells - len(tail) - 4)):
        head = sign(opened=key not in view.folded) if turn == 0 else Span("  ")
        yield Row(key, (head, Span(line, STRONG)), Span(tail if turn == 0 else "", QUIET))
    if key in view.folded:
        return
    numbered = enumerate(poll.answers)
    for agent, group in groupby(numbered, key=lambda pair: pair[1].agent):
        yield from _person(place, poll, agent, list(group), view)


def _person(place: int, poll: Poll, agent: str, group: "list[tuple[int, Answer]]", view: AnswerView) -> Iterator[Row]:
    key, without = f"p{place} {agent}", sum(1 for _, one in group if one.error)
    wrong = f"{without} without answer" if without else ""
    tail = Span(wrong or counted(len(group), "answer"), ALARM if wrong else QUIET) if poll.questions > 1 else Span("")
    yield Row(key, (Span("  "), sign(opened=key not in view.folded), Span(clean(group[0][1].name), STRONG)), tail)
    if key not in view.folded:
        for count, one in group:
            yield from _below(f"a{place}.{count}", poll, one, view)


def _below(key: str, poll: Poll, one: "Answer", view: AnswerView) -> tuple[Row, ...]:
    """Return an answer below a person's name, made anew only where width or what is open have changed."""
    terms = view.cells, key in view.opened
    kept = poll.drawn.get(key)
    if kept is None or kept[0] != terms:
        poll.drawn[key] = kept = terms, tuple(_made(key, one, poll.title, *terms))
    return kept[1]


def _made(key: str, one: "Answer", title: str, cells: int, opened: bool) -> Iterator[Row]:  # noqa: FBT001 - see terms
    """Yield the lines of an answer; the question is told unless it is the heading of all."""
    asked = one.question != title
    spans = [Span(line, QUIET) for line in wrap(one.question, cells - 24)] if asked else []
    told, style = (one.answer, PLAIN) if one.answer else (f"no answer: {one.error}", ALARM)
    spans += [Span(line, style) for line in wrap(told, cells - 8)]
    for turn, span in enumerate(spans):
        head, tail = (Span("  "), "") if turn else (sign(opened=opened), one.category if asked else "")
        yield Row(key, (Span("    "), head, span), Span(tail, QUIET))
    if opened:
        yield from _cites(key, one, cells, 6)
        yield from _sent(key, one, cells)


def _alone(key: str, one: "Answer", when: str, view: AnswerView) -> Iterator[Row]:
    """Yield what somebody was asked by the way, as it is said in a talk."""
    for turn, line in enumerate(wrap(one.question, view.cells - 12)):
        head = sign(opened=key in view.opened) if turn == 0 else Span("  ")
        yield Row(key, (head, Span(line, QUIET)), Span(when if turn == 0 else "", QUIET))
    for turn, line in enumerate(wrap(one.answer or f"no answer: {one.error}", view.cells - 18)):
        who = f"{one.name.split()[0]:<12}" if turn == 0 else " " * 12
        yield Row(key, (Span("  "), Span(who, STRONG), Span(line, PLAIN if one.answer else ALARM)))
    yield from _cites(key, one, view.cells, 14)
    if key in view.opened:
        yield from _sent(key, one, view.cells)


def _cites(key: str, one: "Answer", cells: int, before: int) -> Iterator[Row]:
    for cited in one.cites:
        for turn, line in enumerate(wrap(_told(cited), cells - before - 10)):
            label = f"#{cited.id}" if turn == 0 else ""
            spans = (Span(f"{'':<{before}}{label:<6}", QUIET), Span(line, QUIET))
            yield Row(f"{key}/c{cited.id}", spans, LEADS if turn == 0 else Span(""))


def _told(cited: "Cited") -> str:
    return f"{cited.when}  {cited.text}"


def _sent(key: str, one: "Answer", cells: int) -> Iterator[Row]:
    """Yield what was sent to the model and what came back."""
    tokens = f" · {one.tokens[0]} + {one.tokens[1]} tokens, {one.seconds:.2f} s" if any(one.tokens) else ""
    facts = f"from the {one.source}{tokens} · {len(one.recalled)} memories were recalled"
    count = 0
    for label, text in (("", facts), ("system", one.system), ("prompt", one.prompt), ("reply", one.reply)):
        at = 0
        for part in text.split("\n"):
            for line in wrap(part, cells - 14):
                spans = (Span(f"    {label if at == 0 else '':<7}│ ", QUIET), Span(line, QUIET))
                yield Row(f"{key}/s{count}", spans)
                at, count = at + 1, count + 1
