"""The worlds that `latticeville new` copies: folders of this package, and the shipped worlds."""

import json
from pathlib import Path

from latticeville.core.sentence_case import capital
from latticeville.world.io.files import read_project
from latticeville.world.shipped import shipped_worlds

_NAME_LINE = "name = "
_GRASS = ","
SIZED_TEMPLATE = "blank"
TEMPLATES = {
    "blank": "an empty meadow of any size",
    "village": "four people, a bakery, an inn and a pond",
    "dungeon": "a prison, its warden and its prisoners",
    "survival": "three castaways and a fire",
}
"""What a new world may begin as, and a word on it."""
"""The template whose map may be of any size."""
MAX_SIDE = 2000
"""Most columns and rows of a new map."""


def template_files(template: str, name: str, size: tuple[int, int] | None = None) -> dict[str, str]:
    """Return the files of a template or a shipped world, for a world of this name; the blank one in
    any size.

    >>> sorted(template_files("blank", "first_steps"))
    ['kinds.toml', 'world.map', 'world.toml']
    """
    files = read_project(shipped_worlds().get(template, Path(__file__).parent / template))[0]
    lines = files["world.toml"].split("\n")
    line = next(number for number, text in enumerate(lines) if text.startswith(_NAME_LINE))
    lines[line] = _NAME_LINE + json.dumps(title_from_folder(name), ensure_ascii=False)
    if size and template == SIZED_TEMPLATE:
        files["world.map"] = (_GRASS * size[0] + "\n") * size[1]
    return files | {"world.toml": "\n".join(lines)}


def size_error(width: int, height: int) -> str:
    """Say why no map can have this size, or nothing.

    >>> size_error(40, 14), size_error(0, 14)
    ('', 'a map has 1 to 2000 columns and rows')
    """
    return (
        ""
        if min(width, height) >= 1 and max(width, height) <= MAX_SIDE
        else f"a map has 1 to {MAX_SIDE} columns and rows"
    )


def title_from_folder(name: str) -> str:
    """Return what a world is called whose folder has this name.

    >>> title_from_folder("old-harbour"), title_from_folder("Ville2")
    ('Old Harbour', 'Ville2')
    """
    words = name.replace("_", " ").replace("-", " ").split()
    return " ".join(capital(word) for word in words)[:200] or "World"
