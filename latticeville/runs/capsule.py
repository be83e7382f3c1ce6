"""Capsules: a run or a world as one zip file, with the sum of each of its files.

`capsule.json` comes first and names every other file with its size and SHA-256. A run lies in
`runs/NAME` beside the runs that it is a branch of, and the files of its world in `world`. A capsule
is unpacked once into the folder beside it that has its name, or its name and a number where other
things have that name, and only as a whole.
"""

import hashlib
import os
import re
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path

import msgspec

from latticeville import __version__
from latticeville.core.decoders import decode_json
from latticeville.core.disk import error_reason, is_full, write_atomic
from latticeville.runs.branch import BRANCH, list_lineage, read_branch
from latticeville.runs.lines import DamageError
from latticeville.runs.origin import ORIGIN, Origin
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import find_writer

MANIFEST = "capsule.json"
RUNS, WORLD = "runs", "world"
"""The folders in a capsule."""
MOST_FILES, MOST_BYTES = 20_000, 16 << 30
"""Files and bytes that a capsule may hold."""
MOST_RATIO, FREE_BYTES = 200, 16 << 20
"""How many times its own size a capsule may unpack to, beyond what is free in any case."""
_UNREADABLE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    ValueError,
)
"""What `zipfile` raises over damaged and unknown zip files."""
_MANIFEST_BYTES = 8 << 20
_PART = re.compile(r"[^\x00-\x1f\x7f/\\:*?\"<>|]{1,200}")
_RUN_FILE = re.compile(
    r"segment-\d{3,}\.jsonl(\.zst)?|(shelf|vectors)\.jsonl|tape\.jsonl\.zst"
    r"|(world-\w+|waiting|branch|origin|end)\.json"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every entry, so that equal runs make equal capsules."""
_CHUNK = 1 << 20
_DEPTH = 8
"""How many folders deep a file of a world may lie."""


class PackedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a capsule: its bytes and their SHA-256."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a capsule holds: files by their paths, and the `run` of that name, "" for a world
    alone."""

    capsule: int
    engine: str
    run: str
    files: dict[str, PackedFile]


Content = Path | bytes
"""A file to be packed: where it lies, or what it holds."""


def pack_run(folder: Path, file: Path) -> Manifest:
    """Write a run with all runs that it is a branch of, and its world, into a capsule; DamageError
    if it is damaged or being written."""
    lineage, found = list_lineage(folder), dict[str, Content]()
    names = _name_runs(lineage)
    world = Replay(folder).at(None).state.world
    for place, run in enumerate(lineage):
        if writer := find_writer(run):
            raise DamageError(
                f"{run} is being written by {writer}\n"
                "    why: a capsule holds a run that does not change meanwhile\n"
                "    fix: wait until it ends, or fork it and pack the fork"
            )
        parent = names[lineage[place + 1]] if run is not lineage[-1] else ""
        found |= {
            f"{RUNS}/{names[run]}/{name}": content
            for name, content in _run_files(run, parent, world.digest)
        }
    found |= {f"{WORLD}/{name}": text.encode() for name, text in world.files.items()}
    return _write(file, names[folder], found)


def pack_world(files: Mapping[str, Content], file: Path) -> Manifest:
    """Write the files of a world, by their names in its folder, into a capsule."""
    return _write(file, "", {f"{WORLD}/{name}": content for name, content in files.items()})


def is_capsule(path: Path) -> bool:
    """Tell whether a path looks like that of a capsule."""
    return path.suffix.casefold() == ".zip" and path.is_file()


def unpack(file: Path, unpacked: Callable[[Path], object] = lambda _folder: None) -> Path:
    """Return the folder of the run in a capsule, or of its world where it holds no run.

    The capsule is unpacked into a folder beside it, unless it was, and `unpacked` is told of that
    folder. DamageError says what is wrong with it; nothing is written then.
    """
    try:
        with zipfile.ZipFile(file) as packed:
            manifest, text = _read_manifest(file, packed)
            _check_entries(file, packed, manifest)
            folder = _find_folder(file, text)
            if not folder.exists():
                _extract(file, packed, manifest, folder)
                unpacked(folder)
    except (*_UNREADABLE, OSError) as error:
        if isinstance(error, OSError) and (error.filename or is_full(error)):
            raise
        raise _damage(file, f"no capsule can be read: {error_reason(error)}") from error
    return folder / RUNS / manifest.run if manifest.run else folder / WORLD


def _name_runs(lineage: Iterable[Path]) -> dict[Path, str]:
    """Return a name for each run, its folder's where that is free."""
    found: dict[Path, str] = {}
    for run in lineage:
        name, number = run.resolve().name, 2
        name = name if _PART.fullmatch(name) else "run"
        base = name
        while name.casefold() in {one.casefold() for one in found.values()}:
            name, number = f"{base}-{number}", number + 1
        found[run] = name
    return found


def _run_files(run: Path, parent: str, digest: str) -> Iterator[tuple[str, Content]]:
    """Yield the files of a run; what names folders outside names those in the capsule instead."""
    for path in sorted(run.iterdir()):
        if path.name == BRANCH and (branch := read_branch(run)) is not None:
            moved = msgspec.structs.replace(branch, parent=f"../{parent}")
            yield path.name, msgspec.json.format(msgspec.json.encode(moved), indent=1) + b"\n"
        elif path.name == ORIGIN:
            yield path.name, msgspec.json.encode(Origin(f"../../{WORLD}", digest))
        elif _RUN_FILE.fullmatch(path.name) and path.is_file():
            yield path.name, path


def _write(file: Path, run: str, found: Mapping[str, Content]) -> Manifest:
    """Write a capsule as a whole; an existing file is replaced."""
    files = {name: _measure(content) for name, content in sorted(found.items())}
    manifest = Manifest(1, __version__, run, files)
    file.parent.mkdir(parents=True, exist_ok=True)
    hidden = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(hidden, "w", zipfile.ZIP_DEFLATED) as packed:
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            packed.writestr(zipfile.ZipInfo(MANIFEST, _EPOCH), text, zipfile.ZIP_DEFLATED)
            for name, about in files.items():
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.compress_type, entry.file_size = zipfile.ZIP_DEFLATED, about.size
                with packed.open(entry, "w") as into:
                    for chunk in _chunks(found[name]):
                        into.write(chunk)
        hidden.replace(file)
    finally:
        hidden.unlink(missing_ok=True)
    return manifest


def _measure(content: Content) -> PackedFile:
    digest, size = hashlib.sha256(), 0
    for chunk in _chunks(content):
        digest.update(chunk)
        size += len(chunk)
    return PackedFile(size, digest.hexdigest())


def _chunks(content: Content) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            yield chunk


def _read_manifest(file: Path, packed: zipfile.ZipFile) -> tuple[Manifest, bytes]:
    """Return what a capsule says of itself; DamageError where it says nothing that can be read."""
    try:
        entry = packed.getinfo(MANIFEST)
    except KeyError:
        raise _damage(file, f"this zip file is no capsule: it has no {MANIFEST}") from None
    if entry.file_size > _MANIFEST_BYTES or _is_link(entry):
        raise _damage(file, f"{MANIFEST} is larger than {_MANIFEST_BYTES >> 20} MiB, or a link")
    text = _read_entry(file, packed, entry, entry.file_size)
    try:
        manifest = decode_json(text, Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damage(file, f"{MANIFEST} cannot be read: {error}") from error
    if manifest.capsule != 1:
        raise _damage(file, f"it is of version {manifest.capsule}; this program reads version 1")
    return manifest, text


def _check_entries(file: Path, packed: zipfile.ZipFile, manifest: Manifest) -> None:
    """Raise DamageError if a capsule holds anything else than what it names, or could harm."""
    entries = packed.infolist()
    if fault := _fault_of_all(entries, manifest, file.stat().st_size):
        raise _damage(file, fault)
    for entry in entries:
        if entry.filename != MANIFEST and (fault := _fault_of(entry, manifest)):
            raise _damage(file, f"“{entry.filename[:100]}” {fault}")


def _fault_of_all(entries: Sequence[zipfile.ZipInfo], manifest: Manifest, size: int) -> str:
    """Return what is wrong with the entries of a zip file of some size together; "" for nothing."""
    names = [entry.filename for entry in entries]
    if sorted(names) != sorted([*manifest.files, MANIFEST]):
        return f"its files are not those that {MANIFEST} names"
    if len(names) > MOST_FILES or len({name.casefold() for name in names}) < len(names):
        return f"it has equal names, or more than {MOST_FILES:,} files"
    if fault := _fault_of_size(entries, size):
        return fault
    runs = {name.rpartition("/")[0] for name in names}
    if manifest.run and f"{RUNS}/{manifest.run}" not in runs:
        return f"it holds no run “{manifest.run[:100]}”"
    return ""


def _fault_of_size(entries: Iterable[zipfile.ZipInfo], size: int) -> str:
    total = sum(entry.file_size for entry in entries)
    is_right = total <= min(MOST_BYTES, FREE_BYTES + MOST_RATIO * size)
    return "" if is_right else f"it would unpack to {total:,} bytes, which no run of its size does"


def _fault_of(entry: zipfile.ZipInfo, manifest: Manifest) -> str:
    """Return why an entry may not be in a capsule; "" where it may."""
    if not _is_safe(entry.filename):
        return "is a path that may not be in a capsule"
    if _is_link(entry) or entry.flag_bits & 1:
        return "is a link, or encrypted"
    is_sized = entry.file_size == manifest.files[entry.filename].size
    return "" if is_sized else f"is not as large as {MANIFEST} says"


def _is_safe(name: str) -> bool:
    """Tell whether a path is one that a capsule may have."""
    folder, *parts = name.split("/")
    if not all(_PART.fullmatch(part) and not part.endswith((".", " ")) for part in parts):
        return False
    if folder == RUNS:
        return len(parts) == 2 and _RUN_FILE.fullmatch(parts[1]) is not None
    return folder == WORLD and 1 <= len(parts) <= _DEPTH


def _is_link(entry: zipfile.ZipInfo) -> bool:
    mode = entry.external_attr >> 16
    return bool(mode) and stat.S_IFMT(mode) not in {0, stat.S_IFREG}


def _find_folder(file: Path, text: bytes) -> Path:
    """Return the folder into which a capsule with this manifest was unpacked, or the first that is
    free: `a` for `a.zip`, then `a-2`, `a-3` and so on."""
    wanted = file.with_suffix("")
    numbered = (wanted.with_name(f"{wanted.name}-{number}") for number in count(2))
    return next(
        one
        for one in chain([wanted], numbered)
        if not os.path.lexists(one) or _is_unpacked(one, text)
    )


def _is_unpacked(folder: Path, text: bytes) -> bool:
    try:
        return (folder / MANIFEST).read_bytes() == text
    except OSError:
        return False


def _extract(file: Path, packed: zipfile.ZipFile, manifest: Manifest, folder: Path) -> None:
    """Write the files of a capsule into a new folder, all of them or none."""
    hidden = folder.with_name(f".{folder.name}.unpacking-{os.getpid()}")
    try:
        hidden.mkdir()
        for name, about in manifest.files.items():
            path = hidden.joinpath(*name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as into:
                for chunk in _checked(file, packed, name, about):
                    into.write(chunk)
        write_atomic(hidden / MANIFEST, packed.read(MANIFEST))
        hidden.rename(folder)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def _checked(file: Path, packed: zipfile.ZipFile, name: str, about: PackedFile) -> Iterator[bytes]:
    """Yield the bytes of an entry; DamageError at its end where they are not those that were
    packed."""
    digest, left = hashlib.sha256(), about.size
    with packed.open(name) as opened:
        while left and (chunk := opened.read(min(_CHUNK, left))):
            digest.update(chunk)
            left -= len(chunk)
            yield chunk
        if left or opened.read(1) or digest.hexdigest() != about.sha256:
            raise _damage(file, f"“{name[:100]}” is not what was packed")


def _read_entry(file: Path, packed: zipfile.ZipFile, entry: zipfile.ZipInfo, size: int) -> bytes:
    with packed.open(entry) as opened:
        text = opened.read(size + 1)
    if len(text) != size:
        raise _damage(file, f"“{entry.filename[:100]}” is not as large as the zip file says")
    return text


def _damage(file: Path, what: str) -> DamageError:
    return DamageError(f"{file}: {what}\n    fix: ask whoever made it to pack it again")
