"""`novelty`: how much is new on each day of a run, how fast that fades, and when it grows dull."""

import re
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, DAYS
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.progress import ProgressCallback
from latticeville.core.word_list import list_words
from latticeville.mind.relation import RelationState
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    ViewRow,
    count,
    line,
    table_row,
    table_titles,
)
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from latticeville.sim.state import State
from latticeville.world.model.world import World

MOVED = 0.05
"""The least change of closeness or trust by which a relation has moved, and of a view."""
WHOLE = 0.5
"""The share of a day's minutes from which on a run counts as having lived that day."""
LEAST_LETTERS = 25
"""The letters above which a sentence counts."""
MAX_LEAD_IN = 40
"""Letters of what may stand before a colon to lead in what follows."""
_ENDS = re.compile(r"(?<=[.!?…”])\s+")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NUMBERS = frozenset((*ONE_TO_TWELVE, "half", "quarter", "noon", "midnight"))
_COLUMNS = (
    Column("day", 5),
    Column("utterances", 10, right=True),
    Column("repeated", 8, right=True),
    Column("new sentences", 13, right=True),
    Column("new facts", 9, right=True),
    Column("plans", 6, right=True),
    Column("relations", 9, right=True),
)


class NewsOfDay(msgspec.Struct, frozen=True):
    """What was new on a day, which had so many minutes: `repeated` of its `sentences` were heard on
    an earlier day; `facts` are what nobody had seen or told before, `plans` the commitments that
    changed one, and `relations` those that moved, with views."""

    day: int
    minutes: int
    utterances: int
    sentences: int
    repeated: int
    facts: int
    plans: int
    relations: int

    @property
    def is_whole(self) -> bool:
        """Whether enough of the day was lived to compare it."""
        return self.minutes >= WHOLE * DAY

    @property
    def new_sentences(self) -> int:
        """How many sentences were heard for the first time."""
        return self.sentences - self.repeated


KINDS = ("new_sentences", "facts", "plans", "relations")
"""What is new, as `NewsOfDay` counts it."""


def news_by_day(replay: Replay, looked: ProgressCallback) -> list[NewsOfDay]:
    """Return what was new on each day of a run."""
    found, earlier = list[NewsOfDay](), set[str]()
    before = replay.at(replay.first).state
    known = _facts(before)
    for day, spoken in _spoken_by_day(replay, looked).items():
        state = replay.at(spoken.tick).state
        facts = _facts(state)
        found.append(
            NewsOfDay(
                day,
                (spoken.tick - before.tick) * state.world.settings.tick_minutes,
                spoken.utterances,
                len(spoken.sentences),
                sum(one in earlier for one in spoken.sentences),
                len(facts - known),
                _count_commitments(before, state),
                _count_moved(before, state),
            )
        )
        earlier.update(spoken.sentences)
        before, known = state, facts
    return found


def half_life(days: Sequence[NewsOfDay], kind: str) -> float | None:
    """Return in how many days what is new of a kind halves, by a line through the logarithms of the
    whole days; None where it does not fall, or there are less than two such days."""
    points = [(one.day, log(max(getattr(one, kind), 0.5))) for one in days if one.is_whole]
    if len(points) < 2:
        return None
    mean_day = sum(day for day, _ in points) / len(points)
    mean = sum(value for _, value in points) / len(points)
    spread = sum((day - mean_day) ** 2 for day, _ in points)
    slope = sum((day - mean_day) * (value - mean) for day, value in points) / spread
    return log(2) / -slope if slope < 0 else None


def dull_day(days: Sequence[NewsOfDay]) -> int | None:
    """Return how many whole days pass until each kind of news that the first whole day had is less
    than half of that; None while that is not so."""
    whole = [one for one in days if one.is_whole]
    had = [kind for kind in KINDS if getattr(whole[0], kind)] if whole else []
    for place, one in enumerate(whole):
        if place and all(2 * getattr(one, kind) < getattr(whole[0], kind) for kind in had):
            return place
    return None


def _kinds_above(days: Sequence[NewsOfDay]) -> list[str]:
    """Return the kinds of news of which the last whole day has half as much as the first, or more."""
    first, *_, last = [one for one in days if one.is_whole]
    return [kind for kind in KINDS if 2 * getattr(last, kind) >= getattr(first, kind) > 0]


class _Spoken(NamedTuple):
    """The last tick of a day, the utterances of the day, and their sentences."""

    tick: int
    utterances: int
    sentences: list[str]


def _spoken_by_day(replay: Replay, looked: ProgressCallback) -> dict[int, _Spoken]:
    """Return what was said on each day."""
    found: dict[int, _Spoken] = {}
    digest, names = "", frozenset[str]()
    for one in replay.summaries(replay.first):
        looked(one.tick - replay.first, max(1, replay.last - replay.first))
        if one.world.digest != digest:
            digest, names = one.world.digest, names_in(one.world)
        said = [event.words for event in one.events if isinstance(event, Said)]
        day = found.get(one.minute // DAY, _Spoken(0, 0, []))
        day.sentences.extend(each for words in said for each in bare_sentences(words, names))
        found[one.minute // DAY] = _Spoken(one.tick, day.utterances + len(said), day.sentences)
    return found


def _facts(state: State) -> set[str]:
    """Return the topics that anybody knows of."""
    return {
        one.topic.key
        for mind in state.minds.values()
        for one in mind.memory
        if one.topic is not None and one.kind != "commitment"
    }


def _count_commitments(before: State, after: State) -> int:
    """Return how many commitments people made between two states, each of which changes a plan."""
    return sum(
        one.kind == "commitment" and one.tick > before.tick
        for mind in after.minds.values()
        for one in mind.memory
    )


def _count_moved(before: State, after: State) -> int:
    """Return how many relations and views are others than before."""
    return sum(
        _count_moved_of(before, who, after) for who in after.minds.keys() & before.minds.keys()
    )


def _count_moved_of(before: State, who: str, after: State) -> int:
    was, now = before.minds[who].relations, after.minds[who].relations
    people = sum(_has_moved(was.people.get(other), one) for other, one in now.people.items())
    views = sum(
        subject in was.opinions and abs(one.stance - was.opinions[subject].stance) >= MOVED
        for subject, one in now.opinions.items()
    )
    return people + views


def _has_moved(was: RelationState | None, now: RelationState) -> bool:
    if was is None:
        return True
    return max(abs(now.closeness - was.closeness), abs(now.trust - was.trust)) >= MOVED


def names_in(world: World) -> frozenset[str]:
    """Return the parts of the names of people, folded."""
    return frozenset(
        part.casefold() for one in world.people.values() for part in one.persona.name.split()
    )


def bare_words(words: str, names: frozenset[str]) -> Iterator[list[str]]:
    """Yield the words of each sentence of an utterance, without a lead-in, names and numbers."""
    for sentence in _ENDS.split(words):
        lead, _, told = sentence.partition(": ")
        text = told if told and len(lead) <= MAX_LEAD_IN else sentence
        kept = (re.sub("['’]s$", "", one) for one in _WORD.findall(text.casefold()))
        yield [
            one for one in kept if one not in names and one not in _NUMBERS and not one.isdecimal()
        ]


def bare_sentences(words: str, names: frozenset[str]) -> Iterator[str]:
    """Yield the sentences of an utterance that are long enough to count, each bare.

    >>> [*bare_sentences("Good. Listen, Ada: the oak by the pond was felled at seven!", frozenset({"ada"}))]
    ['the oak by the pond was felled at']
    """
    for bare in map(" ".join, bare_words(words, names)):
        if len(bare) > LEAST_LETTERS:
            yield bare


class Novelty(msgspec.Struct, frozen=True):
    """What was new by day, the half-life in days of each kind of news (None where it does not
    fade), and after how many days the run was dull (None while it is not)."""

    days: tuple[NewsOfDay, ...]
    half_lives: dict[str, float | None]
    dull_after: int | None


def _ask(asked: Asked) -> Novelty:
    days = news_by_day(asked.run, asked.looked)
    lives = {kind: half_life(days, kind) for kind in KINDS}
    rounded = {kind: None if one is None else round(one, 2) for kind, one in lives.items()}
    return Novelty(tuple(days), rounded, dull_day(days))


def _tell(_asked: Asked, answer: Novelty) -> Iterator[ReportSection]:
    yield ReportSection("", [*_rows(answer)])


def _rows(answer: Novelty) -> Iterator[ViewRow]:
    yield table_titles(_COLUMNS)
    yield from map(_day_row, answer.days)
    if sum(one.is_whole for one in answer.days) > 1:
        lives = (answer.half_lives[kind] for kind in KINDS)
        told = ["half-life", "", "", *("–" if one is None else f"{one:.1f} d" for one in lives)]
        yield table_row("half-life", told, _COLUMNS, Emphasis.QUIET)
    yield line("dull", _verdict(answer), Emphasis.STRONG)


def _day_row(one: NewsOfDay) -> ViewRow:
    share = f"{one.repeated / one.sentences:.0%}" if one.sentences else "–"
    counts = (one.utterances, one.new_sentences, one.facts, one.plans, one.relations)
    utterances, *news = map(str, counts)
    name = f"{DAYS[one.day % 7]}{'' if one.is_whole else '…'}"
    emphasis = Emphasis.PLAIN if one.is_whole else Emphasis.QUIET
    cells = (name, utterances, share, *news)
    return table_row(f"day {one.day}", cells, _COLUMNS, emphasis)


def _verdict(answer: Novelty) -> str:
    whole = sum(one.is_whole for one in answer.days)
    if whole < 2:
        return "A run of two whole days or more tells when it grows dull."
    if answer.dull_after is None:
        above = [kind.replace("facts", "new_facts") for kind in _kinds_above(answer.days)]
        told = list_words([kind.replace("_", " ") for kind in above])
        days = count(whole, "day")
        return f"Not dull within {days}: on the last, at least half as many {told} as on the first."
    return (
        f"Dull after {count(answer.dull_after, 'day')}: all news is below half of the first day's."
    )


REPORT = Report("novelty", BUILT_IN["novelty"], _ask, _tell, "novelty runs/monday")
