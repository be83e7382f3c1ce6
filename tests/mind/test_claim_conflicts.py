"""What somebody denies as their own life speaks against it, and what they would not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.claims.judge import CORRECTED, DENIED, judge
from latticeville.mind.claims.spans import is_other_age, is_other_span
from latticeville.mind.situation import Situation
from latticeville.mind.topic import CLAIM, Topic
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law

NILS = {
    "name": "Nils Vik",
    "age": 52,
    "about": (
        "Nils has baked for the hamlet for twenty years and came from the coast. He remembers every"
        " birthday and forgets the bills."
    ),
    "aspiration": "Wants to bake a cake as high as the pub.",
    "secrets": ["I cannot read, and hold my recipes upside down."],
    "relationships": [{"who": "tam", "how": "younger brother", "view": "He pays me in eggs."}],
    "opinions": [{"topic": "the ferry", "view": "The ferry should run on Sundays.", "stance": 0.8}],
}
TAM = {
    "name": "Tam Vik",
    "about": "Tam paints boats.",
    "opinions": [{"topic": "the ferry", "view": "The ferry ought to be sunk.", "stance": -0.9}],
}


def village() -> World:
    """Return a baker and his brother."""
    return hamlet(nils=baker(5, **NILS), tam=drifter(1, **TAM))


WORLD = village()


def verdict(text: str, who: str = "nils") -> str:
    state = initial_state(WORLD)
    now = Situation.begin(state.minds[who], dict(perceive(state))[who], WORLD)
    return judge(now, Topic("1.0", CLAIM, text, source="tam" if who == "nils" else "nils")).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Nils is a butcher by trade.",
        "Nils doesn't bake, he is a doctor.",
        "Nils has stopped baking.",
        "Nils can't stand baking.",
        "Nils never sets foot in the bakery.",
        "Nils lives in the pub.",
        "Nils lives all alone.",
        "Nils is Tam's nephew.",
        "Nils has no family.",
        "Nils has three wives.",
        "Nils is nineteen years old.",
        "Nils came here last week.",
        "Nils has only been baking for two days.",
        "Nils is dead.",
        "Nils wants the ferry sunk.",
    ],
)
def test_what_a_life_speaks_against_is_denied(text: str) -> None:
    assert verdict(text) == DENIED


@pytest.mark.parametrize(
    "text",
    [
        "Nils is the baker.",
        "Nils can't read.",
        "Nils never sends a bill.",
        "Nils never sets foot in the library.",
        "Nils lives in the hut.",
        "Nils is Tam's brother.",
        "Nils has a brother.",
        "Nils is fifty-three years old.",
        "Nils came here two decades ago.",
        "Nils goes red like a tomato at the slightest thing.",
        "Nils whistles all the way to the door.",
        "Nils has a nose for flour.",
        "Nils wants his mum to be proud of him.",
        "Nils called the oven after his brother.",
        "Nils wants the ferry to run on Sundays.",
    ],
)
def test_what_nothing_speaks_against_is_not_denied(text: str) -> None:
    assert verdict(text) != DENIED


@pytest.mark.parametrize("text", ["Tam keeps a crocodile.", "Tam hid a lantern in the reeds."])
def test_of_whom_little_is_written_nothing_is_strange(text: str) -> None:
    assert verdict(text, "tam") != DENIED


def test_who_sees_a_thing_knows_that_it_is_not_gone() -> None:
    assert verdict("There is no oven in the bakery any more.", "nils") == CORRECTED


@law(100)
@given(st.integers(1, 98), st.integers(1, 98))
def test_an_age_is_another_where_it_is_years_off(age: int, said: int) -> None:
    assert is_other_age(age, f"Bo is {said} years old.") is (abs(age - said) > 2)


@law(100)
@given(st.integers(1, 99), st.integers(1, 99))
def test_a_span_is_another_where_it_is_far_longer_or_shorter(own: int, said: int) -> None:
    about, text = f"Bo came {own} years ago.", f"Bo has been here for {said} years."
    assert is_other_span(about, text) is (said > 3 * own or own > 3 * said)
