"""What a sentence or a memory moved: found where it moved something, and not where it did not."""

import pickle
from argparse import ArgumentError, ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.embed import HashEmbedder
from latticeville.reports.impact import LEAST_SEEDS, ImpactAnswer
from latticeville.reports.impact.experiment import MemoryNumber, UtteranceTick, without_utterance
from latticeville.reports.impact.indicators import Indicators
from latticeville.reports.impact.paired_difference import (
    OTHER_LEVEL,
    mark_found,
    paired_difference,
    sign_flip_chance,
    student_quantile,
)
from latticeville.reports.impact.pairs import PairJob, run_job, run_pair
from latticeville.reports.plain_text import section_text
from latticeville.reports.registry import load_report
from latticeville.reports.report import Asked, ReportError
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.run import Run
from latticeville.world.model.beats import BeatState
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, village
from tests.reports.runs import recorded
from tests.talkers import talkers
from tests.worlds import build, row

IMPACT = load_report("impact")
PARTY = "You are giving a party at the pub today at six. Invite everybody you meet."


def two_neighbours() -> World:
    """Return a world of two who meet in the morning alone."""
    ada = [row("00:00", "hut", "sleeping"), row("07:00", "mill", "grinding corn")]
    bob = [*ada, row("09:00", "barn", "mending sacks")]
    return build(
        "....+....+....+....",
        areas={
            name: [5 * place, 0, 4, 1] for place, name in enumerate(("hut", "mill", "pub", "barn"))
        },
        people={
            "ada": {"start": [0, 0], "home": "hut", "routine": ada},
            "bob": {"start": [1, 0], "home": "hut", "routine": bob},
        },
        minds={"plan": "routine"},
        simulation={"start": "Mon 06:00", "tick_minutes": 5},
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    folder = tmp_path_factory.mktemp("impact") / "run"
    return Replay(recorded(folder, 40, two_neighbours(), {3: Whisper("ada", PARTY)}, BuiltinMind()))


def asked(run: Replay, *words: str) -> Asked:
    parser = ArgumentParser(add_help=False)
    IMPACT.declare(parser)
    return Asked((run,), run.at(), "", parser.parse_args(words))


def impact(run: Replay, *words: str, ticks: int = 160) -> ImpactAnswer:
    words = (*words, "--ticks", str(ticks), "--seeds", "8")
    answer: ImpactAnswer = IMPACT.ask(asked(run, *words))
    return answer


def said(run: Replay, part: str) -> str:
    """Return the place of the first words that hold a part, as the command takes it."""
    return next(
        f"{tick}.{one.who}"
        for tick in range(1, run.last + 1)
        for one in run.at(tick).state.utterances
        if part in one.words
    )


def test_an_invitation_moves_who_knows_and_who_comes(run: Replay) -> None:
    answer = impact(run, "--utterance", said(run, "party"))
    by_name = {one.name: one for one in answer.differences}
    known, came = by_name["people who know it"], by_name["came to Pub, Mon 18:00"]
    assert (known.with_it, known.without_it, known.is_found) == (2, 1, True)
    assert came.with_it > came.without_it
    assert came.with_it == by_name["agreed to come to Pub, Mon 18:00"].with_it
    hours = by_name["hours that Bob knew it"]
    assert (hours.higher, hours.lower, hours.without_it, hours.is_found) == (8, 0, 0, True)
    told = [*section_text(IMPACT.tell(asked(run), answer))]
    assert told[0].startswith("Ada says to Bob: “")
    line = next(one for one in told if one.startswith("people who know it"))
    assert "+1.00 ± 0.00" in line
    assert "8/8" in line


@pytest.mark.parametrize("part", [PARTY, "Ada means to be"])
def test_a_plan_moves_all_that_follows_from_it(run: Replay, part: str) -> None:
    memory = next(one for one in run.at().state.minds["ada"].memory if part in one.text)
    answer = impact(run, "--memory", f"ada.{memory.id}")
    assert (answer.tick, answer.taken_out) == (3, f"Ada remembers: {memory.text}")
    came = next(one for one in answer.differences if one.name == "came to Pub, Mon 18:00")
    assert came.is_found
    assert came.with_it > 1
    assert came.without_it == 0


def test_words_without_news_move_nothing(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", 60, talkers(9), model=BuiltinMind()))
    tick, one = next(
        (tick, one)
        for tick in range(1, run.last)
        for one in run.at(tick).state.utterances
        if one.topic is None
    )
    answer = impact(run, "--utterance", f"{tick}.{one.who}", ticks=40)
    assert not any(each.is_found for each in answer.differences)
    told = [*section_text(IMPACT.tell(asked(run), answer))]
    assert told[2:] == ["It moved nothing that these seeds tell from chance."]


def test_a_talk_goes_on_without_what_was_said(run: Replay) -> None:
    tick, _, who = said(run, "party").partition(".")
    experiment = without_utterance(run, int(tick), who)
    assert experiment.missed is not None
    heard = run.at(int(tick) + 1).thoughts["bob"]
    run_on = Run(experiment.with_it, BuiltinMind(), lambda _payload: None, experiment.missed.think)
    mind, thought = run_on.step().state.minds["bob"], run_on.payload.thoughts["bob"]
    assert (thought.why, thought.action.target) == (heard.why, heard.action.target)
    assert mind.memory[-1].text == "Ada says to Bob: “…”"
    assert mind.memory[-1].topic is None


@pytest.mark.parametrize("taken", ["words", "memory"])
def test_the_arm_with_it_is_the_run_itself(run: Replay, taken: str) -> None:
    tick, _, who = said(run, "party").partition(".")
    number = next(one.id for one in run.at().state.minds["ada"].memory if one.text == PARTY)
    of = UtteranceTick(who, int(tick)) if taken == "words" else MemoryNumber("ada", number)
    experiment = of.experiment(run)
    begin = experiment.with_it
    own = Indicators(begin.state, experiment.topics, experiment.hearers)
    for payload in run.payloads(begin.tick + 1):
        own.add(payload)
    minds, seed = (BuiltinMind(), HashEmbedder()), run.at().state.seed
    with_it, without_it = run_pair(experiment, run.last - begin.tick, seed, minds)
    assert with_it == own.values(run.at().state) != without_it


def test_a_process_runs_the_same_pair(run: Replay) -> None:
    tick, _, who = said(run, "party").partition(".")
    taken = UtteranceTick(who, int(tick))
    sent = pickle.dumps(PairJob(run.folder, taken, 20, 5))
    job: PairJob = pickle.loads(sent)  # noqa: S301 - made one line above
    minds = BuiltinMind(), HashEmbedder()
    assert run_job(job) == run_pair(taken.experiment(run), 20, 5, minds)


def test_the_majority_of_a_vote_is_a_number() -> None:
    state = initial_state(village(matters=[MEETING]))
    voted = BeatState("kept", is_over=True, likes=("ann", "bob"), dislikes=("cid",))
    decided = replace(state, beats={"tree": voted})
    assert Indicators(state, (), ()).values(decided)["vote on the tree"] == pytest.approx(1 / 3)
    assert "vote on the tree" not in Indicators(state, (), ()).values(state)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "name what is taken out"),
        (("--utterance", "1.ada"), "ada said nothing in tick 1: nobody did"),
        (("--memory", "ada.9999"), "ada has no memory 9999"),
        (("--utterance", "1.zoe"), "there is no person “zoe”"),
    ],
)
def test_what_cannot_be_taken_out_is_told(run: Replay, words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ReportError, match=reason):
        IMPACT.ask(asked(run, *words))


@pytest.mark.parametrize("seeds", ["0", "7", "x"])
def test_too_few_seeds_are_refused(seeds: str) -> None:
    parser = ArgumentParser(exit_on_error=False)
    IMPACT.declare(parser)
    with pytest.raises(ArgumentError, match=r"seeds|whole number"):
        parser.parse_args(["--seeds", seeds])


NUMBERS = st.lists(st.integers(-9, 9), min_size=2, max_size=9)


@given(NUMBERS)
def test_signs_at_random_are_as_likely_for_either_arm(numbers: list[int]) -> None:
    chance = sign_flip_chance(numbers)
    assert 0 < chance <= 1
    assert chance == sign_flip_chance([-one for one in numbers])
    assert sign_flip_chance([0] * len(numbers)) == 1


@given(st.integers(6, 9), st.integers(1, 5))
def test_the_same_difference_in_every_pair_is_found_alone(pairs: int, size: int) -> None:
    steady = paired_difference("steady", [size] * pairs, [0] * pairs)
    noisy = paired_difference("noisy", [1, -1] * pairs, [0] * 2 * pairs)
    found = {one.name: one.is_found for one in mark_found([noisy, steady], {"steady"})}
    assert found == {"steady": True, "noisy": False}
    assert (steady.mean, steady.margin) == (size, 0)


def test_many_numbers_are_held_against_each_other() -> None:
    pairs = 10
    many = [paired_difference(str(number), [1] * pairs, [0] * pairs) for number in range(6)]
    assert many[0].chance <= OTHER_LEVEL < 6 * many[0].chance
    assert mark_found(many[:1])[0].is_found
    assert not any(one.is_found for one in mark_found(many))


def test_six_expected_numbers_can_be_found_with_the_fewest_seeds() -> None:
    six = [paired_difference(str(each), [1] * LEAST_SEEDS, [0] * LEAST_SEEDS) for each in range(6)]
    assert all(one.is_found for one in mark_found(six, {one.name for one in six}))


RARE = paired_difference("rare", [1] + [0] * 9, [0] * 10)
STEADY = paired_difference("steady", [1] * 10, [0] * 10)


@given(st.integers(1, 60))
def test_what_no_signs_could_prove_does_not_hide_what_is_proved(rare: int) -> None:
    """A number that differs in one pair of ten has a chance of 1, whatever its sign."""
    once = [replace(RARE, name=f"rare {each}") for each in range(rare)]
    found = {one.name for one in mark_found([*once, STEADY]) if one.is_found}
    assert found == {"steady"}


def test_a_difference_that_two_decimals_do_not_show_is_none() -> None:
    tiny = replace(paired_difference("tiny", [0.004] * 8, [0.0] * 8), chance=0.0)
    assert not mark_found([tiny])[0].is_found


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(4, 2.776), (9, 2.262), (19, 2.093), (99, 1.984)]
)
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.01)
