"""The numbers of a run that `impact` compares, taken up tick by tick."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from latticeville.core.clock import format_time
from latticeville.measures.lookup import measures_of
from latticeville.measures.measure import measure_tick
from latticeville.mind.topic import OPINION, Commitment, Topic, subject_of
from latticeville.reports.metrics.series import combine
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.beats import Matter

if TYPE_CHECKING:
    from latticeville.measures.measure import Measure

KNOWN, KNOWN_HOURS = "people who know it", "hours that people knew it"
"""The names of the number of people who have heard of what was taken out, and of the hours since
then, added over all of them."""
_HEARD_HOURS = "hours that {hearers} knew it"

Occasion = tuple[str, int]
"""Where and from which absolute minute on people are to come together."""


class Indicators:
    """Numbers of a run in which some topics are told, or none, the first time to some hearers."""

    def __init__(self, start: State, topics: Sequence[Topic], hearers: Sequence[str]) -> None:
        self._hearers = hearers
        self._keys = frozenset(topic.key for topic in topics)
        self._occasions = set(_occasions_of(topics))
        self._measures: tuple[Measure, ...] = measures_of(start.world)
        self._values: dict[str, float | None] = {}
        self._read: dict[str, int] = {}
        """How many memories of each person were looked at."""
        self._knowing: set[str] = set()
        self._known_ticks: Counter[str] = Counter()
        """How many ticks each has known one of the topics for."""
        self._agreed: dict[Occasion, set[str]] = {one: set() for one in self._occasions}
        self._came: dict[Occasion, set[str]] = {one: set() for one in self._occasions}
        self._note_knowing(start)

    def add(self, payload: TickPayload) -> None:
        """Take in the next tick."""
        state = payload.state
        values = measure_tick(payload, self._measures)
        self._values = combine(self._values, values, self._measures)
        self._note_knowing(state)
        self._known_ticks.update(self._knowing)
        for who, mind in state.minds.items():
            for one in mind.commitments:
                self._note_commitment(who, one)

    def _note_knowing(self, state: State) -> None:
        """Note who has a memory of one of the topics by now."""
        if not self._keys:
            return
        for who, mind in state.minds.items():
            new = mind.memory.since(self._read.get(who, 0))
            self._read[who] = len(mind.memory)
            if any(one.topic is not None and one.topic.key in self._keys for one in new):
                self._knowing.add(who)

    def _note_commitment(self, who: str, one: Commitment) -> None:
        """Note who has agreed to come to an occasion of the topics, and who came to any."""
        occasion = (one.at.place, one.at.start)
        if occasion in self._occasions:
            self._agreed[occasion].add(who)
        if one.is_met and not one.at.verb:
            self._came.setdefault(occasion, set()).add(who)

    def values(self, end: State) -> dict[str, float]:
        """Return the numbers at the end of the run, by name."""
        found = {one.title: self._values.get(one.name) for one in self._measures}
        told = {name: value for name, value in found.items() if value is not None}
        told |= {_view(subject): mean for subject, mean in _mean_stances(end).items()}
        told |= {_vote(one.about): _majority(end, one) for one in _decided(end)}
        told |= {_came(one, end): float(len(who)) for one, who in self._came.items()}
        told |= {_agreed(one, end): float(len(who)) for one, who in self._agreed.items()}
        return told | (self._spread(end) if self._keys else {})

    def _spread(self, end: State) -> dict[str, float]:
        """Return how many know one of the topics, and for how long all of them have, and the
        hearers."""
        tick_hours = end.world.settings.tick_minutes / 60
        told = {KNOWN: len(self._knowing), KNOWN_HOURS: self._known_ticks.total() * tick_hours}
        if self._hearers:
            ticks = sum(self._known_ticks[who] for who in self._hearers)
            told[_heard_hours(self._hearers, end)] = ticks * tick_hours
        return told


def expected_names(topics: Sequence[Topic], hearers: Sequence[str], state: State) -> set[str]:
    """Return the names of the numbers that topics are likely to move: who knows them and for how
    long, who agrees and who comes to what they invite to, and the views and votes that they are
    on."""
    if not topics:
        return set()
    names = {KNOWN, KNOWN_HOURS}
    if hearers:
        names.add(_heard_hours(hearers, state))
    for occasion in _occasions_of(topics):
        names |= {_agreed(occasion, state), _came(occasion, state)}
    for one in topics:
        if one.kind == OPINION:
            names |= {_view(subject_of(one)), _vote(subject_of(one))}
    return names


def _occasions_of(topics: Iterable[Topic]) -> Iterable[Occasion]:
    return dict.fromkeys(
        (one.at.place, one.at.start) for one in topics if one.at is not None and not one.at.verb
    )


def _heard_hours(hearers: Sequence[str], state: State) -> str:
    return _HEARD_HOURS.format(hearers=state.world.list_names(hearers))


def _vote(subject: str) -> str:
    return f"vote on {subject}"


def _view(subject: str) -> str:
    return f"view on {subject}"


def _came(occasion: Occasion, state: State) -> str:
    return f"came to {_place_and_time(occasion, state)}"


def _agreed(occasion: Occasion, state: State) -> str:
    return f"agreed to come to {_place_and_time(occasion, state)}"


def _place_and_time(occasion: Occasion, state: State) -> str:
    place, start = occasion
    return f"{state.world.name_of(place)}, {format_time(start)}"


def _decided(state: State) -> Iterable[Matter]:
    """Return the matters that are decided by now."""
    beats = state.beats
    return [one for one in state.world.beats.matters if one.id in beats and beats[one.id].is_over]


def _majority(state: State, matter: Matter) -> float:
    """Return the votes for a matter less those against it, of 1 where all voted for it."""
    held = state.beats[matter.id]
    votes = len(held.likes) + len(held.dislikes) + len(held.undecided)
    return (len(held.likes) - len(held.dislikes)) / votes if votes else 0.0


def _mean_stances(state: State) -> dict[str, float]:
    """Return the mean stance on each subject, over those who have one."""
    stances: dict[str, list[float]] = {}
    for mind in state.minds.values():
        for subject, opinion in mind.relations.opinions.items():
            stances.setdefault(subject, []).append(opinion.stance)
    return {subject: fmean(found) for subject, found in sorted(stances.items())}
