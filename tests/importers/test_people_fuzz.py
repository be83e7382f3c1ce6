"""Whatever a file of people holds: an import never raises, and says what is wrong in printable
words."""

import copy
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from latticeville.core.problems import select_errors
from latticeville.formats.cast.add_people import add_people
from latticeville.formats.cast.people_import import import_people, is_people_source
from latticeville.world.io.files import read_project
from latticeville.world.io.toml import format_toml
from latticeville.world.load import check_texts
from tests.importers import folk
from tests.importers.test_fuzz import ODD
from tests.importers.test_people import CROSSING, SQUARE
from tests.world.test_fuzz import _is_readable
from tests.world_folders import shared_world

pytestmark = pytest.mark.slow

WORLD = shared_world(SQUARE)
FILES = read_project(SQUARE)[0]
SCRATCH = folk.scratch("Alda Amsel", "the Burgh:Square:kitchen", random.Random(1))
SPATIAL = {"the Burgh": {"Mina's House": {"Kitchen": ["kettle", "sofa"]}, "Nowhere": {}}}
NODES = {f"node_{count}": folk.node(count, "event", "It rains.", 3) for count in (1, 2)}
CHARACTERS = {
    "characters": [
        {"id": "rob", "name": "Rob", "symbol": "R", "start_room_id": "house", "personality": "x"}
    ]
}
SHAPES: dict[str, Any] = {
    "p.json": CROSSING,
    "characters.json": CHARACTERS,
    "bootstrap_memory/scratch.json": SCRATCH,
    "bootstrap_memory/spatial_memory.json": SPATIAL,
    "bootstrap_memory/associative_memory/nodes.json": NODES,
}


def written(folder: Path, name: str, data: bytes) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def spoilt(dice: random.Random, data: bytes) -> bytes:
    """Return bytes of which some are cut out, doubled or changed."""
    kept = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        start = dice.randrange(len(kept))
        end = start + dice.randint(0, 9)
        kept[start:end] = dice.choice(
            (b"", kept[start:end] * 2, dice.randbytes(2), b"}", b"[", b"1e999", b"null")
        )
    return bytes(kept)


def survives(folder: Path) -> bool:
    """Bring in whatever lies in a folder; tell whether somebody came."""
    assert is_people_source(folder)
    cast, problems = import_people(folder, WORLD)
    texts, wrong = add_people(cast, FILES)
    for problem in [*problems, *wrong]:
        _is_readable(problem)
    if select_errors([*problems, *wrong]):
        return False
    for text in texts.values():
        text.encode()
        tomllib.loads(text)
    _, found = check_texts({**FILES, **texts})
    assert not [each for each in select_errors(found) if each.file != "world.toml"], found
    return bool(cast.people)


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value."""
    if path:
        yield path
    for key, below in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield from leaves(below, (*path, key))


@pytest.mark.parametrize("name", SHAPES)
@given(data=st.data())
@settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate))
def test_an_odd_value_anywhere_is_told_or_read(name: str, data: st.DataObject) -> None:
    shape = copy.deepcopy(SHAPES[name])
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([*leaves(shape)]))
        place: Any = shape
        try:
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = copy.deepcopy(data.draw(ODD))
        except (KeyError, IndexError, TypeError):
            continue
    with TemporaryDirectory() as folder:
        written(Path(folder), "bootstrap_memory/scratch.json", json.dumps(SCRATCH).encode())
        written(Path(folder), name, json.dumps(shape).encode())
        survives(Path(folder))


@pytest.mark.parametrize("name", SHAPES)
def test_spoilt_bytes_are_an_error_and_no_traceback(name: str) -> None:
    dice = random.Random(name)
    for _ in range(60):
        with TemporaryDirectory() as folder:
            written(Path(folder), "bootstrap_memory/scratch.json", json.dumps(SCRATCH).encode())
            written(Path(folder), name, spoilt(dice, json.dumps(SHAPES[name]).encode()))
            survives(Path(folder))


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_may_follow_the_head_of_whispers(text: str) -> None:
    with TemporaryDirectory() as folder:
        written(Path(folder), "h.csv", ("Name,Whisper\n" + text).encode("utf-8", "replace"))
        survives(Path(folder))


def test_all_of_it_is_brought_where_nothing_is_odd(tmp_path: Path) -> None:
    for name, shape in SHAPES.items():
        written(tmp_path, name, json.dumps(shape).encode())
    written(tmp_path, "h.csv", b"Name,Whisper\nAlda Amsel,a;b\n")
    cast, problems = import_people(tmp_path, WORLD)
    assert [one.name for one in cast.people] == ["Alda Amsel", "Rob", "Jiho Han"]
    assert not select_errors(problems)
    texts, wrong = add_people(cast, FILES)
    assert not wrong
    alda = tomllib.loads(texts["personas/alda_amsel.toml"])
    assert [memory["text"] for memory in alda["memories"]] == ["It rains.", "It rains.", "a", "b"]
    assert alda["beliefs"] == [
        {"area": "square"},
        {"area": "house", "things": []},
        {"area": "kitchen", "things": ["kettle"]},
    ]
    assert format_toml(alda) == texts["personas/alda_amsel.toml"]
