"""Whom people trust, fear and owe, and how far that and their views moved, by step and chapter."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.core.word_list import list_words
from latticeville.mind.mind import Mind
from latticeville.mind.relation import MAX_CHANGES, STANCE, START, Relations, RelationState
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.story import Story

TRUSTED, DISTRUSTED, MUCH = 0.6, 0.3, 0.3
"""From which trust on somebody is trusted, below which they are distrusted; from where on fear and
debt are told."""
MOST_NAMED = 3
"""People who are named for each, those with the most extreme values first."""


class Attitudes(NamedTuple):
    """The relations of everybody, by id, at the beginning and at the end of a chronicle."""

    start: Mapping[str, Relations]
    end: Mapping[str, Relations]

    @classmethod
    def of(cls, start: Mapping[str, Mind], end: Mapping[str, Mind]) -> "Attitudes":
        """Return those of minds."""
        return cls(
            {who: mind.relations for who, mind in start.items()},
            {who: mind.relations for who, mind in end.items()},
        )


def trust_sentences(story: Story, attitudes: Attitudes) -> Iterator[Sentence]:
    """Yield for everybody who lives at the end whom they trusted, distrusted, feared and owed a
    favour."""
    for who, body in sorted(story.last.bodies.items()):
        held = attitudes.end.get(who)
        if held is None or body.is_dead:
            continue
        parts = [*_parts(story, attitudes.start.get(who, Relations()), held)]
        if parts:
            yield sentence(
                f"{story.world.name_with_article(who)} {'; '.join(parts)}", (), story.last.tick
            )


def _parts(story: Story, start: Relations, end: Relations) -> Iterator[str]:
    people = _known(story, end)
    ordered = sorted(people, key=lambda who: people[who].trust)
    trusted = [who for who in reversed(ordered) if people[who].trust >= TRUSTED]
    distrusted = [who for who in ordered if people[who].trust < DISTRUSTED]
    for verb, some in {"trusted": trusted, "distrusted": distrusted}.items():
        told = [_trust(story, who, people[who].trust, start) for who in some[:MOST_NAMED]]
        yield from _listed(verb, told)
    yield from _strong(story, "feared", {who: one.fear for who, one in people.items()})
    yield from _strong(story, "owed a favour to", {who: one.debt for who, one in people.items()})


def _known(story: Story, held: Relations) -> dict[str, RelationState]:
    return {who: one for who, one in held.people.items() if who in story.world.people}


def _listed(verb: str, told: Sequence[str]) -> Iterator[str]:
    if told:
        yield f"{verb} {list_words(told)}"


def _strong(story: Story, verb: str, values: Mapping[str, float]) -> Iterator[str]:
    """Yield towards whom somebody felt something strongly."""
    most = sorted((who for who in values if values[who] >= MUCH), key=lambda who: -values[who])[
        :MOST_NAMED
    ]
    yield from _listed(
        verb, [f"{story.world.name_with_article(who)} ({values[who]:.2f})" for who in most]
    )


def _trust(story: Story, who: str, value: float, start: Relations) -> str:
    """Return a name with trust from 0 to 1, and what it was at the beginning if different."""
    before, now = f"{start.to(who).trust:.2f}", f"{value:.2f}"
    return (
        f"{story.world.name_with_article(who)} "
        f"({now}{f', at first {before}' if before != now else ''})"
    )


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
