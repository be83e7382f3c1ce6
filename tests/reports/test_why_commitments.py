"""Why somebody goes to an appointment: the action leads to the commitment, and that to the words
that asked."""

from pathlib import Path

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.why.explain import explain
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import Whisper
from tests.mind.test_commitments import PARTY, village
from tests.reports.runs import recorded

TICKS = 120


def test_an_action_leads_to_the_words_that_asked(tmp_path: Path) -> None:
    folder = recorded(
        tmp_path / "run",
        TICKS,
        world=village(),
        model=BuiltinMind(),
        feed={1: Whisper("ada", PARTY)},
    )
    replay = Replay(folder)
    last = replay.at(TICKS)
    plan = last.state.minds["bob"].plan
    assert plan is not None
    assert last.thoughts["bob"].step in plan.appointments
    why = explain(replay, "bob", TICKS)
    assert [root.kind for root in why.roots] == ["heard", "commit"]
    heard, made = why.roots
    assert heard.what.startswith("Ada says to Bob: “")
    assert made.what.startswith("Bob means to be at a party on Monday at 10:00")
    assert [ask.kind for ask in made.asks] == ["commit"]
    assert heard.tick <= made.tick < TICKS
    assert why.again == "yes"
