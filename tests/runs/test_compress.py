"""Compressed segments: every reader tells the same of them, whatever process is killed while they
are made."""

import gzip
import os
import shutil
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.disk import write_atomic
from latticeville.runs import log
from latticeville.runs.compress import compress
from latticeville.runs.follow import LogFollower
from latticeville.runs.fork import make_branch_folder
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import lock_run
from latticeville.runs.run_summaries import summarize_run
from latticeville.runs.segment_io import compress_bytes, decompress_file, expand_segment
from latticeville.runs.timeline import RunTimeline
from latticeville.runs.verify import verify
from studio.storage.locations import is_run
from tests.runs.runs import contents, record, resumed, segment, short_segments
from tests.worlds import told

UNTIL = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recorded run of several segments, which nobody may change."""
    with short_segments():
        folder = tmp_path_factory.mktemp("runs") / "whole"
        record(folder, UNTIL)
        return folder


@pytest.fixture
def run(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the run, in which more short segments can be written."""
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    shutil.copytree(whole, tmp_path / "run")
    return tmp_path / "run"


def pack(path: Path, kind: str) -> Path:
    """Replace a segment by a compressed one, as another program does."""
    target = path.with_name(path.name + kind)
    target.write_bytes(
        gzip.compress(path.read_bytes()) if kind == ".gz" else compress_bytes(path.read_bytes())
    )
    path.unlink()
    return target


def same_story(folder: Path, whole: Path) -> None:
    """Check that every kind of reader tells the same of two folders."""
    one, other = Replay(folder), Replay(whole)
    assert [told(each) for each in one.payloads()] == [told(each) for each in other.payloads()]
    assert [each.events for each in one.summaries(1)] == [
        each.events for each in other.summaries(1)
    ]
    assert told(Replay(folder).at(33)) == told(other.at(33))
    assert [each.tick for each in LogFollower(folder, 0).poll()] == list(range(UNTIL + 1))
    assert RunTimeline.open(one, save=False).buckets(1) == RunTimeline.open(
        other, save=False
    ).buckets(1)
    assert summarize_run(folder).last == UNTIL
    assert is_run(folder)
    assert list(verify(folder)) == list(verify(whole))


@pytest.mark.parametrize("kind", [".zst", ".gz"])
def test_compressed_segments_tell_the_same_to_every_reader(
    run: Path, whole: Path, kind: str
) -> None:
    for path in run.glob("segment-*.jsonl"):
        pack(path, kind)
    same_story(run, whole)


def test_compress_leaves_the_newest_and_what_is_left_is_the_same(run: Path, whole: Path) -> None:
    segments = len(Replay(run).segments)
    done = list(compress(Replay(run), keep=2))
    assert [one.path.name for one in done] == [
        f"segment-{number:03}.jsonl.zst" for number in range(segments - 2)
    ]
    assert len(list(run.glob("segment-*.jsonl"))) == 2
    assert all(decompress_file(one.path) == (whole / one.path.stem).read_bytes() for one in done)
    assert sum(one.after for one in done) < sum(one.before for one in done) / 2
    same_story(run, whole)
    kept = contents(run)
    assert not list(compress(Replay(run), keep=2))
    assert contents(run) == kept


def test_a_run_goes_on_behind_compressed_segments(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    record(tmp_path / "long", UNTIL + 20)
    last = Replay(run).segments[-1].path
    pack(last, ".zst")
    list(compress(Replay(run)))
    assert resumed(run, UNTIL + 20).tick == UNTIL
    for path in list(run.glob("segment-*.zst")):
        expand_segment(path.with_suffix(""))
    assert contents(run) == contents(tmp_path / "long")


def test_a_branch_shares_a_compressed_segment(run: Path, whole: Path, tmp_path: Path) -> None:
    list(compress(Replay(run)))
    make_branch_folder(Replay(run), 31, tmp_path / "branch")
    resumed(tmp_path / "branch", UNTIL)
    same_story(tmp_path / "branch", whole)
    own = len(
        [
            one
            for one in Replay(tmp_path / "branch").segments
            if one.path.parent == tmp_path / "branch"
        ]
    )
    assert len(list(compress(Replay(tmp_path / "branch")))) == own - 1
    same_story(tmp_path / "branch", whole)


def test_a_reader_that_is_open_goes_on_while_segments_are_compressed(
    run: Path, whole: Path
) -> None:
    replay, payloads = Replay(run), Replay(run).payloads()
    wanted = [told(each) for each in Replay(whole).payloads()]
    seen = [told(next(payloads)) for _ in range(8)]
    list(compress(Replay(run)))
    assert seen + [told(each) for each in payloads] == wanted
    assert told(replay.at(4)) == wanted[4]


class KilledError(Exception):
    """Stands for a kill."""


@pytest.mark.parametrize("after", range(7))
def test_killed_at_any_call_it_loses_nothing_and_ends_as_it_would_have(
    run: Path, whole: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call that changes the folder counts; the one that is too many never happens."""
    left = after

    def counted(done: object) -> object:
        def call(*words: object, **more: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                raise KilledError
            return done(*words, **more)  # type: ignore[operator]

        return call

    with monkeypatch.context() as patch:
        patch.setattr("latticeville.runs.compress.write_atomic", counted(write_atomic))
        patch.setattr(os, "utime", counted(os.utime))
        patch.setattr(Path, "unlink", counted(Path.unlink))
        with pytest.raises(KilledError):
            list(compress(Replay(run)))
    (run / ".segment-002.jsonl.zst.abc").write_bytes(b"half")
    assert [told(each) for each in Replay(run).payloads()] == [
        told(each) for each in Replay(whole).payloads()
    ]
    list(compress(Replay(run)))
    assert not list(run.glob(".segment*"))
    assert len(list(run.glob("segment-*.jsonl"))) == 1
    assert [told(each) for each in Replay(run).payloads()] == [
        told(each) for each in Replay(whole).payloads()
    ]


def test_of_two_forms_of_a_segment_the_plain_one_counts(run: Path, whole: Path) -> None:
    segment(run, 1).with_name("segment-001.jsonl.zst").write_bytes(b"nothing")
    same_story(run, whole)
    list(compress(Replay(run)))
    same_story(run, whole)


@pytest.mark.parametrize("kind", [".zst", ".gz"])
@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "text"])
def test_damage_in_a_compressed_segment_names_the_file(run: Path, kind: str, damage: str) -> None:
    path = pack(segment(run, 2), kind)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    cut = path.read_bytes()[: -len(data) // 3]
    path.write_bytes(
        {"cut": cut, "flip": bytes(data), "empty": b"", "text": b"plain text\n"}[damage]
    )
    with pytest.raises(DamageError, match=rf"segment-00[23]\.jsonl({kind})?") as told:
        list(Replay(run).payloads())
    why = {"cut": "it ends too early", "text": "it was changed after it was written"}.get(
        damage, ""
    )
    assert (
        not why
        or f"{path}: this file cannot be read: the compressed data is damaged: {why}\n"
        in str(told.value)
    )
    assert main(["verify", str(run)]) == 1


def test_no_newest_segment_to_keep_is_wrong_usage(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["compress", str(run), "--keep", "0"])
    assert "“0” is not a whole number of at least 1" in capsys.readouterr().err


def test_a_damaged_segment_is_not_compressed(run: Path) -> None:
    path = segment(run, 1)
    path.write_bytes(path.read_bytes().replace(b"tick", b"tock", 1))
    with pytest.raises(DamageError):
        list(compress(Replay(run)))
    assert path.exists()


def test_the_command_compresses_once_and_leaves_a_run_that_is_written(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    segments, stamp = len(Replay(run).segments), segment(run, 1).stat().st_mtime_ns
    with lock_run(run, "a test"):
        assert main(["compress", str(run)]) == 1
    assert f"{run} is being written by a test" in capsys.readouterr().err
    assert main(["compress", str(run)]) == 0
    assert capsys.readouterr().out.startswith(
        f"{run}: {segments - 1} of {segments} segments compressed, "
    )
    assert segment(run, 1).with_name("segment-001.jsonl.zst").stat().st_mtime_ns == stamp
    assert main(["compress", str(run)]) == 0
    assert (
        f"nothing to compress: of {segments} segments, the newest 1 stay uncompressed"
        in capsys.readouterr().out
    )
    assert main(["compress", str(run / "gone")]) == 2
    assert main(["verify", str(run)]) == 0
    assert main(["branches", str(run.parent)]) == 0
