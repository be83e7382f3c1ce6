"""Runs that other programs recorded open as runs of ours: every position and memory of theirs, and
no tick after them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.formats.recordings.recording_import import import_recording, is_recording
from latticeville.formats.report import ImportReport, UnreadableError
from latticeville.runs.replay import Replay
from latticeville.sim.events import Entered, Moved, Said
from latticeville.sim.tick import TickPayload
from tests.importers.recorded import (
    AREAS,
    TOWN,
    Moment,
    Shot,
    write_compressed,
    write_nodes,
    write_original,
    write_storage,
)

PEOPLE = ("noor", "tam")


def opened(source: Path, folder: Path) -> list[TickPayload]:
    """Import a recording and return all ticks of the run."""
    import_recording(source, folder, ImportReport())
    replay = Replay(folder)
    return [replay.at(tick) for tick in range(replay.last + 1)]


def bodies(payloads: list[TickPayload], who: str) -> list[Cell]:
    return [payload.state.bodies[who].cell for payload in payloads]


def summary(who: str, total: int, latest: list[str]) -> tuple[str, dict[str, object]]:
    payload = {"agent_id": who, "total": total, "latest": latest, "retrieved": latest[:1]}
    return "MEMORY_SUMMARY", payload


def test_a_run_of_the_original_keeps_rooms_words_plans_and_memories(tmp_path: Path) -> None:
    plan = {"agent_id": "noor", "start_tick": 2, "end_tick": 3, "location": "park"}
    shots = [
        Shot({"noor": "cafe", "tam": "street"}, events=[summary("noor", 1, ["Noor is up."])]),
        Shot(
            {"noor": "park", "tam": "park"},
            events=[
                ("MOVE", {"agent_id": "noor", "from": "cafe", "to": "park"}),
                ("SAY", {"agent_id": "noor", "to_agent_id": "tam", "utterance": "Rain is coming."}),
                ("PLAN_SUMMARY", {**plan, "description": "Noor walks."}),
                summary("noor", 3, ["Noor is up.", "Noor sees Tam.", "It is grey."]),
            ],
        ),
    ]
    ticks = opened(write_original(tmp_path / "rec", shots), tmp_path / "run")
    assert [tick.state.bodies["noor"].area for tick in ticks] == ["cafe", "cafe", "park"]
    assert [tick.state.bodies["tam"].area for tick in ticks] == ["street", "street", "park"]
    said = [event for event in ticks[2].events if isinstance(event, Said)]
    assert [(one.who, one.to, one.words) for one in said] == [("noor", "tam", "Rain is coming.")]
    memory = list(ticks[2].state.minds["noor"].memory)
    assert [(one.tick, one.text) for one in memory] == [
        (1, "Noor is up."),
        (2, "Noor sees Tam."),
        (2, "It is grey."),
    ]
    thought = ticks[2].thoughts["noor"]
    assert thought.cites == (0,)
    assert thought.step is not None
    assert (thought.step.doing, thought.step.place) == ("Noor walks.", "park")
    assert ticks[1].state.minute == 8 * 60 + 10


def test_what_a_tick_says_of_beliefs_is_believed(tmp_path: Path) -> None:
    where = {"noor": "cafe", "tam": "street"}
    shots = [Shot(where), Shot(where, beliefs={"noor": {"noor": "cafe", "tam": "park"}})]
    ticks = opened(write_original(tmp_path / "rec", shots), tmp_path / "run")
    believed = ticks[2].state.minds["noor"].beliefs.find("tam")
    assert believed is not None
    assert believed.parent == "park"
    unseen = ticks[1].state.minds["noor"].beliefs.find("tam")
    assert unseen is None


def test_memory_records_beside_a_run_come_with_their_ratings_and_links(tmp_path: Path) -> None:
    file = write_original(tmp_path / "rec", [Shot({"noor": "cafe"})] * 3, first=5)
    records = [
        {"id": "a", "description": "Noor naps.", "created_at": 5, "importance": 2.4},
        {
            "id": "b",
            "description": "Noor dreams.",
            "created_at": 7,
            "importance": 30,
            "links": ["a"],
        },
    ]
    lines = [
        json.dumps({"agent_id": "noor", "record": {"type": "reflection", **record}})
        for record in records
    ]
    (tmp_path / "rec" / "memory.jsonl").write_text("\n".join(lines))
    ticks = opened(file, tmp_path / "run")
    assert [len(tick.state.minds["noor"].memory) for tick in ticks] == [0, 1, 1, 2]
    last = ticks[-1].state.minds["noor"].memory[1]
    assert (last.tick, last.kind, last.importance, last.cites) == (3, "reflection", 10, (0,))


CELLS = st.tuples(st.integers(0, 12), st.integers(0, 9))


@given(
    st.lists(
        st.tuples(CELLS, CELLS, st.sampled_from(AREAS), st.sampled_from(AREAS)),
        min_size=1,
        max_size=6,
    )
)
def test_every_recorded_cell_and_area_of_the_original_is_in_the_run(
    tmp_path_factory: pytest.TempPathFactory,
    ticks: list[tuple[tuple[int, int], tuple[int, int], str, str]],
) -> None:
    folder = tmp_path_factory.mktemp("cells")
    shots = [
        Shot(
            dict(zip(PEOPLE, rooms, strict=True)),
            {who: [*cell] for who, cell in zip(PEOPLE, cells, strict=True)},
        )
        for *cells, _, _ in ticks
        for rooms in [ticks[len(ticks) // 2][2:]]
    ]
    payloads = opened(write_original(folder / "rec", shots), folder / "run")
    for place, who in enumerate(PEOPLE):
        assert bodies(payloads, who)[1:] == [Cell(*tick[place]) for tick in ticks]
        areas = [payload.state.bodies[who].area for payload in payloads[1:]]
        assert areas == [shot.where[who] for shot in shots]


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=20), st.booleans())
def test_every_sixth_step_of_a_town_is_a_tick(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[tuple[int, int], tuple[int, int]]],
    compressed: bool,  # noqa: FBT001 - drawn
) -> None:
    folder = tmp_path_factory.mktemp("town")
    moments = [
        {who: Moment(cell) for who, cell in zip(("Noor Ali", "Tam Orr"), cells, strict=True)}
        for cells in steps
    ]
    write = write_compressed if compressed else write_storage
    payloads = opened(write(folder / "rec", moments), folder / "run")
    last = len(steps) - 1
    shown = [min(6 * tick, last) for tick in range(-(-last // 6) + 1)]
    assert bodies(payloads, "noor_ali") == [Cell(*steps[step][0]) for step in shown]
    assert bodies(payloads, "tam_orr") == [Cell(*steps[step][1]) for step in shown]


def town_walk() -> list[dict[str, Moment]]:
    """Return 13 steps: Noor walks to Tam, and they talk."""
    chat = [["Noor Ali", "Hello, Tam."], ["Tam Orr", "You found it."]]
    shed = f"{TOWN}:Yard:shed:lathe"
    return [
        {
            "Noor Ali": Moment((min(step, 8), 2), "walking", shed, chat if step > 8 else None),
            "Tam Orr": Moment((8, 3), "turning wood", shed, chat if step > 8 else None),
        }
        for step in range(13)
    ]


def test_a_town_tells_walks_deeds_and_each_line_of_a_talk_once(tmp_path: Path) -> None:
    ticks = opened(write_storage(tmp_path / "rec", town_walk()), tmp_path / "run")
    events = [event for tick in ticks for event in tick.events]
    said = [(one.who, one.to, one.words) for one in events if isinstance(one, Said)]
    assert said == [
        ("noor_ali", "tam_orr", "Hello, Tam."),
        ("tam_orr", "noor_ali", "You found it."),
    ]
    assert any(isinstance(one, Moved) and one.who == "noor_ali" for one in events)
    assert [one.who for one in events if isinstance(one, Entered)] == ["noor_ali"]
    end = ticks[-1].state
    assert end.bodies["tam_orr"].doing == "turning wood"
    assert end.bodies["tam_orr"].area == end.bodies["noor_ali"].area
    assert end.world.areas.by_id[end.bodies["tam_orr"].area].name == "Yard, shed"
    assert (ticks[0].state.minute, end.minute) == (24 * 60, 24 * 60 + 2)


def test_memories_of_a_town_come_at_the_tick_that_made_them(tmp_path: Path) -> None:
    source = write_storage(tmp_path / "rec", town_walk())
    nodes = [
        ("event", "2023-02-14 00:00:00", [], 3),
        ("chat", "2023-02-14 00:00:10", [["Noor Ali", "Hello, Tam."]], 4),
        ("thought", "2023-02-14 00:01:50", ["node_1", "node_2", "node_9"], 7),
    ]
    write_nodes(
        source,
        "Noor Ali",
        [
            {
                "type": kind,
                "created": created,
                "filling": filling,
                "poignancy": rated,
                "description": f"{kind} at {created}",
            }
            for kind, created, filling, rated in nodes
        ],
    )
    ticks = opened(source, tmp_path / "run")
    assert [len(tick.state.minds["noor_ali"].memory) for tick in ticks] == [1, 2, 3]
    memory = list(ticks[-1].state.minds["noor_ali"].memory)
    assert [one.kind for one in memory] == ["observation", "observation", "reflection"]
    assert [one.importance for one in memory] == [3, 4, 7]
    assert memory[2].cites == (0, 1)


def test_no_tick_is_made_after_a_recorded_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, run = write_storage(tmp_path / "rec", town_walk()), tmp_path / "run"
    assert main(["import", str(source), str(run)]) == 0
    assert "2 people, ticks 0 to 2" in capsys.readouterr().err
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    for command in (["resume", str(run)], ["verify", str(run)], ["fork", str(run), "--tick", "1"]):
        assert main(command) == 1
        assert "recorded by Generative Agents" in capsys.readouterr().err
    after = {path.name: path.read_bytes() for path in run.iterdir() if path.name != ".lock"}
    assert after == {name: text for name, text in before.items() if name != ".lock"}
    assert main(["memories", str(run), "--agent", "noor_ali", "--tick", "2"]) == 0
    assert main(["replay", str(run), "--view", "transcript"]) == 0
    assert "Hello, Tam." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "place", "code"),
    [
        (lambda text: text.replace('"tick":', "tick:", 1), ":2:", "json-syntax"),
        (lambda text: text.replace("[1, 2]", '["a", 2]', 1), ":2:1", "bad-value"),
        (lambda text: text.replace("[1, 2]", "[-1, 2]", 1), ":2:1", "bad-value"),
        (lambda text: text.split("\n", 1)[0], ":1:1", "no-ticks"),
    ],
)
def test_damage_is_told_with_its_place_and_nothing_is_written(
    tmp_path: Path, spoil: object, place: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shots = [Shot({"noor": "cafe"}, {"noor": [1, 2]})] * 2
    file = write_original(tmp_path / "rec", shots)
    assert callable(spoil)
    file.write_text(spoil(file.read_text()))
    assert main(["import", str(file), str(tmp_path / "run")]) == 1
    told = capsys.readouterr()
    assert f"run.jsonl{place}" in told.out
    assert f"[{code}]" in told.out
    assert not (tmp_path / "run").exists()


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    file = write_original(tmp_path / "rec", [Shot({"noor": "cafe"})] * 3)
    file.write_text(file.read_text()[:-20])
    report = ImportReport()
    assert import_recording(file, tmp_path / "run", report).last == 2
    assert [problem.code for problem in report.problems if problem.code == "torn-line"]


def test_cells_beyond_any_map_are_refused(tmp_path: Path) -> None:
    shots = [Shot({"noor": "cafe"}, {"noor": [90_000, 90_000]})]
    with pytest.raises(UnreadableError, match="a map may have"):
        opened(write_original(tmp_path / "rec", shots), tmp_path / "run")


def test_only_recordings_are_taken_for_recordings(tmp_path: Path) -> None:
    assert is_recording(write_original(tmp_path / "a", [Shot({"noor": "cafe"})]))
    assert is_recording(tmp_path / "a")
    assert is_recording(write_compressed(tmp_path / "b", town_walk()))
    (tmp_path / "c.jsonl").write_text('{"type": "other"}\n')
    assert not is_recording(tmp_path / "c.jsonl")
    assert not is_recording(tmp_path)
