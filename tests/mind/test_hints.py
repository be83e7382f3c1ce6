"""Hints and lulls: why a secret is told now, and who speaks first among people who sit in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import replies
from latticeville.mind.builtin.sentences import phrases
from latticeville.mind.echo import echo
from latticeville.mind.hints import BETWEEN, BROUGHT_UP, CONFIDED, secret_hinted
from latticeville.mind.openings import SILENT_MINUTES
from latticeville.mind.remarks import ASK_HINT, ASK_MORE, HINT, TELL_MORE, is_remark, role_of
from latticeville.mind.topic import REMARK, SECRET
from latticeville.sim.events import Said
from latticeville.world.model.world import World
from tests.hamlet import drifter, hamlet
from tests.worlds import Table, live, row

AT_PUB = [row("00:00", "pub", "sitting by the fire")]
DID = {
    "ada": ("fell into the pond", "sang in church"),
    "bob": ("lost a boot", "shot a pike"),
    "cid": ("danced on a roof", "sold a cow"),
}
SECRETS = (
    "Under the third floorboard lies a stolen silver spoon.",
    "I have never learnt to swim.",
)


def evenings(seed: int, **more: Table) -> World:
    """Return a hamlet in whose pub three people sit all day, each with views and memories."""
    people = {
        who: drifter(
            10 + at,
            routine=AT_PUB,
            memories=[{"text": f"I {one} in the year of the flood."} for one in did],
            relationships=[{"who": one, "how": "friend"} for one in DID if one != who],
            **more.get(who, {}),
        )
        for at, (who, did) in enumerate(DID.items())
    }
    return hamlet(seed=seed, start="Mon 09:00", minutes=1, **people)


def said_in(world: World, ticks: int) -> list[tuple[int, Said]]:
    return [
        (payload.tick, one)
        for payload in live(world, ticks, model=BuiltinMind())
        for one in payload.events
        if isinstance(one, Said)
    ]


@pytest.mark.parametrize("seed", [1, 5, 9])
def test_a_secret_that_presses_is_hinted_at_asked_after_and_told(seed: int) -> None:
    secret = {"text": SECRETS[0], "to": ["bob"]}
    ada = {"start": [10, 0], "home": "hut", "work": "pub", "routine": AT_PUB, "secrets": [secret]}
    bob = {"start": [11, 0], "home": "hut", "work": "pub", "routine": AT_PUB}
    world = hamlet(seed=seed, start="Mon 09:00", minutes=5, ada=ada, bob=bob)
    talk = [one for _, one in said_in(world, 288)]
    at = next(n for n, one in enumerate(talk) if one.topic and one.topic.kind == SECRET)
    reasons = [one for role in (BETWEEN, BROUGHT_UP, CONFIDED) for one in phrases()[role]]
    if any(talk[at].words.startswith(one.split("{")[0] or "{") for one in reasons):
        return
    hint, question, told = talk[at - 2 : at + 1]
    roles = [
        role_of(one.topic) for one in (hint, question) if one.topic and one.topic.kind == REMARK
    ]
    assert roles == [HINT, ASK_HINT]
    assert [one.who for one in (hint, question, told)] == ["ada", "bob", "ada"]
    assert secret_hinted(hint.topic) == secret_hinted(question.topic) == "s.ada.0"


def test_a_secret_has_its_own_words_that_lead_up_to_it() -> None:
    hint = "Have you ever taken anything home that was not yours?"
    secret = {"text": SECRETS[0], "to": ["bob"], "hint": hint}
    ada = {"start": [10, 0], "home": "hut", "work": "pub", "routine": AT_PUB, "secrets": [secret]}
    bob = {"start": [11, 0], "home": "hut", "work": "pub", "routine": AT_PUB}
    hints = 0
    for seed in range(1, 7):
        world = hamlet(seed=seed, start="Mon 09:00", minutes=5, ada=ada, bob=bob)
        words = [one for _, one in said_in(world, 288) if is_remark(one.topic, HINT)]
        assert all(one.words.endswith(hint) for one in words)
        hints += len(words)
    assert hints > 0


def test_nobody_hints_at_a_secret_before_who_may_not_know_it() -> None:
    ada = {"secrets": [{"text": SECRETS[1], "to": ["bob"], "trust": 0.0}]}
    talk = said_in(evenings(3, ada=ada), 600)
    assert talk
    assert not [one for _, one in talk if secret_hinted(one.topic)]


@pytest.mark.parametrize("seed", [2, 4])
def test_people_who_sit_in_silence_begin_to_talk_again(seed: int) -> None:
    talk = said_in(evenings(seed), 600)
    openings = [(tick, one.who) for tick, one in talk if not one.turn]
    assert len(openings) > 1
    for opened, who in openings:
        own = [tick for tick, one in talk if tick < opened and who in (one.who, *one.listeners)]
        assert opened - max(own, default=-SILENT_MINUTES) >= SILENT_MINUTES


WORDS = ("a lamp", "the old map", "four letters", "a song", "a boat")


@given(
    st.sampled_from(["hid", "found", "sold", "keep", "sing to"]), st.sampled_from(WORDS), st.data()
)
def test_a_question_after_a_confession_takes_up_its_words(
    verb: str, what: str, data: st.DataObject
) -> None:
    more = data.draw(st.sampled_from(["", ", and nobody knows it", ". Nobody has asked"]))
    assert echo(f"I {verb} {what} under my bed{more}.") == f"You {verb} {what} under your bed?"


@pytest.mark.parametrize("seed", [1, 5])
@pytest.mark.parametrize("text", SECRETS)
def test_who_hears_a_confession_asks_and_is_answered_about_it(text: str, seed: int) -> None:
    secret = {"text": text, "to": ["bob"]}
    ada = {"start": [10, 0], "home": "hut", "work": "pub", "routine": AT_PUB, "secrets": [secret]}
    bob = {"start": [11, 0], "home": "hut", "work": "pub", "routine": AT_PUB}
    talk = [
        one
        for _, one in said_in(
            hamlet(seed=seed, start="Mon 09:00", minutes=5, ada=ada, bob=bob), 288
        )
    ]
    at = next(n for n, one in enumerate(talk) if one.topic and one.topic.kind == SECRET)
    asked, answered = talk[at + 1 : at + 3]
    assert is_remark(asked.topic, ASK_MORE)
    assert is_remark(answered.topic, TELL_MORE)
    assert asked.words.startswith(echo(text))
    sort = asked.topic.key.split(".")[4]
    assert any(
        answered.words in one.format(to="Bob", other="") for one in _plain(f"tell_more_{sort}")
    )


def _plain(name: str) -> list[str]:
    return [one.split(": ", 1)[-1] for one in replies()[name]]
