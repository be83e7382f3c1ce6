"""run, resume and verify as a user meets them: exit codes, sentences, ctrl+c."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.sim.events import Said
from tests.hamlet import baker, hamlet

SQUARE = str(Path(__file__).parents[1] / "studio" / "data" / "square")


def make(folder: Path, ticks: int = 12, *more: str) -> str:
    assert (
        main(["run", SQUARE, "--ticks", str(ticks), "--out", str(folder), "--view", "none", *more])
        == 0
    )
    return str(folder)


@pytest.mark.slow
def test_ctrl_c_ends_at_a_tick_and_the_run_goes_on(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "latticeville.cli",
        "run",
        SQUARE,
        "--ticks",
        "1000000",
        "--view",
        "none",
    ]
    run = subprocess.Popen(
        [*command, "--out", str(tmp_path / "run")], stderr=subprocess.PIPE, encoding="utf-8"
    )
    log = tmp_path / "run" / "segment-000.jsonl"
    while not log.exists() or log.read_bytes().count(b"\n") < 20:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    _out, said = run.communicate(timeout=120)
    assert run.returncode == 130
    last = Replay(tmp_path / "run").last
    assert f"ended after tick {last}; continue with: latticeville resume" in said
    assert main(["resume", str(tmp_path / "run"), "--ticks", "3", "--view", "none"]) == 0
    assert Replay(tmp_path / "run").last == last + 3
    assert main(["verify", str(tmp_path / "run")]) == 0


def test_a_run_without_relations_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make(tmp_path / "run", 30, "--without", "relations", "--without", "memory")
    minds = Replay(Path(folder)).at(30).state.world.minds
    assert (minds.relations, minds.recall, minds.reflect) == (False, 0, True)
    assert main(["verify", folder]) == 0
    assert main(["relations", folder]) == 0
    assert "closeness" not in capsys.readouterr().out


def test_two_runs_are_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = make(tmp_path / "a", 30, "--seed", "7"), make(tmp_path / "b", 30, "--seed", "7")
    names = sorted(path.name for path in Path(one).iterdir())
    assert names == sorted(path.name for path in Path(other).iterdir())
    assert all(
        (Path(one) / name).read_bytes() == (Path(other) / name).read_bytes() for name in names
    )
    capsys.readouterr()
    assert main(["diff", one, other]) == 0
    assert capsys.readouterr().out == "No divergence: every tick is the same in both runs.\n"


def test_two_seeds_part_and_the_seeds_are_named_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = make(tmp_path / "a", 90, "--seed", "7"), make(tmp_path / "b", 90, "--seed", "8")
    capsys.readouterr()
    assert main(["diff", one, other]) == 1
    told = capsys.readouterr().out
    assert told.startswith("seed: 7 | 8\nDivergence at tick ")


def test_resume_reads_the_last_segment_and_verify_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    folder = make(tmp_path / "run", 25)
    oldest, newest = (pick((tmp_path / "run").glob("segment-*")) for pick in (min, max))
    oldest.write_bytes(oldest.read_bytes().replace(b'"tick":3', b'"tick":4', 1))
    assert main(["resume", folder, "--ticks", "0", "--view", "none"]) == 0
    assert main(["verify", folder]) == 1
    newest.write_bytes(newest.read_bytes().replace(b'"tick"', b'"tock"'))
    assert main(["resume", folder, "--ticks", "0", "--view", "none"]) == 1


def test_only_a_folder_with_a_run_is_offered_for_resuming(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "run")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "world.toml").write_text("")
    told = {}
    for name in ("run", "full"):
        capsys.readouterr()
        assert main(["run", SQUARE, "--out", str(tmp_path / name)]) == 2
        told[name] = capsys.readouterr().err
    assert told["run"].endswith(
        f"name another with --out, or continue it with: latticeville resume {tmp_path / 'run'}\n"
    )
    assert told["full"].endswith("name another with --out\n")


def test_a_script_is_an_option_of_run_resume_and_fork(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "run")
    script = tmp_path / "script.toml"
    for name, option in (
        ("fork", "--inputs"),
        ("resume", "--input"),
        ("fork", "--input"),
        ("resume", "--inputs"),
    ):
        script.write_text(
            f'[[inputs]]\nat = {Replay(tmp_path / "run").last + 1}\ndo = "event"\ntext = "A '
            'bell!"\n'
        )
        assert (
            main(
                [
                    name,
                    str(tmp_path / "run"),
                    "--ticks",
                    "1",
                    option,
                    str(script),
                    "--view",
                    "events",
                ]
            )
            == 0
        )
        told = capsys.readouterr()
        assert "A bell!" in told.out
        assert ("warning: --input was renamed to --inputs" in told.err) == (option == "--input")
    for name in ("run", "resume", "fork"):
        with pytest.raises(SystemExit):
            main([name, "--help"])
        shown = capsys.readouterr().out
        assert "--inputs " in shown
        assert "--input " not in shown


def test_a_torn_tick_is_told_by_verify_and_by_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make(tmp_path / "run")
    log = tmp_path / "run" / "segment-000.jsonl"
    log.write_bytes(log.read_bytes()[:-40])
    (tmp_path / "run" / END).unlink()
    capsys.readouterr()
    assert main(["verify", folder]) == 0
    told = capsys.readouterr()
    assert "all 11 ticks are identical" in told.out
    cut = f"incomplete line; remove them with: latticeville resume {folder}\n"
    assert re.search(rf"^{folder}: the log ends with \d+ bytes of an {cut}", told.err, re.MULTILINE)
    assert main(["resume", folder, "--ticks", "1", "--view", "none"]) == 0
    assert "bytes of an incomplete tick" in capsys.readouterr().err
    assert Replay(tmp_path / "run").last == 12


def test_a_changed_byte_is_placed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make(tmp_path / "run")
    log = tmp_path / "run" / "segment-000.jsonl"
    lines = log.read_bytes().split(b"\n")
    lines[7] = lines[7].replace(b'"tick":6', b'"tick":7')
    log.write_bytes(b"\n".join(lines))
    assert main(["verify", folder]) == 1
    assert f"{log}:8: the digest does not match, after tick 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["run", "nowhere"], 2, "there is no folder “nowhere”"),
        (["run", SQUARE, "--llm", "oracle"], 3, "there is no model “oracle”"),
        (["resume", "nowhere"], 2, "there is no run log here"),
        (["replay", "nowhere"], 2, "there is no run log here"),
        (["verify", "nowhere"], 2, "there is no run log here"),
        (["diff", "nowhere", "nowhere"], 2, "there is no run log here"),
    ],
)
def test_what_is_not_there_is_named(
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == code
    assert said in capsys.readouterr().err


def test_a_folder_that_holds_something_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").write_text("dear", "utf-8")
    assert main(["run", SQUARE, "--out", str(tmp_path / "mine")]) == 2
    assert "is not empty" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["run", SQUARE, "--out", str(tmp_path / "file")]) == 2
    assert "cannot create the folder" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "letter", "mine"]


@pytest.mark.parametrize(
    "words",
    [
        ["--ticks", "x"],
        ["--ticks", "-3"],
        ["--view", "film"],
        ["--seed", "-1"],
        ["--ticks", "9" * 5000],
    ],
)
def test_a_word_that_does_not_fit_is_usage(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["run", SQUARE, *words])
    assert len(capsys.readouterr().err.splitlines()[-1]) < 200


def test_a_world_with_errors_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "world.toml").write_text('name = "W"\nsed = 3\n', "utf-8")
    assert main(["run", str(tmp_path / "w"), "--out", str(tmp_path / "run")]) == 1
    assert f"{tmp_path / 'w' / 'world.toml'}:2:1: error: " in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("view", ["summary", "map", "events", "json"])
def test_a_replay_tells_what_the_run_told(
    view: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["run", SQUARE, "--ticks", "20", "--out", str(tmp_path / "run"), "--view", view]) == 0
    )
    live = capsys.readouterr().out
    assert main(["replay", str(tmp_path / "run"), "--view", view]) == 0
    assert capsys.readouterr().out == live
    assert live


def test_who_heard_what_is_told_and_is_what_they_remember(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four of five who meet talk together, and the fifth stands by."""
    crowd = hamlet(
        minds={"plan": "routine"},
        start="Mon 07:30",
        ada=baker(0),
        bob=baker(1),
        cid=baker(2),
        dan=baker(3),
        eve=baker(4),
    )
    run = RecordedRun.start(tmp_path / "run", crowd, FakeLLM(), "fake")
    for _ in range(12):
        run.step()
    run.close()
    assert main(["replay", str(tmp_path / "run"), "--view", "talk"]) == 0
    told = [line[11:] for line in capsys.readouterr().out.splitlines()]
    said = [event for payload in Replay(tmp_path / "run").payloads() for event in payload.events]
    assert len(told) == len([event for event in said if isinstance(event, Said)]) > 0
    minds = run.payload.state.minds
    for line in told:
        sentence, _, rest = line.partition("  (")
        third = {who for who in minds if who.title() not in sentence.partition(":")[0]}
        knows = {who for who in third if any(one.text == sentence for one in minds[who].memory)}
        assert {who for who in minds if who.title() in rest} == knows
    assert any("(heard by " in line for line in told)


@pytest.mark.parametrize("views", ["talk,events", "events,talk", "events,talk,events"])
def test_speech_is_told_once_and_in_its_place(
    views: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crowd = hamlet(minds={"plan": "routine"}, ada=baker(0), bob=baker(2), cid=baker(3))
    run = RecordedRun.start(tmp_path / "run", crowd, FakeLLM(), "fake")
    for _ in range(12):
        run.step()
    run.close()
    lines = {}
    for view in ("talk", "events", views):
        assert main(["replay", str(tmp_path / "run"), "--view", view]) == 0
        lines[view] = capsys.readouterr().out.splitlines()
    talk = iter(lines["talk"])
    assert lines[views] == [next(talk) if " says" in line else line for line in lines["events"]]
    assert list(talk) == []
