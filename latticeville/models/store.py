"""A key-value table in an SQLite file, shared by processes and threads; safe to delete."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from latticeville.core.disk import error_reason

KEYS_PER_QUERY = 500
"""Keys looked up by one statement."""
LOCK_TIMEOUT = 5.0
"""Seconds that a lock of another process is waited for."""
DAMAGE_CODES = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

WarningCallback = Callable[[str], None]
"""Takes a sentence for the user."""


def ignore_warning(_sentence: str) -> None:
    """Drop a sentence."""


class KeyValueStore:
    """What was computed once; where its file cannot be used, it finds and keeps nothing, and tells
    so once.

    A damaged file is set aside as NAME.damaged and begun anew. A file that can only be read is
    read. With `read_only` nothing is written or set aside, and `fault` says why nothing is found,
    or is empty.
    """

    def __init__(
        self, path: Path, tell: WarningCallback = ignore_warning, *, read_only: bool = False
    ) -> None:
        self._path, self._warn, self._warned = path, tell, False
        self._uri, self._writable, self.fault = path.absolute().as_uri(), not read_only, ""
        if read_only:
            self._open_read_only()
        else:
            self._open_or_create()

    def find(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Return what is kept under those of the keys that are known."""
        wanted, found = list(dict.fromkeys(keys)), dict[str, object]()
        for start in range(0, len(wanted), KEYS_PER_QUERY):
            piece = wanted[start : start + KEYS_PER_QUERY]
            marks = ",".join("?" * len(piece))
            found.update(self._select(f"SELECT key, value FROM kept WHERE key IN ({marks})", piece))  # noqa: S608 - marks only
        return {key: value for key in wanted if isinstance(value := found.get(key), bytes)}

    def find_by_prefix(self, prefix: str) -> list[bytes]:
        """Return the values of all keys that begin with a prefix and a colon, in the order of the
        keys."""
        rows = self._select(
            "SELECT key, value FROM kept WHERE key > ? AND key < ? ORDER BY key",
            [f"{prefix}:", f"{prefix};"],
        )
        return [value for _key, value in rows if isinstance(value, bytes)]

    def add(self, values: Mapping[str, bytes]) -> None:
        """Keep values under their keys; what is there already stays."""
        if not values or not self._writable:
            return
        try:
            with self._open() as base, base:
                base.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", values.items())
        except sqlite3.Error as error:
            self._fall_back_to_reading(error)

    def _select(self, statement: str, terms: list[str]) -> list[tuple[str, object]]:
        if self.fault:
            return []
        try:
            with self._open() as base:
                return base.execute(statement, terms).fetchall()
        except sqlite3.Error as error:
            if self._writable and _is_damage_error(error):
                self._recreate()
            else:
                self._disable(error)
            return []

    def _open_or_create(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._prepare()
        except sqlite3.Error as error:
            if _is_damage_error(error):
                self._recreate()
            else:
                self._fall_back_to_reading(error)
        except OSError as error:
            self._disable(f"its folder cannot be created: {error.strerror}")

    def _open_read_only(self, fault: sqlite3.Error | None = None) -> None:
        """Read without writing; a file that nobody can write to has no writer either, and needs no
        lock."""
        self._writable = False
        if not self._path.is_file():
            self._disable(
                "it is not a file" if self._path.exists() else fault or "there is no such file"
            )
            return
        locked = self._path.absolute().as_uri() + "?mode=ro"
        effective = os.access in os.supports_effective_ids
        writable = os.access(self._path.parent, os.W_OK, effective_ids=effective)
        ways = [locked] if writable else [locked, f"{locked}&immutable=1"]
        for self._uri in ways:
            try:
                with self._open() as base:
                    base.execute("SELECT key, value FROM kept LIMIT 1").fetchall()
            except sqlite3.Error as error:
                fault = fault or error
            else:
                return
        self._disable(fault or "it cannot be read")

    def _recreate(self) -> None:
        """Set a damaged file aside, with what SQLite keeps beside it, and begin another."""
        aside = self._path.with_name(f"{self._path.name}.damaged")
        try:
            for end in ("-wal", "-shm"):
                self._path.with_name(f"{self._path.name}{end}").unlink(missing_ok=True)
            self._path.replace(aside)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            self._disable(error)
        else:
            self._warn_once(
                f"the cache {self._path} was damaged: it was renamed to {aside.name}, and a new "
                "one was created"
            )

    def _fall_back_to_reading(self, error: sqlite3.Error) -> None:
        self._open_read_only(error)
        if not self.fault:
            self._warn_once(
                f"the cache {self._path} is read-only ({error}): new replies are not stored in it"
            )

    def _disable(self, why: object) -> None:
        self._writable, self.fault = (
            False,
            f"the cache {self._path} cannot be used ({error_reason(why)})",
        )
        self._warn_once(f"{self.fault}: continuing without it")

    def _warn_once(self, sentence: str) -> None:
        if not self._warned:
            self._warned = True
            self._warn(sentence)

    def _prepare(self) -> None:
        with self._open() as base, base:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute(
                "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) "
                "WITHOUT ROWID"
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._uri, timeout=LOCK_TIMEOUT, uri=True)) as base:
            base.execute("PRAGMA synchronous = NORMAL")
            yield base


def _is_damage_error(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE_CODES
