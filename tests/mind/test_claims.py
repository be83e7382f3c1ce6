"""Claims: what is told in words is denied, confirmed, corrected, believed or not understood."""

import json
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import SAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.claims.claim import AHEAD, EVENT, NOW, OPINION, PAST, PLAN, QUESTION, STATE
from latticeville.mind.claims.interest import CARES, matters
from latticeville.mind.claims.judge import (
    BELIEVED,
    CONFIRMED,
    CORRECTED,
    DENIED,
    DOUBTED,
    EVADED,
    NOT_UNDERSTOOD,
    UNSURE,
    judge,
)
from latticeville.mind.claims.read import bare_claim, read_claim
from latticeville.mind.claims.told import topic_of_voice, topic_of_words
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.relation import MISLED, TRUST, RelationState
from latticeville.mind.situation import Situation
from latticeville.mind.topic import CLAIM, CONFIRMATION, DENIAL, RESOLVE, Topic
from latticeville.models.model import Reply, Request
from latticeville.reports.beliefs import claim_rows, heard_claims
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import ActAs, GodEvent, Whisper
from latticeville.sim.perception import perceive
from latticeville.sim.tick import TickPayload
from tests.gossips import gossips
from tests.worlds import live, told

WORLD = gossips()
DAY_TICKS = 17 * 30
SOLD = "Ada has sold the bakery to a stranger."
NONSENSE = (
    "Le renard est dans la forêt.",
    "Der Wolf hat das Geld von Ada gestohlen.",
    "Zorblat frimmed the quux.",
    "Ada blorps the zindle.",
    "The moon is made of cheese.",
    "xkcd wvuut",
)


def situation(who: str) -> Situation:
    """Return what somebody has before them at the beginning."""
    state = initial_state(WORLD)
    percept = dict(perceive(state))[who]
    return Situation.begin(state.minds[who], percept, WORLD)


def verdict(who: str, text: str, source: str = "") -> str:
    return judge(situation(who), Topic("1.0", CLAIM, text, source=source)).verdict


@cache
def lived(*whispers: tuple[str, str], seed: int = 7) -> list[TickPayload]:
    """Return a day of the hamlet after people heard an inner voice."""
    feed = {1: [Whisper(who, text) for who, text in whispers]}
    return live(gossips(seed), DAY_TICKS, model=BuiltinMind(), feed=feed)


def records(payloads: list[TickPayload], who: str, kind: str) -> list[MemoryRecord]:
    memory = payloads[-1].state.minds[who].memory
    return [one for one in memory if one.topic is not None and one.topic.kind == kind]


def said(payloads: list[TickPayload], kind: str) -> list[Said]:
    events = (event for payload in payloads for event in payload.events)
    spoken = (event for event in events if isinstance(event, Said))
    return [one for one in spoken if one.topic is not None and one.topic.kind == kind]


def test_a_claim_names_who_does_it_and_where() -> None:
    claim = read_claim(SOLD, WORLD)
    assert (claim.people, claim.knowers, claim.places) == (("ada",), ("ada",), (("bakery",),))
    assert (claim.kind, claim.time, claim.is_understood) == (EVENT, PAST, True)
    assert read_claim("Ada's bakery has burned down.", WORLD).knowers == ()
    assert read_claim("The bakery was sold by Bob.", WORLD).knowers == ("bob",)


@pytest.mark.parametrize(
    ("text", "kind", "time"),
    [
        ("Ada is going to marry Bob.", PLAN, AHEAD),
        ("Ada will close the bakery.", PLAN, AHEAD),
        ("Ada is ill.", STATE, NOW),
        ("Ada is burning her letters.", EVENT, NOW),
        ("Ada should rest.", OPINION, AHEAD),
        ("Has Ada sold the bakery?", QUESTION, NOW),
    ],
)
def test_a_claim_has_a_kind_and_a_time(text: str, kind: str, time: str) -> None:
    claim = read_claim(text, WORLD)
    assert (claim.kind, claim.time) == (kind, time)


@pytest.mark.parametrize(
    "frame",
    [
        "Have you heard that {}",
        "People say that {}",
        "Rumour has it that {}",
        "Ada says: {}",
        "You have learned that {}",
        "Did you know that {}",
        "Tell everybody that {}",
        "{} Tell everybody!",
        "Between you and me, {}",
        "Did you hear? {}",
        "Honestly, {}",
    ],
)
def test_who_says_so_is_no_part_of_a_claim(frame: str) -> None:
    assert bare_claim(frame.format("Bob has left Ada."), ["Ada", "Bob"]) == "Bob has left Ada."


@pytest.mark.parametrize(
    ("words", "told_as"),
    [
        ("I saw Bob take the bread with my own eyes.", "Bob was seen to take the bread."),
        ("We caught Ada singing, you know.", "Ada was seen singing."),
        ("Bob has left Ada, poor woman.", "Bob has left Ada."),
    ],
)
def test_what_somebody_saw_another_do_is_told_of_the_other(words: str, told_as: str) -> None:
    found = topic_of_voice(words, "cid", "1.0", WORLD)
    assert (found.kind, found.gist) == (CLAIM, told_as)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("Bob's been putting water in the beer.", "Bob has been putting water in the beer."),
        ("Bob's leaving us for the circus.", "Bob is leaving us for the circus."),
        ("There's a bear in the pub.", "There is a bear in the pub."),
        ("They're tearing down the smithy.", "They are tearing down the smithy."),
        ("Someone's painted the chapel black.", "Someone has painted the chapel black."),
        ("Ada was seen to take the bread.", "Ada did take the bread."),
    ],
)
def test_a_short_form_says_what_the_long_one_says(short: str, long: str) -> None:
    assert replace(read_claim(short, WORLD), words="") == replace(read_claim(long, WORLD), words="")


def test_both_know_whether_they_are_engaged() -> None:
    assert verdict("cid", "Ada is engaged to Cid.", source="bob") == DENIED


def test_an_event_that_nobody_understands_is_told_as_a_claim() -> None:
    payloads = live(
        gossips(),
        DAY_TICKS,
        feed={2: [GodEvent(NONSENSE[2], "hut", ("dot",))]},
        model=BuiltinMind(),
    )
    known = {who: records(payloads, who, CLAIM) for who in WORLD.people}
    assert known["dot"]
    assert sum(bool(some) for some in known.values()) <= 2
    for words in ("The bakery has burned down.", "It thunders.", "A knock."):
        plain = live(gossips(), 3, feed={2: [GodEvent(words, "hut")]})
        assert not records(plain, "dot", CLAIM)


@pytest.mark.parametrize("text", NONSENSE)
def test_nobody_understands_what_is_no_english_or_of_nothing_known(text: str) -> None:
    for who in WORLD.people:
        assert verdict(who, text) == NOT_UNDERSTOOD


@given(st.text(max_size=60))
def test_any_text_is_read_and_judged(text: str) -> None:
    claim = read_claim(text, WORLD)
    assert claim == read_claim(text, gossips())
    assert all(0 <= matters(claim, who, WORLD) <= 1 for who in WORLD.people)
    assert judge(situation("ada"), Topic("1.0", CLAIM, text)).verdict


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ada owes the bank money.", CONFIRMED),
        ("Ada bakes bread.", CONFIRMED),
        ("Ada works at the bakery.", CONFIRMED),
        ("Ada cannot read.", EVADED),
        (SOLD, DENIED),
        ("Ada is engaged to Cid.", DENIED),
        ("Ada was a pirate.", DENIED),
        ("Ada never bakes bread.", DENIED),
        ("Ada should rest.", UNSURE),
    ],
)
def test_the_subject_knows_whether_it_is_so(text: str, wanted: str) -> None:
    assert verdict("ada", text, source="bob") == wanted


def test_others_believe_what_a_trusted_person_tells() -> None:
    assert verdict("dot", SOLD, source="bob") == BELIEVED
    now = situation("dot")
    relations = now.mind.relations.with_relation("bob", RelationState({TRUST: 0.1}))
    wary = now.with_mind(relations=relations)
    assert judge(wary, Topic("1.0", CLAIM, SOLD, source="bob")).verdict == DOUBTED


def test_who_is_there_corrects_what_would_be_to_be_seen() -> None:
    assert verdict("dot", "The hut is on fire.", source="bob") == CORRECTED
    assert verdict("dot", "The hut burned down last night.") == CORRECTED
    assert verdict("dot", "The pub is on fire.", source="bob") == BELIEVED
    assert verdict("dot", "Bob is in the hut.", source="eve") == CONFIRMED
    assert verdict("dot", "The hut will burn tomorrow.", source="bob") != CORRECTED


def test_a_claim_matters_to_whom_it_names_and_their_friends() -> None:
    claim = read_claim(SOLD, WORLD)
    assert matters(claim, "ada", WORLD) == 1
    assert matters(claim, "bob", WORLD) >= CARES
    nonsense = read_claim(NONSENSE[0], WORLD)
    assert all(matters(nonsense, who, WORLD) < CARES for who in WORLD.people)


def test_a_false_claim_is_denied_by_its_subject_and_the_denial_travels() -> None:
    payloads = lived(("bob", SOLD))
    denied = next(one for one in records(payloads, "ada", DENIAL) if not one.spoken)
    assert denied.text == "Ada has not sold the bakery to a stranger."
    heard = payloads[-1].state.minds["ada"].memory[denied.cites[0]]
    assert heard.topic is not None
    assert heard.topic.kind == CLAIM
    words = [one.words for one in said(payloads, DENIAL) if one.who == "ada"]
    assert any("I have not sold the bakery" in one for one in words)
    knowing = [who for who in WORLD.people if records(payloads, who, CLAIM)]
    assert all(records(payloads, who, DENIAL) for who in ("ada", "bob"))
    assert len(knowing) > 1


def test_a_true_claim_is_confirmed_by_its_subject() -> None:
    payloads = lived(("bob", "Ada owes the bank a lot of money."))
    assert records(payloads, "ada", CONFIRMATION)
    assert not records(payloads, "ada", DENIAL)
    assert any(
        "It is true" in one.words or "I owe" in one.words for one in said(payloads, CONFIRMATION)
    )


def test_the_subject_is_asked_in_the_second_person() -> None:
    asked = [
        one
        for one in said(lived(("bob", SOLD)), CLAIM)
        if one.to == "ada" or one.others == ("ada",)
    ]
    assert any("ou have sold the bakery" in one.words for one in asked)


def test_who_passes_on_what_is_not_true_is_trusted_less() -> None:
    payloads = lived(("dot", "The chapel burned down last night."), seed=4)
    assert records(payloads, "cid", DENIAL)
    state = payloads[-1].state
    misled = [
        change
        for mind in state.minds.values()
        for change in mind.relations.changes
        if change.rule == MISLED
    ]
    assert any(change.about == "dot" and change.memory >= 0 for change in misled)


def test_nonsense_stays_where_it_is() -> None:
    payloads = lived(("dot", NONSENSE[0]), ("bob", NONSENSE[2]))
    for number in range(2):
        key = f"0.{number}"
        reached = [
            who
            for who in WORLD.people
            if any(one.topic and one.topic.key == key for one in records(payloads, who, CLAIM))
        ]
        assert len(reached) <= 2


def test_what_one_is_told_to_have_decided_is_told_of_oneself() -> None:
    payloads = lived(("bob", "You have decided to leave the smithy to Cid."))
    told_by_bob = [one.words for one in said(payloads, RESOLVE) if one.who == "bob"]
    assert any("I have decided to leave the smithy to Cid" in one for one in told_by_bob)
    assert not records(payloads, "bob", DENIAL)
    passed_on = [one.words for one in said(payloads, RESOLVE) if one.who != "bob"]
    assert all("Bob says that he has decided" in one for one in passed_on)


def test_whom_a_grave_claim_concerns_goes_and_looks() -> None:
    feed = {225: [Whisper("bob", "The smithy has burned down.")]}
    payloads = live(gossips(), 245, model=BuiltinMind(), feed=feed)
    memory = payloads[-1].state.minds["bob"].memory
    meant = next(one for one in memory if "seeing whether it is so" in one.text)
    denied = next(one for one in memory if one.topic is not None and one.topic.kind == DENIAL)
    assert denied.text == (
        "It is not true that the smithy has burned down: Bob is at the Smithy and sees nothing of it."
    )
    assert meant.id in denied.cites


def test_nobody_goes_to_look_at_what_they_have_just_seen() -> None:
    feed = {60: [Whisper("eve", "The pub has burned down.")]}
    payloads = live(gossips(), 70, model=BuiltinMind(), feed=feed)
    memory = payloads[-1].state.minds["eve"].memory
    assert not [one for one in memory if "seeing whether it is so" in one.text]
    assert [one for one in memory if one.topic is not None and one.topic.kind == DENIAL]


def test_words_of_who_is_acted_are_claims() -> None:
    acted = ActAs("bob", SAY, "ada", words="Hello. Eve has sold the pub to a stranger.")
    payloads = live(gossips(), 6, model=BuiltinMind(), feed={3: [acted]})
    (claim,) = [one for one in said(payloads, CLAIM) if one.who == "bob"]
    assert claim.topic is not None
    assert claim.topic.gist == "Eve has sold the pub to a stranger."
    assert topic_of_words("Good morning, Ada. So late?", "bob", ("ada",), "k", WORLD) is None
    own = topic_of_words("I have sold my bakery.", "ada", ("bob",), "k", WORLD)
    assert own is not None
    assert own.gist == "Ada has sold her bakery."
    to_her = topic_of_words("Ada, you have lost your hat!", "bob", ("ada",), "k", WORLD)
    assert to_her is not None
    assert to_her.gist == "Ada has lost her hat!"


class Rumours:
    """Lives as the built-in mind does, but opens every talk with the same words and names no topic
    for them, as a model or by rules."""

    def __init__(self, words: str, *, is_ruled: bool = False) -> None:
        self._words, self._is_ruled = words, is_ruled

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        text = json.dumps({"goal": "to talk", "talk": True, "words": self._words, "topic": 0})
        rules = "rumours 1" if self._is_ruled else ""
        return [
            Reply(text, rules=rules) if one.kind == "greet" else reply
            for one, reply in zip(requests, BuiltinMind().answer(requests), strict=True)
        ]


def opened(words: str, *, is_ruled: bool = False) -> list[Said]:
    """Return the openings of the first hours of a hamlet."""
    payloads = live(gossips(), 120, model=Rumours(words, is_ruled=is_ruled))
    events = (event for payload in payloads for event in payload.events)
    return [one for one in events if isinstance(one, Said) and one.words == words]


def test_words_of_a_model_without_a_topic_are_claims_that_others_judge() -> None:
    words = "Have you heard? Ada has sold the bakery to a stranger."
    first = opened(words)
    assert first
    for one in first:
        if one.who == "ada" or one.to == "ada":
            continue
        assert one.topic is not None
        assert (one.topic.kind, one.topic.gist, one.topic.source) == (CLAIM, SOLD, one.who)
    payloads = live(gossips(), 240, model=Rumours(words))
    assert [one for one in said(payloads, DENIAL) if one.who == "ada"]


def test_words_of_rules_and_small_talk_of_a_model_claim_nothing() -> None:
    assert all(one.topic is None for one in opened(SOLD, is_ruled=True))
    assert all(one.topic is None for one in opened("Good morning to you. How nice."))
    for parting in ("I have to run, Bob.", "I must be going.", "I'd better go now."):
        assert topic_of_words(parting, "ada", ("bob",), "k", WORLD) is None


def test_an_invitation_of_a_model_stays_one() -> None:
    words = "Let us meet at the pub tomorrow at five."
    first = opened(words)
    assert first
    assert all(one.topic is None for one in first)


def test_an_inner_voice_tells_a_decision_or_a_claim() -> None:
    assert topic_of_voice("You are ill.", "ada", "k", WORLD).kind == RESOLVE
    heard = topic_of_voice("Word is that Bob is ill.", "ada", "k", WORLD)
    assert (heard.kind, heard.gist) == (CLAIM, "Bob is ill.")


def test_a_day_of_claims_replays() -> None:
    feed = {1: [Whisper("bob", SOLD)]}
    again = live(gossips(), 200, model=BuiltinMind(), feed=feed)
    assert [told(one) for one in again[::50]] == [
        told(one) for one in lived(("bob", SOLD))[:201:50]
    ]


def test_who_denies_a_claim_cites_what_that_rests_on() -> None:
    payloads = lived(("bob", SOLD))
    denied = next(one for one in records(payloads, "ada", DENIAL) if not one.spoken)
    decided = [
        one.thoughts["ada"]
        for one in payloads
        if any(isinstance(event, Said) and event.who == "ada" for event in one.events)
    ]
    answers = [one for one in decided if one.action.topic and one.action.topic.kind == DENIAL]
    assert answers
    assert all({denied.id, *denied.cites} <= {*one.cites} for one in answers if one.why == "answer")


def test_the_report_sets_a_claim_beside_who_knows_better() -> None:
    state = lived(("bob", SOLD))[-1].state
    (heard,) = heard_claims(state, "bob")
    assert (heard.text, heard.source, heard.verdict) == (SOLD, "", DENIED)
    assert (heard.confirmed_by, heard.denied_by) == ((), ("ada",))
    (row,) = claim_rows(state, "bob", [heard])
    assert "from an inner voice: denied; denied by Ada" in row.parts[0].text
    true = lived(("bob", "Ada owes the bank a lot of money."))[-1].state
    (known,) = heard_claims(true, "bob")
    assert (known.verdict, known.confirmed_by) == (CONFIRMED, ("ada",))
