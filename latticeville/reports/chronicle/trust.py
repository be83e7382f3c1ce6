"""Whom people trusted, feared and owed at the end, beside their trust at the beginning."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.core.word_list import list_words
from latticeville.mind.mind import Mind
from latticeville.mind.relation import Relations, RelationState
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
