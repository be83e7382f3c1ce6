"""Verification: a run done again comes out the same, or the first tick that does not is named."""

from pathlib import Path

import msgspec
import pytest

from latticeville import __version__
from latticeville.cli.main import main
from latticeville.runs import log
from latticeville.runs.lines import DamageError
from latticeville.runs.log_records import SCHEMA_VERSION
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.tape import TAPE
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import WorldReloaded
from tests.runs.runs import (
    GODS,
    chained,
    editions,
    record,
    segment,
    split,
    taped,
    tick_of,
    write_tape,
)

UNTIL = 90


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a fresh recorded run of several segments."""
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    record(tmp_path / "run", UNTIL)
    return tmp_path / "run"


def first_difference(folder: Path) -> ReplayDifference:
    *same, last = verify(folder)
    assert isinstance(last, ReplayDifference)
    assert not any(isinstance(item, ReplayDifference) for item in same)
    return last


def rewrite(path: Path, line: int, old: bytes, new: bytes) -> int:
    """Change a record and every digest after it in its segment, as a forger would; return its
    tick."""
    records = [each for _, each in split(path)]
    assert old in records[line]
    records[line] = records[line].replace(old, new, 1)
    chained(path, records, msgspec.json.decode(records[0])["chain"])
    return tick_of(records[line])


def line_with(path: Path, text: bytes) -> int:
    return next(
        line
        for line, (_, each) in enumerate(split(path))
        if text in each and b'"is":"tick"' in each
    )


def test_a_run_comes_out_the_same_tick_for_tick(folder: Path) -> None:
    ticks = list(verify(folder))
    assert sorted({tick for tick in ticks if isinstance(tick, int)}) == list(range(UNTIL + 1))
    assert not [item for item in ticks if isinstance(item, ReplayDifference)]


def test_what_was_fed_is_in_the_log(folder: Path) -> None:
    replay = Replay(folder)
    fed = {payload.tick: payload.inputs for payload in replay.payloads() if payload.inputs}
    reloads = {tick: (WorldReloaded(world.digest),) for tick, world in editions().items()}
    assert fed == {**{tick: (god,) for tick, god in GODS.items()}, **reloads}
    assert [replay.at(tick).state.world.name for tick in (39, 40, 74, 75)] == [
        "Test",
        "Second",
        "Second",
        "Third",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"moved"', b'"moved","x":1'),
        (b'"doing":"', b'"doing":"x'),
        (b'"memory":[[', b'"memory":[[9'),
        (b'"is":"tick"', b'"is":"tick","weather":"fog"'),
    ],
)
def test_a_forged_line_is_the_first_that_differs(folder: Path, old: bytes, new: bytes) -> None:
    path = segment(folder)
    line = line_with(path, old)
    tick = rewrite(path, line, old, new)
    difference = first_difference(folder)
    assert (difference.tick, difference.where) == (tick, f"{path}:{line + 1}")


def test_a_difference_names_the_part(folder: Path) -> None:
    path = segment(folder)
    rewrite(path, 4, b'"is":"tick"', b'"is":"tick","weather":"fog"')
    assert first_difference(folder).what == '“weather” is "fog" in the log, and null when run again'


def test_a_forged_snapshot_is_found(folder: Path) -> None:
    rewrite(segment(folder), 1, b'"weather":"clear"', b'"weather":"foggy"')
    difference = first_difference(folder)
    assert (difference.tick, difference.where) == (0, f"{segment(folder)}:2")
    assert "weather" in difference.what


def test_a_snapshot_in_the_middle_must_be_what_the_ticks_before_it_lead_to(folder: Path) -> None:
    path = segment(folder, 1)
    tick = rewrite(path, 1, b'"waiting"', b'"wafting"')
    assert first_difference(folder).tick == tick


def test_a_forged_answer_changes_the_tick_in_which_it_was_given(folder: Path) -> None:
    ticks = taped(folder)
    tick, calls = ticks[2]
    ticks[2] = (
        tick,
        [call.replace(b"greet ", b"grate ").replace(b"answer ", b"rather ") for call in calls],
    )
    write_tape(folder, ticks)
    (folder / END).unlink()
    assert first_difference(folder).tick == tick


def test_an_answer_that_is_not_on_the_tape_is_missed(folder: Path) -> None:
    ticks = taped(folder)
    asked = msgspec.json.decode(ticks[3][1].pop(0))["request"]
    write_tape(folder, ticks)
    (folder / END).unlink()
    difference = first_difference(folder)
    assert difference.tick == asked["tick"]
    assert (
        f"no reply to {asked['who'] or 'the world'}'s “{asked['kind']}” request" in difference.what
    )


def test_without_its_tape_a_run_cannot_be_verified(folder: Path) -> None:
    (folder / TAPE).unlink()
    with pytest.raises(DamageError, match="tape"):
        list(verify(folder))


def test_what_is_left_of_a_run_is_verified_from_its_oldest_snapshot(folder: Path) -> None:
    segment(folder).unlink()
    ticks = [item for item in verify(folder) if isinstance(item, int)]
    assert 0 < ticks[0] < ticks[-1] == UNTIL


def test_a_difference_says_which_version_recorded_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = segment(folder)
    rewrite(path, 4, b'"is":"tick"', b'"is":"tick","weather":"fog"')
    assert main(["verify", str(folder)]) == 1
    assert f"fix: record it again; {__version__} recorded it too" in capsys.readouterr().out
    rewrite(path, 0, f'"engine":"{__version__}"'.encode(), b'"engine":"0.0.9"')
    assert main(["verify", str(folder)]) == 1
    told = capsys.readouterr().out.splitlines()[-1].strip()
    assert (
        told == f"fix: verify it with Latticeville 0.0.9, which recorded it; this is {__version__}"
    )


@pytest.mark.parametrize(
    ("number", "reader"),
    [
        (1, "an unreleased version"),
        (5, "an unreleased version"),
        (6, "Latticeville 0.2.0"),
        (99, "Latticeville 9.9.9"),
    ],
)
def test_a_run_of_another_format_names_the_version_that_reads_it(
    folder: Path, capsys: pytest.CaptureFixture[str], number: int, reader: str
) -> None:
    path = segment(folder)
    records = [each for _, each in split(path)]
    version = f'"schema_version":{SCHEMA_VERSION}'.encode()
    rewritten = records[0].replace(version, f'"schema_version":{number}'.encode())
    rewritten = rewritten.replace(f'"engine":"{__version__}"'.encode(), b'"engine":"9.9.9"')
    chained(path, [rewritten, *records[1:]], msgspec.json.decode(records[0])["chain"])
    said = (
        f"{path}: the run has format {number}, and Latticeville {__version__} reads only format "
        f"{SCHEMA_VERSION}\n"
        f"    fix: read the run with {reader}, or run the world again\n"
    )
    for command in ("verify", "replay", "usage", "resume"):
        assert main([command, str(folder)]) == 1
        assert capsys.readouterr().err == said
