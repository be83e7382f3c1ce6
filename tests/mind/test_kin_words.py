"""Kin words: who is called Grandfather, and by whom."""

import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.kin_words import called
from latticeville.sim.events import Said
from latticeville.world.model.personas import Persona, Relationship
from tests.hamlet import hamlet
from tests.worlds import live, row


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ("grandmother", "Grandmother"),
        ("her father, a baker", "Father"),
        ("aunt", "Aunt Zed"),
        ("mother of her friend", "Zed"),
        ("granddaughter", "Zed"),
        ("old friend", "Zed"),
    ],
)
def test_older_kin_are_called_by_a_kin_word(how: str, word: str) -> None:
    ann = Persona(name="Ann", relationships=(Relationship("zed", how),))
    assert called(ann, "zed", "Zed") == word
    assert called(ann, "eve", "Eve") == "Eve"


@pytest.mark.parametrize("seed", range(3))
def test_a_child_calls_its_grandfather_so_and_he_calls_it_by_its_name(seed: int) -> None:
    at_pub = [row("00:00", "pub", "sitting by the fire")]
    ada = {"relationships": [{"who": "bob", "how": "grandfather"}], "routine": at_pub}
    bob = {"relationships": [{"who": "ada", "how": "granddaughter"}], "routine": at_pub}
    world = hamlet(
        seed=seed,
        start="Mon 09:00",
        minutes=1,
        ada={"start": [10, 0], "home": "hut", "work": "pub", **ada},
        bob={"start": [11, 0], "home": "hut", "work": "pub", **bob},
    )
    ticks = live(world, 900, model=BuiltinMind())
    talk = [one for each in ticks for one in each.events if isinstance(one, Said)]
    of_ada = " ".join(one.words for one in talk if one.who == "ada")
    assert "Grandfather" in of_ada
    assert "Bob" not in of_ada
    assert not [one for one in talk if one.who == "bob" and "Grandfather" in one.words]
