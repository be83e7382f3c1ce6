"""Views of others, the mood of a day, what was seen, and what is spent."""

from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.known_topics import RETOLD_DAYS, SPENT_DAYS, KnownTopics
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mood import CYCLE, OFF_MIND, mood, persona_parts
from latticeville.mind.percept import AGENT, Node, Observation, Sights
from latticeville.mind.questions import (
    ASK_OF_TOLD,
    ASK_VIEW,
    asks_person,
    question_key,
    questions,
)
from latticeville.mind.relation import (
    CLOSENESS,
    MISSED,
    TOGETHER,
    TRUST,
    RelationState,
    ValueChange,
)
from latticeville.mind.remarks import GRATITUDE, LET_DOWN, PRAISE, remarks
from latticeville.mind.sightings import CAUGHT, GUEST, NAMED, UNUSUAL, last_sight, sightings
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DEED,
    INVITATION,
    MEMORY,
    OPINION,
    REMARK,
    SECRET,
    SIGHTING,
    VIEW,
    Topic,
)
from latticeville.mind.topics import REPLY, offer_topics
from latticeville.mind.views import PROVOKED, of_person, says_to_face, view_topics
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.personas import Persona, Relationship
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet

COLD = "He is never right."
KIND = "He is the best friend of all."


def village(view: str = COLD, **ada: Any) -> World:
    """Return a hamlet in which Ada has a view of Bob; Dot is Bob's best friend."""
    ties = [{"who": "bob", "how": "neighbour", "view": view}]
    dot = drifter(6, relationships=[{"who": "bob", "how": "best friend"}])
    return hamlet(
        minutes=1, ada={**baker(0, relationships=ties), **ada}, bob=baker(0), cid=baker(2), dot=dot
    )


def ada_in(
    world: World, *records: MemoryRecord, minute: int = 0, closeness: float = 0.6, near: str = ""
) -> Situation:
    """Return what Ada has before her at a minute of the run, with what she remembers."""
    state = initial_state(world, 7)
    percept = dict(perceive(state))["ada"]
    sights = (Node(near, AGENT, percept.place, Cell(0, 0)),) if near else ()
    mind = state.minds["ada"]
    people = {who: RelationState({TRUST: 0.6, CLOSENESS: closeness}) for who in world.people}
    first = len(mind.memory)
    memory = mind.memory.grow(replace(one, id=first + count) for count, one in enumerate(records))
    mind = replace(mind, memory=memory, relations=replace(mind.relations, people=people))
    at = replace(percept, sights=Sights(sights), minute=minute, tick=minute)
    return Situation.begin(mind, at, world)


def views_to(now: Situation, hearer: str, words: str = "") -> list[tuple[str, bool]]:
    heard = Observation("said", hearer, words, words=words) if words else None
    return [(one.text, one.worth == PROVOKED) for one in view_topics(now, (hearer,), heard)]


def test_a_view_is_confided_to_third_persons_who_are_close_and_no_friends_of_whom_it_is_of() -> (
    None
):
    world = village()
    assert views_to(ada_in(world), "cid") == [("Bob is never right.", False)]
    assert views_to(ada_in(world, closeness=0.3), "cid") == []
    assert views_to(ada_in(world), "dot") == []
    assert views_to(ada_in(village(KIND)), "dot") == [("Bob is the best friend of all.", False)]
    assert views_to(ada_in(world, near="bob"), "cid") == []


def test_who_is_told_of_somebody_answers_with_their_own_view_of_them() -> None:
    def first(topic: Topic, words: str) -> tuple[str, str]:
        heard = Observation("said", "cid", f"Cid: “{words}”", words=words, topic=topic)
        best = offer_topics(ada_in(village()), ("cid",), heard)[0]
        return best.topic.key, best.role

    assert first(Topic("w.cid.bob", VIEW, "Bob is kind.", "cid", "cid"), "Bob is kind.") == (
        "w.ada.bob",
        REPLY,
    )
    of_dot = first(Topic("w.cid.dot", VIEW, "Dot is kind.", "cid", "cid"), "Dot is kind.")
    assert of_dot[1] != REPLY


def test_a_view_is_provoked_where_its_person_comes_up() -> None:
    now = ada_in(village())
    assert views_to(now, "cid", "Where is Bob?") == [("Bob is never right.", True)]
    assert views_to(now, "cid", "It rains.") == [("Bob is never right.", False)]


@pytest.mark.parametrize(
    ("view", "nature", "is_said"),
    [
        (COLD, {"agreeableness": 0.2}, True),
        (COLD, {"extraversion": 0.8}, True),
        (COLD, {"agreeableness": 0.8}, False),
        (KIND, {"agreeableness": 0.8}, True),
        (KIND, {"agreeableness": 0.45}, False),
    ],
)
def test_personality_says_what_is_said_to_ones_face(
    view: str, nature: dict[str, float], *, is_said: bool
) -> None:
    one = Relationship("bob", "neighbour", view)
    assert says_to_face(Persona("Ada", big_five=nature), one) is is_said
    now = ada_in(village(view, big_five=nature))
    assert bool(views_to(now, "bob")) is is_said


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ("He hums.", "Bob hums."),
        ("Without Bob I starve.", "Without Bob I starve."),
        ("It is her stew.", "As for Bob: It is her stew."),
    ],
)
def test_a_view_names_whom_it_is_of(view: str, told: str) -> None:
    assert of_person(Relationship("bob", "neighbour", view), village()) == told


def test_each_part_of_a_persona_has_its_day_and_each_day_its_parts() -> None:
    memories = [{"text": f"Memory {count}."} for count in range(2 * CYCLE)]
    world = village(memories=memories)
    parts = persona_parts(world.people["ada"].persona, "memory")
    days = [[mood(ada_in(world, minute=day * DAY), part) for part in parts] for day in range(CYCLE)]
    assert all(one.count(1.0) == 2 and one.count(OFF_MIND) == len(parts) - 2 for one in days)
    assert all(sum(day[place] for day in days) > 1 for place in range(len(parts)))


def spoken(topic: Topic, tick: int) -> MemoryRecord:
    return MemoryRecord(
        0, "action", topic.gist, tick, "hut", topic=topic, shared=("bob",), spoken=True
    )


@pytest.mark.parametrize("kind", [OPINION, VIEW, DEED, MEMORY])
def test_what_was_told_on_another_day_is_spent_for_everybody_a_week_long(kind: str) -> None:
    topic, today = Topic("x.ada.0", kind, "So."), 9 * DAY
    for ago, is_new in ((0, True), (1, False), (SPENT_DAYS, False), (SPENT_DAYS + 1, True)):
        mind = ada_in(village(), spoken(topic, today - ago * DAY)).mind
        known = KnownTopics(mind, ("cid",), today, DAY)
        assert known.new_to(topic) == (["cid"] if is_new else []), ago
        assert KnownTopics(mind, ("bob",), today, DAY).new_to(topic) == []


def test_a_view_is_told_again_some_days_later_to_who_asks_for_it() -> None:
    topic = Topic("w.ada.bob", VIEW, "So.")
    mind = ada_in(village(), spoken(topic, 0)).mind
    for days, asked in ((1, []), (RETOLD_DAYS, ["cid"])):
        known = KnownTopics(mind, ("cid",), days * DAY, DAY)
        assert known.new_to(topic, is_asked=True) == asked
        assert known.new_to(topic) == []


@pytest.mark.parametrize("kind", [SECRET, INVITATION])
def test_secrets_and_invitations_are_spent_only_for_those_who_heard_them(kind: str) -> None:
    topic = Topic("x.ada.0", kind, "So.")
    mind = ada_in(village(), spoken(topic, 0)).mind
    assert KnownTopics(mind, ("bob",), DAY, DAY).new_to(topic) == []
    assert KnownTopics(mind, ("cid",), DAY, DAY).new_to(topic) == ["cid"]


def test_what_a_guest_did_is_told_to_the_host_who_was_out_and_to_the_guest_by_who_was_there() -> (
    None
):
    """Dot works at the pub, where Bob danced; Cid has nothing to do with it."""
    seen = MemoryRecord(
        0, "observation", "Bob is dancing.", 600, "pub", about=("bob",), doing="dancing alone"
    )
    now = ada_in(village(), seen, minute=700)
    (told,) = sightings(now, ("dot",))
    assert (told.topic.who, told.minute, told.role) == ("bob", 600, GUEST)
    assert told.text == "Bob was dancing alone at the Pub."
    assert [one.role for one in sightings(now, ("cid",))] == [UNUSUAL]
    assert not [*sightings(now, ("bob",))]
    assert not [*sightings(now, ("dot", "cid"))]
    assert not [*sightings(ada_in(village(), seen, minute=610), ("dot",))]
    assert not [*sightings(ada_in(village(), seen, minute=700, near="bob"), ("dot",))]
    assert not [*sightings(ada_in(village(), seen, minute=DAY + 700), ("dot",))]
    there = MemoryRecord(0, "observation", "Dot is there.", 590, "pub", about=("dot",))
    assert not [*sightings(ada_in(village(), seen, there, minute=700), ("dot",))]
    (told,) = sightings(ada_in(village(work="pub"), seen, minute=700), ("bob",))
    assert told.role == CAUGHT


def test_what_names_a_hearer_is_told_to_them_in_the_second_person() -> None:
    seen = MemoryRecord(
        0, "observation", "Bob is teasing Cid.", 600, "hut", about=("bob",), doing="teasing Cid"
    )
    offered = offer_topics(ada_in(village(), seen, minute=700), ("cid",))
    (told,) = [one for one in offered if one.topic.kind == SIGHTING]
    assert (told.role, told.parts["doing"]) == (NAMED, "teasing you at the Hut")


def test_thanks_are_for_who_was_met_and_word_of_who_came_or_not_for_others() -> None:
    met = MemoryRecord(0, "observation", "Ada was with Bob, as agreed.", 600, "pub")
    now = ada_in(village(), met, minute=700)
    changes = (
        ValueChange(600, "bob", TOGETHER, {TRUST: 0.6}, len(now.mind.memory) - 1),
        ValueChange(610, "dot", MISSED, {TRUST: 0.2}, 0),
    )
    now = now.with_mind(relations=replace(now.mind.relations, changes=changes))
    said = {
        hearer: [(one.role, one.parts["other"]) for one in remarks(now, (hearer,))]
        for hearer in ("bob", "cid", "dot")
    }
    missed = (LET_DOWN, "Dot")
    praised = (PRAISE, "Bob")
    assert said == {
        "bob": [missed, (GRATITUDE, "Bob")],
        "cid": [missed, praised],
        "dot": [praised],
    }


def test_what_people_do_every_day_is_no_topic() -> None:
    habit = MemoryRecord(
        0, "reflection", "On more than one morning Bob was at Pub, dancing.", 600, "pub", (), 3
    )
    offered = offer_topics(ada_in(village(), habit, minute=700), ("cid",))
    assert not [one for one in offered if "more than one" in one.text]


def questions_of(now: Situation, hearer: str = "cid") -> list[tuple[str, str, str]]:
    """Return after whom Ada can ask somebody, in which role, and the words that say why."""
    asked = [one for one in questions(now, (hearer,)) if asks_person(one.topic)]
    why = [one.parts.get("doing", "") or one.parts.get("source", "") for one in asked]
    return [(asks_person(one.topic), one.role, each) for one, each in zip(asked, why, strict=True)]


def friends() -> World:
    """Return a hamlet in which Ada and Cid are close, and both think something of Bob and Dot."""
    kind = [{"who": one, "how": "neighbour", "view": KIND} for one in ("bob", "dot")]
    ada, cid = ({"who": one, "how": "best friend", "closeness": 0.7} for one in ("ada", "cid"))
    return hamlet(
        minutes=1,
        ada=baker(0, relationships=[*kind, cid]),
        bob=baker(0),
        cid=baker(2, relationships=[*kind, ada]),
        dot=drifter(6),
    )


SEEN = MemoryRecord(
    0, "observation", "Bob is dancing.", 600, "pub", about=("bob",), doing="dancing alone"
)
OF_DOT = MemoryRecord(
    0,
    "observation",
    "Bob: “Dot is kind.”",
    620,
    "pub",
    topic=Topic("w.bob.dot", VIEW, "Dot is kind.", "bob", "bob"),
)


def test_nobody_is_asked_after_a_person_without_an_occasion_of_the_last_day() -> None:
    world = friends()
    assert questions_of(ada_in(world, SEEN, minute=700)) == []
    assert questions_of(ada_in(world, OF_DOT, minute=620 + DAY + 1)) == []
    assert questions_of(ada_in(world, SEEN, OF_DOT, minute=700)) == [("dot", ASK_OF_TOLD, "Bob")]


def test_whoever_knows_no_more_of_a_person_tells_when_they_last_saw_them() -> None:
    question = Topic(question_key("cid", ASK_VIEW, "ada", 0, "bob"), REMARK, "?", "cid", "cid")
    heard = Observation("said", "cid", "Cid: “?”", words="?", topic=question)
    [told] = last_sight(ada_in(friends(), SEEN, minute=700), heard)
    assert told.text == "Bob was dancing alone at the Pub."
    assert not [*last_sight(ada_in(friends(), SEEN, minute=600 + DAY + 1), heard)]


def test_only_who_may_know_more_is_asked_after_a_person() -> None:
    no_view = hamlet(
        minutes=1,
        ada={**baker(0, relationships=[{"who": "bob", "how": "neighbour"}])},
        bob=baker(0),
    )
    assert questions_of(ada_in(no_view, OF_DOT, minute=700), "bob") == []
    told = MemoryRecord(
        0, "observation", "", 650, "pub", topic=Topic("w.cid~1.dot", VIEW, KIND, "cid", "cid")
    )
    assert questions_of(ada_in(friends(), OF_DOT, told, minute=700)) == []
    assert questions_of(ada_in(friends(), OF_DOT, minute=700, closeness=0.2)) == []
    assert questions_of(ada_in(friends(), OF_DOT, minute=700, near="dot")) == []


def test_who_was_asked_after_a_person_does_not_ask_back_on_the_same_day() -> None:
    question = Topic(question_key("cid", ASK_VIEW, "ada", 0, "dot"), REMARK, "?", "cid", "cid")
    asked = MemoryRecord(0, "observation", "Cid: “?”", 690, "hut", topic=question, shared=("cid",))
    assert questions_of(ada_in(friends(), OF_DOT, asked, minute=700)) == []


def test_who_is_asked_after_somebody_tells_their_view() -> None:
    question = Topic(question_key("cid", ASK_VIEW, "ada", 0, "bob"), REMARK, "?", "cid", "cid")
    heard = Observation("said", "cid", "Cid: “?”", words="?", topic=question)
    best = offer_topics(ada_in(friends(), SEEN, minute=700), ("cid",), heard)[0]
    assert (best.role, best.topic.key) == (REPLY, "w.ada.bob")
