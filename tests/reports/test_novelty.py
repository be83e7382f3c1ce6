"""What is new by day, and when a run grows dull."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY
from latticeville.core.progress import no_progress
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.novelty import (
    KINDS,
    NewsOfDay,
    bare_sentences,
    dull_day,
    half_life,
    news_by_day,
)
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from tests.reports.runs import recorded
from tests.talkers import talkers

NAMES = frozenset({"ada", "bob", "lind"})


def day(number: int, news: int, minutes: int = DAY) -> NewsOfDay:
    return NewsOfDay(number, minutes, 9, news, 0, news, news, news)


@pytest.mark.parametrize(
    ("words", "bare"),
    [
        ("Good morning, Ada.", []),
        ("I tell you: the mill by the pond stands still.", ["the mill by the pond stands still"]),
        (
            "Bob's mill by the pond stood still at 7 for two days. So what?",
            ["mill by the pond stood still at for days"],
        ),
    ],
)
def test_sentences_are_compared_without_names_numbers_and_lead_ins(
    words: str, bare: list[str]
) -> None:
    assert [*bare_sentences(words, NAMES)] == bare


@given(st.integers(8, 400), st.integers(2, 6))
def test_news_that_halve_each_day_have_a_half_life_of_a_day(first: int, days: int) -> None:
    lived = [day(number, first * 2 ** (8 - number)) for number in range(days)]
    for kind in KINDS:
        assert half_life(lived, kind) == pytest.approx(1)
    steady = [day(number, first) for number in range(days)]
    assert half_life(steady, "facts") is None


def test_a_run_is_dull_once_all_news_are_below_half() -> None:
    assert dull_day([day(0, 100), day(1, 60), day(2, 49), day(3, 10)]) == 2
    assert dull_day([day(0, 100), day(1, 60), day(2, 49, DAY // 4)]) is None
    some = NewsOfDay(1, DAY, 9, 1, 0, 1, 1, 99)
    assert dull_day([day(0, 100), some]) is None


def test_what_the_first_day_had_none_of_does_not_hide_that_a_run_is_dull() -> None:
    days = [NewsOfDay(number, DAY, 9, 20, 20 * number, 10 - 9 * number, 0, 4) for number in (0, 1)]
    assert dull_day([days[0], msgspec.structs.replace(days[1], relations=0)]) == 1
    assert dull_day(days) is None


def test_a_day_of_a_run_is_counted(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", DAY // 2 + DAY, talkers(), model=BuiltinMind()))
    days = news_by_day(run, no_progress)
    first, third = days[0], days[2]
    said = [
        event
        for one in run.summaries(1)
        for event in one.events
        if isinstance(event, Said) and one.minute < DAY
    ]
    assert (first.day, third.day, first.utterances) == (0, 2, len(said))
    assert first.repeated == 0 < sum(one.repeated for one in days)
    assert all(one.repeated <= one.sentences for one in days)
    assert min(first.facts, first.plans, first.relations) > 0
