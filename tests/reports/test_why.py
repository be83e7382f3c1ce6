"""Why: the chain behind an action, from the run folder alone, and the same as what the run did."""

import json
import shutil
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.reports.report import ReportError
from latticeville.reports.why.explain import Why, explain
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.tape import TAPE, model_calls, model_calls_at
from latticeville.sim.inputs import GodEvent
from tests.hamlet import baker, drifter, hamlet
from tests.reports.runs import recorded

TICKS = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(
        tmp_path_factory.mktemp("why") / "run", TICKS, feed={20: GodEvent("The bell falls down!")}
    )


@pytest.fixture(scope="module")
def chains(folder: Path) -> list[Why]:
    replay = Replay(folder)
    return [explain(replay, who, tick) for tick in range(1, TICKS + 1) for who in ("mina", "otto")]


def test_thinking_once_more_comes_to_the_same_at_every_tick(chains: list[Why]) -> None:
    assert {chain.again for chain in chains} == {"yes"}


def test_questions_and_replies_are_those_of_the_tape_to_the_letter(
    folder: Path, chains: list[Why]
) -> None:
    shown = [
        (chain.tick, chain.agent, ask.kind, ask.reply) for chain in chains for ask in chain.asks
    ]
    taped = [
        (one.request.tick, one.request.who, one.request.kind, one.reply.text)
        for one in model_calls(folder)
        if one.request.who
    ]
    assert shown
    assert sorted(shown) == sorted(taped)
    assert all(ask.prompt for chain in chains for ask in chain.asks)


def test_the_tape_is_found_by_tick_as_it_is_read_whole(folder: Path) -> None:
    by_tick = {
        tick: [one for one in model_calls(folder) if one.request.tick == tick]
        for tick in range(TICKS + 2)
    }
    assert {tick: model_calls_at(folder, tick) for tick in by_tick} == by_tick


def test_what_is_recalled_is_what_the_run_recalled_and_what_was_prompted_is_in_the_prompt(
    folder: Path, chains: list[Why]
) -> None:
    replay, checked = Replay(folder), 0
    for chain in chains:
        recorded = replay.at(chain.tick).thoughts[chain.agent].recalls
        assert [tuple(one.row.id for one in call.memories) for call in chain.recalls] == [
            one.ids for one in recorded
        ]
        prompts = "\n".join(ask.prompt for ask in chain.asks)
        for call in chain.recalls:
            for one in call.memories:
                assert (one.row.id in call.prompted) == (one.text in prompts)
                checked += 1
    assert checked


def test_every_witness_remembers_what_they_perceived(folder: Path, chains: list[Why]) -> None:
    replay, checked = Replay(folder), 0
    for chain in chains:
        for outcome in chain.outcomes:
            for witness in outcome.witnesses:
                if chain.tick == TICKS:
                    assert witness.memory is None
                    continue
                assert witness.memory is not None
                memory = replay.at(witness.tick).state.minds[witness.who].memory[witness.memory]
                assert (memory.text, memory.tick) == (outcome.text, chain.tick + 1)
                checked += 1
    assert checked


def test_what_was_given_and_heard_of_is_told(chains: list[Why]) -> None:
    found = [chain for chain in chains if chain.tick == 20]
    assert all("The bell falls down!" in chain.news for chain in found)
    assert all("The bell falls down!" in chain.inputs[0] for chain in found)


def test_a_step_of_a_plan_leads_back_to_what_was_asked_for_it(tmp_path: Path) -> None:
    replay = Replay(recorded(tmp_path / "run", 90, hamlet(ada=baker(0), bob=drifter(2))))
    chain = explain(replay, "ada", 80)
    kinds = [ask.kind for root in chain.roots for ask in root.asks]
    assert chain.why == "plan"
    assert {"day", "steps"} <= set(kinds)
    assert all(root.tick < 80 for root in chain.roots)


def test_every_question_that_shaped_a_step_is_named_oldest_first(tmp_path: Path) -> None:
    replay = Replay(recorded(tmp_path / "run", 240, hamlet(ada=baker(0), bob=drifter(2))))
    asked: dict[str, int] = {}
    checked = 0
    for payload in replay.payloads(1):
        thought, plan = payload.thoughts["ada"], payload.state.minds["ada"].plan
        asked |= {ask.kind: payload.tick for ask in thought.asks if not ask.error}
        if thought.why != "plan" or thought.step is None or plan is None or payload.tick % 7:
            continue
        levels = {"day": plan.strokes, "hours": plan.hours, "steps": plan.steps}
        shaping = [
            kind
            for kind, steps in levels.items()
            if any(thought.step.start in step for step in steps)
        ]
        wanted = sorted({asked[kind] for kind in shaping} - {payload.tick})
        roots = explain(replay, "ada", payload.tick).roots
        assert [root.tick for root in roots if root.tick >= 0] == wanted
        assert all(
            root.kind == ", ".join(dict.fromkeys(ask.kind for ask in root.asks)) for root in roots
        )
        checked += len(wanted) == 3
    assert checked


def test_a_lost_tape_is_an_error(folder: Path, tmp_path: Path, chains: list[Why]) -> None:
    lost = tmp_path / "lost"
    shutil.copytree(folder, lost)
    (lost / TAPE).unlink()
    chain = next(chain for chain in chains if chain.asks)
    with pytest.raises(DamageError, match=r"tape\.jsonl\.zst: this file is missing"):
        Replay(lost)
    (lost / END).unlink()
    with pytest.raises(DamageError, match="the tape is missing"):
        explain(Replay(lost), chain.agent, chain.tick)


def test_what_a_cut_tape_lost_is_named_and_no_success(
    folder: Path, tmp_path: Path, chains: list[Why], capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupted run does not say how long its tape is: ticks at its end may be lost."""
    cut = tmp_path / "cut"
    shutil.copytree(folder, cut)
    (cut / END).unlink()
    with (cut / TAPE).open("r+b") as tape:
        tape.truncate((cut / TAPE).stat().st_size // 2)
    held = {(one.request.tick, one.request.who) for one in model_calls(cut)}
    asked = [chain for chain in chains if chain.asks]
    lost = next(chain for chain in reversed(asked) if (chain.tick, chain.agent) not in held)
    kept = next(chain for chain in asked if (chain.tick, chain.agent) in held)
    for chain, code in ((kept, 0), (lost, 1)):
        assert main(["why", str(cut), "--agent", chain.agent, "--tick", str(chain.tick)]) == code
        said = capsys.readouterr().err
        named = [
            f"{cut / TAPE}: tick {chain.tick}: " in said,
            *(f"“{ask.kind}”" in said for ask in chain.asks),
        ]
        assert {*named} == {bool(code)}


@pytest.mark.parametrize(
    ("who", "tick", "says"), [("nobody", 3, "mina, otto"), ("mina", 0, "from 1 to 60")]
)
def test_who_or_when_there_is_nothing_to_tell_of_is_named(
    folder: Path, who: str, tick: int, says: str
) -> None:
    with pytest.raises(ReportError, match=says):
        explain(Replay(folder), who, tick)


def test_the_command_tells_the_chain_link_by_link(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talks = next(tick for tick in range(1, TICKS) if Replay(folder).at(tick).thoughts["mina"].asks)
    assert main(["why", str(folder), "--agent", "mina", "--tick", str(talks)]) == 0
    told = capsys.readouterr().out
    links = [line.split("  ")[0] for line in told.splitlines() if line[:1] != " "]
    wanted = [
        "action",
        "because",
        "when",
        "perceived",
        "plan step",
        "asked",
        "choice",
        "checked",
        "event",
        "replay",
    ]
    assert [link for link in dict.fromkeys(links) if link in wanted] == wanted
    assert main(["why", str(folder), "--agent", "mina", "--tick", str(talks), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["asks"][0]["source"] == "rules"
    assert main(["why", str(folder), "--agent", "nobody"]) == 2
    assert main(["why", str(folder / "gone"), "--agent", "mina"]) == 2
