"""Damage: a torn end is cut and made up for; any other change is an error with its place, never a
guess."""

import errno
import os
import shutil
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.runs import log
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay, world_file_name
from latticeville.runs.run_end import END
from latticeville.runs.run_folder import RunFolderExistsError
from latticeville.runs.tape import TAPE
from latticeville.runs.tape_writer import END_BLOCK
from latticeville.runs.verify import verify
from latticeville.sim.tick import TickPayload
from tests.laws import law
from tests.model_doubles import Scripted
from tests.runs.runs import (
    GODS,
    chained,
    contents,
    go,
    record,
    resumed,
    segment,
    short_segments,
    split,
    taped,
    tearoom,
    write_tape,
)
from tests.worlds import told

UNTIL = 90


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recorded run of several segments, which nobody may change."""
    with short_segments():
        folder = tmp_path_factory.mktemp("runs") / "whole"
        record(folder, UNTIL)
        assert len(list(folder.glob("segment-*"))) >= 4
        return folder


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)


def copied(whole: Path, name: str) -> Path:
    """Return a copy of the run that may be spoilt."""
    folder = whole.parent / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    return folder


def interrupted(whole: Path, name: str) -> Path:
    """Return a copy of the run as it would be if its process had been killed behind its last
    tick."""
    folder = copied(whole, name)
    (folder / END).unlink()
    return folder


def newest(folder: Path) -> Path:
    """Return the last segment of a run."""
    return max(folder.glob("segment-*"))


def read_all(folder: Path) -> int:
    return sum(1 for _ in Replay(folder).payloads())


@pytest.mark.slow
@law(150)
@given(data=st.data())
def test_one_changed_byte_anywhere_in_a_segment_is_found(data: st.DataObject, whole: Path) -> None:
    """Save in the last line break of all: without it the last line is one that was torn."""
    folder = copied(whole, "changed")
    path = data.draw(st.sampled_from(sorted(folder.glob("segment-*"))))
    text = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(text) - 2))
    text[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[place]))
    path.write_bytes(text)
    with pytest.raises(DamageError, match=path.name):
        read_all(folder)
    with pytest.raises(DamageError, match=path.name):
        list(verify(folder))


def test_damage_is_told_with_file_line_and_tick(whole: Path) -> None:
    folder = copied(whole, "middle")
    path = segment(folder, 1)
    lines = path.read_bytes().splitlines(keepends=True)
    tick = msgspec.json.decode(split(path)[4][1])["tick"]
    lines[5] = lines[5].replace(b"tick", b"tock", 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(DamageError, match=rf"{path.name}:6: .*tick {tick}"):
        read_all(folder)
    assert Replay(folder).at(tick).tick == tick
    with pytest.raises(DamageError):
        list(verify(folder))


def test_nothing_before_a_damaged_first_line_can_be_replayed(whole: Path) -> None:
    folder = copied(whole, "first")
    path = segment(folder, 0)
    text = bytearray(path.read_bytes())
    for place in (0, text.index(b'"record"'), text.index(b"\n") - 1):
        changed = bytearray(text)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(
            DamageError, match=rf"{path.name}:1: .*\n    fix: restore the file from a backup$"
        ):
            read_all(folder)


def test_no_run_goes_on_from_a_damaged_segment(whole: Path) -> None:
    folder = copied(whole, "end")
    path = newest(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"tick", b"tock", 1)
    path.write_bytes(b"".join(lines))
    before = contents(folder)
    with pytest.raises(DamageError, match=f"{path.name}:3"):
        RecordedRun.resume(folder, lambda _name: Scripted())
    assert contents(folder) == before


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_line_that_was_dropped_or_doubled_is_found(whole: Path, line: int) -> None:
    for rest in (line + 1, line - 1):
        folder = copied(whole, "dropped")
        path = segment(folder, 1)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:line], *lines[max(rest, 0) :]]))
        with pytest.raises(DamageError, match=path.name):
            read_all(folder)


def test_a_segment_that_is_missing_between_others_is_named_before_anything_is_told(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "gap"
    shutil.copytree(whole, folder)
    (folder / "segment-001.jsonl").unlink()
    begins = Replay(whole).segments[2].header.tick
    said = (
        rf"segment-001\.jsonl is missing, and with it ticks before tick {begins}\n    fix: "
        r"restore it from a backup,"
        f" or delete the older segments too; the run then begins at tick {begins}"
    )
    for read in (Replay, lambda folder: [*verify(folder)], lambda folder: resumed(folder, UNTIL)):
        with pytest.raises(DamageError, match=said):
            read(folder)
    (folder / "segment-000.jsonl").unlink()
    assert Replay(folder).first == begins


def test_no_run_goes_on_without_its_tape(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mute"
    shutil.copytree(whole, folder)
    (folder / TAPE).unlink()
    kept = contents(folder)
    with pytest.raises(
        DamageError, match=r"tape.jsonl.zst: this file is missing\n    why: the run was closed"
    ):
        resumed(folder, UNTIL)
    assert contents(folder) == kept
    (folder / END).unlink()
    with pytest.raises(DamageError, match="the tape is missing"):
        resumed(folder, UNTIL)


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_a_segment_whose_end_is_missing_is_found_though_others_follow(
    whole: Path, cut: int
) -> None:
    folder = copied(whole, "short")
    path = segment(folder, 1)
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(DamageError, match=path.name):
        read_all(folder)
    with pytest.raises(DamageError, match=path.name):
        list(verify(folder))


def test_a_segment_torn_before_its_snapshot_is_damage_where_another_follows(whole: Path) -> None:
    folder = copied(whole, "headless")
    path = segment(folder, 1)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(DamageError, match=path.name):
        read_all(folder)


@pytest.mark.slow
@law(60)
@given(data=st.data())
def test_a_torn_end_is_cut_and_the_run_goes_on_as_if_nothing_had_been(
    data: st.DataObject, whole: Path
) -> None:
    """Cut the last segment and the tape anywhere at all; what is resumed comes out byte for byte
    the same."""
    folder = interrupted(whole, "torn")
    last = newest(folder)
    size, tape = last.stat().st_size, folder / TAPE
    cut = data.draw(st.one_of(st.just(40), st.integers(1, 400), st.integers(1, size)))
    last.write_bytes(last.read_bytes()[:-cut])
    payload = resumed(folder, UNTIL)
    assert payload.tick <= UNTIL
    assert cut > 40 or payload.tick == UNTIL - 1
    assert contents(folder) == contents(whole)
    assert tape.read_bytes()


@law(30)
@given(data=st.data())
def test_answers_beyond_the_last_tick_are_cut_off_the_tape(
    data: st.DataObject, whole: Path
) -> None:
    """A run dies after its tape was written and before its tick was, or in the middle of the
    tape."""
    folder = interrupted(whole, "ahead")
    path = newest(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: data.draw(st.integers(2, len(lines) - 1))]))
    tape = folder / TAPE
    torn = len(until_tick(folder, Replay(folder).last))
    tape.write_bytes(tape.read_bytes()[: data.draw(st.integers(torn, tape.stat().st_size))])
    resumed(folder, UNTIL)
    assert contents(folder) == contents(whole)


def until_tick(folder: Path, last: int) -> bytes:
    """Return the bytes of a run's tape up to a tick, its frame left open as by a kill."""
    place = folder.with_name("until")
    place.mkdir(exist_ok=True)
    write_tape(place, [(tick, calls) for tick, calls in taped(folder) if tick <= last])
    text = (place / TAPE).read_bytes()
    assert (folder / TAPE).read_bytes().startswith(text[: -len(END_BLOCK)])
    return text[: -len(END_BLOCK)]


def test_of_the_very_first_snapshot_all_must_be_there(whole: Path) -> None:
    folder = interrupted(whole, "first")
    for path in sorted(folder.glob("segment-*"))[1:]:
        path.unlink()
    path = segment(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:-1])
    with pytest.raises(DamageError, match="ends before its first tick"):
        Replay(folder)


def test_another_version_is_refused_with_what_reads_it(whole: Path) -> None:
    folder = copied(whole, "version")
    path = segment(folder)
    records = [each for _, each in split(path)]
    records[0] = records[0].replace(b'"schema_version":8', b'"schema_version":1')
    chained(path, records)
    with pytest.raises(DamageError, match=r"has format 1, .* reads only format 8\n") as refused:
        Replay(folder)
    assert str(refused.value).endswith(
        "fix: read the run with an unreleased version, or run the world again"
    )


@pytest.mark.parametrize(
    "record", [b"{}", b'{"schema_version":8}', b"nonsense", b'"\xff"', b'{"schema_version":"x"}']
)
def test_what_is_no_header_is_refused(whole: Path, record: bytes) -> None:
    folder = copied(whole, "header")
    path = segment(folder)
    chained(path, [record, *[each for _, each in split(path)][1:]])
    with pytest.raises(DamageError, match=path.name):
        Replay(folder)


@pytest.mark.parametrize("record", [b'{"is":"tick"}', b'{"is":"what","tick":3}', b"[]", b'"\xff"'])
def test_what_is_no_record_is_refused_though_its_chain_is_right(whole: Path, record: bytes) -> None:
    folder = interrupted(whole, "record")
    path = newest(folder)
    records = [each for _, each in split(path)]
    chained(path, [*records[:3], record, *records[4:]], msgspec.json.decode(records[0])["chain"])
    with pytest.raises(DamageError, match=f"{path.name}:4"):
        read_all(folder)


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"nonsense", b'{"world.toml": "\xff"}', b'{"world.toml": "name = 1"}']
)
def test_a_world_that_is_not_the_one_that_was_run_is_refused(whole: Path, text: bytes) -> None:
    folder = copied(whole, "world")
    path = folder / world_file_name(tearoom().digest)
    path.write_bytes(text)
    with pytest.raises(DamageError, match=path.name):
        read_all(folder)
    path.unlink()
    with pytest.raises(DamageError, match=rf"{path.name}: the run's copy of its world is gone\n"):
        read_all(folder)


def test_a_changed_tape_is_found(whole: Path) -> None:
    folder = copied(whole, "tape")
    path = folder / TAPE
    text = bytearray(path.read_bytes())
    text[len(text) // 2] ^= 3
    path.write_bytes(text)
    with pytest.raises(
        DamageError, match=r"tape\.jsonl\.zst: the tape was changed after it was written"
    ):
        list(verify(folder))
    with pytest.raises(
        DamageError, match=r"tape\.jsonl\.zst: the tape was changed after it was written"
    ):
        RecordedRun.resume(folder, lambda _name: Scripted())


@pytest.mark.parametrize("keep", [0, 1, -1, None])
def test_no_run_goes_on_without_what_its_people_remember(whole: Path, keep: int | None) -> None:
    """Neither is a byte of it changed: what is added to a file that is too short would stand at the
    wrong place."""
    folder = interrupted(whole, "forgetful")
    path = folder / "shelf.jsonl"
    if keep is None:
        path.unlink()
    else:
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:keep]))
    before = contents(folder)
    with pytest.raises(
        DamageError,
        match=r"shelf\.jsonl: the line .*ends at byte \d+ is missing\n    why: .*\n    fix: ",
    ):
        RecordedRun.resume(folder, lambda _name: Scripted())
    assert contents(folder) == before


def test_a_run_needs_a_folder_of_its_own(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(RunFolderExistsError, match="needs a folder of its own"):
        RecordedRun.start(whole, tearoom(), Scripted(), "scripted")
    run = RecordedRun.start(tmp_path / "deep" / "new", tearoom(), Scripted(), "scripted", seed=99)
    run.close()
    assert Replay(tmp_path / "deep" / "new").header.seed == 99


def test_what_is_resumed_is_what_was_left(whole: Path) -> None:
    folder = copied(whole, "left")
    payload = resumed(folder, UNTIL)
    assert told(payload) == told(Replay(whole).at(UNTIL))
    assert contents(folder) == contents(whole)


def test_a_run_whose_log_could_not_be_written_makes_no_more_and_is_resumed(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tick that is not in the log would be missing between others."""
    folder = tmp_path / "run"
    run = RecordedRun.start(folder, tearoom(), Scripted(), "scripted")
    go(run, 20)
    with monkeypatch.context() as full:
        full.setattr(log.Log, "put", no_room)
        with pytest.raises(OSError, match="No space left"):
            run.step()
    for again in (run.step, lambda: run.feed(GODS[23])):
        with pytest.raises(OSError, match="No space left"):
            again()
    run.close()
    resumed(folder, UNTIL)
    assert contents(folder) == contents(whole)


def no_room(_log: log.Log, _payload: TickPayload) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
