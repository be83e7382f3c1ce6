"""A persona as a form: every field and row as the text that one types."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from latticeville.world.model.personas import Persona
from latticeville.world.model.survival import NEEDS, SurvivalSettings
from latticeville.world.schema.table import field_docs, table_of
from studio.people.model.names import NO_NAMES, Names
from studio.people.model.row_syntax import BAR, ROW_SYNTAX, RowSyntax, format_row
from studio.project import fields
from studio.project.documents.entries import list_entries
from studio.project.documents.project import WORLD, Project, persona_file
from studio.project.edits.personas import residents_of
from studio.project.formats.plain_values import KeyPath, to_toml
from studio.ui.theme import NIGHT

Sort = Literal["word", "long", "names", "share", "value", "here", "list", "row", "fold"]
FIRST = ("name", "age", "about", "home", "work")
CHARACTER = ("traits", "values", "aspiration", "intends", "lifestyle", "currently")
ADVANCED = ("glyph", "color", "strength", "language", "model", "act", "react")
LONG = ("about", "currently", "lifestyle", "intends", "aspiration")
NAMES = ("traits", "values")
TABLES = ("retrieval", "attention")
SHARES = {"big_five": "Big Five", "needs": "Needs"}
"""The tables of numbers from 0 to 1, with their headings."""
AREA_FIELDS = ("home", "work", "start")
"""Fields whose value is an area."""
FOLD = "advanced"
"""The key of the line below which the rest of the form is."""


class FormItem(NamedTuple):
    """One line of the form; a list is a line of its own, above its rows."""

    key: str
    sort: Sort
    label: str
    text: str
    """The value as it is typed; nothing where it is left out."""
    path: KeyPath = ()
    otherwise: str = ""
    """What holds where it is left out."""
    help: str = ""
    words: tuple[str, ...] = ()
    title: str = ""
    """The heading above it, if it begins a part of the form."""
    note: str = ""
    """What stands below it."""
    advanced: bool = False
    """Whether it is below the fold."""


def form_items(project: Project, name: str, names: Names = NO_NAMES) -> tuple[FormItem, ...]:
    """Return the form of a persona: what one comes for first, the rest below the fold."""
    table = project.data(persona_file(name))
    shown, folded = (["big_five", "needs"], []) if needs_of(project) else (["big_five"], ["needs"])
    beliefs = ROW_SYNTAX["beliefs"]
    lists = [syntax for syntax in ROW_SYNTAX.values() if syntax is not beliefs]
    advanced = (
        *_simple(table, names, _advanced_keys(project, table)),
        *_shares(project, table, folded),
        *_rows(table, beliefs, names),
        *_tables(table),
    )
    return (
        *_placed(_simple(table, names, FIRST), project, name, names),
        *(item for syntax in lists for item in _rows(table, syntax, names)),
        *_simple(table, names, CHARACTER, "Character"),
        *_here(project, name, names),
        *_survival(project, table),
        *_shares(project, table, shown),
        _fold(advanced),
        *(item._replace(advanced=True) for item in advanced),
    )


def _fold(items: Sequence[FormItem]) -> FormItem:
    """Return the line that opens and closes what is below it."""
    fields_ = [item for item in items if item.sort != "row"]
    written = sum(bool(item.text) for item in fields_)
    return FormItem(FOLD, "fold", "Advanced", f"{written} of {len(fields_)} fields set", title=" ")


def _simple(
    table: Mapping[str, Any], names: Names, keys: Iterable[str], heading: str = ""
) -> Iterator[FormItem]:
    areas = tuple(map(names.areas.name_of, names.areas.names))
    words = {"home": areas, "work": areas, "color": tuple(NIGHT), **_CHOICES}
    docs = field_docs(table_of(Persona))
    for place, key in enumerate(keys):
        value = table.get(key)
        sort: Sort = "long" if key in LONG else "names" if key in NAMES else "word"
        text = (
            _told(list(map(str, value)))
            if isinstance(value, list)
            else ""
            if value is None
            else str(value)
        )
        if key in AREA_FIELDS:
            text = names.areas.name_of(text)
        default, title = _OTHERWISE.get(key, ""), "" if place else heading
        told = docs.get(key) or _HELP.get(key, "")
        yield FormItem(key, sort, key, text, (key,), default, told, words.get(key, ()), title)


def _placed(
    items: Iterable[FormItem], project: Project, name: str, names: Names
) -> Iterator[FormItem]:
    """Yield items with the places that this world alone names for somebody."""
    people = {} if project.original else list_entries(project, "people")
    rows = [people[who].table for who in residents_of(project, name) if who in people]
    for item in items:
        found = str(rows[0].get(item.key, "")) if item.key in AREA_FIELDS and rows else ""
        told = f"{names.areas.name_of(found)} (in this world)" if found and not item.text else ""
        yield item._replace(otherwise=told or item.otherwise)


def _advanced_keys(project: Project, table: Mapping[str, Any]) -> list[str]:
    """Return the fields below the fold; the strength only where it is written and no part of the
    form is about needs."""
    has_strength = "strength" in table and not needs_of(project)
    return [key for key in ADVANCED if key != "strength" or has_strength]


def _told(words: list[str]) -> str:
    """Return words with commas between them, or bars where a word has a comma of its own."""
    return (
        f"{BAR.join(words)}{BAR if len(words) == 1 else ''}".rstrip()
        if "," in "".join(words)
        else ", ".join(words)
    )


_CHOICES = {"act": ("plan", "model"), "react": ("salient", "always")}
_OTHERWISE = {
    "glyph": "first letter of the name",
    "color": "person",
    "language": "(world default)",
    "model": "(run's model)",
    "strength": "0.5",
    "act": "(world default)",
    "react": "(world default)",
}
_HELP = {
    "age": "In years.",
    "color": "A colour of the theme, or #rrggbb.",
    "about": "The person in a few sentences.",
    "traits": "Words, separated by commas or bars.",
    "values": "What the person values, comma-separated.",
    "aspiration": "What the person wants in life.",
    "strength": "From 0 to 1, in worlds with the rules survival.",
}


def _here(project: Project, name: str, names: Names) -> Iterator[FormItem]:
    """Yield what this world says of those who are the persona, beside the persona itself."""
    found = () if project.original else residents_of(project, name)
    for number, who in enumerate(found):
        of_whom = f" of {who}" if len(found) > 1 else ""
        shown = [
            field
            for field in fields.list_fields(project, fields.FormSubject("people", who))
            if field.key not in ("persona", "id")
        ]
        for place, field in enumerate(shown):
            title = "In this world" if number == place == 0 else ""
            yield _here_item(who, field, names)._replace(label=f"{field.key}{of_whom}", title=title)


def _here_item(who: str, field: fields.FormField, names: Names) -> FormItem:
    default = field.otherwise or _HERE_OTHERWISE.get(field.key, "as above")
    text, words = field.text, field.options
    if field.key in AREA_FIELDS:
        text, default = names.areas.name_of(text), names.areas.name_of(default)
        words = tuple(map(names.areas.name_of, words))
    key, path = f"here.{who}.{field.key}", (who, field.key)
    return FormItem(key, "here", field.key, text, path, default, field.help, words)


_HERE_OTHERWISE = {"start": "home", "knows": "everywhere"}


def _survival(project: Project, table: Mapping[str, Any]) -> Iterator[FormItem]:
    """Yield the strength as a bar in worlds with needs, above what everybody starts with."""
    if needs_of(project):
        value, key = table.get("strength"), "strength"
        text, note = (
            "" if value is None else str(value),
            f"everybody starts with {start_text(project)}",
        )
        yield FormItem(key, "share", key, text, (key,), "", _HELP[key], (), "Survival", note)


def _shares(
    project: Project, table: Mapping[str, Any], tables: Iterable[str]
) -> Iterator[FormItem]:
    for name in tables:
        heading = SHARES[name]
        values, docs = table.get(name), field_docs(fields.TABLES[name])
        for number, key in enumerate(fields.TABLES[name].model_fields):
            value = values.get(key) if isinstance(values, dict) else None
            text, title = "" if value is None else str(value), heading if number == 0 else ""
            note = trait_note(project, key) if name == "big_five" else ""
            told = docs.get(key, "")
            yield FormItem(
                f"{name}.{key}", "share", key, text, (name, key), "", told, (), title, note
            )


def _rows(table: Mapping[str, Any], syntax: RowSyntax, names: Names) -> Iterator[FormItem]:
    key, written = syntax.key, table.get(syntax.key)
    rows = written if isinstance(written, list) else []
    head, count = syntax.title, str(len(rows) or "")
    yield FormItem(key, "list", head, count, (key,), "none", syntax.example, title=head)
    for number, row in enumerate(rows):
        text = format_row(syntax, row, names)
        yield FormItem(f"{key}.{number}", "row", "", text, (key, number), "", syntax.example)


def _tables(table: Mapping[str, Any]) -> Iterator[FormItem]:
    for name in TABLES:
        values, docs = table.get(name), field_docs(fields.TABLES[name])
        for number, key in enumerate(fields.TABLES[name].model_fields):
            value = values.get(key) if isinstance(values, dict) else None
            text = "" if value is None else value if isinstance(value, str) else to_toml(value)
            title = name.capitalize() if number == 0 else ""
            path, told, default = (name, key), docs.get(key, ""), "(world default)"
            yield FormItem(f"{name}.{key}", "value", key, text, path, default, told, (), title)


def tie_key(project: Project, name: str, other: str) -> str:
    """Return the key of the item about a persona's tie to a person, else of all its
    relationships."""
    rows = project.data(persona_file(name)).get("relationships") or ()
    for place, row in enumerate(rows):
        if isinstance(row, dict) and row.get("who") == other:
            return f"relationships.{place}"
    return "relationships"


def key_at_line(project: Project, name: str, line: int) -> str:
    """Return the key of the item of a form that stands at a line of the persona's file, counted
    from 1."""
    known = {item.key for item in form_items(project, name)}
    table, key = "", "name"
    counts = dict[str, int]()
    for row in project.files[persona_file(name)].text.split("\n")[:line]:
        if head := _HEAD.match(row):
            table = head[2]
            counts[table] = counts.get(table, -1) + 1
            found = f"{table}.{counts[table]}" if head[1] else table
        elif word := _KEY.match(row):
            found = (
                f"{table}.{counts[table]}"
                if f"{table}.0" in known
                else f"{table}.{word[1]}"
                if table
                else word[1]
            )
        else:
            continue
        key = found if found in known else table if table in known else key
    return key


_HEAD = re.compile(r"\s*\[(\[?)\s*([a-z_]+)\s*\]")
_KEY = re.compile(r"\s*([a-z_]+)\s*=")


TRAIT_NOTES: Mapping[str, str] = {
    "openness": "changes no survival action; moves opinions in talks",
    "conscientiousness": "high: eats later and carries more food",
    "extraversion": "high: warns allies, tells them of food, stays near",
    "agreeableness": "high: shares food; low: attacks more readily",
    "neuroticism": "high: flees sooner; with low agreeableness attacks",
}
"""What each of the Big Five changes in what the built-in mind does under need."""


def needs_of(project: Project) -> tuple[str, ...]:
    """Return the needs that bodies of a world have; none in a social world."""
    rules = project.data(WORLD).get("rules")
    names = rules if isinstance(rules, list) else []
    return NEEDS if "survival" in names else tuple(need for need in NEEDS if need in names)


def trait_note(project: Project, trait: str) -> str:
    """Return what a trait changes in a world with the rules survival; "" elsewhere."""
    return TRAIT_NOTES[trait] if needs_of(project) == NEEDS else ""


def start_text(project: Project) -> str:
    """Say with what everybody starts: “hunger 0.3, energy 1, health 1, 10 food”."""
    given = project.data(WORLD).get("survival")
    table: Mapping[str, Any] = given if isinstance(given, dict) else {}

    def value(key: str) -> object:
        return table.get(key, table_of(SurvivalSettings).model_fields[key].default)

    needs = needs_of(project)
    parts = [f"{need} {value('start_hunger') if need == 'hunger' else 1}" for need in needs]
    return ", ".join(
        [*parts, *([f"{value('start_food')} {value('food')}"] if "hunger" in needs else [])]
    )
