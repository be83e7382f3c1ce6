from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.rng import rng
from latticeville.models.batches import decode
from latticeville.models.constrained_decoding import ChoiceGuide, RefusalGuide, TextGuide
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.models.sampling import Logits, token_sampler

WORDS, STOP = 8, 7
paths = st.lists(
    st.lists(st.integers(0, WORDS - 2), max_size=5).map(tuple), min_size=1, max_size=6, unique=True
)


class Recorded:
    """Rows of a pretended model, which thinks at random and keeps what it was fed."""

    def __init__(self, count: int) -> None:
        self.rows: list[list[int]] = [[] for _ in range(count)]
        self.live = list(range(count))
        self.fed = 0

    def feed(self, tokens: Sequence[Sequence[int]]) -> Logits:
        assert len(tokens) == len(self.live)
        assert all(tokens)
        self.fed += 1
        for row, new in zip(self.live, tokens, strict=True):
            self.rows[row] += new
        chance = [rng(1, self.fed, str(row), "logits") for row in self.live]
        return np.array([[one.uniform() for _ in range(WORDS)] for one in chance], np.float32)

    def keep(self, rows: Sequence[int]) -> None:
        self.live = [self.live[row] for row in rows]


def greedy(logits: Logits) -> int:
    return int(logits.argmax())


@pytest.mark.slow
@given(st.lists(paths, min_size=1, max_size=5))
def test_every_walk_ends_at_a_choice_and_is_fed_only_its_beginning(
    menus: list[list[tuple[int, ...]]],
) -> None:
    guides = [
        ChoiceGuide([f"choice {path}" for path in menu], menu, STOP, greedy) for menu in menus
    ]
    asked = [row for row, guide in enumerate(guides) if not guide.done]
    rows = Recorded(len(asked))
    if asked:
        decode(rows, [[9] for _ in asked], [guides[row] for row in asked])
    for row, fed in zip(asked, rows.rows, strict=True):
        chosen = menus[row][
            [f"choice {path}" for path in menus[row]].index(guides[row].make_reply().text)
        ]
        assert fed[0] == 9
        assert tuple(fed[1:]) == (*chosen, STOP)[: len(fed) - 1]
    assert rows.fed <= 6


def test_what_is_forced_is_not_asked() -> None:
    guide = ChoiceGuide(
        ["go to the oak", "go to the mill"], [(1, 2, 3, 4), (1, 2, 3, 5)], STOP, greedy
    )
    assert (guide.forced_tokens, guide.done) == ([1, 2, 3], False)
    guide.choose_token(np.arange(WORDS, dtype=np.float32))
    assert (guide.make_reply().text, guide.done) == ("go to the mill", True)


def test_a_choice_may_be_the_beginning_of_another() -> None:
    for best, text in ((STOP, "go"), (2, "go on")):
        guide = ChoiceGuide(["go", "go on"], [(1,), (1, 2)], STOP, greedy)
        guide.choose_token(np.eye(WORDS, dtype=np.float32)[best])
        assert guide.make_reply().text == text


def test_equal_choices_and_a_single_one_need_no_model() -> None:
    assert ChoiceGuide(["a", "a"], [(1,), (1,)], STOP, greedy).done
    assert ChoiceGuide(["a"], [(1,)], STOP, greedy).make_reply().text == "a"


def test_speech_ends_at_a_stop_or_at_its_limit() -> None:
    free = TextGuide(frozenset({STOP}), 3, str, greedy)
    stopped = TextGuide(frozenset({STOP}), 3, str, greedy)
    for _ in range(3):
        free.choose_token(np.eye(WORDS, dtype=np.float32)[2])
    stopped.choose_token(np.eye(WORDS, dtype=np.float32)[STOP])
    assert (free.make_reply().text, free.done, free.token_count) == ("[2, 2, 2]", True, 3)
    assert (stopped.make_reply().text, stopped.done, stopped.token_count) == ("[]", True, 0)


def test_a_refusal_is_an_error_without_text() -> None:
    assert RefusalGuide("why").make_reply().error == "why"


def test_chance_draws_by_weight_and_equally_for_equal_requests() -> None:
    logits = np.log(np.array([0.7, 0.2, 0.1], np.float32))
    request = Request("greet", "ada", 1, RequestText("?"))
    one, two = token_sampler(request, 1.0), token_sampler(request, 1.0)
    drawn = [one(logits) for _ in range(2000)]
    assert drawn == [two(logits) for _ in range(2000)]
    assert abs(drawn.count(0) / 2000 - 0.7) < 0.05
    assert token_sampler(request, 0)(logits) == 0
