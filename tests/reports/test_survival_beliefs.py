"""Beliefs under need beside the truth: amounts in cells, beliefs of oneself and of causes with
their memories."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.learned_beliefs import LearnedBelief
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs
from latticeville.reports.beliefs.survival import (
    SurvivalBeliefs,
    survival_belief_rows,
    survival_beliefs,
)
from latticeville.reports.plain_text import plain_text
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from tests.mind.test_learned_beliefs import reflecting, remember
from tests.sim.test_survival import valley
from tests.world_folders import VILLE, shared_world


def believing() -> State:
    """Return a state in which Ada believes something of two cells, of herself and of Bob."""
    state = initial_state(valley({"ada": {"start": [0, 0]}, "bob": {"start": [5, 3]}}))
    cells = (
        ResourceBelief("food", Cell(1, 1), 4, 2, "bob"),
        ResourceBelief("food", Cell(2, 1), 10, -1),
    )
    learned = (
        LearnedBelief("strong", "", 2, 0, 3, (0, 1)),
        LearnedBelief("asking", "bob", 0, 2, 5, (), (0, 1)),
    )
    mind = state.minds["ada"]
    mind = replace(
        mind,
        resources=ResourceBeliefs({one.key: one for one in cells}),
        memory=mind.memory.grow(
            replace(one, text="Ada attacks Bob.")
            for one in remember(*((tick, "ada", "attacked", "bob") for tick in (1, 2)))
        ),
        inner=replace(mind.inner, learned={one.key: one for one in learned}),
    )
    return replace(state, tick=50, minds={**state.minds, "ada": mind})


def test_amounts_stand_beside_the_truth_and_age() -> None:
    first, second = survival_beliefs(believing(), "ada").world
    assert (first.cell, first.believed, first.truth, first.ago, first.source) == (
        (1, 1),
        4,
        10,
        48,
        "Bob",
    )
    assert first.confidence == pytest.approx(0.35)
    assert (second.believed, second.truth, second.seen) == (10, 10, None)


def test_the_rows_tell_sources_and_truth() -> None:
    state = believing()
    assert (
        "\n".join(
            plain_text(survival_belief_rows(survival_beliefs(state, "ada"), "ada", all_cells=False))
        )
        == """\

World  2 cells, 1 wrong
~ food at 1,1                  4, Bob said 48 ticks ago (0.35)  10

Self  1 belief
▮▮▮▮▯▯ 0.75    +2 -0 I am strong.
    updated at tick 3 · truth: strength 0.50
    + #0 tick 1: Ada attacks Bob.
    + #1 tick 2: Ada attacks Bob.

Causes  1 belief
▮▮▯▯▯▯ 0.25    +0 -2 Asking Bob for food leads to being given some.
    updated at tick 5
    - #0 tick 1: Ada attacks Bob.
    - #1 tick 2: Ada attacks Bob."""
    )


def test_nobody_in_a_social_world_has_such_beliefs() -> None:
    state = initial_state(shared_world(VILLE))
    assert survival_beliefs(state, "ada") == SurvivalBeliefs()
    assert not [*survival_belief_rows(SurvivalBeliefs(), "ada", all_cells=True)]


def test_the_command_prints_the_sections_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = RecordedRun.start(tmp_path / "run", reflecting(), BuiltinMind(), "builtin")
    for _ in range(30):
        payload = run.step()
    run.close()
    who = next(who for who, mind in payload.state.minds.items() if mind.inner.learned)
    assert main(["beliefs", str(tmp_path / "run"), "--agent", who, "--all"]) == 0
    told = capsys.readouterr().out
    assert "\nWorld  " in told
    assert "\nSelf  " in told
    assert main(["beliefs", str(tmp_path / "run"), "--agent", who, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [*found] == ["nodes", "world", "own", "causal"]
    assert {one["key"] for one in (*found["own"], *found["causal"])} == payload.state.minds[
        who
    ].inner.learned.keys()
