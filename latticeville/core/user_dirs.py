"""The user's folders for settings, state and cache (XDG)."""

from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("latticeville", appauthor=False)


def config_dir() -> Path:
    """Return the folder of settings and keymaps."""
    return Path(_DIRS.user_config_dir)


def state_dir() -> Path:
    """Return the folder of the studio's runs, recovery files and crash reports."""
    return Path(_DIRS.user_state_dir)


def cache_dir() -> Path:
    """Return the folder of what can be made anew."""
    return Path(_DIRS.user_cache_dir)
