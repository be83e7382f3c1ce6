"""A capsule is the run that was packed, to the byte; a hostile one changes nothing."""

import hashlib
import json
import shutil
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.runs.capsule import MANIFEST, pack_run, unpack
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay

RUN_FILES = ("segment-000.jsonl", "shelf.jsonl", "tape.jsonl.zst", "end.json")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run, a branch of it and a branch of that."""
    folder = tmp_path_factory.mktemp("recorded")
    run, fork, twig = folder / "day", folder / "fork", folder / "twig"
    assert main(["run", "worlds/square", "--ticks", "30", "--seed", "91", "--out", str(run)]) == 0
    for source, into, tick in ((run, fork, "20"), (fork, twig, "25")):
        words = ["fork", str(source), "--tick", tick, "--seed", tick, "--out", str(into)]
        assert main(words) == 0
        assert main(["resume", str(into), "--ticks", "10"]) == 0
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_capsule_holds_the_run_and_what_it_branches_from(recorded: Path, tmp_path: Path) -> None:
    pack_run(recorded / "twig", tmp_path / "x.zip")
    run = unpack(tmp_path / "x.zip")
    assert run == tmp_path / "x" / "runs" / "twig"
    before, after = Replay(recorded / "twig"), Replay(run)
    assert after.last == before.last > 25
    for tick in (0, 21, 26, after.last):
        assert after.at(tick).events == before.at(tick).events
    for name in ("day", "fork", "twig"):
        for file in RUN_FILES:
            path = recorded / name / file
            if path.exists():
                assert (tmp_path / "x" / "runs" / name / file).read_bytes() == path.read_bytes()


def test_what_was_packed_verifies_forks_and_goes_on(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsule = tmp_path / "x.zip"
    assert main(["capsule", str(recorded / "twig"), str(capsule)]) == 0
    capsys.readouterr()
    assert main(["verify", str(capsule)]) == 0
    told = capsys.readouterr()
    assert "identical, byte for byte" in told.out
    assert f"unpacked into {tmp_path / 'x'}" in told.err
    assert main(["verify", str(capsule)]) == 0
    assert "unpacked" not in capsys.readouterr().err
    assert main(["fork", str(capsule), "--tick", "12", "--out", str(tmp_path / "f")]) == 0
    assert main(["resume", str(tmp_path / "f"), "--ticks", "3"]) == 0
    assert main(["check", str(tmp_path / "x" / "world")]) == 0


def test_equal_runs_make_equal_capsules(recorded: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        pack_run(recorded / "day", tmp_path / f"{name}.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_world_travels_with_its_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["capsule", "worlds/square", str(tmp_path / "w.zip")]) == 0
    run = ["run", str(tmp_path / "w.zip"), "--ticks", "5", "--out", str(tmp_path / "r")]
    assert main(run) == 0
    assert main(["run", "worlds/square", "--ticks", "5", "--out", str(tmp_path / "s")]) == 0
    capsys.readouterr()
    events = [Replay(tmp_path / name).at(5).events for name in ("r", "s")]
    assert events[0] == events[1]


def test_a_folder_of_somebody_else_is_left_alone(recorded: Path, tmp_path: Path) -> None:
    pack_run(recorded / "day", tmp_path / "x.zip")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "notes.txt").write_text("mine")
    assert unpack(tmp_path / "x.zip") == tmp_path / "x-2" / "runs" / "day"
    assert tree(tmp_path / "x") == {"notes.txt": b"mine"}


def test_a_capsule_opens_beside_the_run_that_it_was_made_of(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is unpacked once, and again when it was packed anew from something else."""
    run, capsule = tmp_path / "day", tmp_path / "day.zip"
    shutil.copytree(recorded / "day", run)
    assert main(["capsule", str(run), str(capsule)]) == 0
    before = tree(run)
    told = []
    for _ in range(2):
        capsys.readouterr()
        assert main(["verify", str(capsule)]) == 0
        told.append(capsys.readouterr().err)
    assert f"{capsule}: unpacked into {run}-2\n" in told[0]
    assert "unpacked" not in told[1]
    assert tree(run) == before
    pack_run(recorded / "fork", capsule)
    assert unpack(capsule) == tmp_path / "day-3" / "runs" / "fork"


class Forged(NamedTuple):
    """The files of a capsule, what its manifest says beyond them, and changes of its entries."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any] = {}
    entries: Callable[[zipfile.ZipInfo], None] = lambda _entry: None
    extra: Mapping[str, bytes] = {}
    sums: Mapping[str, dict[str, Any]] = {}


GOOD = {"runs/r/segment-000.jsonl": b"{}\n", "world/world.toml": b'name = "x"\n'}


def forge(file: Path, forged: Forged) -> None:
    """Write a capsule as it is told."""
    sums: dict[str, dict[str, Any]] = {
        name: {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}
        for name, text in forged.files.items()
    }
    manifest = {
        "capsule": 1,
        "engine": "0",
        "run": "r",
        "files": {**sums, **forged.sums},
        **forged.manifest,
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(manifest))
        for name, text in (*forged.files.items(), *forged.extra.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            forged.entries(entry)
            packed.writestr(entry, text)


def mode(bits: int) -> Callable[[zipfile.ZipInfo], None]:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.external_attr = bits << 16

    return change


PATHS = (
    "../evil.jsonl",
    "/etc/evil.toml",
    "runs/../../evil.toml",
    "world/../../evil.toml",
    "world/..",
    "world/./world.toml",
    "world//world.toml",
    "world/a\\..\\..\\evil.toml",
    "C:/evil.toml",
    "world/C:evil.toml",
    "world/nul\x01.toml",
    "world/trailing. ",
    "world/trailing.",
    "world/" + "d/" * 9 + "x.toml",
    "world/" + "n" * 300,
    "runs/r/evil.py",
    "runs/r/.lock",
    "runs/r/segment-000.jsonl/x",
    "runs/segment-000.jsonl",
    "runs/../segment-000.jsonl",
    "other/x.toml",
    "evil.toml",
    "~/evil.toml",
    "world/<b>.toml",
    "world/sub/",
)
FORGERIES: dict[str, Forged] = {
    **{f"path {path!r:.40}": Forged({**GOOD, path: b"evil"}) for path in PATHS},
    "a link": Forged(GOOD, entries=mode(0o120777)),
    "a device": Forged(GOOD, entries=mode(0o060666)),
    "a folder": Forged(GOOD, entries=mode(0o040755)),
    "a pipe": Forged(GOOD, entries=mode(0o010666)),
    "a file that is not named": Forged(GOOD, extra={"world/more.toml": b"x"}),
    "a file twice": Forged(GOOD, extra={"world/world.toml": b"x"}),
    "names that differ in case": Forged({**GOOD, "world/World.toml": b"x"}),
    "a file that is missing": Forged(
        GOOD, sums={"world/gone.toml": {"size": 1, "sha256": "0" * 64}}
    ),
    "a wrong sum": Forged(GOOD, sums={"world/world.toml": {"size": 11, "sha256": "0" * 64}}),
    "a wrong size": Forged(
        GOOD,
        sums={
            "world/world.toml": {
                "size": 9,
                "sha256": hashlib.sha256(GOOD["world/world.toml"]).hexdigest(),
            }
        },
    ),
    "a negative size": Forged(GOOD, sums={"world/world.toml": {"size": -1, "sha256": ""}}),
    "a later version": Forged(GOOD, {"capsule": 2}),
    "no version": Forged(GOOD, {"capsule": "x"}),
    "an unknown key": Forged(GOOD, {"exec": "rm"}),
    "a run that is not there": Forged(GOOD, {"run": "gone"}),
    "a run outside": Forged(GOOD, {"run": ".."}),
    "a run with a path": Forged(GOOD, {"run": "r/../../x"}),
    "no files": Forged({}, {"run": "r"}),
    "files that are no table": Forged(GOOD, {"files": []}),
    "a bomb": Forged({**GOOD, "world/big.txt": b"\0" * (32 << 20)}),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("what", FORGERIES)
def test_a_hostile_capsule_changes_nothing(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "in" / "deep"
    place.mkdir(parents=True)
    (tmp_path / "evil.toml").write_text("mine")
    forge(place / "x.zip", FORGERIES[what])
    before = tree(tmp_path)
    assert main(["verify", str(place / "x.zip")]) == 1
    told = capsys.readouterr()
    assert "x.zip: " in told.err
    assert "fix: " in told.err
    assert tree(tmp_path) == before
    assert not (place / "x").exists()


def test_an_honest_forgery_is_opened(tmp_path: Path) -> None:
    forge(tmp_path / "x.zip", Forged(GOOD))
    assert unpack(tmp_path / "x.zip") == tmp_path / "x" / "runs" / "r"
    assert (tmp_path / "x" / "world" / "world.toml").read_bytes() == GOOD["world/world.toml"]


@pytest.mark.parametrize("text", [b"", b"PK", b"not a zip file", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_capsule_is_told(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(text)
    with pytest.raises(DamageError, match=r"x\.zip: "):
        unpack(tmp_path / "x.zip")
    assert not (tmp_path / "x").exists()


@given(st.data())
def test_a_damaged_capsule_is_refused_or_whole(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    pack_run(recorded / "day", folder / "x.zip")
    unpack(folder / "x.zip")
    whole = tree(folder / "x")
    shutil.rmtree(folder / "x")
    text = bytearray((folder / "x.zip").read_bytes())
    place = data.draw(st.integers(0, len(text) - 4))
    if data.draw(st.booleans()):
        del text[place:]
    else:
        struct.pack_into("<I", text, place, data.draw(st.integers(0, 2**32 - 1)))
    (folder / "x.zip").write_bytes(text)
    try:
        unpack(folder / "x.zip")
    except DamageError:
        assert not (folder / "x").exists()
    else:
        assert tree(folder / "x") == whole
