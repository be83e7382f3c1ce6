"""Characters: what everybody knows of a person is told of who is not there, once to each."""

import re
from collections import Counter

import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.remarks import CHARACTER, is_remark
from latticeville.sim.events import Said
from tests.beat_worlds import village, voter
from tests.worlds import Table, live, row

NAMES = ("ann", "bob", "cid", "dot")


@pytest.mark.parametrize("seed", range(3))
def test_what_is_known_of_somebody_is_told_in_their_absence_and_gives_no_secret_away(
    seed: int,
) -> None:
    hidden = "I hide a golden trumpet under the stairs."
    people: dict[str, Table] = {
        who: voter(
            None,
            about=f"{who.title()} whistles at work. {who.title()} hides a golden trumpet.",
            secrets=[{"text": hidden, "to": ["nobody"]}] if who == "cid" else [],
            relationships=[{"who": one, "how": "friend"} for one in NAMES if one != who],
            routine=[row("00:00", "hall" if who == "dot" else "yard"), row("13:00", "yard")],
        )
        for who in NAMES
    }
    world = village(people, seed=seed, simulation={"start": "Mon 08:00", "tick_minutes": 1})
    ticks = live(world, 1200, model=BuiltinMind())
    talk = [one for each in ticks for one in each.events if isinstance(one, Said)]
    told = [one for one in talk if is_remark(one.topic, CHARACTER)]
    assert told
    of = [one.topic.key.split(".")[3] for one in told if one.topic is not None]
    assert not [one for one, who in zip(told, of, strict=True) if who in (one.who, *one.listeners)]
    assert not [one for one in told if re.search(r"Cid .*trumpet", one.words)]
    assert max(Counter((one.who, one.words) for one in told).values()) == 1
