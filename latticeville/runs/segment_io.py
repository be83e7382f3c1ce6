"""Read segment files, plain or compressed; all positions count uncompressed bytes.

For `segment-003.jsonl`, the names tried are that one, `segment-003.jsonl.zst` and
`segment-003.jsonl.gz`.
"""

import errno
import gzip
import io
import sys
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, cast

from latticeville.core.disk import write_atomic

ZSTD, GZIP = ".zst", ".gz"
SUFFIXES = (ZSTD, GZIP)
"""Endings of compressed files, in the order in which they are looked for."""
CACHE_BYTES = 256 << 20
"""Uncompressed bytes kept for random access."""
CacheKey = tuple[str, int, int]


class _Cache:
    """Uncompressed files, the newest `CACHE_BYTES` bytes of them."""

    def __init__(self) -> None:
        self._files: OrderedDict[CacheKey, bytes] = OrderedDict()
        self._size, self._lock = 0, Lock()

    def read(self, path: Path) -> bytes:
        stat = path.stat()
        key = (str(path), stat.st_mtime_ns, stat.st_size)
        with self._lock:
            if key in self._files:
                self._files.move_to_end(key)
                return self._files[key]
        data = decompress_file(path)
        with self._lock:
            if key not in self._files:
                self._files[key] = data
                self._size += len(data)
            while self._size > CACHE_BYTES and len(self._files) > 1:
                self._size -= len(self._files.popitem(last=False)[1])
        return data


_CACHE = _Cache()


def stored_file(path: Path) -> Path:
    """Return the file that holds a segment: its own name, a compressed one, or its own name where
    there is none."""
    names = (path, *(path.with_name(path.name + suffix) for suffix in SUFFIXES))
    return next((name for name in names if name.exists()), path)


@contextmanager
def open_segment(path: Path) -> Iterator[BinaryIO]:
    """Open a segment for reading forward; damaged compression raises OSError with the file's
    name."""
    with _open_stream(stored_file(path)) as file:
        yield file


@contextmanager
def open_random_access(path: Path) -> Iterator[BinaryIO]:
    """Open a segment for reading at any place; damaged compression raises OSError with the file's
    name."""
    held = stored_file(path)
    if held.suffix in SUFFIXES:
        yield io.BytesIO(_CACHE.read(held))
    else:
        with _open_by_suffix(held) as file:
            yield file


def uncompressed_size(path: Path) -> int:
    """Return the number of uncompressed bytes."""
    held = stored_file(path)
    return len(_CACHE.read(held)) if held.suffix in SUFFIXES else held.stat().st_size


def remove_segment(path: Path) -> None:
    """Remove a segment under each of its names."""
    for name in (path, *(path.with_name(path.name + suffix) for suffix in SUFFIXES)):
        name.unlink(missing_ok=True)


def expand_segment(path: Path) -> None:
    """Replace a compressed segment by the plain file, which can grow."""
    held = stored_file(path)
    if held.suffix in SUFFIXES:
        write_atomic(path, _CACHE.read(held))
    if path.exists():
        for suffix in SUFFIXES:
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def compress_bytes(data: bytes) -> bytes:
    """Return the bytes as one zstd frame with a checksum."""
    zstd = load_zstd()
    options = {
        zstd.CompressionParameter.compression_level: 9,
        zstd.CompressionParameter.checksum_flag: 1,
    }
    return bytes(zstd.compress(data, options=options))


def decompress_file(path: Path) -> bytes:
    """Return all bytes of a compressed file, read from the disk."""
    with _open_stream(path) as file:
        return file.read()


def load_zstd() -> Any:  # noqa: ANN401 - a module by either of two names
    """Return the module of zstd."""
    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


@contextmanager
def _open_stream(path: Path) -> Iterator[BinaryIO]:
    try:
        with _open_by_suffix(path) as file:
            yield file
    except _damage_errors(path.suffix) as error:
        what = (
            "it ends too early"
            if isinstance(error, EOFError)
            else "it was changed after it was written"
        )
        raise OSError(errno.EIO, f"the compressed data is damaged: {what}", str(path)) from error


def _open_by_suffix(path: Path) -> BinaryIO:
    if path.suffix == ZSTD:
        return cast("BinaryIO", load_zstd().open(path, "rb"))
    if path.suffix == GZIP:
        return cast("BinaryIO", gzip.open(path, "rb"))
    try:
        return path.open("rb")
    except FileNotFoundError:
        if stored_file(path) == path:
            raise
        return _open_by_suffix(stored_file(path))  # it was compressed just now


def _damage_errors(suffix: str) -> tuple[type[Exception], ...]:
    if suffix == ZSTD:
        return EOFError, load_zstd().ZstdError
    return (EOFError, zlib.error, gzip.BadGzipFile) if suffix == GZIP else ()
