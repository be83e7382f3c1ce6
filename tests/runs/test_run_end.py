"""The end of a run: a log that does not end as its run did is damage, and one without an end was
interrupted."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.models.model import ModelError, Reply, Request
from latticeville.runs import log
from latticeville.runs.follow import LogFollower
from latticeville.runs.fork import make_branch_folder
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END, read_end
from latticeville.runs.run_summaries import summarize_run
from latticeville.runs.tape import TAPE, model_calls_at
from latticeville.runs.verify import verify
from tests.model_doubles import Scripted
from tests.runs.runs import contents, go, record, resumed, segment, taped, tearoom, write_tape

UNTIL = 60


@pytest.fixture(autouse=True)
def short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    record(tmp_path / "run", UNTIL)
    return tmp_path / "run"


def newest(folder: Path) -> Path:
    return max(folder.glob("segment-*"))


def drop_lines(path: Path, count: int = 1) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-count]))


def test_a_closed_run_says_where_it_ends(run: Path) -> None:
    end = read_end(run)
    assert end is not None
    assert (end.tick, end.segment) == (UNTIL, Replay(run).segments[-1].number)
    assert end.log.end == newest(run).stat().st_size
    assert end.tape_bytes == (run / TAPE).stat().st_size
    assert end.tape.tick == taped(run)[-1][0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: drop_lines(newest(folder)),
        lambda folder: newest(folder).unlink(),
        lambda folder: newest(folder).write_bytes(b""),
        lambda folder: newest(folder).write_bytes(newest(folder).read_bytes()[:-9]),
    ],
)
def test_a_log_without_its_end_is_damage_to_every_reader(
    run: Path, damage: Callable[[Path], object]
) -> None:
    damage(run)
    kept = contents(run)
    readers: list[Callable[[Path], object]] = [
        Replay,
        LogFollower,
        lambda folder: list(verify(folder)),
        lambda folder: resumed(folder, UNTIL),
    ]
    for read in readers:
        with pytest.raises(DamageError, match=rf"the run was closed after tick {UNTIL}"):
            read(run)
    assert summarize_run(run).trouble
    for command in ("replay", "verify", "find --where x", "timeline", "resume", "watch", "fork"):
        name, *more = command.split()
        assert main([name, str(run), *(["speaking"] if more else [])]) == 1
    assert contents(run) == kept


def test_a_log_that_goes_on_behind_its_end_is_damage(run: Path) -> None:
    kept = (run / END).read_bytes()
    resumed(run, UNTIL + 1)
    assert (run / END).read_bytes() != kept
    (run / END).write_bytes(kept)
    with pytest.raises(DamageError, match=r"has \d+ bytes after"):
        Replay(run)


def test_a_log_with_bytes_behind_its_end_says_how_many(run: Path) -> None:
    path = newest(run)
    path.write_bytes(path.read_bytes() + b"x" * 17)
    with pytest.raises(DamageError, match="the file has 17 bytes after its end: "):
        Replay(run)


def test_a_log_without_its_end_goes_on_as_its_error_says(run: Path) -> None:
    path = newest(run)
    path.write_bytes(path.read_bytes()[:-9])
    advice = (
        "restore the file from a backup, or delete end.json and continue from the rest: "
        f"latticeville resume {run}"
    )
    with pytest.raises(DamageError, match=advice):
        Replay(run)
    (run / END).unlink()
    assert resumed(run, UNTIL).tick == UNTIL - 1
    assert not [one for one in verify(run) if not isinstance(one, int)]


def test_a_tape_without_its_end_is_damage(run: Path) -> None:
    write_tape(run, taped(run)[:-1])
    kept = contents(run)
    for read in (lambda: list(verify(run)), lambda: resumed(run, UNTIL), lambda: Replay(run)):
        with pytest.raises(DamageError, match=r"tape\.jsonl\.zst: the end is missing"):
            read()
    assert contents(run) == kept


def test_a_shelf_without_its_end_is_damage(run: Path) -> None:
    drop_lines(run / "shelf.jsonl")
    with pytest.raises(DamageError, match=r"shelf\.jsonl: the end is missing"):
        list(verify(run))


def test_a_changed_end_is_named_itself(run: Path) -> None:
    text = (run / END).read_bytes()
    for place in range(len(text)):
        (run / END).write_bytes(text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :])
        with pytest.raises(DamageError, match=r"end\.json:1:1: "):
            Replay(run)
    for changed in (b"", text[:-1], text + text, text + b"x"):
        (run / END).write_bytes(changed)
        with pytest.raises(DamageError, match=r"end\.json:1:1: "):
            Replay(run)
    (run / END).unlink()
    (run / END).mkdir()
    with pytest.raises(DamageError, match=r"end\.json"):
        Replay(run)


def test_a_run_in_two_goes_is_that_in_one_to_the_byte(run: Path, tmp_path: Path) -> None:
    resumed(run, UNTIL + 13)
    record(tmp_path / "whole", UNTIL + 13)
    assert contents(run) == contents(tmp_path / "whole")


def test_the_end_is_gone_while_a_run_goes_on(run: Path) -> None:
    again = RecordedRun.resume(run, lambda _name: Scripted())
    assert read_end(run) is None
    go(again, UNTIL + 2)
    assert read_end(run) is None
    again.close()
    assert read_end(run) is not None


def test_a_run_that_cannot_be_taken_up_keeps_its_end(run: Path) -> None:
    def unavailable(_name: str) -> Scripted:
        raise ModelError("no model")

    kept = contents(run)
    with pytest.raises(ModelError):
        RecordedRun.resume(run, unavailable)
    assert contents(run) == kept


class Failing:
    """Answers as another model does, but not in one tick."""

    def __init__(self, tick: int) -> None:
        self._tick, self._model = tick, Scripted()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies, or raise."""
        if any(request.tick == self._tick for request in requests):
            raise ModelError("no answer")
        return self._model.answer(requests)


def test_a_run_that_ended_with_a_failure_ends_at_its_last_whole_tick(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "run", tearoom(), Scripted(), "scripted")
    go(run, 20)
    run.close()
    ticks = {
        one.request.tick for tick in range(90) for one in model_calls_at(tmp_path / "run", tick)
    }
    failing = RecordedRun.start(tmp_path / "failing", tearoom(), Failing(max(ticks)), "scripted")
    with pytest.raises(ModelError):
        go(failing, 20)
    failing.close()
    end = read_end(tmp_path / "failing")
    assert end is not None
    assert end.tick == max(ticks) - 1
    assert [one for one in verify(tmp_path / "failing") if not isinstance(one, int)] == []


def test_a_run_that_ends_within_a_line_is_left_without_an_end(run: Path) -> None:
    again = RecordedRun.resume(run, lambda _name: Scripted())
    path = newest(run)
    path.write_bytes(path.read_bytes()[:-3])
    again.close()
    assert read_end(run) is None


def test_a_branch_has_an_end_of_its_own(run: Path, tmp_path: Path) -> None:
    make_branch_folder(Replay(run), 31, tmp_path / "branch")
    resumed(tmp_path / "branch", 31)
    end = read_end(tmp_path / "branch")
    assert end is not None
    assert end.tick == 31
    resumed(tmp_path / "branch", UNTIL)
    one, other = read_end(tmp_path / "branch"), read_end(run)
    assert one is not None
    assert other is not None
    assert replace(one, tape_bytes=0) == replace(other, tape_bytes=0)
    drop_lines(newest(tmp_path / "branch"))
    with pytest.raises(DamageError, match="the end is missing"):
        Replay(tmp_path / "branch")
    assert Replay(run).last == UNTIL


def test_a_reader_that_meets_a_run_being_taken_up_is_not_misled(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end is read, then dropped and the log grown, before the log is held against it."""
    kept = read_end(run)
    shutil.copytree(run, run.parent / "grown")
    resumed(run.parent / "grown", UNTIL + 3)
    read = iter([kept])
    monkeypatch.setattr("latticeville.runs.replay.read_end", lambda _folder: next(read))
    assert Replay(run.parent / "grown").last == UNTIL + 3


def test_verify_tells_what_was_deleted_and_what_was_interrupted(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(run)]) == 0
    assert capsys.readouterr() == (f"{run}: all {UNTIL} ticks are identical, byte for byte\n", "")
    segment(run, 0).unlink()
    first = Replay(run).first
    assert main(["verify", str(run)]) == 0
    same = (
        f"{run}: {UNTIL - first} of {UNTIL} ticks are identical, byte for byte; ticks before "
        f"{first} were deleted\n"
    )
    assert capsys.readouterr() == (same, "")
    (run / END).unlink()
    assert main(["verify", str(run)]) == 0
    told = capsys.readouterr()
    assert told.out == same
    assert told.err.startswith(
        f"{run}: there is no end.json, so later ticks may be missing: it was interrupted, or an "
        "older"
    )


def test_verify_finds_that_a_log_is_shorter_than_its_tape(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / END).unlink()
    while (
        len(drop := newest(run).read_bytes().splitlines(keepends=True)) > 0
        and Replay(run).last > UNTIL - 10
    ):
        newest(run).write_bytes(b"".join(drop[:-1]))
        if len(drop) <= 3:
            newest(run).unlink()
    assert main(["verify", str(run)]) == 1
    assert "but the log ends at tick" in capsys.readouterr().out


def test_verify_reads_old_memories_that_no_tick_asks_for(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    segment(run, 0).unlink()
    path = run / "shelf.jsonl"
    text = path.read_bytes()
    path.write_bytes(text.replace(b"the", b"teh", 1))
    assert main(["verify", str(run)]) == 1
    assert "shelf.jsonl" in capsys.readouterr().err


def test_a_report_of_an_interrupted_run_needs_the_whole_tape(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / END).unlink()
    assert main(["usage", str(run)]) == 0
    write_tape(run, taped(run)[: len(taped(run)) // 2])
    assert main(["usage", str(run)]) == 1
    assert (
        "tape.jsonl.zst: the end is missing: the log has replies in tick" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "damage", [lambda path: path.unlink(), lambda path: path.write_bytes(path.read_bytes()[:-60])]
)
@pytest.mark.parametrize("name", [TAPE, "shelf.jsonl"])
def test_every_command_that_reads_a_run_asks_for_its_end(
    run: Path, name: str, damage: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    damage(run / name)
    for command in READING:
        assert main(command.format(run=run).split()) == (2 if command.startswith("diff") else 1), (
            command
        )
        heard = capsys.readouterr()
        assert f"{run / name}: " in heard.err + heard.out, command
        assert "    fix: restore the file from a backup" in heard.err + heard.out, command


READING = (
    "replay {run}",
    "watch {run}",
    "verify {run}",
    "report {run}",
    "timeline {run}",
    "chronicle {run}",
    "find {run} event:said",
    "heat {run} --of presence",
    "metrics {run}",
    "diff {run} {run}",
    "fork {run} --ticks 1",
    "why {run} --agent ada --tick 20",
    "beliefs {run} --agent ada",
    "relations {run} --agent ada",
    "memories {run} --agent ada",
    "interview {run} --agent ada --ask Why?",
    "resume {run} --ticks 1",
    "compress {run}",
)
