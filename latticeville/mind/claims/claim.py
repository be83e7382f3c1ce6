"""A claim: what words say of whom."""

import msgspec

PAST, NOW, AHEAD = "past", "now", "ahead"
"""The times of a claim."""
EVENT, PLAN, STATE, OPINION, QUESTION = "event", "plan", "state", "opinion", "question"
"""The kinds of claim."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """What a sentence says, as far as the words of a world are known.

    `people` are all whom it names, `knowers` those who do or have what it says, who know whether it
    is so, and `owners` those to whom a place or object is said to belong. Each of `places` and
    `objects` holds the ids that one word may mean; `topics` are subjects of opinions. `concepts` is
    what it says, `terms` the word for each of them, and `verb` the first of what is done.
    `is_understood` says that it is English of somebody or something known.
    """

    words: str
    people: tuple[str, ...] = ()
    knowers: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
    objects: tuple[tuple[str, ...], ...] = ()
    topics: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    verb: str = ""
    kind: str = STATE
    time: str = NOW
    is_negated: bool = False
    is_understood: bool = False

    @property
    def things(self) -> tuple[tuple[str, ...], ...]:
        """The places and objects that it names."""
        return (*self.places, *self.objects)
