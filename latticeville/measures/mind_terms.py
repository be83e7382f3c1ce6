"""The terms of an expression that look into minds: memories, beliefs, plans, relations, opinions."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from latticeville.core.text_fold import fold
from latticeville.measures.state_term import StateTerm, count_people, count_total, object_states
from latticeville.measures.term_text import TermText
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.sim.state import State
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.mind.plan import Plan

MEMORY_KINDS = ("observation", "action", "plan", "commitment", "reflection")
"""The kinds of memory records."""


class _RecordCounts:
    """How many records of each mind meet a test; of a stream that has grown, only what is new is
    looked at."""

    def __init__(self, test: Callable[[MemoryRecord], bool]) -> None:
        self._test = test
        self._known: dict[str, tuple[MemoryStream, int]] = {}

    def of(self, state: State, who: str) -> int:
        """Return the count for a person."""
        stream = state.minds[who].memory
        before, count = self._known.get(who, (MemoryStream(), 0))
        if not stream.extends(before):
            before, count = MemoryStream(), 0
        count += sum(map(self._test, stream.since(len(before))))
        self._known[who] = stream, count
        return count


def _knows(text: TermText) -> StateTerm:
    """Read `"the party">=3` or `ada="the party"`: people with a record that tells it, by its words
    or by the key of its topic, or with a secret of their own that holds the words."""
    text.take_person()
    wanted, key = text.what.casefold().strip(), text.what
    if not wanted:
        raise text.error('what is known is missing: write knows:"the party"')

    def tells(record: MemoryRecord) -> bool:
        topic = record.topic
        return wanted in record.text.casefold() or (
            topic is not None and (topic.key == key or wanted in topic.gist.casefold())
        )

    counts = _RecordCounts(tells)

    def knows(state: State, who: str) -> bool:
        return counts.of(state, who) > 0 or _has_secret(state.world, who, wanted)

    return count_people(text, knows)


def _has_secret(world: World, who: str, words: str) -> bool:
    """Tell whether a secret of somebody's own holds some folded words."""
    person = world.people.get(who)
    return person is not None and any(
        words in secret.text.casefold() for secret in person.persona.secrets
    )


def _memories(text: TermText) -> StateTerm:
    """Read `reflection` or `ada=reflection>=3`: records of a kind that were made in the run."""
    text.take_person()
    kind = text.what
    text.check(kind, lambda _world: MEMORY_KINDS, "memories")
    counts = _RecordCounts(lambda record: record.tick > 0 and record.kind == kind)

    return count_total(
        text,
        lambda state: sum(counts.of(state, who) for who in state.minds if text.is_of(who)),
    )


def _plans(text: TermText) -> StateTerm:
    """Read `"the market"` or `ada="the market">=1`: people whose plan has a step with these
    words."""
    text.take_person()
    wanted = fold(text.what)
    if not wanted:
        raise text.error('what is planned is missing: write plans:"the market"')
    known: dict[str, tuple[Plan | None, bool]] = {}

    def plans(state: State, who: str) -> bool:
        plan, is_planned = state.minds[who].plan, False
        before, was = known.get(who, (None, False))
        if plan is before:
            return was
        if plan is not None:
            is_planned = any(wanted in fold(step.doing) for step in plan.all_steps())
        known[who] = plan, is_planned
        return is_planned

    return count_people(text, plans)


def _believes(text: TermText) -> StateTerm:
    """Read `ada.stove=on` or `ada.byron=cafe`: the state of an object, or the area of an object or
    a person, as somebody believes it."""
    who, what = text.take_pair("believes", "ada.stove=on")
    name, sign, wanted = what.partition("=")
    if not sign:
        raise text.error(
            "write PERSON.OBJECT=STATE or PERSON.NAME=AREA, such as believes:ada.stove=on"
        )
    text.check(name, lambda world: [*world.objects, *world.people], "believes")
    text.check(
        wanted,
        lambda world: [*object_states(world, name), *world.areas.by_id],
        f"believes:{who}.{name}=",
    )

    def believed(state: State) -> tuple[str, str]:
        node = state.minds[who].beliefs.find(name) if who in state.minds else None
        return ("nothing", "") if node is None else (node.looks, node.parent)

    def test(state: State) -> bool:
        looks, area = believed(state)
        areas = state.world.areas
        if wanted in areas.by_id:
            return area in areas.by_id and areas.is_within(area, wanted)
        return looks == wanted and name in state.things

    return StateTerm(
        test,
        lambda state: f"{who} believes of {name}: {' in '.join(filter(None, believed(state)))}",
    )


def _relation(text: TermText) -> StateTerm:
    """Read `ada.byron>=0.5`: closeness or trust of one person to another."""
    who, other = text.take_pair(text.key, "ada.byron>=0.5")
    text.check(other, lambda world: world.people, text.key)
    text.need_number("ada.byron>=0.5")

    def value(state: State) -> float:
        return (
            float(getattr(state.minds[who].relations.to(other), text.key))
            if who in state.minds
            else 0.0
        )

    return StateTerm(
        lambda state: text.admits(value(state)),
        lambda state: f"{text} is {value(state)}",
        number=value,
    )


def _opinion(text: TermText) -> StateTerm:
    """Read `ada."the oak">0`: the stance of somebody on a subject, from -1 to 1."""
    who, subject = text.take_pair("opinion", 'ada."the oak">0')
    text.check(subject, _subjects, "opinion")
    text.need_number('ada."the oak">0')

    def value(state: State) -> float | None:
        held = state.minds[who].relations.opinions.get(subject) if who in state.minds else None
        return None if held is None else held.stance

    def test(state: State) -> bool:
        stance = value(state)
        return stance is not None and text.admits(stance)

    return StateTerm(test, lambda state: f"{text} is {value(state)}", number=value)


def _subjects(world: World) -> Collection[str]:
    own = {one.topic for person in world.people.values() for one in person.persona.opinions}
    return own | {matter.about for matter in world.beats.matters}


MIND_TERMS: Mapping[str, Callable[[TermText], StateTerm]] = {
    "knows": _knows,
    "believes": _believes,
    "memories": _memories,
    "plans": _plans,
    "closeness": _relation,
    "trust": _relation,
    "opinion": _opinion,
}
"""What reads each term on minds, by its key."""
