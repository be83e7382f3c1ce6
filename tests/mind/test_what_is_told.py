"""What people tell whom: in which grammatical person, on which occasion, and how often they ask."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.matters import is_near, is_past
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Observation, Sights
from latticeville.mind.persona_topics import persona_topics
from latticeville.mind.questions import ASK_OPINION, TALLY, asked_opinion, questions
from latticeville.mind.reported_speech import PROSE, as_told
from latticeville.mind.self_topics import wishes_of
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    MEMORY,
    OPINION,
    PLAN,
    REMARK,
    Appointment,
    Topic,
)
from latticeville.mind.topics import offer_topics
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, voter
from tests.beat_worlds import village as voters
from tests.gossips import gossips
from tests.hamlet import baker, hamlet
from tests.laws import law
from tests.talkers import talkers
from tests.worlds import live

WORLD = gossips()
NAMES = st.sampled_from(("Ada", "Bob", "Cid", "Dot", "Eve"))
SENTENCES = st.sampled_from(
    (
        "{one} gives {two} a letter, and {three} does not ask why.",
        "{one} has sold {one}'s mill to {two}, and {three} has paid the bank.",
        "The village has voted, and {one} may put a fence round it.",
        "Nobody asks {one}. {two} carries the chairs, and will not be helped.",
        "I told {one} that {two} lets {three} win; so does {two}'s friend.",
        "{one}, {two} and {three} wait at the pub.",
        "It was {one}: {two} says so, and laughs at {three}.",
    )
)
KINDS = st.sampled_from((EVENT, DECISION, *sorted(PROSE)))


@law(200)
@given(SENTENCES, st.permutations(("ada", "bob", "cid", "dot", "eve")), KINDS)
def test_nobody_hears_of_themselves_or_tells_of_themselves_as_of_others(
    sentence: str, people: list[str], kind: str
) -> None:
    one, two, three, owner, _ = people
    names = {"one": one, "two": two, "three": three}
    text = sentence.format(**{place: name.title() for place, name in names.items()})
    told = as_told(text, Topic("k", kind, text, owner), one, (two,), WORLD)
    assert not re.search(rf"\b(?:{one.title()}|{two.title()})\b", told), told
    assert not re.search(r"\bI (?:is|has|does|gives|carries)\b|\byou (?:is|has|does)\b", told), told
    in_company = as_told(text, Topic("k", kind, text, owner), one, (two, three), WORLD)
    assert one.title() not in in_company


def test_what_stands_in_quotes_stays_and_an_argument_loses_its_quotes() -> None:
    text = "Ada gives Bob a ring: “Bob, it was my mother's.”"
    told = as_told(text, Topic("k", EVENT, text), "ada", ("bob",), WORLD)
    assert told == "I give you a ring: “Bob, it was my mother's.”"
    argument = Topic("o.cid~1.the oak", OPINION, "As Eve says: “The oak stays, I say.”", "cid")
    told = as_told(argument.gist, argument, "ada", ("bob",), WORLD)
    assert told.casefold() == "they agree with eve: the oak stays, they say."


def test_what_somebody_told_of_themselves_is_passed_on_in_the_third_person() -> None:
    story = Topic("m.ada.0", MEMORY, "I met Bob by my oven, and he gave me his coat.", "ada")
    told = as_told(story.gist, story, "cid", ("bob",), WORLD)
    assert told == "She met you by her oven, and you gave her your coat."


@pytest.mark.slow
@law(4)
@given(st.integers(0, 99))
def test_nobody_names_themselves_in_a_day_of_talk(seed: int) -> None:
    world = talkers(seed)
    said = [one for each in live(world, 700) for one in each.events if isinstance(one, Said)]
    assert said
    for one in said:
        name = re.escape(world.people[one.who].persona.first_name)
        plain = re.sub(
            rf"“[^”]*”|\b(?:I am|call me|name is) {name}\b|\b{name} is my name", "", one.words
        )
        assert not re.search(rf"\b{name}\b", plain), one.words


def at(world: World, who: str, minute: int, *records: MemoryRecord) -> Situation:
    """Return what somebody has before them at a minute, with what they remember."""
    state = initial_state(world, 7)
    percept, mind = dict(perceive(state))[who], state.minds[who]
    first = len(mind.memory)
    grown = mind.memory.grow(replace(one, id=first + count) for count, one in enumerate(records))
    ties = {
        one: replace(mind.relations.to(one), values={"closeness": 0.6, "trust": 0.6})
        for one in world.people
    }
    mind = replace(mind, memory=grown, relations=replace(mind.relations, people=ties))
    percept = replace(percept, sights=Sights(), minute=minute, tick=minute)
    return Situation.begin(mind, percept, world)


HAMLET = hamlet(minutes=1, ada=baker(0), bob=baker(0), cid=baker(2))
AT_PUB = Appointment("keeping Bob company", "pub", DAY + 18 * 60, DAY + 19 * 60)


def plans(now: Situation, other: str, heard: Observation | None = None) -> list[Topic]:
    """Return what somebody can ask another to come to."""
    return [one.topic for one in offer_topics(now, (other,), heard) if one.topic.kind == PLAN]


def words_of_bob(kind: str, plan: Topic) -> MemoryRecord:
    """Return the memory of a plan that Ada told Bob, or Bob her."""
    return MemoryRecord(0, kind, "Come!", 690, "pub", topic=plan, shared=("bob",), spoken=True)


def test_two_people_ask_each_other_for_company_once_a_day_and_once_more_in_answer() -> None:
    assert plans(at(HAMLET, "ada", 700), "bob")
    asked = Topic("p.bob.9", PLAN, who="bob", source="bob", at=AT_PUB)
    for kind in ("action", "observation"):
        now = at(HAMLET, "ada", 700, words_of_bob(kind, asked))
        assert not plans(now, "bob")
        assert plans(now, "cid")
    early = replace(asked, at=replace(AT_PUB, start=DAY + 9 * 60, end=DAY + 10 * 60))
    for plan, is_offered in ((asked, False), (early, True)):
        heard = Observation("said", "bob", "Bob asks.", (), "bob", topic=plan)
        before = words_of_bob("observation", plan)
        assert bool(plans(at(HAMLET, "ada", 700, before), "bob", heard)) is is_offered
        second = replace(before, topic=replace(plan, key="p.ada.1"))
        assert not plans(at(HAMLET, "ada", 700, before, second), "bob", heard)


VOTERS = voters(
    {
        who: voter(stance)
        for who, stance in (("ada", 0.8), ("bob", -0.8), ("cid", 0.5), ("dot", 0.9), ("eve", 0.2))
    },
    matters=[MEETING | {"at": "Tue 18:00"}],
)


def test_an_argument_waits_for_the_day_of_its_vote_or_for_a_question() -> None:
    def told(minute: int, heard: Observation | None = None) -> list[str]:
        found = persona_topics(at(VOTERS, "ada", minute), ("bob",), heard)
        return [one.text for one in found if one.topic.kind == OPINION]

    assert not told(10 * 60)
    assert told(DAY + 12 * 60)
    question = Topic(f"n.bob.{ASK_OPINION}.ada.0.the tree", REMARK, who="bob")
    assert asked_opinion(question) == "the tree"
    assert told(10 * 60, Observation("said", "bob", "What now?", (), "ada", topic=question))
    now = at(VOTERS, "ada", 10 * 60)
    assert not is_near(now, "the tree")
    assert is_near(at(VOTERS, "ada", DAY + 5 * 60), "the tree")
    assert is_past(at(VOTERS, "ada", DAY + 19 * 60), "the tree")


def test_people_ask_what_they_do_not_know_and_tell_how_the_views_stand() -> None:
    def heard(who: str, stance: float) -> MemoryRecord:
        topic = Topic(f"o.{who}.the tree", OPINION, "So.", who, who, stance=stance)
        return MemoryRecord(0, "observation", "So.", DAY + 60, "hall", topic=topic, shared=(who,))

    def roles(*records: MemoryRecord) -> list[str]:
        now = at(VOTERS, "ada", DAY + 12 * 60, *records)
        return [one.role for one in questions(now, ("dot",)) if one.role in (ASK_OPINION, TALLY)]

    known = [heard("bob", -0.8), heard("cid", 0.5)]
    assert roles(*known) == [ASK_OPINION]
    three = at(VOTERS, "ada", DAY + 12 * 60, *known, heard("dot", 0.9))
    assert [one.role for one in questions(three, ("dot",))] == []
    (tally,) = [one for one in questions(three, ("eve",)) if one.role == TALLY]
    assert tally.text == "Cid and Dot are for the tree, and Bob is against it."


def test_wishes_are_what_a_persona_says() -> None:
    persona = Persona(name="Ada Lind", intends="Ada waters the beds. She means to rest.")
    assert wishes_of(persona) == ("Ada means to rest.",)
    assert wishes_of(Persona(name="Bo", aspiration="Wants to swim.")) == ("Bo wants to swim.",)
