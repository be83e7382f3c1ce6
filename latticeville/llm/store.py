"""A table of keys and bytes in one SQLite file, shared by processes and threads; it may be deleted at any time."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

PIECE = 500
"""Keys looked up by one statement."""


class Store:
    """What was computed once; a file that is no such table is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._prepare()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            path.unlink()
            self._prepare()

    def find(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what is kept under those of the keys that are known."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, bytes] = {}
        with self._open() as base:
            for start in range(0, len(wanted), PIECE):
                piece = wanted[start : start + PIECE]
                marks = ",".join("?" * len(piece))
                found.update(base.execute(f"SELECT key, value FROM kept WHERE key IN ({marks})", piece))  # noqa: S608 - marks only
        return found

    def keep(self, values: Mapping[str, bytes]) -> None:
        """Keep values under their keys; what is there already stays."""
        if values:
            with self._open() as base, base:
                base.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", values.items())

    def _prepare(self) -> None:
        with self._open() as base, base:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=30)) as base:
            base.execute("PRAGMA synchronous = NORMAL")
            yield base
