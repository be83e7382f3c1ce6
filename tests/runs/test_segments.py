"""Segments that were swapped, copied, cut or taken from another run are damage to every reader that
comes by them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.runs.follow import LogFollower
from latticeville.runs.fork import make_branch_folder
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.run_summaries import summarize_run
from latticeville.runs.timeline import RunTimeline
from latticeville.runs.verify import ReplayDifference, verify
from tests.model_doubles import Scripted
from tests.runs.runs import go, record, resumed, segment, short_segments, tearoom

UNTIL = 90


def record_run(folder: Path, seed: int = 0) -> None:
    run = RecordedRun.start(folder, tearoom(), Scripted(), "scripted", seed=seed)
    go(run, UNTIL)
    run.close()


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two runs of the same world under different seeds, both of several
    segments."""
    with short_segments():
        root = tmp_path_factory.mktemp("runs")
        record_run(root / "one")
        record_run(root / "other", seed=1)
        return root


@pytest.fixture
def run(runs: Path, tmp_path: Path) -> Path:
    """Return a copy of the first run that was interrupted behind its last tick."""
    shutil.copytree(runs / "one", tmp_path / "run")
    (tmp_path / "run" / END).unlink()
    return tmp_path / "run"


def verified(folder: Path) -> None:
    """Verify a run; a difference is found damage, too."""
    for found in verify(folder):
        if isinstance(found, ReplayDifference):
            raise DamageError(found.where)


READERS: list[Callable[[Path], object]] = [
    lambda folder: list(Replay(folder).payloads()),
    lambda folder: list(Replay(folder).summaries(1)),
    verified,
    lambda folder: RunTimeline.open(Replay(folder), save=False),
    lambda folder: list(LogFollower(folder, 0).poll()),
]
"""Readers that read a run from its beginning to its end."""


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(("to", "of"), [(2, 3), (3, 2), (0, 1), (1, 0)])
def test_a_copied_segment_is_told_by_its_header(
    run: Path, read: Callable[[Path], object], to: int, of: int
) -> None:
    shutil.copy(segment(run, of), segment(run, to))
    with pytest.raises(
        DamageError, match=rf"segment-00{to}\.jsonl:1: this file holds segment {of}, not {to}"
    ):
        read(run)


@pytest.mark.parametrize("read", READERS)
def test_swapped_segments_are_told_by_their_headers(
    run: Path, read: Callable[[Path], object]
) -> None:
    segment(run, 1).rename(run / "held")
    segment(run, 2).rename(segment(run, 1))
    (run / "held").rename(segment(run, 2))
    with pytest.raises(DamageError, match="this file holds segment"):
        read(run)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("number", [0, 1, 4])
def test_a_segment_of_another_run_does_not_fit(
    runs: Path, run: Path, read: Callable[[Path], object], number: int
) -> None:
    shutil.copy(segment(runs / "other", number), segment(run, number))
    with pytest.raises(DamageError, match=r"segment-00\d\.jsonl"):
        read(run)


@pytest.mark.parametrize("number", [0, 1, 4])
def test_no_tick_is_told_from_a_segment_of_another_run(runs: Path, run: Path, number: int) -> None:
    tick = Replay(run).segments[number].header.tick + 2
    shutil.copy(segment(runs / "other", number), segment(run, number))
    with pytest.raises(DamageError, match="does not continue its last line"):
        Replay(run).at(tick)


def test_a_last_segment_of_another_run_is_found_by_who_looks_only_there(
    runs: Path, run: Path
) -> None:
    last = Replay(run).segments[-1].number
    shutil.copy(segment(runs / "other", last), segment(run, last))
    assert "does not continue" in summarize_run(run).trouble
    with pytest.raises(DamageError, match="does not continue"):
        resumed(run, UNTIL)


@pytest.mark.parametrize("read", READERS)
def test_a_segment_cut_at_the_end_of_a_line_is_found_though_others_follow(
    run: Path, read: Callable[[Path], object]
) -> None:
    path = segment(run, 2)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(DamageError, match=f"{path.name}: its end is missing"):
        read(run)


def test_a_flipped_digit_in_a_header_misleads_nobody(run: Path) -> None:
    path = segment(run, 2)
    tick = Replay(run).segments[2].header.tick
    path.write_bytes(path.read_bytes().replace(b'"tick":%d' % tick, b'"tick":%d' % (tick + 9), 1))
    for wanted in (tick - 1, tick, tick + 9, UNTIL):
        try:
            assert Replay(run).at(wanted).tick == wanted
        except DamageError as error:
            assert f"{path.name}:1: the digest does not match" in str(error)  # noqa: PT017 - either is right


def test_a_file_with_another_way_to_write_its_number_is_no_segment(run: Path) -> None:
    wanted = [one.path.name for one in Replay(run).segments]
    shutil.copy(segment(run, 3), run / "segment-0003.jsonl")
    assert [one.path.name for one in Replay(run).segments] == wanted


def test_a_follower_tells_of_damage_in_the_segment_that_comes_next(run: Path) -> None:
    follower = LogFollower(run, 0)
    path = segment(run, 1)
    path.write_bytes(path.read_bytes().replace(b'"seed":0', b'"seed":1', 1))
    with pytest.raises(DamageError, match=f"{path.name}:1"):
        list(follower.poll())


def test_a_branch_goes_on_where_its_parent_lost_its_oldest_segments(
    run: Path, tmp_path: Path
) -> None:
    make_branch_folder(Replay(run), 40, tmp_path / "branch")
    resumed(tmp_path / "branch", UNTIL)
    at = next(
        one.number
        for one in Replay(tmp_path / "branch").segments
        if one.path.parent == tmp_path / "branch"
    )
    wanted = [told.tick for told in Replay(tmp_path / "branch").payloads()]
    for number in range(at):
        segment(run, number).unlink()
        replay = Replay(tmp_path / "branch")
        assert [told.tick for told in replay.payloads()] == wanted[replay.first :]
    segment(run, at).unlink()
    replay = Replay(tmp_path / "branch")
    assert replay.segments[0].number == at + 1
    assert [told.tick for told in replay.payloads()] == wanted[replay.first :]
    assert all(isinstance(one, int) for one in verify(tmp_path / "branch"))


def test_a_branch_whose_parent_lost_its_newest_segments_is_refused(
    run: Path, tmp_path: Path
) -> None:
    make_branch_folder(Replay(run), 40, tmp_path / "branch")
    resumed(tmp_path / "branch", UNTIL)
    for number in range(3, 20):
        segment(run, number).unlink(missing_ok=True)
    with pytest.raises(DamageError, match="lacks segment"):
        Replay(tmp_path / "branch")


def test_a_branch_file_that_names_another_tick_is_refused(run: Path, tmp_path: Path) -> None:
    make_branch_folder(Replay(run), 40, tmp_path / "branch")
    path = tmp_path / "branch" / "branch.json"
    path.write_bytes(path.read_bytes().replace(b'"tick": 40', b'"tick": 41'))
    with pytest.raises(DamageError, match="branch begins after tick 41"):
        Replay(tmp_path / "branch")


def test_a_file_where_a_run_is_wanted_names_the_folder(run: Path) -> None:
    with pytest.raises(DamageError) as told:
        Replay(segment(run))
    assert str(told.value) == (
        f"{segment(run)}: there is no run log here: this is a file, and a run is a folder: name "
        f"{run}"
    )
    with pytest.raises(DamageError, match="there is no such folder"):
        Replay(run / "gone")
    (run / "sub").mkdir()
    with pytest.raises(
        DamageError, match=r"name a folder that holds a run's segments \(segment-NNN\.jsonl\)"
    ):
        Replay(run / "sub")


def test_a_segment_that_is_a_folder_is_told_in_one_sentence(tmp_path: Path) -> None:
    record(tmp_path / "run", 5)
    segment(tmp_path / "run").unlink()
    segment(tmp_path / "run").mkdir()
    with pytest.raises(
        DamageError, match=r"segment-000\.jsonl: this file cannot be read: Is a directory"
    ):
        Replay(tmp_path / "run")
