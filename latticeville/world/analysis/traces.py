"""Tests of a kind in kinds.toml: run them on a trial, and write a trial as a test."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from latticeville.core.clock import format_hours, parse_hours
from latticeville.world.analysis.trial import Trial, TrialEvent, make_trial
from latticeville.world.model.machine import Actor, MachineState, Pocket
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import TraceStepTable, TraceTable


class TraceMismatch(NamedTuple):
    """Where a test and the machine differ: the step, the key, what was wanted and what was
    found."""

    step: int
    key: str
    wanted: str
    found: str


def start_trial(kind: Kind, table: TraceTable) -> Trial:
    """Return the trial with which a test begins."""
    counters = {
        name: table.counters.get(name, counter.start) for name, counter in kind.counters.items()
    }
    state = table.state if table.state in kind.states else kind.start
    part = MachineState(state or kind.start, counters, Pocket(table.inside or kind.inside))
    actor = Actor(Pocket(table.holding), table.owner, table.key)
    return make_trial(kind, part, actor=actor, minute=parse_hours(table.at), weather=table.weather)


def find_mismatches(kind: Kind, table: TraceTable) -> Iterator[TraceMismatch]:
    """Yield what a test wants and the machine does not do, up to and with the first step that goes
    wrong."""
    trial = start_trial(kind, table)
    for index, step in enumerate(table.steps):
        length = len(trial.trace)
        trial = trial.press(step.verb) if step.verb else trial.wait(step.wait or 0)
        found = [
            TraceMismatch(index, *miss)
            for miss in _find_mismatches(step, trial, trial.trace[length:])
        ]
        yield from found
        if found:
            return


def covered_transitions(kind: Kind, tables: Iterable[TraceTable]) -> frozenset[tuple[str, int]]:
    """Return where the rows are written that fire in these tests."""
    return frozenset(
        event.row.origin for table in tables for event in describe_trace(kind, table) if event.row
    )


def describe_trace(kind: Kind, table: TraceTable) -> tuple[TrialEvent, ...]:
    """Return all that happens and is refused in a test."""
    trial = start_trial(kind, table)
    for step in table.steps:
        trial = trial.press(step.verb) if step.verb else trial.wait(step.wait or 0)
    return trial.trace


def _find_mismatches(
    step: TraceStepTable, trial: Trial, events: Sequence[TrialEvent]
) -> Iterator[tuple[str, str, str]]:
    refused = events[-1].refused if step.verb else ""
    if refused and step.fails is None:
        yield "verb", f"that “{step.verb}” is accepted", f"“{refused}”"
        return
    if not _is_expected_refusal(step.fails, refused):
        yield "fails", f"a refusal with “{step.fails}”", f"“{refused}”" if refused else "no refusal"
    if step.state not in (None, trial.part.state):
        yield "state", f"“{step.state}”", f"“{trial.part.state}”"
    sentences = " ".join(event.told for event in events)
    if step.says is not None and step.says not in sentences:
        yield "says", f"“{step.says}”", f"“{sentences}”"
    yield from _find_miscounts(step, trial)


def _is_expected_refusal(wanted: str | None, refused: str) -> bool:
    return wanted is None or wanted in (refused or "\0")


def _find_miscounts(step: TraceStepTable, trial: Trial) -> Iterator[tuple[str, str, str]]:
    for key, wanted, found in (
        ("counters", step.counters, trial.part.counters.get),
        ("inside", step.inside, trial.part.inside.count),
        ("holding", step.holding, trial.actor.pocket.count),
    ):
        for name, count in wanted.items():
            if found(name) != count:
                yield f"{key}.{name}", str(count), str(found(name))


def record_trace(start: Trial, moves: Sequence[str | int], name: str) -> dict[str, Any]:
    """Return the table of a test that holds what comes of verbs and minutes of waiting, ready to be
    written as TOML."""
    kind, actor = start.kind, start.actor
    first = make_trial(kind).part
    table: dict[str, Any] = {"kind": kind.id, "name": name}
    table |= {"state": start.part.state} if start.part.state != kind.start else {}
    table |= _changed_values("counters", start.part.counters, first.counters)
    table |= {"inside": dict(start.part.inside.items)} if start.part.inside != first.inside else {}
    table |= {"holding": _count_items(actor.pocket)} if _count_items(actor.pocket) else {}
    table |= {
        key: value
        for key, value in (("owner", actor.owner), ("key", actor.key))
        if value != (key == "owner")
    }
    table |= {"at": format_hours(start.minute)} if format_hours(start.minute) != "08:00" else {}
    table |= {"weather": start.weather} if start.weather != "clear" else {}
    trial, steps = start, list[dict[str, Any]]()
    for move in moves:
        before = trial
        trial = trial.press(move) if isinstance(move, str) else trial.wait(move)
        steps.append(_record_step(move, before, trial))
    return {**table, "steps": steps}


def _record_step(move: str | int, before: Trial, after: Trial) -> dict[str, Any]:
    step: dict[str, Any] = {"verb": move} if isinstance(move, str) else {"wait": move}
    refused = after.trace[-1].refused if isinstance(move, str) else ""
    step |= {"fails": refused} if refused else {"state": after.part.state}
    step |= _changed_values("counters", after.part.counters, before.part.counters)
    step |= _changed_values("inside", after.part.inside.items, before.part.inside.items)
    return step | _changed_values(
        "holding", _count_items(after.actor.pocket), _count_items(before.actor.pocket)
    )


def _changed_values(
    key: str, after: Mapping[str, int], before: Mapping[str, int]
) -> dict[str, Any]:
    names = sorted({*after, *before})
    found = {
        name: after.get(name, 0) for name in names if after.get(name, 0) != before.get(name, 0)
    }
    return {key: found} if found else {}


def _count_items(pocket: Pocket) -> dict[str, int]:
    kinds = [*pocket.things.values()]
    return {
        **pocket.items,
        **{kind: pocket.items.get(kind, 0) + kinds.count(kind) for kind in kinds},
    }
