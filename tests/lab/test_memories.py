"""What somebody would recall: every memory ranked, nothing touched."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.db.recording import RecordedRun
from latticeville.db.replay import Replay
from latticeville.lab.memories import query_of, recall, repeat
from latticeville.llm.embed import HashEmbedder
from latticeville.llm.fake import FakeLLM
from latticeville.mind.profiles import LATTICEVILLE, PROFILES
from latticeville.sim.state import State, begin
from latticeville.world.load import load

SQUARE = Path(__file__).parents[1] / "studio" / "data" / "square"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "run"
    run = RecordedRun.start(path, load(SQUARE), FakeLLM(), "fake")
    for _ in range(40):
        run.step()
    run.close()
    return path


@pytest.fixture(scope="module")
def state() -> State:
    return begin(load(SQUARE))


def test_every_memory_is_ranked_and_the_cut_lies_at_k(folder: Path) -> None:
    state = Replay(folder).at(40).state
    found = recall(state, "otto", "the lamp", HashEmbedder(), LATTICEVILLE, 3, None).memories
    assert sorted(one.row.id for one in found) == list(range(len(state.minds["otto"].memory)))
    assert [one.above for one in found] == [True] * 3 + [False] * (len(found) - 3)
    assert [one.row.rank for one in found] == list(range(1, len(found) + 1))


def test_seeds_keep_the_importance_that_the_persona_gives_them(state: State) -> None:
    seeds = state.world.people["otto"].persona.memories
    found = recall(state, "otto", "anything", HashEmbedder(), LATTICEVILLE, 8, None).memories
    assert {one.text: one.importance for one in found} == {seed.text: seed.importance for seed in seeds}
    assert {one.when for one in found} == {"before"}


def test_only_relevance_counts_where_only_it_has_weight(folder: Path) -> None:
    state = Replay(folder).at(40).state
    wanted = state.minds["mina"].memory[0].text
    found = recall(state, "mina", wanted, HashEmbedder(), LATTICEVILLE, 1, (0, 1, 0)).memories
    assert found[0].text == wanted


def test_the_moment_asks_for_what_one_does_and_has_just_perceived(folder: Path) -> None:
    state = Replay(folder).at(10).state
    newest = state.minds["mina"].memory[-1].text
    assert (
        query_of(state, "mina") == f"Mina is {state.bodies['mina'].doing} at {state.world.name_of('square')}. {newest}"
    )


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_the_command_prints_json_for_every_profile(
    folder: Path, profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "memories",
        str(folder),
        "--agent",
        "otto",
        "--query",
        "the lamp",
        "--profile",
        profile,
        "-k",
        "2",
        "--json",
    ]
    assert main(words) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["profile"] == profile
    assert len(told["memories"]) == 2


def recorded(folder: Path) -> list[tuple[int, str]]:
    """Return every tick of the run in which somebody recalled something, and who."""
    replay = Replay(folder)
    payloads = [replay.at(tick) for tick in range(1, replay.last + 1)]
    return [(one.tick, who) for one in payloads for who, thought in one.thoughts.items() if thought.recalls]


def test_every_recorded_call_done_again_recalls_the_same(folder: Path) -> None:
    found = recorded(folder)
    assert found
    for tick, who in found:
        calls = repeat(Replay(folder).at(tick), who, HashEmbedder(), None, None, None)
        assert calls
        for call in calls:
            assert call.recorded == tuple(one.row.id for one in call.memories if one.above)


def test_other_terms_rank_otherwise(folder: Path) -> None:
    payloads = [(Replay(folder).at(tick), who) for tick, who in recorded(folder)]
    terms = [(PROFILES["smallville"], None, None), (None, 1, None), (None, None, (0.0, 0.0, 1.0))]
    for profile, k, weights in terms:
        calls = [repeat(payload, who, HashEmbedder(), profile, k, weights) for payload, who in payloads]
        kept = [one.row.id for each in calls for call in each for one in call.memories if one.above]
        was = [place for each in calls for call in each for place in call.recorded or ()]
        assert kept != was


def test_the_command_does_a_recorded_call_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tick, who = recorded(folder)[0]
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick)]) == 0
    assert "as the run recalled them" in capsys.readouterr().out
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick), "-k", "1"]) == 0
    assert "the first 1 of the " in capsys.readouterr().out
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick), "--weights", "0,0,1"]) == 0
    assert "what the run recalled stands here at rank " in capsys.readouterr().out


def test_who_does_not_live_there_is_named_with_those_who_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memories", str(folder), "--agent", "nobody"]) == 2
    assert "choose one of mina, otto" in capsys.readouterr().err
