"""First hand: who is in a story is not asked after it, and does not tell of it as of news."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.first_hand import is_behind
from latticeville.mind.remarks import ON_OUTCOME, is_remark
from latticeville.mind.topic import EVENT, STORY_KEY, Topic
from latticeville.sim.events import Said
from latticeville.world.model.world import World
from tests.beat_worlds import village, voter
from tests.laws import law
from tests.worlds import Table, live, row

THINGS = ("spoon", "lantern", "anchor", "ladder")


@law(100)
@given(st.permutations(THINGS), st.sampled_from(["dropped", "took", "found"]))
def test_a_secret_is_behind_news_of_what_it_names(things: Sequence[str], verb: str) -> None:
    one, other = (f"the silver {each}" for each in things[:2])
    gone = Topic(
        f"{STORY_KEY}a.b", EVENT, f"{one.capitalize()} is gone.", about=f"the lost {things[0]}"
    )
    assert is_behind(f"I {verb} {one}.", gone)
    assert not is_behind(f"I {verb} {other.replace('silver', 'old')}.", gone)


def world_of(seed: int) -> World:
    """Return a village in whose yard Ada owns up to Bob that she took a spoon, and Cid hears of it."""
    names = ("ada", "bob", "cid")
    people: dict[str, Table] = {
        who: voter(
            None, relationships=[{"who": one, "how": "friend"} for one in names if one != who]
        )
        for who in names
    }
    people["cid"] |= {"routine": [row("00:00", "hall"), row("10:30", "yard")], "home": "hall"}
    lines = [
        {"who": "ada", "to": "bob", "says": "It was me, Bob. I took the spoon."},
        {"who": "bob", "to": "ada", "says": "I thought so."},
    ]
    stage = {
        "id": "back",
        "when": [{"since": "Mon 10:00"}],
        "text": "The stolen silver spoon is back, to the joy of the whole village.",
        "scenes": [
            {"lines": lines, "aftermath": [{"person": "bob", "toward": "ada", "trust": 0.2}]}
        ],
    }
    story = {"id": "spoon", "name": "the lost spoon", "people": ["ada", "bob"], "stages": [stage]}
    simulation = {"start": "Mon 09:00", "tick_minutes": 1}
    return village(people, seed=seed, simulation=simulation, storylines=[story])


@pytest.mark.parametrize("seed", range(4))
def test_who_was_in_a_scene_neither_tells_of_it_as_news_nor_is_told(seed: int) -> None:
    ticks = live(world_of(seed), 500, model=BuiltinMind())
    talk = [one for each in ticks for one in each.events if isinstance(one, Said)]
    told = [one for one in talk if one.topic and one.topic.key == f"{STORY_KEY}spoon.back"]
    staged = [one for one in told if one.topic and one.topic.to]
    assert not [one for one in told if one not in staged and one.who in ("ada", "bob")]
    assert not [one for one in told if one not in staged and one.to in ("ada", "bob")]
    between = [one for one in talk if {one.who, one.to} == {"ada", "bob"}]
    assert between
    assert not [one for one in between if is_remark(one.topic, ON_OUTCOME)]
