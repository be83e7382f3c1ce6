"""What differs in a tick of two runs, in words."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.reports.diff.digest_parts import LONG, NOTHING, differing_parts
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import InsertMemory, SimulatorInput
from latticeville.sim.tick import TickPayload
from tests.reports.runs import recorded

PYTHON = re.compile(r"object at 0x|\w\(\w+=|<\w|\bNone\b|Cell\(")
"""What values look like in Python and nowhere else."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    parent = tmp_path_factory.mktemp("parts")
    feed: dict[int, SimulatorInput] = {5: InsertMemory("mina", "The lamp is broken.")}
    return recorded(parent / "a", 25), recorded(parent / "b", 25, feed=feed)


def payloads(folder: Path, *ticks: int) -> list[TickPayload]:
    return [Replay(folder).at(tick) for tick in ticks]


def test_every_part_is_told_in_words_and_shows_what_differs(folders: tuple[Path, Path]) -> None:
    some = [payload for folder in folders for payload in payloads(folder, 0, 4, 5, 9, 20)]
    for one, other in combinations(some, 2):
        for what, a, b in differing_parts(one, other):
            assert not PYTHON.search(f"{a} {b}"), what
            assert a != b, what
            assert max(len(a), len(b)) <= LONG


def test_memories_are_told_by_the_first_that_differs(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *map(str, folders)]) == 1
    told = capsys.readouterr().out
    assert "inputs\n  a │ nothing\n  b │ memory inserted for Mina: “The lamp is broken.”\n" in told
    assert not PYTHON.search(told)
    (one,), (other,) = (payloads(folder, 5) for folder in folders)
    parts = {what: (a, b) for what, a, b in differing_parts(one, other)}
    memories = next(what for what in parts if what.startswith("mind mina: memory #"))
    assert "The lamp is broken." in parts[memories][1]


def test_long_values_that_begin_alike_are_cut_where_they_differ(folders: tuple[Path, Path]) -> None:
    (one,) = payloads(folders[0], 5)
    mind = one.state.minds["mina"]
    parts = []
    for end in ("oak", "elm"):
        memory = MemoryStream(
            [MemoryRecord(0, "observation", "and on and on " * 50 + end, 0, "square")]
        )
        minds = {**one.state.minds, "mina": replace(mind, memory=memory)}
        parts.append(replace(one, state=replace(one.state, minds=minds)))
    ((what, a, b),) = differing_parts(*parts)
    assert what == "mind mina: memory #0 of 1"
    assert a.startswith("…")
    assert a.endswith("oak")
    assert b.endswith("elm")
    assert NOTHING not in (a, b)
