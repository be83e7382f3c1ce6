"""Worlds to begin with: folders of this package, each a whole world under another name."""

import json
from pathlib import Path

from latticeville.world.files import tidy

_TITLE = "name = "


def texts(template: str, name: str) -> dict[str, str]:
    """Return the files of a template, for a world of this name.

    >>> sorted(texts("blank", "first_steps"))
    ['things.toml', 'world.map', 'world.toml']
    """
    folder = Path(__file__).parent / template
    paths = (path for path in folder.rglob("*") if path.suffix in (".toml", ".map"))
    files = {path.relative_to(folder).as_posix(): tidy(path.read_text("utf-8")) for path in sorted(paths)}
    lines = files["world.toml"].split("\n")
    line = next(number for number, text in enumerate(lines) if text.startswith(_TITLE))
    lines[line] = _TITLE + json.dumps(title(name), ensure_ascii=False)
    return files | {"world.toml": "\n".join(lines)}


def title(name: str) -> str:
    """Return what a world is called whose folder has this name.

    >>> title("old-harbour"), title("Ville2")
    ('Old Harbour', 'Ville2')
    """
    words = name.replace("_", " ").replace("-", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words)[:200] or "World"
