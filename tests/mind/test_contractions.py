"""Contractions: lively people say “don't”, and others do not."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.contractions import contracted
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.events import Said
from tests.hamlet import hamlet
from tests.worlds import live, row

AT_PUB = [row("00:00", "pub", "sitting by the fire")]
SAID = "I you it is am are have had not do cannot will shall should like that , . kept here"
WORDS = st.lists(st.sampled_from(SAID.split()), max_size=12).map(" ".join)


@given(WORDS)
def test_what_is_contracted_stays_so(words: str) -> None:
    assert contracted(contracted(words)) == contracted(words)


def test_words_at_the_end_and_words_that_lean_on_others_stay_whole() -> None:
    for words in (
        "That is how old he is.",
        "I know who he is to me.",
        "Yes, I am.",
        "I have a key.",
    ):
        assert "'" not in contracted(words.replace("That is", "So is"))


def test_only_lively_people_contract() -> None:
    views = [{"topic": "the fire", "view": "The fire must not go out.", "stance": 0.5}]
    people = {
        who: {
            "start": [10 + at, 0],
            "home": "hut",
            "work": "pub",
            "routine": AT_PUB,
            "big_five": {"extraversion": outgoing},
            "opinions": [{**views[0], "stance": 0.5 - at}],
        }
        for at, (who, outgoing) in enumerate((("ada", 0.9), ("bob", 0.5)))
    }
    said = {"ada": "", "bob": ""}
    for seed in (1, 2, 3):
        world = hamlet(seed=seed, start="Mon 09:00", minutes=5, **people)
        for payload in live(world, 288, model=BuiltinMind()):
            for one in payload.events:
                if isinstance(one, Said):
                    said[one.who] += f" {one.words}"
    assert "n't" in said["ada"] or "I'" in said["ada"]
    assert "n't" not in said["bob"]
    assert "I'" not in said["bob"]
