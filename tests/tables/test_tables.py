"""Each table holds what the payloads hold, and change tables rebuild the state of every tick."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.mind import Mind
from latticeville.mind.plan import Plan
from latticeville.mind.think import think
from latticeville.reports.usage import usage_of
from latticeville.runs import log
from latticeville.runs.fork import make_branch_folder
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.timeline import RunTimeline
from latticeville.sim.tick import TickPayload
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.row_stream import read_records, row_stream
from tests.laws import law
from tests.random_worlds import feeds, worlds
from tests.reports.runs import recorded
from tests.runs.runs import write
from tests.world_folders import VILLE, shared_world

if TYPE_CHECKING:
    from tests.worlds import Feed

Rows = list[Mapping[str, Any]]
TICKS = 24


def rows(run: Replay, table: str) -> Rows:
    return [*read_records(run, BY_NAME[table])]


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a segment end every few ticks, so that states are restored on the way."""
    monkeypatch.setattr(log, "SEGMENT_TICKS", 7)


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    folder = tmp_path_factory.mktemp("tables") / "village"
    return Replay(recorded(folder, 300, shared_world(VILLE), model=BuiltinMind()))


@pytest.fixture(scope="module")
def payloads(village: Replay) -> list[TickPayload]:
    return [*village.payloads()]


def test_positions_are_where_the_bodies_stand(village: Replay, payloads: list[TickPayload]) -> None:
    real = [
        (
            one.tick,
            who,
            body.area,
            *body.cell,
            body.doing or None,
            body.journey is not None,
            not body.is_dead,
        )
        for one in payloads
        for who, body in one.state.bodies.items()
    ]
    names = ("tick", "who", "area", "x", "y", "doing", "moving", "living")
    assert [tuple(row[name] for name in names) for row in rows(village, "positions")] == real


def test_events_and_utterances_are_those_of_the_payloads(
    village: Replay, payloads: list[TickPayload]
) -> None:
    events = [(one.tick, event) for one in payloads for event in one.events]
    told = rows(village, "events")
    assert [(row["tick"], row["kind"]) for row in told] == [(t, one.tag) for t, one in events]
    assert [msgspec.json.decode(row["data"])["type"] for row in told] == [
        one.tag for _, one in events
    ]
    said = rows(village, "utterances")
    assert [(row["who"], row["words"]) for row in said] == [
        (one.who, one.words) for _, one in events if one.is_speech
    ]
    assert len(said) > 20
    spans = RunTimeline.open(village, save=False).talks
    talks = {row["talk"] for row in said}
    assert talks == {*range(len(spans))}
    for row in said:
        assert spans[row["talk"]].start <= row["tick"] <= spans[row["talk"]].end
        assert row["who"] in spans[row["talk"]].people


def test_memories_are_the_streams(village: Replay, payloads: list[TickPayload]) -> None:
    told = rows(village, "memories")
    for who, mind in payloads[-1].state.minds.items():
        mine = [row for row in told if row["who"] == who]
        assert [row["text"] for row in mine] == [one.text for one in mind.memory]
        assert [row["cites"] for row in mine] == [one.cites for one in mind.memory]
        assert not any(row["gone"] for row in mine)


def test_calls_cost_what_usage_tells(village: Replay) -> None:
    told = rows(village, "calls")
    assert len(told) == sum(1 for _ in model_calls(village.folder)) > 100
    kinds = Counter(row["kind"] for row in told if row["source"] != "behavior")
    assert kinds == {one.kind: one.calls for one in usage_of(village).kinds}
    assert len({(row["tick"], row["call"]) for row in told}) == len(told)


def test_retrievals_name_memories_of_who_recalls(village: Replay) -> None:
    streams = Counter(row["who"] for row in rows(village, "memories"))
    told = rows(village, "retrievals")
    assert told
    assert all(row["memory"] < streams[row["who"]] for row in told)


def test_no_two_rows_have_a_key_and_all_have_the_types(village: Replay) -> None:
    kinds = {"BIGINT": int, "DOUBLE": float, "VARCHAR": str, "BOOLEAN": bool}
    for table in TABLES:
        found = rows(village, table.name)
        keys = Counter(tuple(row[name] for name in ("run", *table.key)) for row in found)
        assert max(keys.values(), default=1) == 1, (table.name, keys.most_common(1))
        for row in found:
            assert tuple(row) == table.column_names
            for column in table.columns:
                value, kind = row[column.name], kinds.get(column.type, list | tuple)
                assert value is None or isinstance(value, kind), (table.name, column, value)


def test_columns_need_no_quotes_and_are_told() -> None:
    for table in TABLES:
        assert table.text.endswith(".")
        assert {*table.key} <= {column.name for column in table.columns}
        for column in table.columns:
            assert column.name.isidentifier()
            assert column.text
            assert not column.text.endswith(".")


def newest(found: Rows, key: tuple[str, ...], tick: int, at: str = "tick") -> dict[Any, Any]:
    """Return the newest row of each key up to a tick."""
    return {tuple(row[name] for name in key): row for row in found if row[at] <= tick}


def check_memories(found: Rows, tick: int, minds: Mapping[str, Mind]) -> None:
    held = newest(found, ("who", "memory"), tick, "since")
    told = {key: row["text"] for key, row in held.items() if not row["gone"] and key[0] in minds}
    assert told == {(who, one.id): one.text for who, mind in minds.items() for one in mind.memory}


def check_beliefs(found: Rows, tick: int, minds: Mapping[str, Mind]) -> None:
    held = newest(found, ("who", "kind", "about"), tick)
    told = {
        (key[0], key[2]): (row["area"], row["missing"], row["text"])
        for key, row in held.items()
        if not row["gone"] and key[0] in minds and key[1] in ("area", "object", "agent")
    }
    assert told == {
        (who, name): (one.node.parent or None, one.missing, one.node.looks or None)
        for who, mind in minds.items()
        for name, one in mind.beliefs.nodes.items()
    }
    views = {
        (key[0], key[2]): (row["value"], row["text"])
        for key, row in held.items()
        if not row["gone"] and key[0] in minds and key[1] == "opinion"
    }
    assert views == {
        (who, subject): (one.stance, one.view)
        for who, mind in minds.items()
        for subject, one in mind.relations.opinions.items()
    }


def check_relations(found: Rows, tick: int, minds: Mapping[str, Mind]) -> None:
    held = newest(found, ("who", "other"), tick)
    told = {
        key: (row["closeness"], row["trust"])
        for key, row in held.items()
        if not row["gone"] and key[0] in minds
    }
    assert told == {
        (who, other): (one.closeness, one.trust)
        for who, mind in minds.items()
        for other, one in mind.relations.people.items()
    }


def check_commitments(found: Rows, tick: int, minds: Mapping[str, Mind]) -> None:
    held = newest(found, ("who", "memory"), tick)
    told = {
        key: (row["topic"], row["met"])
        for key, row in held.items()
        if row["held"] and key[0] in minds
    }
    assert told == {
        (who, one.record): (one.key, one.is_met)
        for who, mind in minds.items()
        for one in mind.commitments
    }


def check_plans(found: Rows, tick: int, minds: Mapping[str, Mind]) -> None:
    key = ("who", "level", "starts", "ends", "place", "doing", "verb", "object")
    held = newest(found, key, tick)
    told = {one for one, row in held.items() if row["state"] == "planned" and one[0] in minds}
    assert told == {
        (who, level, one.start, one.end, one.place or None, one.doing, *use)
        for who, mind in minds.items()
        for level, steps in levels(mind.plan).items()
        for one in steps
        for use in [(one.use.verb, one.use.thing) if one.use else (None, None)]
    }


def levels(plan: Plan | None) -> dict[str, Any]:
    names = ("strokes", "hours", "steps", "appointments", "variations")
    words = ("day", "hour", "step", "appointment", "variation")
    return {word: getattr(plan, name) for word, name in zip(words, names, strict=True) if plan}


CHECKS = {
    "memories": check_memories,
    "beliefs": check_beliefs,
    "relations": check_relations,
    "commitments": check_commitments,
    "plans": check_plans,
}


@pytest.mark.parametrize("table", CHECKS)
def test_the_newest_rows_are_the_state(
    table: str, village: Replay, payloads: list[TickPayload]
) -> None:
    found = rows(village, table)
    assert len(found) > 20
    for payload in payloads[::25]:
        CHECKS[table](found, payload.tick, payload.state.minds)


@law(3)
@given(st.data())
def test_edits_of_minds_and_worlds_are_in_the_tables(data: st.DataObject) -> None:
    rebuilt(data)


@pytest.mark.slow
@pytest.mark.fuzz
@law(25)
@given(st.data())
def test_edits_of_minds_and_worlds_are_always_in_the_tables(data: st.DataObject) -> None:
    rebuilt(data)


def rebuilt(data: st.DataObject) -> None:
    """Check the change tables of a run in a drawn world, edited from outside and reloaded."""
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed: Feed = {**data.draw(feeds(world, TICKS)), data.draw(st.integers(1, TICKS)): [edition]}
    with TemporaryDirectory() as folder:
        lived = write(Path(folder), world, TICKS, feed=feed, minds=think)
        run = Replay(Path(folder))
        found = {name: rows(run, name) for name in CHECKS}
        for payload in lived:
            for name, check in CHECKS.items():
                check(found[name], payload.tick, payload.state.minds)
        many = Counter(
            table.name
            for rows_of_tick in row_stream(run, TABLES)
            for table, some in zip(TABLES, rows_of_tick, strict=True)
            for _ in some
        )
        assert many["positions"] == sum(len(one.state.bodies) for one in lived)
        assert many["ticks"] == TICKS + 1


def test_a_fork_knows_its_parent_and_has_its_rows(village: Replay, tmp_path: Path) -> None:
    make_branch_folder(village, 40, tmp_path / "branch")
    branch = Replay(tmp_path / "branch")
    (told,) = rows(branch, "runs")
    assert (told["parent"], told["parent_tick"]) == (str(village.folder), 40)
    assert (told["first_tick"], told["last_tick"]) == (0, 40)
    assert rows(branch, "events") == [
        {**row, "run": "branch"} for row in rows(village, "events") if row["tick"] <= 40
    ]
