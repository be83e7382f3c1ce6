"""`impact`: take one sentence or memory out of a run, run on with several seeds, and say what it
moved."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.core.rng import rng
from latticeville.measures.lookup import measures_of
from latticeville.measures.measure import measure_tick
from latticeville.mind.edits import delete_memory
from latticeville.mind.topic import OPINION, Topic, subject_of
from latticeville.reports.arg_types import count, tick, tick_count_from_one, ticks_in
from latticeville.reports.impact.paired_difference import (
    LEAST,
    PairedDifference,
    mark_found,
    paired_difference,
)
from latticeville.reports.metrics.series import combine
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import Column, Emphasis, ViewRow, line, table_row, table_titles
from latticeville.sim.events import Said
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.time_expression import TickOrTime

if TYPE_CHECKING:
    from latticeville.measures.measure import Measure
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.replay import Replay

KNOWN = "people who know it"
"""The name of the number of people who have heard of a topic."""
TICKS, SEEDS = 720, 10
"""Ticks that each arm runs, and how many seeds, where nothing else is asked."""
LEAST_SEEDS = 5
"""Fewer pairs than that prove nothing at a level of 5 %: 2 of their 2**4 signs are as far from 0."""
SHOWN = 5
"""Differences that may be chance and are shown nevertheless."""
_BOUND = 2**31


class UnheardWords(Said, frozen=True, tag="unheard"):
    """Words that nobody hears but who says them, and who takes them for said."""

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who says them."""
        return (self.who,)


class Experiment(NamedTuple):
    """What is taken out, in words, and the tick from which both arms go on; `topic` is what spreads
    of it, if anything."""

    told: str
    with_it: TickPayload
    without_it: TickPayload
    topic: Topic | None

    @property
    def key(self) -> str:
        """The key of the topic; "" for none."""
        return self.topic.key if self.topic is not None else ""


def without_utterance(replay: "Replay", when: TickOrTime, who: str) -> Experiment:
    """Return the experiment that takes out what somebody said in a tick; ReportError where they
    said nothing."""
    payload = replay.at(when)
    said = next((one for one in payload.state.utterances if one.who == who), None)
    if said is None:
        speakers = ", ".join(sorted(one.who for one in payload.state.utterances)) or "nobody"
        raise ReportError(f"{who} said nothing in tick {payload.tick}: {speakers} did")
    unheard = UnheardWords(*(getattr(said, name) for name in said.__struct_fields__))
    news = tuple(unheard if one is said else one for one in payload.state.news)
    without = replace(payload, state=replace(payload.state, news=news))
    return Experiment(said.sentence(payload.state.world), payload, without, said.topic)


def without_memory(replay: "Replay", who: str, number: int) -> Experiment:
    """Return the experiment that takes a memory out as soon as it was made; ReportError where
    there is none of that number."""
    memory = replay.at().state.minds[who].memory
    if not 0 <= number < len(memory):
        raise ReportError(f"{who} has no memory {number}: they are 0 to {len(memory) - 1}")
    record = memory[number]
    tick = max(record.tick, replay.first)
    payload = replay.at(tick)
    held = payload.state.minds[who]
    place = next((one.id for one in held.memory if one.text == record.text), None)
    if place is None:
        raise ReportError(f"memory {number} of {who} was edited later: name one that was not")
    minds = {**payload.state.minds, who: delete_memory(held, place)}
    without = replace(payload, state=payload.state.with_minds(minds))
    return Experiment(f"{who} remembers: {record.text}", payload, without, record.topic)


def run_arm(
    begin: TickPayload, ticks: int, seed: int, key: str, minds: "tuple[Model, Embedder]"
) -> Iterator[dict[str, float] | None]:
    """Run an arm from a tick with another random seed; yield None after each tick but the last, and
    then its numbers."""
    state = replace(begin.state, seed=seed)
    indicators = Indicators(state, key)
    model, embedder = minds
    run = Run(replace(begin, state=state), model, indicators.add, embedder=embedder)
    for done in range(1, ticks + 1):
        run.step()
        yield None if done < ticks else indicators.values(run.payload.state)


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


class MemoryNumber(NamedTuple):
    """A memory: the id of a person, and its number."""

    who: str
    number: int


class UtteranceTick(NamedTuple):
    """What a person said in a tick: their id, and the tick or its time."""

    who: str
    tick: TickOrTime


class ImpactAnswer(msgspec.Struct, frozen=True):
    """What was taken out, how it was tried, and each difference, those that are no chance first."""

    taken_out: str
    tick: int
    ticks: int
    seeds: tuple[int, ...]
    differences: tuple[PairedDifference, ...]


def _declare(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--utterance",
        type=_utterance,
        metavar="TICK.WHO",
        help="take out what was said at a tick or time: 34.ada or 'Tue 09:30.ada'",
    )
    what.add_argument(
        "--memory", type=_memory, metavar="WHO.ID", help="take out a memory by its number: ada.57"
    )
    parser.add_argument(
        "--ticks",
        type=tick_count_from_one,
        default=TICKS,
        metavar="N",
        help=f"ticks to run on, or their time, such as 6h ({TICKS})",
    )
    parser.add_argument(
        "--seeds", type=_seeds, default=SEEDS, metavar="N", help=f"random seeds to try ({SEEDS})"
    )


def _seeds(text: str) -> int:
    number = count(text)
    if number < LEAST_SEEDS:
        raise ArgumentTypeError(f"{number} seeds prove nothing: at least {LEAST_SEEDS}")
    return number


def _memory(text: str) -> MemoryNumber:
    """Read the id of a person and a number with a point between, in either order."""
    one, _, other = text.partition(".")
    who, number = (other, one) if one.isdecimal() else (one, other)
    if not who or not number.isdecimal():
        raise ArgumentTypeError(f"“{text[:60]}” is no number with a person: 34.ada or ada.34")
    return MemoryNumber(who, count(number))


def _utterance(text: str) -> UtteranceTick:
    """Read a tick or time and the id of a person with a point between, in either order."""
    one, _, other = text.partition(".")
    for who, when in ((other, one), (one, other)):
        if who and when[-1:].isdecimal():
            return UtteranceTick(who, tick(when))
    raise ArgumentTypeError(
        f"“{text[:60]}” is no tick or time with a person: 34.ada or 'Tue 09:30.ada'"
    )


def _ask(asked: Asked) -> ImpactAnswer:
    experiment, options = _experiment(asked), asked.options
    minds = asked.minds()
    start = experiment.with_it.state
    ticks = ticks_in(options.ticks, start.world.settings.tick_minutes)
    seeds = (start.seed, *(_seed(start.seed, number) for number in range(1, options.seeds)))
    whole, done = 2 * options.seeds * ticks, 0
    found: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    for seed in seeds:
        for has_it, begin in ((True, experiment.with_it), (False, experiment.without_it)):
            for values in run_arm(begin, ticks, seed, experiment.key, minds):
                done += 1
                asked.looked(done, whole)
                if values is not None:
                    found[has_it].append(values)
    expected = expected_names(experiment.topic, start)
    differences = mark_found([*_differences(found[True], found[False])], expected)
    return ImpactAnswer(experiment.told, start.tick, ticks, seeds, differences)


def _experiment(asked: Asked) -> Experiment:
    """Return what is taken out; ReportError where nothing is named."""
    options = asked.options
    if options.utterance is not None:
        who = asked.person(options.utterance.who)
        return without_utterance(asked.run, options.utterance.tick, who)
    if options.memory is not None:
        return without_memory(asked.run, asked.person(options.memory.who), options.memory.number)
    raise ReportError("name what is taken out: --utterance TICK.WHO or --memory WHO.ID")


def _seed(first: int, number: int) -> int:
    return rng(first, 0, "", f"impact:{number}").integer_below(_BOUND)


def _differences(
    with_it: list[dict[str, float]], without_it: list[dict[str, float]]
) -> Iterator[PairedDifference]:
    """Yield how each number differs that differs in any pair; one that an arm lacks is 0 there."""
    names = sorted({name for values in (*with_it, *without_it) for name in values})
    for name in names:
        sides = [[values.get(name, 0.0) for values in side] for side in (with_it, without_it)]
        if sides[0] != sides[1]:
            yield paired_difference(name, *sides)


_COLUMNS = (
    Column("moved", 44),
    Column("with it", 9, right=True),
    Column("without", 9, right=True),
    Column("difference", 16, right=True),
    Column("chance", 7, right=True),
)


def _tell(_asked: Asked, answer: ImpactAnswer) -> Iterator[ReportSection]:
    yield ReportSection("", [*_rows(answer)])


def _rows(answer: ImpactAnswer) -> Iterator[ViewRow]:
    yield line("taken", answer.taken_out)
    yield line(
        "tried",
        f"taken out at tick {answer.tick}, {answer.ticks} ticks, {len(answer.seeds)} seeds",
        Emphasis.QUIET,
    )
    found = [one for one in answer.differences if one.is_found]
    others = _possible(answer)
    if not found:
        yield line("none", "It moved nothing that these seeds tell from chance.", Emphasis.STRONG)
    if found or others:
        yield table_titles(_COLUMNS)
    yield from (_difference_row(one, Emphasis.STRONG) for one in found)
    if others:
        yield line("chance", "may be chance:", Emphasis.QUIET)
    yield from (_difference_row(one, Emphasis.QUIET) for one in others)


def _possible(answer: ImpactAnswer) -> list[PairedDifference]:
    """Return some of the differences that may be chance, but none that two digits do not show."""
    return [one for one in answer.differences if not one.is_found and abs(one.mean) >= LEAST][
        :SHOWN
    ]


def _difference_row(one: PairedDifference, emphasis: Emphasis) -> ViewRow:
    difference = f"{one.mean:+.2f} ± {one.margin:.2f}".replace("-", "−")
    cells = [
        one.name,
        f"{one.with_it:.2f}",
        f"{one.without_it:.2f}",
        difference,
        f"{one.chance:.3f}",
    ]
    return table_row(one.name, cells, _COLUMNS, emphasis)


REPORT = Report(
    "impact",
    BUILT_IN["impact"],
    _ask,
    _tell,
    "impact runs/monday --utterance 34.mina --ticks 240 --seeds 10",
    declare=_declare,
    people_answer=True,
    progress="simulating",
)
