"""Dialogs to list, make, change and remove matters, storylines and scheduled events."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from latticeville.world.model.beats import Ending, Matter, ScheduledEvent, Stage, Storyline
from latticeville.world.model.table_struct import TableStruct
from latticeville.world.schema.table import field_docs, reader_of, table_of
from studio.project.documents.entries import slugify
from studio.project.documents.project import WORLD, Project
from studio.project.documents.references import tables_at
from studio.project.edits.edit import Edit, EditRefusedError, find_mistake
from studio.project.edits.values import InsertValue, SetValue
from studio.project.fields import explain_validation
from studio.project.formats.plain_values import KeyPath, deep_copy, to_toml, value_at
from studio.project.workspace import Workspace
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.pane_screen import PaneScreen

SORTS: Mapping[str, type[TableStruct]] = {
    "matters": Matter,
    "storylines": Storyline,
    "scheduled": ScheduledEvent,
}
"""The tables by the lists of `world.toml` that hold them."""
WORDS = {"matters": "matter", "storylines": "storyline", "scheduled": "scheduled event"}
"""What one of each list is called."""
PARTS: Mapping[str, type[TableStruct]] = {"outcomes": Ending, "stages": Stage}
"""The lists of tables that have lines of their own."""
ROWS = ("when", "effects", "errands", "aftermath", "scenes")
"""The lists whose tables are typed on one line each."""
END = 1 << 30
"""The place behind the last of a list."""
_NEW_OUTCOME: Mapping[str, object] = {"id": "outcome", "text": "It is decided."}
_NEW_STAGE: Mapping[str, object] = {"id": "stage", "text": "It goes on."}
REMOVE = "remove"
"""The key of the option that removes a beat."""


class BeatField(NamedTuple):
    """One line of the form: where its value stands, its label, the value as it is typed, its help.

    A path that ends in `END` adds to a list.
    """

    path: KeyPath
    label: str
    text: str
    help: str


def list_beats(project: Project) -> tuple[tuple[KeyPath, str, str], ...]:
    """Return the path of each matter, storyline and scheduled event, its id, and what it is
    about."""
    world = project.data(WORLD)
    return tuple(
        ((sort, number), str(table.get("id", "?")), f"{WORDS[sort]}: {_about(table)}")
        for sort in SORTS
        for number, table in enumerate(tables_at(world, sort))
    )


def _about(table: Mapping[str, Any]) -> str:
    return str(table.get("question") or table.get("name") or table.get("text") or "")


def beat_fields(project: Project, path: KeyPath) -> tuple[BeatField, ...]:
    """Return the lines of the form of a beat."""
    found = value_at(project.data(WORLD), path)
    table: Mapping[str, Any] = found if isinstance(found, dict) else {}
    return tuple(_lines(table, SORTS[str(path[0])], path, ""))


def _lines(
    table: Mapping[str, Any], struct: type[TableStruct], path: KeyPath, before: str
) -> Iterator[BeatField]:
    """Yield a line for each key, then the lines of the tables in it."""
    docs, keys = field_docs(table_of(struct)), table_of(struct).model_fields
    for key in keys:
        at, name, told = (*path, key), f"{before}{key}", docs.get(key, "")
        if key in ROWS:
            rows = enumerate(tables_at(table, key))
            yield from (BeatField((*at, n), name, to_toml(row), told) for n, row in rows)
            yield BeatField((*at, END), f"{name} +", "", f"Add one. {told}")
        elif key not in PARTS:
            yield BeatField(at, name, _told(table.get(key)), told)
    for key in (key for key in PARTS if key in keys):
        for number, part in enumerate(tables_at(table, key)):
            name = f"{before}{part.get('id', number)}: "
            yield from _lines(part, PARTS[key], (*path, key, number), name)
        yield BeatField(
            (*path, key, END), f"{before}{key} +", "", f"Add one by its id. {docs[key]}"
        )


def _told(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else to_toml(value)


def change_beat(project: Project, path: KeyPath, typed: str) -> Edit:
    """Return the edit that sets a line of a form to what was typed, or refuse; nothing typed
    removes it."""
    key = str(path[-2]) if isinstance(path[-1], int) else str(path[-1])
    value = None if typed == "" else _value(key, typed)
    edit: Edit = SetValue(WORLD, path, value)
    if path[-1] == END:
        if value is None:
            raise EditRefusedError("type what is to be added")
        edit = InsertValue(WORLD, path, value)
    _check(edit.apply(project), path[:2])
    return edit


def _value(key: str, typed: str) -> object:
    """Return what was typed for a key: a new table, words, a value of TOML, or text."""
    is_literal = typed.lstrip().startswith("[")
    if key in PARTS:
        return {**(_NEW_OUTCOME if key == "outcomes" else _NEW_STAGE), "id": typed}
    if key in _WORDS and not is_literal:
        return [word for word in map(str.strip, typed.split(",")) if word]
    return _literal(key, typed) if is_literal or key in (*ROWS, *_LITERAL) else typed


def _literal(key: str, typed: str) -> object:
    try:
        return tomllib.loads(f"x = {typed}")["x"]
    except tomllib.TOMLDecodeError:
        wanted = f"{{ … }}, such as {_EXAMPLES[key]}" if key in ROWS else "a number or a list"
        raise EditRefusedError(f"type {wanted}") from None


_WORDS = frozenset({"say", "sides", "people", "follows", "result"})
_LITERAL = frozenset({"minutes", "wait", "quorum", "put_off", "share"})
_EXAMPLES = {
    "when": '{ object = "oak", state = "felled" }',
    "effects": '{ object = "oak", state = "felled" }',
    "errands": '{ person = "ada", place = "square", doing = "waiting", at = "Wed 10:00" }',
    "aftermath": '{ person = "ada", ends = "nobody tells me" }',
    "scenes": '{ lines = [{ who = "ada", to = "bob", says = "You sold it." }] }',
}


def _check(project: Project, path: KeyPath) -> None:
    """Refuse a beat that the format does not take."""
    table = deep_copy(value_at(project.data(WORLD), path))
    try:
        reader_of(SORTS[str(path[0])]).validate_python(table)
    except ValidationError as error:
        raise EditRefusedError(explain_validation(error)) from None


def add_beat(project: Project, sort: str, name: str) -> Edit:
    """Return the edit that adds a matter, a storyline or a scheduled event with an id."""
    areas = tables_at(project.data(WORLD), "areas")
    place = str(areas[0].get("id")) if areas else ""
    by = {"place": place, "at": "Mon 18:00"} if place else {"by": "Mon 18:00"}
    new: Mapping[str, dict[str, object]] = {
        "matters": {
            "question": "What is to be done?",
            "about": name.replace("_", " "),
            **by,
            "outcomes": [dict(_NEW_OUTCOME)],
        },
        "storylines": {"name": name.replace("_", " "), "stages": [dict(_NEW_STAGE)]},
        "scheduled": {"text": "It happens.", "at": "Mon 18:00"},
    }
    edit = InsertValue(WORLD, (sort, END), {"id": name, **new[sort]})
    _check(edit.apply(project), (sort, len(tables_at(project.data(WORLD), sort))))
    return edit


class BeatDialogs(NamedTuple):
    """The dialogs over a screen that edits a workspace; `attempt` makes an edit and does it, or
    says why it is refused."""

    screen: PaneScreen
    workspace: Workspace
    attempt: Callable[[Callable[[], Edit]], bool]

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.workspace.project

    async def open(self) -> None:
        """List all beats; the chosen one is edited, or a new one made."""
        if self.project.original:
            self.screen.tell("The original format has no matters: import this world first.")
            return
        beats = list_beats(self.project)
        options = [Option(str(place), name, note) for place, (_, name, note) in enumerate(beats)]
        options += [Option(sort, f"New {word}") for sort, word in WORDS.items()]
        chosen = await self._choose("Matters and storylines", options)
        if chosen in SORTS:
            await self._add(chosen)
        elif chosen:
            await self._edit(beats[int(chosen)][0])

    async def _choose(self, title: str, options: list[Option]) -> str:
        asked = OptionDialog(title, options, wide=True)
        return await self.screen.app.push_screen_wait(asked) or ""

    async def _add(self, sort: str) -> None:
        def wrong(name: str) -> str:
            return find_mistake(self.project, lambda: add_beat(self.project, sort, slugify(name)))

        fill = ValidatedInput(f"Id of the new {WORDS[sort]}", "What it is about.", "", wrong)
        name = await self.screen.app.push_screen_wait(fill)
        if name and self.attempt(lambda: add_beat(self.project, sort, slugify(name))):
            await self._edit(
                [path for path, _, _ in list_beats(self.project) if path[0] == sort][-1]
            )

    async def _edit(self, path: KeyPath) -> None:
        """Show the fields of a beat until none is chosen; change the chosen one."""
        while True:
            fields = beat_fields(self.project, path)
            options = [Option(str(n), one.label, one.text) for n, one in enumerate(fields)]
            options.append(Option(REMOVE, f"Remove this {WORDS[str(path[0])]}", "u: undo"))
            title = next((name for at, name, _ in list_beats(self.project) if at == path), "")
            chosen = await self._choose(title, options)
            if chosen == REMOVE:
                self.attempt(lambda: SetValue(WORLD, path, None, name="remove a beat"))
            if chosen in ("", REMOVE):
                return
            await self._change(fields[int(chosen)])

    async def _change(self, field: BeatField) -> None:
        def wrong(typed: str) -> str:
            return find_mistake(self.project, lambda: change_beat(self.project, field.path, typed))

        fill = ValidatedInput(field.label, field.help, field.text, wrong)
        typed = await self.screen.app.push_screen_wait(fill)
        if typed is not None and typed != field.text:
            self.attempt(lambda: change_beat(self.project, field.path, typed))
