"""A world from the cache is the value that parsing gives, whatever lies in the cache folder."""

import os
import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from latticeville.core.problems import Problem
from latticeville.world import load
from latticeville.world.io import world_cache
from latticeville.world.load import inspect_world
from latticeville.world.model.world import World
from tests.random_worlds import worlds
from tests.samples import samples
from tests.world.hut import FILES
from tests.world.test_fuzz import MUTATIONS
from tests.world.test_original import FOLDER
from tests.world.test_prompts import PROMPTS

ROOT = Path(__file__).parents[2]
Found = tuple[World | None, list[Problem]]


@pytest.fixture
def entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Switch the cache on, in a folder of the test's, and return that of the entries."""
    monkeypatch.setattr("latticeville.core.user_dirs.cache_dir", lambda: tmp_path / "cache")
    monkeypatch.delenv(world_cache.CACHE_VARIABLE)
    return tmp_path / "cache" / "worlds"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def fresh(folder: Path) -> Found:
    """Parse a folder without the cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(world_cache.CACHE_VARIABLE, "off")
        return inspect_world(folder)


class NotKeptError(Exception):
    """A world is not in the cache."""


def from_cache(folder: Path) -> Found:
    """Inspect a folder that must be in the cache."""

    def refuse(*_: object) -> Found:
        raise NotKeptError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "check_texts", refuse)
        return inspect_world(folder)


def exact(found: Found) -> tuple[str, bytes]:
    """Return all of a world and its problems: types, order and every digit."""
    return repr(found), msgspec.json.encode(found)


@pytest.mark.slow
@pytest.mark.fuzz
@settings(
    max_examples=samples(25, 400),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(world=worlds())
def test_a_random_world_comes_back_as_it_is(entries: Path, world: World) -> None:
    folder = write(entries.parent / "world" / world.digest, world.files)
    assert exact(inspect_world(folder)) == exact(from_cache(folder)) == exact(fresh(folder))


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.usefixtures("entries")
def test_a_spoilt_world_comes_back_with_its_problems(tmp_path: Path) -> None:
    rounds, parsed = samples(60, 3000), 0
    for count in range(rounds):
        dice = random.Random(count)
        files = dict(
            dice.choice(
                [{**FILES, **PROMPTS}, {path.name: path.read_text() for path in FOLDER.iterdir()}]
            )
        )
        name = dice.choice(sorted(files))
        spoilt = dice.choice(MUTATIONS)(dice, files[name].encode() or b" ")
        folder = write(tmp_path / str(count), {**files, name: spoilt})
        wanted = exact(fresh(folder))
        assert exact(inspect_world(folder)) == wanted
        try:
            assert exact(from_cache(folder)) == wanted
        except NotKeptError:  # such as a name that is no text
            parsed += 1
    assert parsed < rounds / 10


def test_the_village_is_kept_with_its_shared_personas(entries: Path) -> None:
    village = ROOT / "worlds" / "ville"
    assert exact(inspect_world(village)) == exact(from_cache(village)) == exact(fresh(village))
    assert {path.stat().st_mode & 0o777 for path in entries.iterdir()} == {0o600}
    assert entries.stat().st_mode & 0o777 == 0o700


def test_the_world_of_a_run_is_built_once_for_all_commands_on_it(
    entries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, problems = load.build_unchecked(FILES)
    assert load.rebuild_world(FILES) == built
    assert len([*entries.iterdir()]) == 1
    broken = {**FILES, "world.toml": ""}
    assert load.rebuild_world(broken) is None
    monkeypatch.setattr(load, "_build_and_check", None)
    assert built is not None
    assert exact((load.rebuild_world(FILES), problems)) == exact((built, problems))
    assert load.rebuild_world(broken) is None


def damage(dice: random.Random, path: Path, others: list[Path]) -> None:
    """Do one bad thing to an entry."""
    data = path.read_bytes()
    at = dice.randrange(len(data))
    path.unlink()
    ways: list[Callable[[], object]] = [
        *[
            lambda: path.write_bytes(
                data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
            )
        ]
        * 6,
        lambda: path.write_bytes(data[:at]),
        lambda: path.write_bytes(data + b"\0"),
        lambda: path.write_bytes(dice.choice(others).read_bytes()),
        lambda: path.write_bytes(b""),
        path.mkdir,
        lambda: os.mkfifo(path),
        lambda: path.symlink_to(path),
    ]
    dice.choice(ways)()


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_damaged_entry_is_never_believed(entries: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "hut", FILES)
    other = write(
        tmp_path / "other", {**FILES, "world.toml": FILES["world.toml"].replace("Hut", "Other")}
    )
    inspect_world(other)
    others = sorted(entries.iterdir())
    wanted = exact(inspect_world(folder))
    own = sorted({*entries.iterdir()} - {*others})
    assert len(own) == len(others) == 2
    for count in range(samples(60, 3000)):
        dice = random.Random(count)
        path = dice.choice(own)
        damage(dice, path, others)
        assert exact(inspect_world(folder)) == wanted
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        assert exact(inspect_world(folder)) == exact(from_cache(folder)) == wanted


def test_another_engine_reads_none_of_it(
    entries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "hut", FILES)
    inspect_world(folder)
    before = len([*entries.iterdir()])
    monkeypatch.setattr(world_cache, "_code_digest", lambda: b"another")
    with pytest.raises(NotKeptError):
        from_cache(folder)
    inspect_world(folder)
    assert len([*entries.iterdir()]) > before


def test_an_edition_changes_with_any_file_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        {"core/a.py": "1", "world/checks/b.py": "2", "world/kinds.toml": "3", "mind/c.py": "4"},
    )
    monkeypatch.setattr(world_cache, "__file__", str(tmp_path / "world" / "io" / "world_cache.py"))
    edition = world_cache._code_digest.__wrapped__
    seen = [edition()]
    for name in ("core/a.py", "world/checks/b.py", "world/kinds.toml"):
        write(tmp_path, {name: "longer"})
        seen.append(edition())
    (tmp_path / "core" / "a.py").unlink()
    seen.append(edition())
    assert len({*seen}) == 5
    write(tmp_path, {"mind/c.py": "longer", "core/__pycache__/a.pyc": "5"})
    assert edition() == seen[-1]


if TYPE_CHECKING:
    Numbers = array[int]
else:
    Numbers = (
        array  # msgspec evaluates the annotation, and before Python 3.12 an array has no subscript
    )


class Layer(msgspec.Struct, frozen=True):
    """What worlds may hold beside plain values."""

    ids: Numbers


LAYERS = [Layer(array("I", [0, 1, 2**32 - 1])), Layer(array("H")), Layer(array("q", [-1]))]


@pytest.mark.parametrize("layer", LAYERS, ids=repr)
def test_arrays_of_numbers_are_kept(entries: Path, layer: Layer) -> None:
    assert world_cache.load_cached(Layer, ("layer",), lambda: layer) == layer
    kept = world_cache.load_cached(Layer, ("layer",), lambda: Layer(array("I", [7])))
    assert repr(kept) == repr(layer)
    assert len([*entries.iterdir()]) == 1


def test_what_msgpack_does_not_know_is_made_anew(entries: Path) -> None:
    made = [
        world_cache.load_cached(tuple[object, ...], ("odd",), lambda: (object,)) for _ in range(2)
    ]
    assert made == [(object,)] * 2
    assert not entries.exists()


def test_no_more_is_kept_than_may_be(
    entries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_cache, "MAX_ENTRIES", 4)
    texts = (FILES["world.toml"].replace("Hut", f"Hut {count}") for count in range(6))
    folders = [
        write(tmp_path / str(count), {**FILES, "world.toml": text})
        for count, text in enumerate(texts)
    ]
    for folder in folders:
        inspect_world(folder)
        from_cache(folder)
        assert len([*entries.iterdir()]) <= 4
    from_cache(folders[-2])
    monkeypatch.setattr(world_cache, "MAX_BYTES", 1)
    write(folders[0], {"world.map": FILES["world.map"] + "\n\n"})
    inspect_world(folders[0])
    assert not [*entries.iterdir()]


@pytest.mark.parametrize("hindrance", ["a file", "switched off"])
def test_without_a_folder_worlds_are_parsed(
    entries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hindrance: str
) -> None:
    if hindrance == "a file":
        entries.parent.write_text("no folder")
    else:
        monkeypatch.setenv(world_cache.CACHE_VARIABLE, "off")
    folder = write(tmp_path / "hut", FILES)
    assert exact(inspect_world(folder)) == exact(inspect_world(folder)) == exact(fresh(folder))
    assert not entries.is_dir()


MANY = """
import sys
from pathlib import Path
from latticeville.world.io import world_cache
from latticeville.world.load import inspect_world
world_cache.ENTRIES = 3
folders = [Path(word) for word in sys.argv[1:]]
first = [repr(inspect_world(folder)) for folder in folders]
for _ in range(40):
    assert [repr(inspect_world(folder)) for folder in folders] == first
"""


@pytest.mark.slow
def test_processes_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    names = ["Hut", "Cot", "Den"]
    texts = [FILES["world.toml"].replace("Hut", name) for name in names]
    folders = [
        str(write(tmp_path / name, {**FILES, "world.toml": text}))
        for name, text in zip(names, texts, strict=True)
    ]
    environment = {
        name: value for name, value in os.environ.items() if name != world_cache.CACHE_VARIABLE
    }
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    words = [sys.executable, "-c", MANY, *folders]
    running = [subprocess.Popen(words, stderr=subprocess.PIPE, env=environment) for _ in range(3)]
    ended = [(one.communicate(timeout=120)[1], one.returncode) for one in running]
    assert ended == [(b"", 0)] * 3
    assert len([*(tmp_path / "cache" / "latticeville" / "worlds").iterdir()]) <= 3 * 2


@pytest.mark.slow
def test_a_world_in_the_cache_needs_neither_pydantic_nor_tomllib(tmp_path: Path) -> None:
    folder = write(tmp_path / "hut", FILES)
    environment = {
        name: value for name, value in os.environ.items() if name != world_cache.CACHE_VARIABLE
    }
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    code = (
        "import sys\nfrom latticeville.cli import main\n"
        f"assert main(['check', {str(folder)!r}]) == 0\n"
        "print(*sorted({'pydantic', 'numpy', 'latticeville.world.checks'} & {*sys.modules}))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        ).stdout
        for _ in range(2)
    ]
    assert told == ["latticeville.world.checks pydantic\n", "\n"]
