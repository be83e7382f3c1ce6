"""Heat maps: counts are those of the payloads, sums are conserved, levels grow with counts."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.reports.beliefs.match import heat as beliefs_by_cell
from latticeville.reports.heat import heat_scale, heat_text
from latticeville.reports.heat.heat_map import FALSE, LEVELS, HeatKind, HeatMap, heat_map
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from tests.reports.runs import recorded
from tests.runs.runs import tearoom

UNTIL = 80
SPANS = ((0, UNTIL), (7, 31), (40, 40))


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return Replay(recorded(tmp_path_factory.mktemp("heat") / "run", UNTIL, tearoom()))


@pytest.mark.parametrize("span", SPANS)
def test_presence_counts_each_person_once_a_tick(replay: Replay, span: tuple[int, int]) -> None:
    start, end = span
    whole = heat_map(replay, HeatKind.PRESENCE, "", start, end)
    people = ("ada", "bob", "cid")
    assert (whole.start, whole.end, whole.unplaced) == (start, end, 0)
    assert whole.total == (end - start + 1) * len(people)
    each = [heat_map(replay, HeatKind.PRESENCE, who, start, end) for who in people]
    assert sum((Counter(one.cells) for one in each), Counter[Cell]()) == Counter(whole.cells)
    wanted = Counter(replay.at(tick).state.bodies["bob"].cell for tick in range(start, end + 1))
    assert each[1].cells == wanted


@pytest.mark.parametrize("span", SPANS)
def test_talk_and_events_count_every_event(replay: Replay, span: tuple[int, int]) -> None:
    start, end = span
    events = [(tick, event) for tick in range(start, end + 1) for event in replay.at(tick).events]
    assert heat_map(replay, HeatKind.EVENTS, "", start, end).total == len(events)
    talk = heat_map(replay, HeatKind.TALK, "", start, end)
    assert talk.cells == Counter(
        replay.at(tick).state.bodies[event.who].cell
        for tick, event in events
        if isinstance(event, Said)
    )
    ada = heat_map(replay, HeatKind.EVENTS, "ada", start, end)
    assert ada.total == sum(getattr(event, "who", "") == "ada" for _, event in events)


def test_beliefs_count_what_is_false_of_one_person(replay: Replay) -> None:
    wanted: Counter[Cell] = Counter()
    for tick in range(10, 31):
        for cell, held in beliefs_by_cell(replay.at(tick).state, "ada").cells.items():
            wanted[cell] += sum(held.get(match, 0) for match in FALSE)
    assert heat_map(replay, HeatKind.BELIEFS, "ada", 10, 30).cells == +wanted
    assert +wanted
    with pytest.raises(ValueError, match="one person"):
        heat_map(replay, HeatKind.BELIEFS, "", 0, 9)


def test_the_same_run_has_the_same_map_in_the_same_order(replay: Replay) -> None:
    one, two = (heat_map(Replay(replay.folder), HeatKind.PRESENCE, "", 0, UNTIL) for _ in range(2))
    assert list(one.cells.items()) == list(two.cells.items())


def test_progress_is_told_and_can_end_it(replay: Replay) -> None:
    def stop(done: int, of: int) -> None:
        assert of == UNTIL + 1
        if done == 20:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        heat_map(replay, HeatKind.PRESENCE, "", 0, UNTIL, stop)


cells = st.dictionaries(
    st.builds(Cell, st.integers(0, 30), st.integers(0, 30)), st.integers(1, 10_000), max_size=30
)


@given(cells, st.integers(1, 7))
def test_levels_grow_with_counts_and_shrinking_keeps_the_sum(
    found: dict[Cell, int], factor: int
) -> None:
    heat = HeatMap(HeatKind.PRESENCE, "", 0, 9, found)
    levels = heat.levels()
    for one, two in pairwise(found):
        assert (found[one] <= found[two]) <= (levels[one] <= levels[two])
    assert all(1 <= level <= LEVELS for level in levels.values())
    assert max(levels.values(), default=LEVELS) == LEVELS
    assert heat.shrink(factor, 2 * factor).total == heat.total
    assert heat_scale(heat)


def test_the_text_has_a_digit_for_each_counted_cell(replay: Replay) -> None:
    heat = heat_map(replay, HeatKind.PRESENCE, "", 0, UNTIL)
    world = tearoom()
    title, *rows, summary, scale = heat_text(heat, world, (480, 560), 78)
    assert "everybody · ticks 0–80" in title
    assert len(rows) == world.grid.height
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            assert letter.isdigit() == (Cell(x, y) in heat.cells)
    assert f"{heat.total} person-ticks" in summary
    assert "9 ≥" in scale
    assert max(map(len, list(heat_text(heat, world, (480, 560), 4))[1:-2])) <= 4


def test_the_command_prints_and_writes(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(replay.folder)
    assert main(["heat", run, "--of", "presence", "--ticks", "5:9", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["start"], found["end"], found["total"]) == (5, 9, 15)
    assert sum(cell["count"] for cell in found["cells"]) == 15
    assert main(["heat", run, "--of", "beliefs", "--who", "Ada"]) == 0
    assert "false beliefs" in capsys.readouterr().out
    for name, head in (("a.png", b"\x89PNG"), ("a.svg", b"<svg")):
        assert main(["heat", run, "--of", "events", "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(head)
    for wrong in (
        ["--of", "beliefs"],
        ["--of", "talk", "--who", "zoe"],
        ["--of", "talk", "--ticks", "0:999"],
    ):
        assert main(["heat", run, *wrong]) == 2
        assert "Traceback" not in capsys.readouterr().err
