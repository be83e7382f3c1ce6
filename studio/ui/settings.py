"""The user's choices that the studio remembers: theme, layouts, recent worlds."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from latticeville.core.disk import write_atomic
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.world.shipped import is_shipped, own_folder
from studio.storage.locations import recent_file, settings_file
from studio.ui.theme import DEFAULT

RECENT = 12
"""Most worlds remembered."""


def saved_theme() -> str:
    """Return the name of the theme chosen last."""
    name = _known().get("theme", DEFAULT)
    return name if isinstance(name, str) else DEFAULT


def save_theme(name: str) -> None:
    """Remember a theme."""
    _remember(theme=name)


def has_greeted() -> bool:
    """Tell whether the studio has greeted before."""
    return _known().get("greeted") is True


def mark_greeted() -> None:
    """Remember that the studio has greeted."""
    _remember(greeted=True)


def saved_layout(screen: str) -> dict[str, object]:
    """Return how the panes of a screen were laid out last."""
    layouts = _known().get("layout")
    found = layouts.get(screen) if isinstance(layouts, dict) else None
    return dict(found) if isinstance(found, dict) else {}


def save_layout(screen: str, panes: Mapping[str, str | bool]) -> None:
    """Remember how the panes of a screen are laid out."""
    layouts = _known().get("layout")
    known = layouts if isinstance(layouts, dict) else {}
    if known.get(screen, {}) != dict(panes):
        _remember(layout={**known, screen: dict(panes)})


def saved_map_style(world: Path) -> str:
    """Return the style that the map of a world was last drawn in; "" where none was chosen."""
    found = _saved_of("map_style", world)
    return found if isinstance(found, str) else ""


def save_map_style(world: Path, style: str) -> None:
    """Remember the style of a world's map."""
    _save_of("map_style", world, style)


def saved_model(world: Path, kind: str) -> str:
    """Return the spec of the `model` or the `embedder` that was chosen for a world; "" where none
    was."""
    found = _saved_of(kind, world)
    return found if isinstance(found, str) else ""


def save_model(world: Path, kind: str, spec: str) -> None:
    """Remember the `model` or the `embedder` of a world; "" for the world's own."""
    if spec or _saved_of(kind, world) is not None:
        _save_of(kind, world, spec)


def saved_favourites(world: Path) -> dict[str, object]:
    """Return the favourite tools of a world's map by digit, as they are written."""
    found = _saved_of("favourites", world)
    return dict(found) if isinstance(found, dict) else {}


def save_favourites(world: Path, written: Mapping[str, str]) -> None:
    """Remember the favourite tools of a world's map."""
    _save_of("favourites", world, dict(written))


def _saved_of(what: str, world: Path) -> object:
    """Return what is remembered of a world under a name; None for nothing."""
    by_world = _known().get(what)
    return by_world.get(_key(world)) if isinstance(by_world, dict) else None


def _save_of(what: str, world: Path, value: object) -> None:
    """Remember something of a world under a name."""
    by_world = _known().get(what)
    known = by_world if isinstance(by_world, dict) else {}
    _remember(**{what: {**known, _key(world): value}})


def _key(world: Path) -> str:
    """Return what is remembered of a world by: its folder; a shipped one has that of its copy."""
    return str(own_folder(world).resolve())


def _known() -> dict[str, object]:
    """Return all settings; none where they cannot be read."""
    try:
        return read_toml("settings.toml", settings_file().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TomlError):
        return {}


def _remember(**chosen: str | bool | Mapping[str, object]) -> None:
    """Write settings, and leave the others as they are; where that cannot be done they are
    forgotten."""
    import tomlkit

    with suppress(OSError):
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        table = (
            tomlkit.parse(settings_file().read_text(encoding="utf-8"))
            if _known()
            else tomlkit.document()
        )
        table.update(chosen)
        write_atomic(settings_file(), tomlkit.dumps(table).encode())


def recent_worlds() -> list[Path]:
    """Return the worlds opened before that still are there, the newest first."""
    try:
        lines = recent_file().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [Path(line) for line in lines if line and (Path(line) / "world.toml").is_file()]


def add_recent_world(world: Path) -> None:
    """Remember a world as the one opened last; the shipped ones are offered anyway."""
    if is_shipped(world):
        return
    with suppress(OSError):
        recent_file().parent.mkdir(parents=True, exist_ok=True)
        names = dict.fromkeys([str(world.resolve()), *map(str, recent_worlds())])
        write_atomic(recent_file(), "".join(f"{name}\n" for name in list(names)[:RECENT]).encode())
