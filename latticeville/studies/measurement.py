"""The measures of a study, taken of a finished run."""

import shlex
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NoReturn

import msgspec

from latticeville.core.closest_match import closest_match
from latticeville.measures.expression import ExpressionError, find, parse
from latticeville.measures.lookup import (
    UnknownMeasureError,
    all_measures,
    measures_of,
    named_measures,
)
from latticeville.models.cache_registry import cached_embedder, prepare_model
from latticeville.models.embed import HashEmbedder
from latticeville.reports.coordination import coordinate
from latticeville.reports.diffusion.spread import (
    Fact,
    find_fact,
    living_minds,
    trace,
    utterances_of,
)
from latticeville.reports.matters import beat_views
from latticeville.reports.metrics.series import values_up_to
from latticeville.reports.registry import load_report, report_names
from latticeville.reports.report import Asked, Report, ReportError
from latticeville.runs.foreign_run import answering_model
from latticeville.runs.replay import Replay, UnknownTickError
from latticeville.sim.state import State
from latticeville.sim.time_expression import TickOrTime, parse_tick
from latticeville.studies.study_file import OF, MeasureTable, StudyFile, StudyText
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.world import World

Measures = tuple[tuple[str, MeasureTable], ...]
"""What is measured, by name."""
Measured = Mapping[str, float | None]
"""What came of it; None where a run has no such number."""
DIGITS = 9
"""Decimal places that are kept."""


def measures_of_study(text: StudyText, study: StudyFile, world: World) -> Measures:
    """Return what is measured: what the study names, or all metrics; StudyError where a name is
    unknown."""
    if not study.measure:
        every = measures_of(world)
        return tuple((one.name, MeasureTable(metric=one.name, unit=one.unit)) for one in every)
    for name, table in study.measure.items():
        _check(text, name, table, world)
    return tuple((name, _with_unit(table, world)) for name, table in study.measure.items())


def _with_unit(measure: MeasureTable, world: World) -> MeasureTable:
    """Return a measure with the unit of its metric, unless it names another."""
    if measure.unit or measure.metric is None:
        return measure
    (metric,) = named_measures((measure.metric,), world)
    return measure.model_copy(update={"unit": metric.unit})


def unit_of(measure: MeasureTable) -> str:
    """Return the unit of a measure."""
    if measure.unit or measure.kind in ("report", "metric"):
        return measure.unit
    units = {"count": "ticks", "first": "tick", "share": "0–1", "stance": "-1–1"}
    return units.get(measure.of or measure.kind, "people")


def _check(text: StudyText, name: str, one: MeasureTable, world: World) -> None:
    """Raise a StudyError where a measure names what is not there."""
    path = ("measure", name, one.kind)
    try:
        if one.kind == "metric":
            named_measures((one.subject,), world)
        elif one.kind in ("count", "first"):
            parse(one.subject, world)
    except ExpressionError as error:
        raise text.error(path, "bad-value", error.what) from error
    except UnknownMeasureError as error:
        raise text.error(path, "unknown-name", str(error)) from error
    try:
        _read_tick(one.at)
    except ValueError as error:
        raise text.error(("measure", name, "at"), "bad-value", str(error)) from error
    if one.kind == "votes":
        _check_name(text, path, one, tuple(matter.id for matter in world.beats.matters))
    elif one.kind == "report":
        _check_name(text, path, one, report_names())


def _check_name(text: StudyText, path: KeyPath, one: MeasureTable, known: Sequence[str]) -> None:
    """Raise a StudyError unless the first word of a measure is known."""
    word = one.subject.split(" ", 1)[0]
    if word not in known:
        near = closest_match(word, [*known])
        fix = (
            f"write “{near}”" if near else f"write one of {', '.join(known) or 'none: it has none'}"
        )
        raise text.error(path, "unknown-name", f"there is no {one.kind} “{word[:60]}”", fix)


def measure_run(replay: Replay, measures: Measures) -> dict[str, float | None]:
    """Return the measures of a run; None where it has no such number."""
    found = {}
    for name, one in measures:
        value = _measure(replay, one)
        found[name] = None if value is None else round(float(value), DIGITS)
    return found


def _measure(replay: Replay, one: MeasureTable) -> float | None:
    last = _last_tick(replay, one.at)
    return None if last is None else _BY_KIND[one.kind](replay, one, last)


def _measure_fact(replay: Replay, one: MeasureTable, last: int) -> float:
    """Return how many know a fact, or came to an appointment; 0 where nobody has heard of it."""
    state = replay.at(last).state
    of = one.of or OF[one.kind][0]
    try:
        fact = find_fact(state, one.subject)
        if one.kind == "knows":
            return _count_knowing(replay, state, fact, of)
        return float(getattr(coordinate(replay, state, fact), of))
    except ReportError:
        return 0.0


def _read_tick(at: int | str | None) -> TickOrTime | None:
    return parse_tick(at) if isinstance(at, str) else at


def _last_tick(replay: Replay, at: int | str | None) -> int | None:
    """Return the tick at which a run is measured; None where it ended before."""
    when = _read_tick(at)
    try:
        tick = replay.last if when is None else replay.tick_of(when)
    except UnknownTickError:
        return None
    return tick if replay.first <= tick <= replay.last else None


def _measure_found(replay: Replay, one: MeasureTable, last: int) -> float | None:
    expression = parse(one.subject, replay.world(replay.header.world), replay.worlds)
    hits = takewhile(lambda hit: hit.tick <= last, find(replay, expression, 1))
    if one.kind == "count":
        return float(sum(1 for _ in hits))
    first = next(hits, None)
    return None if first is None else float(first.tick)


def _measure_metric(replay: Replay, one: MeasureTable, last: int) -> float | None:
    """Return a metric: at a tick, or summed up to it where it counts events, which no state says."""
    state = replay.at(last).state
    known = {each.name: each for each in all_measures(state.world)}
    measure = known.get(one.subject)
    if measure is None or not measure.applies_to(state.world):
        return None
    return values_up_to(replay, state, (measure,), replay.first)[measure.name]


def _measure_votes(replay: Replay, one: MeasureTable, last: int) -> float | None:
    views = beat_views(replay.at(last).state)
    matter = next((each for each in views if each.id == one.subject), None)
    if matter is None:
        return None
    of = one.of or OF["votes"][0]
    if of == "stance":
        stances = [each.stance for each in matter.voices if each.stance is not None]
        return sum(stances) / len(stances) if stances else None
    sides = {"for": matter.likes, "against": matter.dislikes, "neither": matter.undecided}
    return float(len(sides[of]))


def _count_knowing(replay: Replay, state: State, fact: Fact, of: str) -> float:
    if of == "told":
        spread = trace(state, fact, utterances_of(replay, fact, state.tick), replay.first)
        return float(sum(one.route in ("told", "overheard") for one in spread.knowers))
    living = living_minds(state)
    know = sum(any(map(fact.is_in, state.minds[who].memory)) for who in living)
    return float(know) if of == "people" else know / max(len(living), 1)


class _Parser(ArgumentParser):
    """A parser that raises what it would print."""

    def error(self, message: str) -> NoReturn:
        """Raise ReportError."""
        raise ReportError(message)


def _measure_report(replay: Replay, one: MeasureTable, last: int) -> float | None:
    """Return a number of a report's JSON; ReportError where it has none."""
    name, *words = shlex.split(one.subject)
    report: Report[Any] = load_report(name)
    options = _options(report, words)
    asked = Asked((replay,), replay.at(last), "", options, minds=lambda: _minds(replay))
    if report.person:
        people = tuple(map(asked.person, options.agent))
        asked = asked._replace(who=people[0] if people else "", people=people)
    value: Any = msgspec.to_builtins(report.json(report.ask(asked)), str_keys=True)
    for part in (one.of or "").split("."):
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            known = ", ".join(value) if isinstance(value, dict) else type(value).__name__
            raise ReportError(f"{name} has no “{one.of}”: there is {known[:200]}") from error
    if not isinstance(value, int | float | None):
        raise ReportError(f"“{one.of}” of {name} is no number")
    return value


def _options(report: Report[Any], words: list[str]) -> Namespace:
    parser = _Parser(prog=report.name, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--agent", action="append", default=[])
    report.declare(parser)
    try:
        return parser.parse_args([*report.usual, *words])
    except ArgumentError as error:
        raise ReportError(str(error)) from error


def _minds(replay: Replay) -> tuple[Any, Any]:
    header = replay.segments[-1].header
    embedder = cached_embedder(header.embedder)
    return prepare_model(answering_model(header.model)), embedder or HashEmbedder()


_BY_KIND: Mapping[str, Callable[[Replay, MeasureTable, int], float | None]] = {
    "metric": _measure_metric,
    "knows": _measure_fact,
    "coordination": _measure_fact,
    "votes": _measure_votes,
    "count": _measure_found,
    "first": _measure_found,
    "report": _measure_report,
}
