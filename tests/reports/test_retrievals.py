"""What somebody would recall: every memory ranked, nothing touched."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.retrieval.profiles import LATTICEVILLE, PROFILES
from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.reports.memories.retrievals import query_of, repeat_retrievals, score_query
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from latticeville.world.load import load_world
from tests.hamlet import baker, hamlet

SQUARE = Path(__file__).parents[1] / "studio" / "data" / "square"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "run"
    run = RecordedRun.start(path, load_world(SQUARE), FakeLLM(), "fake")
    for _ in range(40):
        run.step()
    run.close()
    return path


@pytest.fixture(scope="module")
def state() -> State:
    return initial_state(load_world(SQUARE))


def test_every_memory_is_ranked_and_the_cut_lies_at_k(folder: Path) -> None:
    state = Replay(folder).at(40).state
    found = score_query(state, "otto", "the lamp", HashEmbedder(), LATTICEVILLE, 3, None).memories
    assert sorted(one.row.id for one in found) == list(range(len(state.minds["otto"].memory)))
    assert [one.above for one in found] == [True] * 3 + [False] * (len(found) - 3)
    assert [one.row.rank for one in found] == list(range(1, len(found) + 1))


def test_seeds_keep_the_importance_that_the_persona_gives_them(state: State) -> None:
    seeds = state.world.people["otto"].persona.memories
    found = score_query(state, "otto", "anything", HashEmbedder(), LATTICEVILLE, 8, None).memories
    assert {one.text: one.importance for one in found} == {
        seed.text: seed.importance for seed in seeds
    }
    assert {one.when for one in found} == {"before"}


def test_only_relevance_counts_where_only_it_has_weight(folder: Path) -> None:
    state = Replay(folder).at(40).state
    wanted = state.minds["mina"].memory[0].text
    found = score_query(state, "mina", wanted, HashEmbedder(), LATTICEVILLE, 1, (0, 1, 0)).memories
    assert found[0].text == wanted


def test_the_moment_asks_for_what_one_does_and_has_just_perceived(folder: Path) -> None:
    state = Replay(folder).at(10).state
    newest = state.minds["mina"].memory[-1].text
    assert (
        query_of(state, "mina")
        == f"Mina is {state.bodies['mina'].doing} at {state.world.name_of('square')}. {newest}"
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
    return [
        (one.tick, who)
        for one in payloads
        for who, thought in one.thoughts.items()
        if thought.recalls
    ]


def test_every_recorded_call_done_again_recalls_the_same(folder: Path) -> None:
    found = recorded(folder)
    assert found
    for tick, who in found:
        calls = repeat_retrievals(Replay(folder).at(tick), who, HashEmbedder(), None, None, None)
        assert calls
        for call in calls:
            assert call.recorded == tuple(one.row.id for one in call.memories if one.above)


def test_other_terms_rank_otherwise(folder: Path) -> None:
    payloads = [(Replay(folder).at(tick), who) for tick, who in recorded(folder)]
    terms = [(PROFILES["smallville"], None, None), (None, 1, None), (None, None, (0.0, 0.0, 1.0))]
    for profile, k, weights in terms:
        calls = [
            repeat_retrievals(payload, who, HashEmbedder(), profile, k, weights)
            for payload, who in payloads
        ]
        kept = [one.row.id for each in calls for call in each for one in call.memories if one.above]
        was = [place for each in calls for call in each for place in call.recorded or ()]
        assert kept != was


def test_the_command_does_a_recorded_call_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tick, who = recorded(folder)[0]
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick)]) == 0
    assert "Same retrieval as in the run." in capsys.readouterr().out
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick), "-k", "1"]) == 0
    assert "these are the first 1." in capsys.readouterr().out
    assert (
        main(["memories", str(folder), "--agent", who, "--tick", str(tick), "--weights", "0,0,1"])
        == 0
    )
    assert "The run retrieved the memories that rank " in capsys.readouterr().out


def test_who_does_not_live_there_is_named_with_those_who_do(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memories", str(folder), "--agent", "nobody"]) == 2
    assert "choose one of mina, otto" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["otto", "Otto", "OTTO", "Otto Sund"])
def test_people_are_found_by_id_and_by_name(
    folder: Path, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memories", str(folder), "--agent", word, "--query", "lamp", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["agent"] == "otto"


@pytest.mark.parametrize(
    "words",
    [["--weights=-1,0,1"], ["--weights", "1,nan,1"], ["--weights", "inf,0,0"], ["--query", " "]],
)
def test_weights_and_queries_that_mean_nothing_are_usage(folder: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["memories", str(folder), "--agent", "otto", *words])
    assert end.value.code == 2


def test_json_names_every_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tick, who = recorded(folder)[0]
    assert main(["memories", str(folder), "--agent", who, "--tick", str(tick), "--json"]) == 0
    call = json.loads(capsys.readouterr().out)[0]
    payload = Replay(folder).at(tick)
    (again, *_) = repeat_retrievals(payload, who, HashEmbedder(), None, None, None)
    assert (call["tick"], call["k"], tuple(call["recorded"])) == (tick, again.k, again.recorded)
    assert call["weights"] == dict(
        zip(("recency", "relevance", "importance"), again.weights, strict=True)
    )
    for told, one in zip(call["memories"], again.memories, strict=False):
        memory = payload.state.minds[who].memory[one.row.id]
        assert (told["id"], told["rank"], told["score"]) == (
            one.row.id,
            one.row.rank,
            one.row.score,
        )
        assert (told["raw"]["recency"], told["normal"]["relevance"]) == (
            one.row.recency,
            one.row.normal_relevance,
        )
        assert (told["tick"], tuple(told["cites"])) == (memory.tick, memory.cites)


def test_the_ticks_at_which_anything_was_recalled_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memories", str(folder), "--agent", "otto", "--list"]) == 0
    listed = [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()]
    assert listed == [tick for tick, who in recorded(folder) if who == "otto"]


def test_a_ranking_that_the_run_did_not_record_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tick, who = recorded(folder)[0]
    query = Replay(folder).at(tick).thoughts[who].recalls[0].query
    quiet = next(tick for tick in range(1, 40) if (tick, who) not in recorded(folder))
    for words, note in (
        (["--tick", str(tick)], ""),
        (
            ["--tick", str(tick), "--query", query],
            "Memories retrieved at this tick count as just accessed",
        ),
        (["--tick", str(quiet)], "The run retrieved nothing at this tick"),
    ):
        assert main(["memories", str(folder), "--agent", who, *words]) == 0
        second = capsys.readouterr().out.splitlines()[1]
        assert second.startswith(note or "“")


def test_a_conclusion_is_shown_with_what_it_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = RecordedRun.start(tmp_path / "run", hamlet(ada=baker(0), bob=baker(2)), FakeLLM(), "fake")
    while not any(one.kind == "reflection" for one in run.payload.state.minds["ada"].memory):
        run.step()
    run.close()
    memory = run.payload.state.minds["ada"].memory
    (insight, *_) = [one for one in memory if one.kind == "reflection"]
    assert (
        main(
            ["memories", str(tmp_path / "run"), "--agent", "ada", "--query", insight.text, "--all"]
        )
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    place = next(place for place, line in enumerate(lines) if line.endswith(insight.text))
    assert lines[place + 3].strip() == f"rests on {memory[insight.cites[0]].text}"
    assert main(["replay", str(tmp_path / "run"), "--view", "thoughts"]) == 0
    told = capsys.readouterr().out
    assert f"reflection  {insight.text}\n{'':>23}because {memory[insight.cites[0]].text}\n" in told
    assert "plan        Ada plans Mon" in told
