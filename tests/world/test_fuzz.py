"""A folder may hold anything: reading it never raises, and says what is wrong in printable
words."""

import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.core.problems import Problem, WorldError, select_errors
from latticeville.world.load import build_unchecked, inspect_world, load_world
from tests.samples import samples
from tests.world.hut import FILES
from tests.world.test_original import FOLDER
from tests.world.test_prompts import PROMPTS

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
ROUNDS = samples(500, 10_000)
WORDS = [
    "9" * 5000,
    "-1",
    "1e308",
    "nan",
    "true",
    "[]",
    "{}",
    '""',
    "0",
    "[[1, 2, 3, 4]]",
    "1979-05-27",
    '"\\u0000"',
    '"../../etc"',
    "null",
    '"world"',
    '"home"',
    "100000",
    "-100000",
    '"*"',
    "[" * 2000,
    '"🙂"',
    '"\\ud800"',
    "\ufeff",
]
Mutation = Callable[[random.Random, bytes], bytes]


def _flip(dice: random.Random, data: bytes) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]


def _cut(dice: random.Random, data: bytes) -> bytes:
    return data[: dice.randrange(len(data))]


def _swap_value(dice: random.Random, data: bytes) -> bytes:
    """Put a strange value where a value stands."""
    values = [*re.finditer(rb'(?<=[=:] )[^\n]+|"[^"\n]*"|-?\d+', data)]
    if not values:
        return data
    value = dice.choice(values)
    return data[: value.start()] + dice.choice(WORDS).encode() + data[value.end() :]


def _copy_value(dice: random.Random, data: bytes) -> bytes:
    """Put one value of the file in the place of another: areas of the same cells, one id twice,
    states in circles."""
    values = [*re.finditer(rb'(?<=[=:] )[^\n,{}]+|"[^"\n]*"|\[[^\[\]\n]*\]', data)]
    if len(values) < 2:
        return data
    here, there = dice.choice(values), dice.choice(values)
    return data[: here.start()] + there[0] + data[here.end() :]


def _swap_word(dice: random.Random, data: bytes) -> bytes:
    """Put one word of the file in the place of another."""
    found = [*re.finditer(rb"[A-Za-z_]+", data)]
    if not found:
        return data
    here, there = dice.choice(found), dice.choice(found)
    return data[: here.start()] + there[0] + data[here.end() :]


def _lines(dice: random.Random, data: bytes) -> bytes:
    """Repeat, drop or move lines."""
    lines = data.split(b"\n")
    start = dice.randrange(len(lines))
    piece = lines[start : start + dice.randrange(1, 9)]
    if dice.random() < 0.5:
        del lines[start : start + len(piece)]
    if dice.random() < 0.7:
        at = dice.randrange(len(lines) + 1)
        lines[at:at] = piece * dice.choice([1, 1, 2, 50])
    return b"\n".join(lines)


def _insert(dice: random.Random, data: bytes) -> bytes:
    at = dice.randrange(len(data) + 1)
    piece = dice.choice(
        [bytes(dice.randrange(256) for _ in range(9)), "門é\u0301\t".encode(), b"\r", b'"""', b"]"]
    )
    return data[:at] + piece + data[at:]


MUTATIONS: list[Mutation] = [
    _flip,
    _cut,
    _swap_value,
    _swap_value,
    _copy_value,
    _copy_value,
    _swap_word,
    _swap_word,
    _lines,
    _insert,
]


def _spoil(dice: random.Random, path: Path, outside: Path) -> None:
    """Do one bad thing to a file, or to the folder that it lies in."""
    if dice.random() < 0.02:
        away = path.parent.with_name(f"{path.parent.name} elsewhere")
        if not away.exists():
            path.parent.rename(away)
            path.parent.symlink_to(dice.choice([away, outside, outside.parent, path.parent]))
        return
    if dice.random() < 0.05:
        path.unlink()
        bad: list[Callable[[], object]] = [
            lambda: path.symlink_to(outside),
            path.mkdir,
            lambda: os.mkfifo(path),
            path.touch,
            lambda: None,
            lambda: path.symlink_to(path),
        ]
        dice.choice(bad)()
        return
    data = path.read_bytes()
    if data:
        path.write_bytes(dice.choice(MUTATIONS)(dice, data))


@pytest.mark.parametrize("seed", range(10))
def test_no_folder_makes_reading_fail(tmp_path: Path, seed: int) -> None:
    outside = tmp_path / "outside"
    outside.write_text("secret, and not of this world")
    originals = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    for count in range(-(-ROUNDS // 10)):
        dice = random.Random(seed * 100_000 + count)
        folder = tmp_path / str(count)
        for name, text in (originals if dice.random() < 0.4 else {**FILES, **PROMPTS}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        for _ in range(dice.choice([1, 1, 2, 5])):
            plain = sorted(
                path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()
            )
            if plain:
                _spoil(dice, dice.choice(plain), outside)
        _judge(folder)


def _judge(folder: Path) -> None:
    world, problems = inspect_world(folder)
    for problem in problems:
        _is_readable(problem)
        assert min(problem.line, problem.column) >= 1
        assert problem.fix
    assert problems == sorted(set(problems))
    if world is None:
        assert select_errors(problems)
    else:
        assert not any("secret" in text for text in world.files.values())
        again, _ = build_unchecked(world.files)
        assert again == world
        assert all(world.grid.contains(person.start) for person in world.people.values())
    if select_errors(problems):
        with pytest.raises(WorldError):
            load_world(folder)
    else:
        assert load_world(folder) == world


def _is_readable(problem: Problem) -> None:
    text = str(problem)
    assert text.encode()
    assert json.dumps(problem.what)
    assert len(text) < 2000
    assert problem.what
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", problem.code)
    assert (problem.line, problem.column) == (0, 0) or min(problem.line, problem.column) >= 1
    assert "\n" not in problem.what
    assert not re.search(
        r"Input should|String should|should be|should match|Value error|pydantic", problem.what
    )
