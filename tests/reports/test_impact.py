"""What a sentence or a memory moved: found where it moved something, and not where it did not."""

from argparse import ArgumentError, ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.embed import HashEmbedder
from latticeville.reports.impact import ImpactAnswer, run_arm, without_utterance
from latticeville.reports.impact.paired_difference import (
    LEVEL,
    mark_found,
    paired_difference,
    sign_flip_chance,
    student_quantile,
)
from latticeville.reports.plain_text import section_text
from latticeville.reports.registry import load_report
from latticeville.reports.report import Asked, ReportError
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import Whisper
from latticeville.world.model.world import World
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


def impact(run: Replay, *words: str) -> ImpactAnswer:
    answer: ImpactAnswer = IMPACT.ask(asked(run, *words, "--ticks", "160", "--seeds", "8"))
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
    told = [*section_text(IMPACT.tell(asked(run), answer))]
    assert told[0].startswith("Ada says to Bob: “")
    assert any(one.startswith("people who know it") and "+1.00 ± 0.00" in one for one in told)


def test_words_of_parting_move_nothing(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", 60, talkers(9), model=BuiltinMind()))
    last = max(tick for tick in range(run.last) if run.at(tick).state.utterances)
    (one,) = run.at(last).state.utterances
    assert one.topic is None
    answer = impact(run, "--utterance", f"{last}.{one.who}")
    assert not any(each.is_found for each in answer.differences)
    assert "It moved nothing" in "\n".join(section_text(IMPACT.tell(asked(run), answer)))


def test_a_memory_is_taken_out_when_it_was_made(run: Replay) -> None:
    memory = next(one for one in run.at().state.minds["ada"].memory if one.text == PARTY)
    answer = impact(run, "--memory", f"ada.{memory.id}")
    assert (answer.tick, answer.taken_out) == (3, f"ada remembers: {PARTY}")


def test_the_arm_with_the_sentence_is_the_run_itself(run: Replay) -> None:
    tick, _, who = said(run, "party").partition(".")
    experiment = without_utterance(run, int(tick), who)
    minds = BuiltinMind(), HashEmbedder()
    seed = run.at().state.seed
    arms = [
        [*run_arm(begin, 20, seed, experiment.key, minds)][-1]
        for begin in (experiment.with_it, experiment.with_it, experiment.without_it)
    ]
    assert arms[0] == arms[1] != arms[2]


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


@pytest.mark.parametrize("seeds", ["0", "4", "x"])
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
    six = [paired_difference(str(number), [1] * 6, [0] * 6) for number in range(6)]
    assert six[0].chance <= LEVEL < 6 * six[0].chance
    assert mark_found(six[:1])[0].is_found
    assert not any(one.is_found for one in mark_found(six))


def test_a_difference_that_two_decimals_do_not_show_is_none() -> None:
    tiny = replace(paired_difference("tiny", [0.004] * 8, [0.0] * 8), chance=0.0)
    assert not mark_found([tiny])[0].is_found


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(4, 2.776), (9, 2.262), (19, 2.093), (99, 1.984)]
)
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.01)
