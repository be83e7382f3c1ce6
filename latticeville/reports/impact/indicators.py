"""What is counted of a run to tell what something moved: opinions, who came, who knows it, bonds."""

from statistics import fmean

from latticeville.core.clock import format_time
from latticeville.mind.topic import OPINION, Topic, subject_of
from latticeville.reports.metrics.measures import Measure, measures_of
from latticeville.reports.metrics.series import combine, measure_tick
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

KNOWN = "people who know it"
"""The name of the number of people who have heard of a topic."""


class Indicators:
    """Numbers of a run, taken up tick by tick."""

    def __init__(self, start: State, key: str) -> None:
        self._key = key
        """The key of the topic whose spreading is counted; "" for none."""
        self._measures: tuple[Measure, ...] = measures_of(start.world)
        self._values: dict[str, float | None] = {}
        self._came: dict[tuple[str, int], set[str]] = {}

    def add(self, payload: TickPayload) -> None:
        """Take in the next tick."""
        values = measure_tick(payload, self._measures)
        self._values = combine(self._values, values, self._measures)
        for who, mind in payload.state.minds.items():
            for one in mind.commitments:
                if one.is_met and not one.at.verb:
                    self._came.setdefault((one.at.place, one.at.start), set()).add(who)

    def values(self, end: State) -> dict[str, float]:
        """Return the numbers at the end of the run, by name."""
        found = {one.title: self._values[one.name] for one in self._measures}
        told = {name: value for name, value in found.items() if value is not None}
        told |= {_view(subject): mean for subject, mean in _mean_stances(end).items()}
        told |= {_came(*at, end): float(len(who)) for at, who in self._came.items()}
        return told | ({KNOWN: float(_count_knowing(end, self._key))} if self._key else {})


def expected_names(topic: Topic | None, state: State) -> set[str]:
    """Return the names of the numbers that a topic is likely to move: who knows it, who comes to
    what it invites to, and the view that it is about."""
    if topic is None:
        return set()
    names = {KNOWN}
    if topic.at is not None:
        names.add(_came(topic.at.place, topic.at.start, state))
    return names | ({_view(subject_of(topic))} if topic.kind == OPINION else set())


def _view(subject: str) -> str:
    return f"view on {subject}"


def _came(place: str, start: int, state: State) -> str:
    return f"came to {state.world.name_of(place)}, {format_time(start)}"


def _mean_stances(state: State) -> dict[str, float]:
    """Return the mean stance on each subject, over those who have one."""
    stances: dict[str, list[float]] = {}
    for mind in state.minds.values():
        for subject, opinion in mind.relations.opinions.items():
            stances.setdefault(subject, []).append(opinion.stance)
    return {subject: fmean(found) for subject, found in sorted(stances.items())}


def _count_knowing(state: State, key: str) -> int:
    return sum(
        any(one.topic is not None and one.topic.key == key for one in mind.memory)
        for mind in state.minds.values()
    )
