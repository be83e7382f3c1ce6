"""Relations as the lab, the command line and why show them: values, changes and their causes."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.relation import CLOSENESS, RULES
from latticeville.reports.plain_text import plain_text
from latticeville.reports.relations import (
    LEAST_SPAN,
    ChangeRow,
    relation_row,
    relation_rows,
    sample,
    social_view,
)
from latticeville.reports.rows import TickTarget
from latticeville.reports.sparkline import BARS, sparkline
from latticeville.reports.why.explain import explain
from latticeville.runs.replay import Replay
from tests.laws import law
from tests.reports.runs import recorded
from tests.talkers import talkers

TICKS = 220


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("run") / "run", TICKS, talkers(), model=BuiltinMind())


def test_a_view_holds_every_relation_the_closest_first_and_every_change_with_its_cause(
    run: Path,
) -> None:
    state = Replay(run).at(TICKS).state
    for who, mind in state.minds.items():
        found = social_view(state, who)
        assert {row.who for row in found.relations} == {*mind.relations.people}
        closeness = [row.values[CLOSENESS] for row in found.relations]
        assert closeness == sorted(closeness, reverse=True)
        changes = [change for row in found.relations for change in row.changes]
        for change in (*changes, *(change for row in found.opinions for change in row.changes)):
            assert change.why == RULES[change.rule].when
            assert change.text == ("" if change.memory is None else mind.memory[change.memory].text)
    talked = [
        row for who in state.minds for row in social_view(state, who).relations if row.talked >= 0
    ]
    assert talked
    assert all(row.spoken or row.summary for row in talked)


def test_changes_follow_on_one_another(run: Path) -> None:
    state = Replay(run).at(TICKS).state
    for who in state.minds:
        for row in social_view(state, who).relations:
            values = dict(row.changes[0].before)
            for change in row.changes:
                assert {
                    name: values.get(name, before) for name, before in change.before.items()
                } == change.before
                values |= change.after
            assert all(row.values[name] == value for name, value in values.items())


def test_a_stranger_has_a_row_without_changes(run: Path) -> None:
    state = Replay(run).at(0).state
    row = relation_row(state, "ada", "eve")
    assert (row.values, row.changes, row.talked) == ({"closeness": 0.1, "trust": 0.4}, (), -1)


def test_a_value_is_sampled_as_it_stood() -> None:
    changes = [
        ChangeRow(tick, "", "talk", "", {CLOSENESS: before}, {CLOSENESS: after})
        for tick, before, after in ((2, 0.1, 0.3), (5, 0.3, 0.9))
    ]
    assert sample(changes, CLOSENESS, 8, 8) == [0.1, 0.3, 0.3, 0.3, 0.9, 0.9, 0.9, 0.9]
    assert sample(changes, CLOSENESS, 0, 2) == [0.1, 0.1]
    assert sample(changes, "trust", 8, 8) == []


@law()
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_a_sparkline_has_a_bar_for_each_value_in_their_order(values: list[float]) -> None:
    drawn = sparkline(values, LEAST_SPAN)
    assert len(drawn) == len(values)
    pairs = zip(values, drawn, strict=True)
    assert [bar for _, bar in sorted(pairs)] == sorted(drawn, key=BARS.index)


def test_every_change_leads_to_its_tick_and_is_printed_with_history_only(run: Path) -> None:
    state = Replay(run).at(TICKS).state
    found = social_view(state, "ada")
    for row in relation_rows(found):
        for below in row.children() if row.children else ():
            if below.label == "changed" and not below.text.startswith("start"):
                assert isinstance(below.target, TickTarget)
                assert 0 < below.target.tick <= TICKS
    plain = "\n".join(plain_text(relation_rows(found)))
    whole = "\n".join(plain_text(relation_rows(found, history=True)))
    assert "talk: a talk ended in which both spoke" in whole
    assert "talk: a talk ended in which both spoke" not in plain


def test_why_tells_what_the_other_is_to_who_speaks(run: Path) -> None:
    replay = Replay(run)
    tick = next(
        payload.tick
        for payload in replay.payloads(1)
        if payload.thoughts.get("ada") and payload.thoughts["ada"].action.kind == "say"
    )
    why = explain(replay, "ada", tick)
    action = replay.at(tick).thoughts["ada"].action
    assert [row.who for row in why.bonds] == [one for one in (action.target, *action.others) if one]
    assert why.bonds[0] == relation_row(replay.at(tick).state, "ada", why.bonds[0].who)
    idle = next(
        payload.tick
        for payload in replay.payloads(1)
        if payload.thoughts["ada"].action.kind != "say"
    )
    assert explain(replay, "ada", idle).bonds == ()


def test_the_command_prints_a_table_and_json(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relations", str(run), "--agent", "Ada"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Ada at tick 220\nRelations")
    assert "the oak" in told
    assert main(["relations", str(run), "--agent", "ada", "--other", "bob", "--history"]) == 0
    one = capsys.readouterr().out
    assert "start: the persona says so" in one
    assert "Opinions" not in one
    assert main(["relations", str(run), "--json", "--tick", "100"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [view["who"] for view in found] == ["ada", "bob", "cid", "dot", "eve"]
    assert {view["tick"] for view in found} == {100}
    assert main(["relations", str(run), "--agent", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
    assert main(["relations", str(run / "none")]) == 2
