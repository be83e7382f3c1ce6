"""The cache of parsed and checked worlds, by the digest of their files."""

import os
import stat
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, get_origin

import msgspec

from latticeville.core import user_dirs
from latticeville.core.decoders import msgpack_decoder

CACHE_VARIABLE = "LATTICEVILLE_WORLD_CACHE"
"""The environment variable that switches the cache off where it is `off`."""
ENTRY_FORMAT = 1
"""Raised where the layout of an entry changes."""
MAX_ENTRIES, MAX_BYTES = 64, 128 * 1024 * 1024
"""The most that is kept; the entries used longest ago are dropped first."""
MAX_ENTRY_BYTES = MAX_BYTES // 4
"""The most bytes of one entry."""
_DIGEST_SIZE = 32
_HASHED_PACKAGES = ("core", "world")
"""The packages whose code decides what is made of a text."""
_ENTRY_ERRORS = (
    OSError,
    ValueError,
    TypeError,
    OverflowError,
    RecursionError,
    msgspec.MsgspecError,
)
"""What an entry that cannot be read, or a value that cannot be kept, may raise."""
T = TypeVar("T")


def load_cached(kind: object, inputs: Iterable[str], make: Callable[[], T]) -> T:
    """Return what `make` gives for the inputs, from the cache where it is kept; `kind` is its type
    for msgspec."""
    folder, edition = _cache_folder(), _code_digest()
    if folder is None or not edition:
        return make()
    key = _digest(
        edition, repr(kind).encode(), *(text.encode(errors="surrogatepass") for text in inputs)
    )
    path = folder / key.hex()
    found = _read_entry(path, key, kind)
    if found is not None:
        kept: T = found[0]
        return kept
    value = make()
    _write_entry(path, key, kind, value)
    return value


def _cache_folder() -> Path | None:
    """Return the folder of the entries; None where the cache is off."""
    return None if os.environ.get(CACHE_VARIABLE) == "off" else user_dirs.cache_dir() / "worlds"


@cache
def _code_digest() -> bytes:
    """Return a digest of what decides what is made of a text: the engine's files, Python, pydantic
    and msgspec.

    It is empty where the engine does not lie in files.
    """
    root = Path(__file__).parents[2]
    files = [
        path
        for name in _HASHED_PACKAGES
        for path in (root / name).rglob("*")
        if "__pycache__" not in path.parts
    ]
    if not files:
        return b""
    pydantic = find_spec("pydantic")
    files += [Path(pydantic.origin).with_name("version.py")] if pydantic and pydantic.origin else []
    stamps = [_file_stamp(path) for path in sorted(files) if path.is_file()]
    facts = (str(ENTRY_FORMAT), sys.version, sys.byteorder, msgspec.__version__, *stamps)
    return _digest(*(fact.encode() for fact in facts))


def _file_stamp(path: Path) -> str:
    info = path.stat()
    return f"{path} {info.st_size} {info.st_mtime_ns}"


def _digest(*parts: bytes) -> bytes:
    whole = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()


def _read_entry(path: Path, key: bytes, kind: object) -> tuple[Any] | None:
    """Return what an entry holds; None where there is none, or it is not what was written for this
    key."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        data = path.read_bytes()
        body = data[_DIGEST_SIZE:]
        if data[:_DIGEST_SIZE] != _digest(key, body):
            return None
        value = msgpack_decoder(kind, _decode_array).decode(body)
        os.utime(path)
    except _ENTRY_ERRORS:
        return None
    return (value,)


def _write_entry(path: Path, key: bytes, kind: object, value: object) -> None:
    """Write an entry, unless it is too large or would not come back as it is; what cannot be
    written is not kept."""
    try:
        body = _ENCODER.encode(value)
        again = msgpack_decoder(kind, _decode_array).decode(body)
        if len(body) > MAX_ENTRY_BYTES or again != value or _ENCODER.encode(again) != body:
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_private(path, _digest(key, body) + body)
        _prune(path.parent)
    except _ENTRY_ERRORS:
        return


def _encode_array(value: object) -> tuple[str, bytes]:
    """Return an array as what msgpack knows: its type code, and its bytes in this machine's
    order."""
    if isinstance(value, array):
        return value.typecode, value.tobytes()
    raise TypeError(f"{type(value).__name__} cannot be kept")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encode_array)


def _decode_array(kind: object, value: Any) -> object:  # noqa: ANN401 - whatever msgpack held
    """Return the array of a type code and bytes."""
    if array not in (kind, get_origin(kind)):
        raise TypeError(f"{kind} cannot be read")
    code, data = value
    return array(code, data)


def _write_private(path: Path, data: bytes) -> None:
    """Put an entry in its place as a whole, readable by its owner alone."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _prune(folder: Path) -> None:
    """Remove what was used longest ago until no more is left than may be kept."""
    found = []
    for path in folder.iterdir():
        with suppress(OSError):  # another process may have removed it
            info = path.stat()
            found.append((info.st_mtime_ns, info.st_size, path))
    size = 0
    for number, (_, more, path) in enumerate(sorted(found, reverse=True)):
        size += more
        if number >= MAX_ENTRIES or size > MAX_BYTES:
            with suppress(OSError):
                path.unlink()
