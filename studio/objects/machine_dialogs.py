"""Dialogs about states, counters, transitions and fields of a kind."""

from typing import Any

from studio.objects.edit_dialogs import ask_edit, confirm_loss
from studio.objects.items import (
    CounterItem,
    FieldItem,
    InheritedItem,
    MachineItem,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.machine_lines import (
    BOUNDS,
    COUNTER_LINE,
    add_line,
    added_item,
    edit_counter,
    machine_path,
    make_names,
    rename_counter,
)
from studio.objects.model import Machine, find_mistake, list_templates, read_machines
from studio.objects.notation import (
    STATE_HELP,
    format_counter,
    format_field,
    format_state,
    parse_field,
    parse_name,
    parse_state,
)
from studio.objects.transition_guide import TransitionGuide, collect_words
from studio.objects.transition_line import (
    LineSort,
    changed_keys,
    format_transition,
    parse_transition,
)
from studio.objects.workbench import ObjectsWorkbench
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import THINGS, WORLD
from studio.project.documents.references import tables_at
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.kinds import RenameState
from studio.project.edits.machines import DeleteCounter, DeleteState, find_references
from studio.project.edits.values import MoveValue, SetValue
from studio.ui.theme import NIGHT

_FLAGS = ("blocks", "portable")
_HELP = {
    "name": "The name that people use.",
    "glyph": "One character: its glyph on the map.",
    "color": "A colour of the theme, or #rrggbb.",
    "tile": "One or two columns that draw it where the map has tiles; empty: by its name.",
    "picture": "A PNG or WebP in the world's folder, such as pictures/bed.png; empty: by its name.",
    "light": "How many cells far it gives light by night, 0 to 12; empty: by its name and state.",
    "extends": "A template or another kind that supplies everything not set here.",
    "without": "Verbs (comma-separated) whose transitions are not inherited.",
    "start": "The state at tick 0.",
    "verbs": "The expected verbs, comma-separated; the checks report others.",
    "room": "How many items and portable objects fit inside.",
    "inside": "Items inside at tick 0: 2 beans, 1 cup.",
}


async def edit(bench: ObjectsWorkbench, machine: Machine, item: MachineItem) -> None:
    """Edit what a line of the table, or of the graph, is about."""
    match item:
        case StateItem(name):
            await _edit_state(bench, machine, name)
        case CounterItem(name):
            await _edit_counter(bench, machine, name)
        case TransitionItem(index):
            await _edit_transition(bench, machine, index)
        case InheritedItem():
            bench.tell(
                f"It is inherited from {machine.whole.extends or 'a template'}. An own "
                "transition takes "
                "precedence; “without” removes its verb."
            )
        case FieldItem(key):
            await _edit_field(bench, machine, key)
        case SectionItem():
            await add(bench, machine, item)


async def _edit_state(bench: ObjectsWorkbench, machine: Machine, name: str) -> None:
    def make(typed: str) -> Edit:
        return SetValue(THINGS, path, parse_state(typed), name=f"{machine.id}: {name}")

    looks, path = machine.whole.states.get(name), machine_path(machine, "states", name)
    table = looks.model_dump(exclude_unset=True, exclude_none=True) if looks else {}
    title = f"State {name}"
    await ask_edit(bench, title, STATE_HELP, format_state(table), make)


async def _edit_counter(bench: ObjectsWorkbench, machine: Machine, name: str) -> None:
    def make(typed: str) -> Edit:
        return edit_counter(machine, name, typed)

    text = f"{name} {format_counter(machine.whole.counters[name].model_dump())}"
    if typed := await ask_edit(bench, f"Counter {name}", COUNTER_LINE, text, make):
        called = parse_name(typed)[0]
        bench.reveal(CounterItem(name if called in BOUNDS else called))


async def _edit_transition(bench: ObjectsWorkbench, machine: Machine, index: int) -> None:
    row, path = (
        tables_at(machine.own, "transitions")[index],
        machine_path(machine, "transitions", index),
    )
    text, label = format_transition(row), f"{machine.id}: transition {index + 1}"

    def make(typed: str) -> Edit:
        wanted = parse_transition(typed, None, None)
        values = changed_keys(_read_known(text), wanted)
        edits = (SetValue(THINGS, (*path, key), value) for key, value in values.items())
        return CompositeEdit(label, (*make_names(machine, wanted), *edits))

    title = f"Transition {index + 1} of {machine.kind.name}"
    await ask_edit(bench, title, "", text, make, guide=_guide(bench, machine))


def _guide(bench: ObjectsWorkbench, machine: Machine) -> TransitionGuide:
    project = bench.project
    weather = project.data(WORLD).get("weather")
    chain = weather.get("chain") if isinstance(weather, dict) else None
    return TransitionGuide(
        collect_words(read_machines(project), machine, chain if isinstance(chain, dict) else ())
    )


async def _edit_field(bench: ObjectsWorkbench, machine: Machine, key: str) -> None:
    path, label = machine_path(machine, key), f"{machine.id}: {key}"
    value = getattr(machine.whole, key)
    if key in _FLAGS:
        bench.do(SetValue(THINGS, path, not value, name=label))
        return
    extended = (*list_templates(), *kind_tables(bench.project))
    words = {"color": tuple(NIGHT), "start": machine.states, "extends": extended}.get(key, ())

    def make(typed: str) -> Edit:
        return SetValue(THINGS, path, parse_field(key, typed, machine.states), name=label)

    await ask_edit(bench, label, _HELP[key], format_field(value), make, words)


async def add(bench: ObjectsWorkbench, machine: Machine, item: MachineItem | None) -> None:
    """Ask for a line that adds a state, a counter or a transition; which one a name alone is, says
    the cursor."""
    asked: LineSort
    match item:
        case CounterItem() | SectionItem("counters"):
            asked, help = "counter", COUNTER_LINE  # noqa: A001
        case StateItem() | SectionItem("states") | None:
            asked, help = "state", f"its name, then {STATE_HELP}"  # noqa: A001
        case _:
            asked, help = "transition", ""  # noqa: A001
    guide = _guide(bench, machine) if asked == "transition" else None

    def make(typed: str) -> Edit:
        return add_line(machine, typed, asked)

    if typed := await ask_edit(bench, f"New {asked}", help, "", make, guide=guide):
        bench.reveal(added_item(machine, typed, asked))


async def rename(bench: ObjectsWorkbench, machine: Machine, item: StateItem | CounterItem) -> None:
    """Ask for another name of a state or a counter."""
    name, is_state = item.name, isinstance(item, StateItem)
    if not _is_own(machine, item):
        bench.tell(f"“{name}” is inherited; rename it in the kind that defines it.")
        return

    def make(new: str) -> Edit:
        if new == name:
            return CompositeEdit(name, ())
        if not new:
            raise EditRefusedError("type a name")
        if is_state:
            return RenameState(machine.id, name, new)
        return rename_counter(machine, name, new)

    title, help = f"New name for {name}", "All references are renamed too."  # noqa: A001
    await ask_edit(bench, title, help, name, make)


async def remove(bench: ObjectsWorkbench, machine: Machine, item: MachineItem) -> None:
    """Delete a state, a counter, a transition or a field."""
    match item:
        case StateItem() | CounterItem() if _is_own(machine, item):
            await _delete(bench, machine, item)
        case TransitionItem(index):
            edit = SetValue(
                THINGS,
                machine_path(machine, "transitions", index),
                None,
                name=f"{machine.id}: remove transition {index + 1}",
            )
            if bench.do(edit):
                bench.tell(f"Removed transition {index + 1} · u: undo")
        case FieldItem(key) if key in machine.own:
            _reset_field(bench, machine, key)
        case StateItem() | CounterItem() | InheritedItem():
            bench.tell("It is inherited; “without” removes inherited transitions.")


async def _delete(bench: ObjectsWorkbench, machine: Machine, item: StateItem | CounterItem) -> None:
    """Delete a state or a counter, after saying what speaks of it."""
    project, kind, name = bench.project, machine.id, item.name
    edit: Edit
    if isinstance(item, StateItem):
        edit, word = DeleteState(kind, name), "Remove it and these transitions"
        lost = find_references(project, kind, state=name)
    else:
        edit, word = DeleteCounter(kind, name), "Remove it from these, too"
        lost = find_references(project, kind, counter=name)
    if await confirm_loss(bench, f"Remove {name}? These refer to it", lost, word):
        bench.do(edit)


def _reset_field(bench: ObjectsWorkbench, machine: Machine, key: str) -> None:
    edit = SetValue(THINGS, machine_path(machine, key), None, name=f"{machine.id}: reset {key}")
    if find_mistake(bench.project, lambda: edit):
        bench.tell(f"“{key}” is required.")
    else:
        bench.do(edit)


def move_transition(bench: ObjectsWorkbench, machine: Machine, index: int, by: int) -> None:
    """Move a transition up or down."""
    to = index + by
    if not 0 <= to < len(tables_at(machine.own, "transitions")):
        return
    if bench.do(MoveValue(THINGS, machine_path(machine, "transitions", index), to)):
        bench.reveal(TransitionItem(to))


def _is_own(machine: Machine, item: StateItem | CounterItem) -> bool:
    """Return whether a state or a counter is written in the kind itself."""
    section = "states" if isinstance(item, StateItem) else "counters"
    return item.name in (machine.own.get(section) or {})


def _read_known(text: str) -> dict[str, Any]:
    """Read the line of a transition as it was; nothing where it cannot be read."""
    try:
        return parse_transition(text, None, None)
    except EditRefusedError:
        return {}
