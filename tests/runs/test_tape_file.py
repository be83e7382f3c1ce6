"""The tape: torn ends are cut, other damage is found, and going on gives the bytes of one go."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.runs import tape_writer
from latticeville.runs.lines import START, DamageError, TapePosition
from latticeville.runs.segment_io import decompress_file
from latticeville.runs.tape import (
    TAPE,
    TapeFollower,
    is_tape_whole,
    list_frames,
    model_calls,
    model_calls_at,
    tape_end,
)
from latticeville.runs.tape_writer import TapeWriter, find_place
from tests.laws import law
from tests.runs.runs import taped, write_tape

Ticks = list[tuple[int, list[bytes]]]


def call(tick: int, text: str) -> bytes:
    """Return an exchange, encoded."""
    request = b'{"kind":"act","who":"ada","tick":%d,"prompt":"%s"}' % (tick, text.encode() * 9)
    return b'{"request":%s,"reply":{"text":"%s"}}' % (request, text.encode())


def story(count: int) -> Ticks:
    return [
        (tick, [call(tick, f"word {tick * n}") for n in range(1, 1 + tick % 4)])
        for tick in range(1, count + 1)
    ]


def asked(ticks: Ticks) -> Ticks:
    return [one for one in ticks if one[1]]


@pytest.fixture(autouse=True)
def _short_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape_writer, "FRAME_BYTES", 2000)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Return the folder of a tape of several frames."""
    (tmp_path / "whole").mkdir()
    write_tape(tmp_path / "whole", story(60))
    assert len(list_frames(tmp_path / "whole" / TAPE)) > 4
    return tmp_path / "whole"


def go_on(path: Path, tick: int, count: int) -> None:
    """Resume a tape behind a tick and write it to an end."""
    tape = TapeWriter.resume(find_place(path, tick, START))
    for one, calls in story(count)[tick:]:
        tape.append(one, calls)
    tape.close()


def test_what_is_written_is_read_in_order_and_at_each_tick(whole: Path) -> None:
    assert taped(whole) == asked(story(60))
    calls = list(model_calls(whole))
    assert [one.request.tick for one in calls] == [tick for tick, made in story(60) for _ in made]
    for tick in range(62):
        assert model_calls_at(whole, tick) == [one for one in calls if one.request.tick == tick]
    assert tape_end(whole).tick == 59
    assert tape_end(whole, 20).tick == 19
    assert tape_end(whole, 0) == TapePosition()


def test_a_tape_is_a_plain_zstd_file(whole: Path) -> None:
    lines = decompress_file(whole / TAPE).splitlines()
    assert len(lines) == len(asked(story(60))) + len(list_frames(whole / TAPE))
    assert all(line.startswith(b'{"digest":"') for line in lines)


def write_half(write: Callable[[int, bytes], int]) -> Callable[[int, bytes], int]:
    """Return a call that writes half of the bytes once, and then finds the disk full."""
    calls = iter([True])

    def half(file: int, data: bytes) -> int:
        if next(calls, False):
            return write(file, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return half


@pytest.mark.parametrize("tick", [0, 1, 3, 4, 29, 59, 60])
def test_going_on_behind_any_tick_gives_the_bytes_of_one_go(whole: Path, tick: int) -> None:
    kept = (whole / TAPE).read_bytes()
    go_on(whole / TAPE, tick, 60)
    assert (whole / TAPE).read_bytes() == kept


@law(60)
@given(data=st.data())
def test_a_torn_end_is_cut_to_whole_ticks_wherever_it_is(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    write_tape(folder, story(40))
    text = (folder / TAPE).read_bytes()
    (folder / TAPE).write_bytes(text[: data.draw(st.integers(0, len(text)))])
    left = taped(folder)
    assert left == asked(story(40))[: len(left)]
    go_on(folder / TAPE, left[-1][0] if left else 0, 40)
    assert (folder / TAPE).read_bytes() == text


@law(150)
@given(data=st.data())
def test_a_changed_byte_is_found_or_changes_nothing(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nothing is ever read that was not written; only whole ticks of the end may be lost, whose
    size tells it."""
    folder = tmp_path_factory.mktemp("changed")
    write_tape(folder, story(40))
    text = bytearray((folder / TAPE).read_bytes())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= data.draw(st.integers(1, 255))
    (folder / TAPE).write_bytes(text)
    with suppress(DamageError):
        found = [(one.request.tick, one.reply.text) for one in model_calls(folder)]
        wanted = [
            (tick, f"word {tick * n}")
            for tick, calls in story(40)
            for n in range(1, 1 + len(calls))
        ]
        assert found == wanted[: len(found)]
        assert found == wanted or not is_tape_whole(folder / TAPE)


def test_another_version_of_zstd_begins_a_frame_of_its_own(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes may differ, so that the frame that is open could not go on."""
    frames = len(list_frames(whole / TAPE))
    monkeypatch.setattr(tape_writer, "LEVEL", 1)
    go_on(whole / TAPE, 57, 70)
    assert taped(whole) == asked(story(70))
    assert is_tape_whole(whole / TAPE)
    assert len(list_frames(whole / TAPE)) > frames
    assert [one.request.tick for one in model_calls(whole)][-1] == 70


def test_a_tick_on_a_full_disk_leaves_the_ticks_before_it(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tape = TapeWriter.resume(find_place(whole / TAPE, 60, START))
    with monkeypatch.context() as full:
        full.setattr(os, "write", write_half(os.write))
        with pytest.raises(OSError, match="No space") as told:
            tape.append(61, story(61)[-1][1])
    assert told.value.filename == str(whole / TAPE)
    tape.close()
    assert taped(whole) == asked(story(60))


def told(follower: TapeFollower) -> Ticks:
    """Return the ticks that a follower has not told yet."""
    found = []
    while line := follower.next():
        found.append((line.tick, [bytes(one) for one in line.calls]))
    return found


def test_a_follower_tells_every_tick_once_as_it_is_written(tmp_path: Path) -> None:
    tape, follower = TapeWriter(tmp_path / TAPE), TapeFollower(tmp_path)
    for tick, calls in story(60):
        tape.append(tick, calls)
        assert told(follower) == asked([(tick, calls)])
    tape.close()
    assert told(follower) == []
    assert told(TapeFollower(tmp_path)) == asked(story(60))


@pytest.mark.parametrize("seed", range(8))
def test_a_follower_of_torn_ends_tells_whole_ticks_in_order(
    seed: int, whole: Path, tmp_path: Path
) -> None:
    data, found = (whole / TAPE).read_bytes(), list[tuple[int, list[bytes]]]()
    (tmp_path / TAPE).touch()
    follower = TapeFollower(tmp_path)
    for size in (*sorted(Random(seed).sample(range(len(data)), 12)), len(data)):
        (tmp_path / TAPE).write_bytes(data[:size])
        found += told(follower)
        assert found == asked(story(60))[: len(found)]
    assert found == asked(story(60))


def test_a_follower_finds_a_changed_byte(whole: Path) -> None:
    data = bytearray((whole / TAPE).read_bytes())
    data[len(data) // 2] ^= 1
    (whole / TAPE).write_bytes(data)
    with pytest.raises(DamageError):
        told(TapeFollower(whole))
