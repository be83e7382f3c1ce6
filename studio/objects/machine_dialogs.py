"""How states, counters, rows and fields of a machine are edited, each as a line of text."""

import re
from collections.abc import Sequence
from typing import Any

from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.kinds import RenameCounter, RenameState, kinds
from studio.documents.edits.machines import DeleteCounter, DeleteState, speakers
from studio.documents.edits.values import Insert, Put, Shift
from studio.documents.plain import KeyPath
from studio.documents.project import THINGS
from studio.documents.references import rows
from studio.objects.edit_dialogs import Tinkering
from studio.objects.model import Machine, bases, mistake
from studio.objects.notation import (
    COUNTER_HELP,
    DOES_HELP,
    HEAD_HELP,
    NEEDS_HELP,
    STATE_HELP,
    counter_of,
    counter_text,
    does_of,
    does_text,
    head_of,
    head_text,
    items_of,
    needs_of,
    needs_text,
    state_of,
    state_text,
)
from studio.objects.panes.machine_graph import Graph
from studio.objects.panes.machine_table import Asked, Table, field_text
from studio.theme import NIGHT
from studio.widgets.pick import Option, Pick

_ID = re.compile(r"[a-z][a-z0-9_]*")
_CELL = re.compile(r"\s*(\d{1,5})\s*[,; ]\s*(\d{1,5})\s*")
_FLAGS = ("blocks", "portable")
_LISTS = ("without", "verbs")
_HELP = {
    "name": "What people call such a thing.",
    "glyph": "One letter or sign: how it is drawn on the map.",
    "color": "A colour of the theme, or #rrggbb.",
    "extends": "A template or another kind, from which comes what is not written here.",
    "without": "Verbs, with commas between, whose rows do not come from what it extends.",
    "start": "The state at tick 0.",
    "verbs": "The verbs that it is meant to understand, with commas between; the checks speak of others.",
    "room": "How many items and portable things may lie inside.",
    "inside": "Items that lie inside at tick 0: 2 beans, 1 cup.",
}


class Wiring(Tinkering):
    """The dialogs about the parts of a machine."""

    def on_asked(self, message: Asked) -> None:
        """Edit what a line of the table, or of the graph, is about."""
        machine, name = self.machine, message.name
        if machine is None:
            return
        match message.sort:
            case "state":
                self._state(machine, name)
            case "counter":
                self._counter(machine, name)
            case "row":
                self._row(machine, int(name))
            case "base":
                self.tell(
                    f"It comes from {machine.whole.extends or 'what it extends'}. A row of its own is tried before it; "
                    "“without” leaves its verb out."
                )
            case "field":
                self._field(machine, name)
            case "head":
                self.add(machine, name)

    def _path(self, machine: Machine, *rest: str | int) -> KeyPath:
        return ("kinds", machine.id, *rest)

    def _state(self, machine: Machine, name: str) -> None:
        looks = machine.whole.states.get(name)
        text = state_text(looks.model_dump(exclude_unset=True, exclude_none=True)) if looks else ""
        path = self._path(machine, "states", name)
        label = f"{machine.id}: {name}"
        self._fill(f"How it looks when it is {name}", STATE_HELP, text,
                   lambda typed: Put(THINGS, path, state_of(typed), name=label))  # fmt: skip

    def _counter(self, machine: Machine, name: str) -> None:
        text = counter_text(machine.whole.counters[name].model_dump())
        path, label = self._path(machine, "counters", name), f"{machine.id}: counter {name}"

        def make(typed: str) -> Edit:
            return Put(THINGS, path, _sensible(counter_of(typed)), name=label)

        self._fill(f"The counter {name}", COUNTER_HELP, text, make)

    def _row(self, machine: Machine, index: int) -> None:
        row = rows(machine.own, "transitions")[index]
        parts = {
            "head": ("From, upon what, to", head_text(row)),
            "needs": ("Needs", needs_text(rows(row, "needs"))),
            "does": ("Does", does_text(rows(row, "does"))),
            "says": ("Says, when it happens", str(row.get("says", ""))),
            "fails": ("Says, when it cannot", str(row.get("fails", ""))),
        }
        options = [Option(key, title, text) for key, (title, text) in parts.items()]
        ask = Pick(f"Row {index + 1} of {machine.kind.name}", options, search=False)
        self.app.push_screen(ask, lambda key: self._part(machine, index, key, *parts[key]) if key else None)

    def _part(self, machine: Machine, index: int, key: str, title: str, text: str) -> None:
        path, label = self._path(machine, "transitions", index), f"{machine.id}: row {index + 1}, {key}"
        helps = {
            "head": HEAD_HELP, "needs": NEEDS_HELP, "does": DOES_HELP,
            "says": "What witnesses see and remember; {who} and {thing} are filled in.",
            "fails": "What whoever tries it learns and remembers when the conditions do not hold.",
        }  # fmt: skip

        def make(typed: str) -> Edit:
            if key == "head":
                head = head_of(typed, machine.states)
                return Together(label, tuple(Put(THINGS, (*path, part), value) for part, value in head.items()))
            value: Any = typed
            if key in ("needs", "does"):
                value = needs_of(typed) if key == "needs" else does_of(typed)
                _known(machine, value)
            return Put(THINGS, (*path, key), value or None, name=label)

        self._fill(f"Row {index + 1}: {title.lower()}", helps[key], text, make, machine.states if key == "head" else ())

    def _field(self, machine: Machine, key: str) -> None:
        path, label = self._path(machine, key), f"{machine.id}: {key}"
        if key in _FLAGS:
            self.do(Put(THINGS, path, not getattr(machine.whole, key), name=label))
            return
        words = {"color": tuple(NIGHT), "start": machine.states, "extends": (*bases(), *kinds(self.project))}.get(
            key, ()
        )

        def make(typed: str) -> Edit:
            value: Any = typed or None
            if key in _LISTS:
                value = [one.strip() for one in typed.split(",") if one.strip()] or None
            elif key == "room" and typed:
                if not typed.isdigit():
                    raise Refused("write a number")
                value = int(typed)
            elif key == "inside":
                value = items_of(typed) or None
            elif key == "start" and typed and typed not in machine.states:
                raise Refused(f"there is no state “{typed}”; there are {', '.join(machine.states)}")
            return Put(THINGS, path, value, name=label)

        self._fill(f"{machine.id}: {key}", _HELP[key], field_text(machine.whole, key), make, words)

    def add(self, machine: Machine, where: str) -> None:
        """Ask for another state, counter or row."""
        match where:
            case "counters" | "counter":
                self._fill("New counter", f"its name, then {COUNTER_HELP}", "",
                           lambda typed: self._new_counter(machine, typed), (),
                           lambda typed: self._reach(f"counter:{_named(typed)[0]}"))  # fmt: skip
            case "rows" | "row" | "base":
                last = len(rows(machine.own, "transitions"))
                self._fill("New row", HEAD_HELP, "", lambda typed: self._new_row(machine, typed), machine.states,
                           lambda _: self._reach(f"row:{last}"))  # fmt: skip
            case "kind" | "field":
                self.tell("States, counters and rows are added on the lines above; enter on a line below changes it.")
            case _:
                self._fill("New state", f"its name, then {STATE_HELP}", "",
                           lambda typed: self._new_state(machine, typed), (),
                           lambda typed: self._reach(f"state:{_named(typed)[0]}"))  # fmt: skip

    def _reach(self, key: str) -> None:
        """Put the cursor on what was added."""
        for pane in (self.query_one(Table), self.query_one(Graph)):
            pane.go_to(key)

    def _new_state(self, machine: Machine, typed: str) -> Edit:
        name, looks = _named(typed)
        if name in machine.states:
            raise Refused(f"“{machine.id}” has a state “{name}” already")
        return Put(THINGS, self._path(machine, "states", name), state_of(looks), name=f"{machine.id}: new state {name}")

    def _new_counter(self, machine: Machine, typed: str) -> Edit:
        name, bounds = _named(typed)
        if name in machine.whole.counters:
            raise Refused(f"“{machine.id}” has a counter “{name}” already")
        if not _ID.fullmatch(name):
            raise Refused("a counter's name has small letters, digits and _ only")
        try:
            value = _sensible(counter_of(bounds))
        except Refused:
            if name in ("start", "min", "max") or not bounds.startswith(("start", "min", "max")):
                raise Refused(f"write its name first, then {COUNTER_HELP}: water {COUNTER_HELP}") from None
            raise
        return Put(THINGS, self._path(machine, "counters", name), value, name=f"{machine.id}: new counter {name}")

    def _new_row(self, machine: Machine, typed: str) -> Edit:
        head = {key: value for key, value in head_of(typed, machine.states).items() if value is not None}
        return Insert(THINGS, self._path(machine, "transitions", 1 << 30), head)

    def rename_part(self, machine: Machine, sort: str, name: str) -> None:
        """Ask for another name of a state or a counter."""
        own = machine.own.get("states" if sort == "state" else "counters") or {}
        if name not in own:
            self.tell(f"“{name}” comes from what it extends; rename it there.")
            return

        def make(new: str) -> Edit:
            if new == name:
                return Together(name, ())
            if not new or (sort == "counter" and not _ID.fullmatch(new)):
                raise Refused("it needs a name" if not new else "small letters, digits and _ only")
            return RenameState(machine.id, name, new) if sort == "state" else RenameCounter(machine.id, name, new)

        self._fill(f"Another name for {name}", "Rows, tests and objects follow.", name, make)

    def remove_part(self, machine: Machine, sort: str, name: str) -> None:
        """Let a state, a counter, a row or a field go."""
        match sort:
            case "state" if name in (machine.own.get("states") or {}):
                lost = speakers(self.project, machine.id, state=name)
                self._sure(f"Remove {name}? These speak of it", lost, "Remove it with these rows",
                           DeleteState(machine.id, name))  # fmt: skip
            case "counter" if name in (machine.own.get("counters") or {}):
                lost = speakers(self.project, machine.id, counter=name)
                self._sure(f"Remove {name}? These speak of it", lost, "Remove it from them, too",
                           DeleteCounter(machine.id, name))  # fmt: skip
            case "row":
                path = self._path(machine, "transitions", int(name))
                if self.do(Put(THINGS, path, None, name=f"{machine.id}: without row {int(name) + 1}")):
                    self.tell(f"Row {int(name) + 1} is taken away · u takes that back.")
            case "field" if name in machine.own:
                if not mistake(self.project, lambda: Put(THINGS, self._path(machine, name), None)):
                    self.do(Put(THINGS, self._path(machine, name), None, name=f"{machine.id}: {name} as by default"))
                else:
                    self.tell(f"“{name}” cannot be left out.")
            case "state" | "counter" | "base":
                self.tell("It comes from what the kind extends; “without” leaves rows out.")

    def on_table_shifted(self, message: Table.Shifted) -> None:
        """Move a row up or down."""
        machine = self.machine
        to = message.row + message.by
        if machine is None or not 0 <= to < len(rows(machine.own, "transitions")):
            return
        if self.do(Shift(THINGS, self._path(machine, "transitions", message.row), to)):
            self.query_one(Table).go_to(f"row:{to}")


def _named(typed: str) -> tuple[str, str]:
    """Return a name and what is written after it; a name of several words stands in quotes, or ends with a colon."""
    found = re.fullmatch(r'(?:"([^"]+)"|([^:]+):|([^\s:,]+))\s*(.*)', typed.strip())
    if not found:
        raise Refused("it needs a name")
    return (found[1] or found[2] or found[3]).strip(), found[4].lstrip(", ")


def _sensible(bounds: dict[str, int]) -> dict[str, int]:
    """Refuse a counter that does not start within its bounds."""
    least, most = bounds.get("min", 0), bounds.get("max", 1_000_000)
    if not least <= bounds.get("start", 0) <= most:
        raise Refused(f"it starts at {bounds.get('start', 0)}, which is not between {least} and {most}")
    return bounds


def _known(machine: Machine, parts: Sequence[dict[str, Any]]) -> None:
    """Refuse conditions and effects on counters that there are not."""
    for part in parts:
        name = part.get("counter")
        if name is not None and name not in machine.whole.counters:
            known = ", ".join(machine.whole.counters) or "none yet"
            raise Refused(f"there is no counter “{name}”; there are: {known}")
