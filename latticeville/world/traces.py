"""Saved traces: the tests of a kind in things.toml, run on a trial, and a trial written down as such a test."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from latticeville.core.clock import hours, parse_hours
from latticeville.world.machine import Actor, Part, Pocket
from latticeville.world.schema.traces import TraceStepTable, TraceTable
from latticeville.world.things import Kind
from latticeville.world.trial import Event, Trial, begin


class Miss(NamedTuple):
    """Where a test and the machine differ: the step, the key, what was wanted and what was found."""

    step: int
    key: str
    wanted: str
    found: str


def started(kind: Kind, table: TraceTable) -> Trial:
    """Return the trial with which a test begins."""
    counters = {name: table.counters.get(name, counter.start) for name, counter in kind.counters.items()}
    state = table.state if table.state in kind.states else kind.start
    part = Part(state or kind.start, counters, Pocket(table.inside or kind.inside))
    actor = Actor(Pocket(table.holding), table.owner, table.key)
    return begin(kind, part, actor=actor, minute=parse_hours(table.at), weather=table.weather)


def misses(kind: Kind, table: TraceTable) -> Iterator[Miss]:
    """Yield what a test wants and the machine does not do, up to and with the first step that goes wrong."""
    trial = started(kind, table)
    for index, step in enumerate(table.steps):
        length = len(trial.trace)
        trial = trial.press(step.verb) if step.verb else trial.wait(step.wait or 0)
        found = [Miss(index, *miss) for miss in _differences(step, trial, trial.trace[length:])]
        yield from found
        if found:
            return


def taken(kind: Kind, tables: Iterable[TraceTable]) -> frozenset[tuple[str, int]]:
    """Return where the rows are written that fire in these tests."""
    return frozenset(event.row.origin for table in tables for event in told(kind, table) if event.row)


def told(kind: Kind, table: TraceTable) -> tuple[Event, ...]:
    """Return all that happens and is refused in a test."""
    trial = started(kind, table)
    for step in table.steps:
        trial = trial.press(step.verb) if step.verb else trial.wait(step.wait or 0)
    return trial.trace


def _differences(step: TraceStepTable, trial: Trial, events: Sequence[Event]) -> Iterator[tuple[str, str, str]]:
    refused = events[-1].refused if step.verb else ""
    if refused and step.fails is None:
        yield "verb", f"that one can {step.verb} it", f"“{refused}”"
        return
    if not _refuses(step.fails, refused):
        yield "fails", f"a refusal with “{step.fails}”", f"“{refused}”" if refused else "no refusal"
    if step.state not in (None, trial.part.state):
        yield "state", f"“{step.state}”", f"“{trial.part.state}”"
    sentences = " ".join(event.told for event in events)
    if step.says is not None and step.says not in sentences:
        yield "says", f"“{step.says}”", f"“{sentences}”"
    yield from _miscounts(step, trial)


def _refuses(wanted: str | None, refused: str) -> bool:
    return wanted is None or wanted in (refused or "\0")


def _miscounts(step: TraceStepTable, trial: Trial) -> Iterator[tuple[str, str, str]]:
    for key, wanted, found in (
        ("counters", step.counters, trial.part.counters.get),
        ("inside", step.inside, trial.part.inside.count),
        ("holding", step.holding, trial.actor.pocket.count),
    ):
        for name, count in wanted.items():
            if found(name) != count:
                yield f"{key}.{name}", str(count), str(found(name))


def saved(start: Trial, moves: Sequence[str | int], name: str) -> dict[str, Any]:
    """Return the table of a test that holds what comes of verbs and minutes of waiting, ready to be written as TOML."""
    kind, actor = start.kind, start.actor
    first = begin(kind).part
    table: dict[str, Any] = {"kind": kind.id, "name": name}
    table |= {"state": start.part.state} if start.part.state != kind.start else {}
    table |= _unlike("counters", start.part.counters, first.counters)
    table |= {"inside": dict(start.part.inside.items)} if start.part.inside != first.inside else {}
    table |= {"holding": _counts(actor.pocket)} if _counts(actor.pocket) else {}
    table |= {key: value for key, value in (("owner", actor.owner), ("key", actor.key)) if value != (key == "owner")}
    table |= {"at": hours(start.minute)} if hours(start.minute) != "08:00" else {}
    table |= {"weather": start.weather} if start.weather != "clear" else {}
    trial, steps = start, list[dict[str, Any]]()
    for move in moves:
        before = trial
        trial = trial.press(move) if isinstance(move, str) else trial.wait(move)
        steps.append(_step(move, before, trial))
    return {**table, "steps": steps}


def _step(move: str | int, before: Trial, after: Trial) -> dict[str, Any]:
    step: dict[str, Any] = {"verb": move} if isinstance(move, str) else {"wait": move}
    refused = after.trace[-1].refused if isinstance(move, str) else ""
    step |= {"fails": refused} if refused else {"state": after.part.state}
    step |= _unlike("counters", after.part.counters, before.part.counters)
    step |= _unlike("inside", after.part.inside.items, before.part.inside.items)
    return step | _unlike("holding", _counts(after.actor.pocket), _counts(before.actor.pocket))


def _unlike(key: str, after: Mapping[str, int], before: Mapping[str, int]) -> dict[str, Any]:
    names = sorted({*after, *before})
    found = {name: after.get(name, 0) for name in names if after.get(name, 0) != before.get(name, 0)}
    return {key: found} if found else {}


def _counts(pocket: Pocket) -> dict[str, int]:
    kinds = [*pocket.things.values()]
    return {**pocket.items, **{kind: pocket.items.get(kind, 0) + kinds.count(kind) for kind in kinds}}
