"""How far trust and views moved: the steps that minds keep, and what those of a chapter come to."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.mind.relation import MAX_CHANGES, STANCE, START, Relations
from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.trust import Attitudes


class AttitudeStep(NamedTuple):
    """A change of somebody's trust in another, or of their stance on a subject; `before` is None
    for a new view."""

    who: str
    about: str
    before: float | None
    after: float
    tick: int
    rule: str

    @property
    def size(self) -> float:
        """How far it went, below 0 for a fall; 0 for a new view."""
        return 0.0 if self.before is None else self.after - self.before


class AttitudeMove(NamedTuple):
    """The steps of one person about another, or a subject, in the order of time; at least one."""

    steps: tuple[AttitudeStep, ...]

    @property
    def who(self) -> str:
        """Who moved."""
        return self.steps[0].who

    @property
    def about(self) -> str:
        """The other person, or the subject."""
        return self.steps[0].about

    @property
    def size(self) -> float:
        """How far it went in all, below 0 for a fall; 0 for a new view."""
        first, last = self.steps[0], self.steps[-1]
        return 0.0 if first.before is None else last.after - first.before

    @property
    def main(self) -> AttitudeStep:
        """The longest step in the direction of the whole."""
        return max(self.steps, key=lambda one: one.size if self.size > 0 else -one.size)


def find_moves(attitudes: Attitudes, value: str, span: ChapterSpan) -> Iterator[AttitudeMove]:
    """Yield how far everybody moved in a span, without moves whose beginning a mind has
    forgotten."""
    for who, held in sorted(attitudes.end.items()):
        found: dict[str, list[AttitudeStep]] = defaultdict(list)
        for one in _steps(who, attitudes.start.get(who, Relations()), held, value):
            found[one.about].append(one)
        for _about, some in sorted(found.items()):
            steps = tuple(one for one in some if span.has(one.tick))
            is_cut = len(held.changes) >= MAX_CHANGES and span.has(some[0].tick)
            if steps and not is_cut:
                yield AttitudeMove(steps)


def _steps(who: str, start: Relations, held: Relations, value: str) -> Iterator[AttitudeStep]:
    """Yield the changes of a value; those by which a mind began are left out."""
    now = dict[str, float]()
    for one in held.changes:
        after = one.after.get(value)
        if after is not None:
            before = now.get(one.about, _at_first(start, one.about, value))
            now[one.about] = after
            if one.rule != START:
                yield AttitudeStep(who, one.about, before, after, one.tick, one.rule)


def _at_first(start: Relations, about: str, value: str) -> float | None:
    """Return a value at the beginning; None for a subject on which there was no view."""
    if value != STANCE:
        return start.to(about).trust
    return start.opinions[about].stance if about in start.opinions else None
