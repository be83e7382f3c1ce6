"""Topics: what is offered to whom, who knows what, and that a source stays named from mouth to
mouth."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.hints import secret_hinted
from latticeville.mind.known_topics import knowing, remembered_topic
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AGENT, Node, Observation, PerceivedNews, Percept, Sights
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DEED,
    EVENT,
    INSIGHT,
    INVITATION,
    MEMORY,
    OPINION,
    PLAN,
    SECRET,
    Appointment,
    Topic,
)
from latticeville.mind.topics import (
    MAX_TOPICS,
    OfferedTopic,
    offer_topics,
    tell,
    topic_lines,
)
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from tests.laws import law
from tests.talkers import CONFESSION, talkers
from tests.worlds import live, permuted, told

DAY_TICKS = 17 * 30
FIRE = "A star fell on the mill."
WORLD = talkers()
OTHERS = ("bob", "cid", "dot")


@cache
def day(seed: int) -> list[TickPayload]:
    """Return a day of the hamlet, in which a star falls at the mill in the morning."""
    return live(talkers(seed), DAY_TICKS, model=BuiltinMind(), feed={45: [GodEvent(FIRE, "mill")]})


def said(payloads: list[TickPayload]) -> list[tuple[int, Said]]:
    return [
        (payload.tick, event)
        for payload in payloads
        for event in payload.events
        if isinstance(event, Said)
    ]


def ada() -> Mind:
    """Return Ada's mind before she has met anybody."""
    return initial_state(WORLD).minds["ada"]


def percept(*news: Observation, here: tuple[str, ...] = (), tick: int = 9) -> Percept:
    """Return what Ada perceives in the hut, with some others there."""
    sights = Sights(Node(name, AGENT, "hut", Cell(0, 0)) for name in ("ada", *here))
    return Percept("ada", tick, 400, "hut", Cell(0, 0), sights, PerceivedNews(news))


def event(key: str, **more: object) -> Topic:
    return replace(Topic(key, EVENT), **more)


def words(actor: str, to: str, topic: Topic) -> Observation:
    return Observation("said", actor, f"{actor} to {to}: {topic.gist}", (to,), to, topic=topic)


def remembering(*records: tuple[str, Topic], importance: int = 5) -> Mind:
    """Return Ada's mind with records of the run that can be told."""
    mind = ada()
    first = len(mind.memory)
    added = [
        MemoryRecord(
            first + count, "observation", text, 8, "hut", importance=importance, topic=topic
        )
        for count, (text, topic) in enumerate(records)
    ]
    return replace(mind, memory=mind.memory.grow(added))


def perceived(mind: Mind, news: Observation, here: tuple[str, ...] = ()) -> Mind:
    """Return Ada's mind with a record of what she perceives."""
    shared, topic = knowing(news, percept(news, here=here)), remembered_topic(news)
    text = f"{news.text} ({len(mind.memory)})"
    record = MemoryRecord(
        len(mind.memory), "observation", text, 8, "hut", importance=5, topic=topic, shared=shared
    )
    return replace(mind, memory=mind.memory.grow([record]))


def keys_for(mind: Mind, other: str, tick: int = 9) -> list[str]:
    return [
        one.topic.key
        for one in offer_topics(Situation.begin(mind, percept(tick=tick), WORLD), (other,))
    ]


utterances = st.lists(
    st.tuples(
        st.sampled_from(("ada", *OTHERS)), st.sampled_from(("ada", *OTHERS)), st.integers(0, 5)
    ).filter(lambda one: one[0] != one[1]),
    max_size=12,
)


@law()
@given(
    utterances, st.lists(st.tuples(st.integers(0, 5), st.sets(st.sampled_from(OTHERS))), max_size=4)
)
def test_nothing_is_offered_that_the_other_told_heard_or_saw(
    talk: list[tuple[str, str, int]], seen: list[tuple[int, set[str]]]
) -> None:
    """Ada remembers all six topics, has heard all that was said, and knows who was there when she
    saw something."""
    mind = remembering(*[(f"Event {count}.", event(f"1.{count}")) for count in range(6)])
    knows: dict[str, set[str]] = {other: set() for other in OTHERS}
    for actor, to, count in talk:
        topic = event(f"1.{count}", gist=f"Event {count}.", source=actor)
        mind = perceived(mind, words(actor, to, topic))
        for one in {actor, to} - {"ada"}:
            knows[one].add(topic.key)
    for count, here in seen:
        news = Observation("changed", "", f"Event {count}.", ("till",), topic=event(f"1.{count}"))
        mind = perceived(mind, news, tuple(sorted(here)))
        for one in here:
            knows[one].add(f"1.{count}")
    for other in OTHERS:
        offered = {key for key in keys_for(mind, other) if key.startswith("1.")}
        assert not offered & knows[other]
        assert (
            len(offered) == min(6 - len(knows[other]), MAX_TOPICS)
            or len(keys_for(mind, other)) == MAX_TOPICS
        )


def test_what_is_ordinary_or_repeated_or_of_the_hearer_is_not_offered() -> None:
    unusual = ("The till is empty.", event("1.till.empty"))
    often = ("The lamp is lit.", event("1.lamp.lit"))
    of_bob = ("Bob had no luck with the till.", event("1.bob.till", who="bob"))
    echo = (
        "Bob says.",
        event("1.ada.till", gist="Ada had no luck with the till.", who="ada", source="cid"),
    )
    mind = remembering(unusual, often, often, of_bob, echo)
    assert "1.till.empty" in keys_for(mind, "bob")
    assert "1.bob.till" not in keys_for(mind, "bob")
    assert "1.bob.till" in keys_for(mind, "dot")
    assert not {"1.lamp.lit", "1.ada.till"} & {*keys_for(mind, "bob"), *keys_for(mind, "dot")}
    assert "1.till.empty" not in keys_for(remembering(unusual, importance=2), "bob")


def test_a_secret_is_offered_to_those_who_may_know_it_and_by_nobody_else() -> None:
    offered = {
        other: offer_topics(Situation.begin(ada(), percept(), WORLD), (other,)) for other in OTHERS
    }
    hints = {
        other: [secret_hinted(one.topic) for one in topics if secret_hinted(one.topic)]
        for other, topics in offered.items()
    }
    assert hints == {"bob": ["s.ada.0"], "cid": [], "dot": []}
    assert not [one for topics in offered.values() for one in topics if one.topic.kind == SECRET]
    heard = remembering(
        ("Eve whispers.", Topic("s.eve.0", SECRET, "I am a duchess.", "eve", "eve"))
    )
    assert "s.eve.0" not in {key for other in OTHERS for key in keys_for(heard, other)}


def test_memories_from_before_the_run_are_for_those_whom_one_knows() -> None:
    kinds = {
        who: [
            one.topic.kind for one in offer_topics(Situation.begin(ada(), percept(), WORLD), (who,))
        ]
        for who in ("dot", "eve")
    }
    assert MEMORY in kinds["dot"]
    assert {*kinds["eve"]} == {OPINION}


def test_an_invitation_is_passed_on_until_it_begins_and_a_plan_is_not() -> None:
    parties = {at: Appointment("at a party", "mill", at, at + 60) for at in (390, 410)}
    topics = [
        Topic(f"i.eve.{at}", INVITATION, f"A party at {at}.", "eve", "eve", party)
        for at, party in parties.items()
    ]
    plan = Topic("p.eve.410", PLAN, "Eve will go.", "eve", "eve", parties[410])
    offered = keys_for(remembering(*((topic.gist, topic) for topic in (*topics, plan))), "bob")
    assert "i.eve.410" in offered
    assert not {"i.eve.390", "p.eve.410"} & {*offered}


def test_an_insight_about_oneself_is_not_told() -> None:
    mind = ada()
    first = len(mind.memory)
    texts = ("Ada and Cid keep meeting.", "Something is wrong with the till.")
    records = [
        MemoryRecord(first + at, "reflection", text, 8, "hut", (0, 1), 6)
        for at, text in enumerate(texts)
    ]
    offered = offer_topics(
        Situation.begin(replace(mind, memory=mind.memory.grow(records)), percept(), WORLD), ("bob",)
    )
    assert [one.text for one in offered if one.topic.kind == INSIGHT] == [texts[1]]


def test_a_topic_as_it_is_told_names_the_teller_and_keeps_its_key_over_three_tellers() -> None:
    topic, text = event("1.till.empty"), "The last coin is gone."
    for speaker in ("bob", "cid", "dot"):
        (offered,) = [one for one in _offered_with(topic, text) if one.topic.key == topic.key]
        topic = tell(offered, speaker)
        assert (topic.key, topic.kind, topic.gist, topic.source) == (
            "1.till.empty",
            EVENT,
            text,
            speaker,
        )


def _offered_with(topic: Topic, text: str) -> tuple[OfferedTopic, ...]:
    return offer_topics(Situation.begin(remembering((text, topic)), percept(), WORLD), ("eve",))


def test_topics_are_numbered_lines_of_a_prompt() -> None:
    offered = offer_topics(Situation.begin(ada(), percept(), WORLD), ("bob",))
    head, *lines = topic_lines(offered).splitlines()
    assert head == "Topics:"
    assert lines == [f"{number}. {one.text}" for number, one in enumerate(offered, start=1)]
    assert topic_lines(()) == ""


@pytest.mark.parametrize("seed", [5, 6])
def test_in_a_day_nobody_hears_a_topic_twice_from_the_same_person_or_tells_it_back(
    seed: int,
) -> None:
    told = [(one, one.topic.key) for _, one in said(day(seed)) if one.topic is not None]
    talk = [(one.who, to, key) for one, key in told for to in one.listeners]
    assert len(talk) > 30
    assert len(talk) == len({*talk})
    assert not {(who, to, key) for who, to, key in talk} & {(to, who, key) for who, to, key in talk}


@pytest.mark.parametrize("seed", [5, 6])
def test_what_goes_from_mouth_to_mouth_keeps_its_key_and_names_the_last_teller(seed: int) -> None:
    tellers: dict[str, set[str]] = {}
    gists: dict[str, set[str]] = {}
    for _, one in said(day(seed)):
        if one.topic is not None and one.topic.kind != DEED:
            assert one.topic.source == one.who
            tellers.setdefault(one.topic.key, set()).add(one.who)
            gists.setdefault(one.topic.key, set()).add(one.topic.gist)
    assert max(map(len, tellers.values())) >= 2
    assert all(len(found) == 1 for found in gists.values())
    assert {FIRE} in gists.values()
    for mind in day(seed)[-1].state.minds.values():
        for record in mind.memory:
            if record.kind == "observation" and record.topic is not None and record.topic.source:
                assert record.topic.source == record.about[0]


@pytest.mark.slow
def test_a_secret_that_was_told_stays_with_whom_it_was_told() -> None:
    told_by = {
        (one.who, *one.listeners)
        for seed in range(5, 13)
        for _, one in said(day(seed))
        if CONFESSION in one.words
    }
    assert told_by <= {("ada", "bob")}
    assert told_by


def test_the_order_of_people_changes_no_talk() -> None:
    other = live(
        permuted(talkers(7), ["eve", "cid", "ada", "dot", "bob"]), 200, model=BuiltinMind()
    )
    plain = live(talkers(7), 200, model=BuiltinMind())
    assert [told(payload) for payload in other] == [told(payload) for payload in plain]


def test_the_same_seed_gives_the_same_talk_and_another_seed_another() -> None:
    again = live(talkers(7), DAY_TICKS, model=BuiltinMind(), feed={45: [GodEvent(FIRE, "mill")]})
    assert said(again) == said(day(7))
    one, two = ({event.words for _, event in said(day(seed))} for seed in (7, 8))
    assert len(one & two) < 0.6 * min(len(one), len(two))
