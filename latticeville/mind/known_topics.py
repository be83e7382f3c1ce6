"""What hearers know already, and what the speaker and they have told each other."""

from collections import Counter
from collections.abc import Sequence

from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.topic import PLAN, Topic

SHARED_RECORDS = 4000
"""Newest records that tell who knows which topic."""
MOST_ASKED = 2
"""How often a day somebody asks the same person for company."""


class KnownTopics:
    """Which topics hearers know, and which the speaker and one of them have told each other, as far
    as remembered.

    Nobody is asked for company more than twice a day by the same person; `today` is the tick at
    which the day began.
    """

    def __init__(self, mind: Mind, hearers: Sequence[str], today: int) -> None:
        self._keys: dict[str, set[str]] = {other: set() for other in hearers}
        self._asked = Counter[str]()
        self._told = set[str]()
        for one in mind.memory.last(SHARED_RECORDS):
            if one.topic is not None and one.shared:
                self._add(one, one.topic, is_today=one.tick >= today)

    def _add(self, record: MemoryRecord, topic: Topic, *, is_today: bool) -> None:
        for other in record.shared:
            if other in self._keys:
                self._keys[other].add(topic.key)
                is_own = record.kind == "action"
                self._asked[other] += int(is_own and is_today and topic.kind == PLAN)
                if is_own or topic.source == other:
                    self._told.add(topic.key)

    def knows(self, who: str, key: str) -> bool:
        """Tell whether a hearer knows a topic."""
        return key in self._keys[who]

    def new_to(self, topic: Topic) -> list[str]:
        """Return the hearers to whom a topic is new; nobody where one of them told it, or was told
        it, before."""
        if topic.key in self._told:
            return []
        most = MOST_ASKED if topic.kind == PLAN else SHARED_RECORDS
        return [
            one
            for one, keys in self._keys.items()
            if topic.key not in keys and self._asked[one] < most
        ]
