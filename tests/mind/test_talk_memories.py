"""Memories in the prompts of a talk: what stays comes first and stays the same."""

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.conversation import memory_facts
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Conversation
from latticeville.mind.percept import PerceivedNews, Percept, Sights
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, Topic
from latticeville.mind.topics import OfferedTopic
from latticeville.sim.first_state import initial_state
from tests.worlds import build

RECORDS = tuple(
    MemoryRecord(at, "observation", f"{name} burnt a cake today.", BEFORE_START, "inn")
    for at, name in enumerate(("Bob", "Cleo", "Dax", "Edda"))
)
WORLD = build("..", people={"ada": {"start": [0, 0]}}, minds={"budget": 200})
NOW = Situation.begin(
    replace(initial_state(WORLD).minds["ada"], memory=MemoryStream(RECORDS)),
    Percept("ada", 5, 500, "inn", Cell(0, 0), Sights(), PerceivedNews()),
    WORLD,
)
FACTS = {"name": "Ada", "view": "Cakes are overrated."}
DATA = TalkData("ada", "Ada", "bob", "Bob", 7, 0, 500, hearers=("bob",))


def test_what_came_to_mind_first_stays_and_what_is_new_follows() -> None:
    talk, first = memory_facts(NOW, Conversation(("bob",)), RECORDS[:2], DATA, FACTS)
    assert first == {
        "memories": "You remember:\n- Bob burnt a cake today.\n- Cleo burnt a cake today.",
        "more": "",
    }
    again, second = memory_facts(NOW, talk, (RECORDS[1], RECORDS[3]), DATA, FACTS)
    assert second["memories"] == first["memories"]
    assert second["more"] == "You also remember:\n- Edda burnt a cake today."
    assert again == talk


def test_what_a_topic_says_is_not_told_twice() -> None:
    topics = tuple(
        OfferedTopic(Topic(text, EVENT), text, 480, 0.5)
        for text in (RECORDS[0].text, "Cakes are overrated.")
    )
    _, told = memory_facts(
        NOW, Conversation(("bob",)), RECORDS[:2], replace(DATA, topics=topics), FACTS
    )
    assert told["memories"] == "You remember:\n- Cleo burnt a cake today."
    assert told["opinion"] == ""
    assert (
        "opinion"
        not in memory_facts(
            NOW, Conversation(("bob",)), RECORDS[:2], replace(DATA, topics=topics[:1]), FACTS
        )[1]
    )
