"""The layer that kills at calls that write: each is met once, in order, before or amid its
bytes."""

import os
from pathlib import Path

import pytest

from tests.faults import count_writes, run_killed, sampled_kills


def write_twice(folder: Path) -> None:
    (folder / "one").write_bytes(b"one\n")
    with (folder / "two").open("w", encoding="utf-8") as two:
        two.write("two\n")
        two.flush()
        os.fsync(two.fileno())
    (folder / "two").replace(folder / "second")


def found(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_each_call_that_writes_is_met(tmp_path: Path) -> None:
    calls = count_writes(lambda: write_twice(tmp_path))
    states = []
    for at in range(1, calls + 2):
        folder = tmp_path / f"at-{at}"
        folder.mkdir()
        lived = run_killed(lambda folder=folder: write_twice(folder), at)  # type: ignore[misc]
        assert lived == (at > calls)
        states.append(found(folder))
    assert states == [
        {},
        {"one": b""},
        {"one": b"one\n"},
        {"one": b"one\n", "two": b""},
        {"one": b"one\n", "two": b"two\n"},
        {"one": b"one\n", "two": b"two\n"},
        {"one": b"one\n", "second": b"two\n"},
    ]


def test_a_torn_call_writes_half(tmp_path: Path) -> None:
    assert not run_killed(lambda: write_twice(tmp_path), 2, torn=True)
    assert found(tmp_path) == {"one": b"on"}


def test_an_error_in_the_child_is_raised(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="FileNotFoundError"):
        count_writes(lambda: write_twice(tmp_path / "nowhere"))


def test_the_first_and_the_last_are_always_among_the_samples() -> None:
    assert sampled_kills(5) == [1, 2, 3, 4, 5]
    chosen = sampled_kills(1000)
    assert (chosen[0], chosen[-1]) == (1, 1000)
    assert len(set(chosen)) in {20, 1000}
