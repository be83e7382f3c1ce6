"""A recorded run as a folder in the layout of Terrarium."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.core.disk import FolderExistsError
from latticeville.formats.terrarium import export as terrarium
from latticeville.formats.terrarium.events import agent_id
from latticeville.formats.terrarium.export import plan_states, write_terrarium
from latticeville.reports.chronicle.document import markdown
from latticeville.reports.chronicle.read import read_chronicle
from latticeville.reports.chronicle.write import BY_SEASON
from latticeville.runs.replay import Replay
from tests.reports.valleys import TICKS, recorded_valley, wild_valley
from tests.runs.runs import short_segments, tearoom, write
from tests.sim.test_survival import anything

Found = dict[str, Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recorded run in which some die."""
    path = tmp_path_factory.mktemp("terrarium") / "run"
    with short_segments(13):
        recorded_valley(path)
    return path


def lines(folder: Path) -> list[Found]:
    """Return the events of a written folder."""
    return [json.loads(line) for line in (folder / "events.jsonl").read_text("utf-8").splitlines()]


def state(folder: Path, epoch: int) -> Found:
    """Return a written state."""
    found: Found = json.loads((folder / "states" / f"epoch_{epoch:04}.json").read_text("utf-8"))
    return found


def test_events_stand_within_their_epochs(run: Path, tmp_path: Path) -> None:
    written = write_terrarium(Replay(run), tmp_path / "out")
    found = lines(tmp_path / "out")
    epochs = [one["epoch"] for one in found if one["event_type"]["type"] == "EpochStart"]
    assert (
        epochs
        == [one["epoch"] for one in found if one["event_type"]["type"] == "EpochEnd"]
        == [*range(TICKS)]
    )
    inside = None
    for one in found:
        kind = one["event_type"]["type"]
        assert (inside is None) == (kind == "EpochStart")
        inside = None if kind == "EpochEnd" else one["epoch"]
        assert inside in (None, one["epoch"])
    assert written.events == sum(one["agent"] is not None for one in found) > 50


def test_events_and_states_agree(run: Path, tmp_path: Path) -> None:
    write_terrarium(Replay(run), tmp_path / "out", every=7)
    food, place = Counter[str](), dict[str, list[int]]()
    dead = set()
    for one in lines(tmp_path / "out"):
        kind, who, data = one["event_type"]["type"], one["agent"], one["data"]
        food[who] += {"Gathered": 1, "Gave": -1}.get(kind, 0) * data.get("amount", 0) - (
            kind == "Ate"
        )
        food[one["target"]] += data["amount"] if kind == "Gave" else 0
        place |= {who: data["to"]} if kind == "Moved" else {}
        dead |= {who} if kind == "Died" else set()
    first, last = state(tmp_path / "out", 0), state(tmp_path / "out", TICKS)
    before = {one["id"]: one["physical"] for one in first["agents"]}
    assert dead
    for one in last["agents"]:
        who, body = one["id"], one["physical"]
        assert [body["x"], body["y"]] == place.get(who, [before[who]["x"], before[who]["y"]])
        assert (body["health"] == 0) == (who in dead)
        assert body["food"] == (0 if who in dead else before[who]["food"] + food[who])


def test_states_are_written_at_both_ends_and_between(run: Path, tmp_path: Path) -> None:
    write_terrarium(Replay(run), tmp_path / "out", every=25)
    assert sorted(path.name for path in (tmp_path / "out" / "states").iterdir()) == [
        f"epoch_{epoch:04}.json" for epoch in (0, 25, 50, TICKS)
    ]
    replay = Replay(run)
    assert plan_states(replay, 30) == {0: 0, 30: 30, TICKS: TICKS}
    at = replay.at(25).state
    assert [
        (one["physical"]["x"], one["physical"]["y"])
        for one in state(tmp_path / "out", 25)["agents"]
    ] == [at.bodies[who].cell for who in at.world.person_ids]


def test_a_step_that_has_not_ended_has_no_end(tmp_path: Path) -> None:
    write(tmp_path / "run", wild_valley(survival={"step_ticks": 6}), 20, minds=anything)
    write_terrarium(Replay(tmp_path / "run"), tmp_path / "out", every=2)
    kinds = Counter((one["event_type"]["type"], one["epoch"]) for one in lines(tmp_path / "out"))
    assert [epoch for kind, epoch in kinds if kind == "EpochStart"] == [0, 1, 2, 3]
    assert [epoch for kind, epoch in kinds if kind == "EpochEnd"] == [0, 1, 2]
    assert plan_states(Replay(tmp_path / "run"), 2) == {0: 0, 2: 12, 4: 20}


def test_the_chronicle_is_that_of_the_run_and_a_repeat_is_equal(run: Path, tmp_path: Path) -> None:
    files = [write_terrarium(Replay(run), tmp_path / name).files for name in ("a", "b")]
    assert [path.relative_to(tmp_path / "a") for path in files[0]] == [
        path.relative_to(tmp_path / "b") for path in files[1]
    ]
    assert all(one.read_bytes() == other.read_bytes() for one, other in zip(*files, strict=True))
    assert {*files[0]} == {path for path in (tmp_path / "a").rglob("*") if path.is_file()}
    text = (tmp_path / "a" / "chronicle.md").read_text("utf-8")
    assert (
        text.splitlines()
        == "\n".join(markdown(read_chronicle(Replay(run), by=BY_SEASON))).splitlines()
    )


def test_a_folder_with_files_stays_and_a_failure_leaves_nothing(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes").write_text("mine")
    with pytest.raises(FolderExistsError, match="full already exists and is not empty"):
        write_terrarium(Replay(run), tmp_path / "full")

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(terrarium, "markdown", fail)
    with pytest.raises(KeyboardInterrupt):
        write_terrarium(Replay(run), tmp_path / "out")
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "notes"]


def test_the_command_says_what_terrarium_does_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "run", tearoom(), 30)
    assert (
        main(
            ["export", str(tmp_path / "run"), "--terrarium", str(tmp_path / "out"), "--every", "15"]
        )
        == 0
    )
    told = capsys.readouterr()
    assert told.out.startswith(f"{tmp_path / 'out'}: ")
    assert told.out.endswith(" events, 3 states, chronicle.md\n")
    assert told.err.startswith(
        "nobody has needs in this world: health and energy are written as 1, hunger as 0\n"
    )
    assert " interacted" in told.err.split("left out, without an equivalent in Terrarium: ")[1]
    kinds = {one["event_type"]["type"] for one in lines(tmp_path / "out")}
    assert {"Moved", "Spoke"} <= kinds
    assert state(tmp_path / "out", 30)["agents"][0]["id"] == agent_id(min(tearoom().people))
    (tmp_path / "empty").mkdir()
    assert (
        main(["export", str(tmp_path / "run"), str(tmp_path / "empty"), "--terrarium", "--json"])
        == 0
    )
    assert str(tmp_path / "empty" / "states" / "epoch_0030.json") in json.loads(
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["RUN", "FULL", "--terrarium"],
            "FULL already exists and is not empty: name a new folder, or empty this one",
        ),
        (["WORLD", "new", "--terrarium"], "WORLD is not a run (there is no segment-000.jsonl)"),
        (["nowhere", "new", "--terrarium"], "there is no folder “nowhere”"),
        (
            ["RUN", "new", "--terrarium", "--tick", "3"],
            "--tick does not work with --terrarium; it is for .png, .svg",
        ),
        (["RUN", "FULL/notes/new", "--terrarium"], "FULL/notes/new cannot be written: "),
    ],
)
def test_what_cannot_be_written_is_said(
    words: list[str],
    said: str,
    run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FULL").mkdir()
    Path("FULL/notes").write_text("mine")
    Path("WORLD").mkdir()
    assert main(["export", *(str(run) if word == "RUN" else word for word in words)]) == 2
    assert said in capsys.readouterr().err
    assert not Path("new").exists()
