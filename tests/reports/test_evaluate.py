"""The paper's interview in its conditions: what is taken away is gone, whole minds are right about
what they remember, and the run stays as it is."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.progress import no_progress
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.embed import HashEmbedder
from latticeville.reports.evaluate import ConditionResult, evaluate
from latticeville.reports.evaluate.conditions import CONDITIONS, Ablation, limit_minds
from latticeville.reports.evaluate.known_facts import known_facts
from latticeville.reports.interview.questions import CATEGORIES
from latticeville.sim.state import State
from tests.gossips import gossips
from tests.worlds import live


@pytest.fixture(scope="module")
def evening() -> State:
    """Return five people who talked all day."""
    return live(gossips(seed=4171), 700, model=BuiltinMind())[-1].state


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda one: one.name)
def test_a_condition_takes_its_memories_and_renumbers_the_rest(
    evening: State, condition: Ablation
) -> None:
    limited = limit_minds(evening, evening.minds, condition)
    for who, mind in limited.minds.items():
        whole = evening.minds[who].memory
        kept = [one for one in whole if one.kind not in condition.without]
        assert [one.text for one in mind.memory] == [one.text for one in kept]
        assert [one.id for one in mind.memory] == list(range(len(kept)))
        for one, before in zip(mind.memory, kept, strict=True):
            cited = [mind.memory[cite].text for cite in one.cites]
            assert cited == [whole[at].text for at in before.cites if whole[at] in kept]
    assert (limited is evening) == (not condition.without)


def test_questions_are_asked_whose_answer_is_yes_and_whose_answer_is_no(evening: State) -> None:
    for who in evening.minds:
        truths = [one.is_true for one in known_facts(evening, who)]
        assert 2 <= sum(truths) <= len(truths) - 2


def test_whole_minds_are_right_and_minds_without_memory_are_not(evening: State) -> None:
    people = sorted(evening.minds)
    model, embedder = BuiltinMind(), HashEmbedder()
    whole, *_, empty = evaluate(evening, people, model, embedder, no_progress).conditions
    assert whole.right.count >= 0.9 * whole.right.of
    assert whole.false_yes.count == 0 < whole.false_yes.of
    assert empty.right.count < whole.right.count
    assert empty.false_yes.count == 0
    assert _grounded(empty) < _grounded(whole)


def _grounded(result: ConditionResult) -> int:
    return sum(score.count for score in result.areas.values())


def test_the_command_prints_one_table_and_leaves_the_run_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert main(["run", "worlds/square", "--ticks", "60", "--out", str(run)]) == 0
    files = {path.name: path.read_bytes() for path in run.iterdir()}
    capsys.readouterr()
    assert main(["evaluate", str(run)]) == 0
    table = capsys.readouterr().out
    assert all(condition.name in table for condition in CONDITIONS)
    assert all(area in table for area in CATEGORIES)
    assert main(["evaluate", str(run), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["condition"] for one in told["conditions"]] == [one.name for one in CONDITIONS]
    assert all(one["right"]["of"] >= one["right"]["count"] for one in told["conditions"])
    assert {path.name: path.read_bytes() for path in run.iterdir()} == files
