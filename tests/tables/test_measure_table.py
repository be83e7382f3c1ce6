"""The table of measures rebuilds the measures of every tick, and reading it is reading the log."""

from pathlib import Path
from typing import Any

import pytest

from latticeville.measures.lookup import measures_of, named_measures
from latticeville.measures.measure import measure_tick
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.tables import measure_rows
from latticeville.tables.measure_rows import read_measures
from latticeville.tables.measure_table import MEASURES
from latticeville.tables.parquet_cache import open_tables
from latticeville.tables.row_stream import read_records
from latticeville.world.model.world import World
from tests.reports.valleys import TICKS, recorded_valley
from tests.runs.runs import write
from tests.worlds import build

FOLLOWED = TICKS // 3


def edition(*measures: dict[str, Any]) -> World:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [4, 0]}}
    return build("......", areas={"yard": [0, 0, 2, 1]}, people=people, measures=measures)


@pytest.fixture(scope="module")
def valley(tmp_path_factory: pytest.TempPathFactory) -> tuple[Replay, list[TickPayload]]:
    folder = tmp_path_factory.mktemp("measures") / "valley"
    payloads = recorded_valley(folder)
    return Replay(folder), payloads


def test_the_rows_rebuild_the_measures_of_each_tick(
    valley: tuple[Replay, list[TickPayload]],
) -> None:
    run, payloads = valley
    measures = measures_of(payloads[-1].state.world)
    told: list[Any] = [*read_records(run, MEASURES)]
    counts = dict.fromkeys((one.name for one in measures if one.counts), 0.0)
    values: dict[str, float | None] = {}
    for one in payloads:
        fresh = {row["measure"]: row["value"] for row in told if row["tick"] == one.tick}
        values = {**values, **counts, **fresh}
        assert values == measure_tick(one, measures)
    assert len(measures) < len(told) < len(payloads) * len(measures) / 2


@pytest.mark.parametrize("span", [(0, TICKS), (FOLLOWED, TICKS), (FOLLOWED - 1, 2 * FOLLOWED)])
def test_the_files_are_read_as_the_log_is(
    valley: tuple[Replay, list[TickPayload]],
    span: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run, payloads = valley
    measures = measures_of(payloads[0].state.world)
    monkeypatch.setattr(measure_rows, "find_tables", lambda _run: None)
    of_log = [*read_measures(run, measures, *span)]
    open_tables(run)
    monkeypatch.undo()
    monkeypatch.setattr(Replay, "payloads", None)
    assert [*read_measures(run, measures, *span)] == of_log
    assert (of_log[0].tick, of_log[-1].tick) == span


def test_what_the_files_do_not_hold_is_read_from_the_log(
    valley: tuple[Replay, list[TickPayload]],
) -> None:
    run, payloads = valley
    open_tables(run)
    (presence,) = named_measures(["presence"])
    found = [row.values["presence"] for row in read_measures(run, [presence], 0, TICKS)]
    assert found == [presence.at(one.state, one.events) for one in payloads]


def test_each_tick_has_the_measures_of_its_edition(tmp_path: Path) -> None:
    here = {"id": "here", "expression": "in:yard"}
    later = edition({"id": "there", "expression": "in:yard"})
    payloads = write(tmp_path / "run", edition(here), 12, feed={5: [later]})
    run = Replay(tmp_path / "run")
    told: list[Any] = [*read_records(run, MEASURES)]
    assert next(row["tick"] for row in told if row["measure"] == "there") == 5
    assert [row["value"] for row in told if row["measure"] == "here"][-1] is None
    open_tables(run)
    (there,) = named_measures(["there"], later)
    found = [row.values["there"] for row in read_measures(run, [there], 0, 12)]
    assert found == [there.at(one.state, one.events) for one in payloads]
