"""What a new object kind can start from, and the check of its name."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from latticeville.core.text_fold import fold
from latticeville.world.io.kinds import build_kind, find_preset, load_presets, load_templates
from latticeville.world.model.machine_text import describe_effect, describe_trigger
from latticeville.world.model.objects import Kind, Transition
from latticeville.world.schema.kinds import KindTable
from studio.project.documents.entries import slugify
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project
from studio.project.edits.kinds import NewKind, free_kind_id

EMPTY = "-"
"""The key of the source without transitions."""
_LONGEST = 200
"""The most characters of a name."""
_WORDS = {
    "container": "basket bin box cabinet crate cupboard drawer safe",
    "appliance": "boiler fan heater machine oven radio washer",
    "furniture": "bench couch shelf sofa",
    "door": "gate hatch",
    "food": "apple berry bread cake cheese egg fish fruit meal meat pie soup",
    "tool": "axe broom bucket hammer knife ladder pick rake rope saw shovel spade sword",
}
"""Last words of names, by the template that fits them."""


class KindSource(NamedTuple):
    """What a new kind can start from: its key, its title, the table that is written, and the kind
    that this makes."""

    key: str
    title: str
    note: str
    table: Mapping[str, Any]
    kind: Kind

    def preview(self, name: str) -> Kind:
        """Return the kind under another name, on which its sign depends."""
        return replace(self.kind, id=slugify(name) or "thing", name=name) if name else self.kind


@cache
def list_sources() -> Mapping[str, KindSource]:
    """Return the sources by key: the empty one, the presets, and the templates that are no
    presets."""
    empty = {"glyph": "?", "start": "idle", "states": {"idle": {}}}
    presets, templates = load_presets(), load_templates()
    sources = [
        KindSource(
            EMPTY,
            "Empty",
            "no transitions",
            empty,
            build_kind("thing", KindTable.model_validate(empty)),
        ),
        *(KindSource(name, one.kind.name.capitalize(), "", *one) for name, one in presets.items()),
        *(
            KindSource(
                name, name.capitalize(), "template", {"extends": name}, build_kind(name, table)
            )
            for name, table in templates.items()
            if name not in presets
        ),
    ]
    return {one.key: one for one in sources}


def find_source(name: str) -> str:
    """Return the key of the source that fits a name: a preset, else a template, else the empty one.

    >>> find_source("double bed"), find_source("rope ladder"), find_source("totem")
    ('bed', 'tool', '-')
    """
    last = name.casefold().split()[-1:]
    fitting = (template for template, words in _WORDS.items() if {*last} & {*words.split()})
    return find_preset(name) or next(fitting, EMPTY)


def find_name_mistake(project: Project, name: str) -> str:
    """Return why a kind cannot have a name, or ""."""
    if not name:
        return "type a name"
    if not name.isprintable():
        return "a name has only visible characters and spaces"
    if len(name) > _LONGEST:
        return f"a name has at most {_LONGEST} characters"
    for known, table in kind_tables(project).items():
        called = str(table.get("name", known)) if isinstance(table, dict) else known
        if fold(called) == fold(name) or known == slugify(name):
            return f"there is a kind “{called}” already: type another name"
    return ""


def kind_id(project: Project, name: str) -> str:
    """Return the id of a new kind with a name: its letters in ASCII; a number tells ids apart."""
    return free_kind_id(project, slugify(name) or "thing")


def make_kind(project: Project, name: str, source: str) -> NewKind:
    """Return the edit that makes a kind."""
    new = kind_id(project, name)
    table = {"name": name} | {
        key: value for key, value in list_sources()[source].table.items() if key != "name"
    }
    return NewKind(new, table | ({"glyph": new[0]} if source == EMPTY else {}))


def describe_machine(kind: Kind) -> list[str]:
    """Return a line for each counter and each transition of a kind, or one that says that there is
    none."""
    counters = [
        f"counter {name}: {one.start} ({one.least} to {one.most})"
        for name, one in kind.counters.items()
    ]
    return [*counters, *map(_describe_row, kind.transitions)] or [
        "No transitions: people can only look at it."
    ]


def _describe_row(row: Transition) -> str:
    effects = ", ".join(map(describe_effect, row.effects))
    leads = f"{describe_trigger(row)}: {', '.join(row.sources)} → {row.target}"
    return f"{leads} · {effects}" if effects else leads
