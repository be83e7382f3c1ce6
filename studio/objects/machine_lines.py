"""What a typed line adds to a state machine: a state, a counter or a transition.

A line with an arrow or a bar is a transition, a name with bounds a counter, a name with looks a
state; a name alone is what is asked for. States and counters that a transition names are made.
"""

import re
from collections.abc import Mapping
from typing import Any

from studio.objects.items import CounterItem, StateItem, TransitionItem
from studio.objects.model import LAST, Machine
from studio.objects.notation import COUNTER_HELP, parse_counter, parse_name, parse_state
from studio.objects.transition_line import LineSort, find_new_names, parse_transition, sort_line
from studio.project.documents.project import THINGS
from studio.project.documents.references import tables_at
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.kinds import RenameCounter, RenameState
from studio.project.edits.values import InsertValue, SetValue
from studio.project.formats.plain_values import KeyPath

_ID = re.compile(r"[a-z][a-z0-9_]*")
BOUNDS = ("start", "min", "max")
"""The words that begin a bound of a counter."""
COUNTER_LINE = f"its name, then {COUNTER_HELP}: water {COUNTER_HELP}"


def machine_path(machine: Machine, *rest: str | int) -> KeyPath:
    """Return the path to a part of a kind."""
    return ("kinds", machine.id, *rest)


def add_line(machine: Machine, typed: str, asked: LineSort) -> Edit:
    """Return the edit that adds what a line says, or refuse."""
    match sort_line(typed, asked):
        case "transition":
            return _add_transition(machine, typed)
        case "counter":
            return _add_counter(machine, typed)
        case _:
            return _add_state(machine, typed)


def added_item(
    machine: Machine, typed: str, asked: LineSort
) -> StateItem | CounterItem | TransitionItem:
    """Return the line of the machine that a typed line adds."""
    match sort_line(typed, asked):
        case "transition":
            return TransitionItem(len(tables_at(machine.own, "transitions")))
        case "counter":
            return CounterItem(parse_name(typed)[0])
        case _:
            return StateItem(parse_name(typed)[0])


def _add_state(machine: Machine, typed: str) -> Edit:
    name, looks = parse_name(typed)
    if (machine.own.get("states") or {}).get(name) or (
        name in machine.states and (not looks or name not in (machine.own.get("states") or {}))
    ):
        raise EditRefusedError(f"“{machine.id}” has a state “{name}” already")
    label = f"{machine.id}: new state {name}"
    return SetValue(THINGS, machine_path(machine, "states", name), parse_state(looks), name=label)


def _add_counter(machine: Machine, typed: str) -> Edit:
    name, bounds = parse_name(typed)
    known = machine.whole.counters.get(name)
    if known is not None and (known.model_fields_set or not bounds):
        raise EditRefusedError(f"“{machine.id}” has a counter “{name}” already")
    if not _ID.fullmatch(name):
        raise EditRefusedError("a counter's name has only lowercase letters, digits and _")
    path, label = machine_path(machine, "counters", name), f"{machine.id}: new counter {name}"
    return SetValue(THINGS, path, parse_bounds(name, bounds), name=label)


def _add_transition(machine: Machine, typed: str) -> Edit:
    row = parse_transition(typed, None, None)
    table = {key: value for key, value in row.items() if value is not None}
    insert = InsertValue(THINGS, machine_path(machine, "transitions", LAST), table)
    names = make_names(machine, row)
    return CompositeEdit(insert.label, (*names, insert)) if names else insert


def make_names(machine: Machine, row: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Return the edits that make the states and counters that a transition names.

    The only state of a kind without transitions, of which nobody has said more, becomes the first
    of them.
    """
    new = find_new_names(row, machine.states, machine.whole.counters)
    states, renamed, lone = new.states, tuple[Edit, ...](), machine.states[0]
    is_fresh = not machine.whole.transitions and dict(machine.own.get("states") or {}) == {lone: {}}
    if states and is_fresh and lone not in (row["from"], row["to"]) and row["from"] != "*":
        renamed, states = (RenameState(machine.id, lone, states[0]),), states[1:]
    made = (SetValue(THINGS, machine_path(machine, "states", name), {}) for name in states)
    counted = (
        SetValue(THINGS, machine_path(machine, "counters", name), {}) for name in new.counters
    )
    return (*renamed, *made, *counted)


def edit_counter(machine: Machine, name: str, typed: str) -> Edit:
    """Return the edit of a counter that a line asks for: its name, which may be another one, and
    its bounds; or refuse."""
    called, bounds = parse_name(typed)
    if called in BOUNDS:
        called, bounds = name, typed
    path, label = machine_path(machine, "counters", called), f"{machine.id}: counter {called}"
    limits = SetValue(THINGS, path, parse_bounds(called, bounds), name=label)
    if called == name:
        return limits
    renamed = rename_counter(machine, name, called)
    return CompositeEdit(renamed.label, (renamed, limits))


def rename_counter(machine: Machine, name: str, new: str) -> RenameCounter:
    """Return the edit that renames a counter, or refuse."""
    if not _ID.fullmatch(new):
        raise EditRefusedError("a counter's name has only lowercase letters, digits and _")
    return RenameCounter(machine.id, name, new)


def parse_bounds(name: str, text: str) -> dict[str, int]:
    """Read the bounds of a counter, within which it starts, or refuse; say so where its name was
    left out."""
    try:
        bounds = parse_counter(text)
    except EditRefusedError:
        if name in BOUNDS or not text.startswith(BOUNDS):
            raise EditRefusedError(f"type {COUNTER_LINE}") from None
        raise
    start = bounds.get("start", 0)
    least, most = bounds.get("min", 0), bounds.get("max", 1_000_000)
    if not least <= start <= most:
        raise EditRefusedError(f"start {start} is not between {least} and {most}")
    return bounds
