"""Which commands a context menu offers: those of its pane, and those of the parts around it on what
is selected."""

from collections.abc import Iterator, Mapping, Sequence

from studio.ui.commands.registry import (
    MOVES,
    Command,
    commands_of,
    enclosing_scopes,
    find_command,
)

OFFERED: Mapping[str, Sequence[str]] = {
    "map": ("select", "eyes", "centre"),
    "simulate": (
        "why",
        "memory",
        "beliefs",
        "interview",
        "meddle",
        "follow",
        "differ",
        "fork",
        "until",
    ),
    "draw": (
        "object",
        "person",
        "area",
        "room",
        "door",
        "grab",
        "duplicate",
        "add_box",
        "subtract_box",
        "wall",
        "pick",
        "gather",
        "copy",
        "cut",
        "paste",
    ),
    "design": ("edit", "delete"),
    "people": ("identity", "prompt", "day", "talk", "compare"),
    "things": ("add", "rename", "duplicate", "remove", "place"),
    "app": (),
}
"""The actions that are offered of a part that has more than a menu has room for."""
LAST: Mapping[str, Sequence[str]] = {
    "map": ("areas", "zoom", "style"),
    "draw": ("overlay", "areas", "zoom", "style"),
}
"""Actions about the view of a part, which come last."""
OF_PEOPLE = frozenset({"why", "memory", "beliefs", "interview", "differ"})
"""Actions of a run that are offered where a person is selected."""


def menu_commands(where: str, *, has_person: bool) -> list[Command]:
    """Return what the menu of a part offers, the part's own first, whether it can be done now or
    not.

    >>> [command.id for command in menu_commands("outline", has_person=True)][:3]
    ['outline.open', 'simulate.why', 'simulate.memory']
    """
    found = [command for part in enclosing_scopes(where) for command in _offered(part)]
    found += _named(where, LAST.get(where, ()))
    return [
        one for one in found if has_person or one.where != "simulate" or one.action not in OF_PEOPLE
    ]


def _offered(part: str) -> Iterator[Command]:
    if part in OFFERED:
        return _named(part, OFFERED[part])
    return (command for command in commands_of(part) if command.action not in MOVES)


def _named(part: str, actions: Sequence[str]) -> Iterator[Command]:
    found = (find_command(f"{part}.{action.replace('_', '-')}") for action in actions)
    return (command for command in found if command is not None)
