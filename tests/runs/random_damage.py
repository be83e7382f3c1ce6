"""Random damage to the files of a run: what disks, copies and hands do, but for forged digests."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

Lines = list[bytes]


def _flip(text: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(text))
    return text[:place] + bytes([text[place] ^ (1 << chance.randrange(8))]) + text[place + 1 :]


def _digit(text: bytes, chance: Random) -> bytes:
    """Change a digit for another, which keeps the length and the form."""
    places = [place for place, byte in enumerate(text) if chr(byte).isdigit()]
    if not places:
        return _flip(text, chance)
    place = chance.choice(places)
    other = chance.choice([digit for digit in b"0123456789" if digit != text[place]])
    return text[:place] + bytes([other]) + text[place + 1 :]


def _letter(text: bytes, chance: Random) -> bytes:
    places = [place for place, byte in enumerate(text) if chr(byte).islower() and byte < 128]
    if not places:
        return _flip(text, chance)
    place = chance.choice(places)
    other = chance.choice(
        [letter for letter in b"abcdefghijklmnopqrstuvwxyz" if letter != text[place]]
    )
    return text[:place] + bytes([other]) + text[place + 1 :]


def _on_lines(change: Callable[[Lines, Random], Lines]) -> Callable[[bytes, Random], bytes]:
    return lambda text, chance: b"".join(change(text.splitlines(keepends=True), chance))


def _without_line(lines: Lines, chance: Random) -> Lines:
    place = chance.randrange(len(lines))
    return [*lines[:place], *lines[place + 1 :]]


def _doubled_line(lines: Lines, chance: Random) -> Lines:
    place = chance.randrange(len(lines))
    return [*lines[:place], lines[place], *lines[place:]]


def _swapped_lines(lines: Lines, chance: Random) -> Lines:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    swapped = [*lines]
    swapped[one], swapped[other] = lines[other], lines[one]
    return swapped


def _fewer_lines(lines: Lines, chance: Random) -> Lines:
    return lines[: chance.randrange(len(lines))]


CHANGES: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "flip": _flip,
    "digit": _digit,
    "letter": _letter,
    "cut": lambda text, chance: text[: chance.randrange(len(text))],
    "cut by a little": lambda text, chance: text[: -chance.randint(1, min(60, len(text)))],
    "cut at a line": _on_lines(_fewer_lines),
    "cut by a line": _on_lines(lambda lines, _: lines[:-1]),
    "cut off its beginning": lambda text, chance: text[chance.randrange(len(text)) :],
    "line taken out": _on_lines(_without_line),
    "line doubled": _on_lines(_doubled_line),
    "lines swapped": _on_lines(_swapped_lines),
    "garbage behind": lambda text, chance: text + chance.randbytes(chance.randint(1, 80)),
    "a line behind": lambda text, _: (
        text + b'{"digest":"0123456789abcdef","record":{"is":"tick","tick":41}}\n'
    ),
    "zeros": lambda text, chance: (
        text[: (place := chance.randrange(len(text)))] + bytes(len(text) - place)
    ),
    "empty": lambda _text, _chance: b"",
}
"""What can become of the bytes of a file."""


def damage(folder: Path, others: list[Path], chance: Random) -> str:
    """Damage a file of a run, and say what was done; `others` are runs from which files may
    come."""
    path = chance.choice(
        sorted(one for one in folder.iterdir() if one.is_file() and one.stat().st_size)
    )
    kind = chance.choice([*CHANGES, "gone", "a folder", "swapped", "copied", "of another run"])
    if kind in CHANGES:
        path.write_bytes(CHANGES[kind](path.read_bytes(), chance))
    elif kind in {"gone", "a folder"}:
        path.unlink()
        if kind == "a folder":
            path.mkdir()
    elif kind == "of another run":
        same = [one / path.name for one in others if one != folder and (one / path.name).is_file()]
        if same:
            shutil.copy(chance.choice(same), path)
    else:
        alike = sorted(one for one in folder.glob("segment-*") if one != path and one.is_file())
        _copy(path, chance.choice(alike), back=kind == "swapped") if alike else path.unlink()
        return f"{path.name}: {kind} with a segment"
    return f"{path.name}: {kind}"


def _copy(path: Path, other: Path, *, back: bool) -> None:
    text = path.read_bytes()
    path.write_bytes(other.read_bytes())
    if back:
        other.write_bytes(text)
