"""A scenario that is proposed for a moment of a run passes with its seed and inputs."""

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.scenarios.proposal import NoProposalError, Proposal, propose_scenario
from latticeville.scenarios.scenario_file import read_scenario
from latticeville.scenarios.suite import ScenarioOutcome, run_scenarios
from latticeville.sim.events import Said
from tests.world_folders import SQUARE, shared_world

INPUTS = """\
[[inputs]]
at = 5
do = "whisper"
who = "mina"
text = "The \\"lamp\\" is\\nred"
[[inputs]]
at = 7
do = "put"
who = "otto"
cell = [3, 3]
"""


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    folder = tmp_path_factory.mktemp("proposal")
    script = folder / "inputs.toml"
    script.write_text(INPUTS, "utf-8")
    words = ["run", str(SQUARE), "--ticks", "45", "--out", str(folder / "run"), "--view", "none"]
    assert main([*words, "--inputs", str(script)]) == 0
    return Replay(folder / "run")


def outcome(proposal: Proposal) -> ScenarioOutcome:
    world, (file, text) = shared_world(SQUARE), proposal
    scenario, problems = read_scenario(file, text, world, SQUARE)
    assert not problems
    assert scenario is not None
    (found,) = run_scenarios(SQUARE, world, [scenario], {file: text})
    return found


@pytest.mark.parametrize("tick", [1, 9, 30, 45])
@pytest.mark.parametrize("subject", ["mina", "otto", "kettle", "house", "square"])
def test_what_is_proposed_holds_in_a_run_of_the_same_seed_and_inputs(
    replay: Replay, tick: int, subject: str
) -> None:
    found = outcome(propose_scenario(replay, tick, subject))
    assert found.passed
    assert found.results[0].tick <= tick


def test_each_thing_that_was_said_is_expected_with_who_to_whom_and_words(replay: Replay) -> None:
    said = [
        (payload.tick, event.sentence(payload.state.world), event)
        for payload in replay.payloads(1)
        for event in payload.events
        if isinstance(event, Said)
    ]
    assert said
    for tick, sentence, event in said[:3]:
        proposal = propose_scenario(replay, tick, "", sentence)
        assert f"event:said and who:{event.who} and to:{event.to}" in proposal.text
        assert "phrase:" in proposal.text
        assert outcome(proposal).passed


def test_a_run_without_its_inputs_does_not_pass(replay: Replay) -> None:
    whispered = next(
        (payload.tick, event.sentence(payload.state.world))
        for payload in replay.payloads(1)
        for event in payload.events
        if event.tag == "whispered"
    )
    file, text = propose_scenario(replay, whispered[0], "", whispered[1])
    assert outcome(Proposal(file, text)).passed
    head, _, rest = text.partition("[[inputs]]")
    assert not outcome(Proposal(file, head + rest[rest.index("[[expect]]") :])).passed


def test_where_nothing_can_be_expected_it_says_why(replay: Replay) -> None:
    with pytest.raises(NoProposalError, match="make a tick first"):
        propose_scenario(replay, 0, "mina")
    with pytest.raises(NoProposalError, match="Nothing here"):
        propose_scenario(replay, 9, "nobody_known")
    with pytest.raises(NoProposalError, match="Nothing here"):
        propose_scenario(replay, 9, "", "This was never told.")
