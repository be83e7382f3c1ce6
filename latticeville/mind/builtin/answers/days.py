"""What somebody lived through: what they ate and did, and what happened."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter

from latticeville.core.clock import DAY
from latticeville.core.clock_words import HOUR
from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import MOST_CITED, KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import during, occasion
from latticeville.mind.builtin.answers.past_plans import (
    PastEntry,
    done_entries,
    entry_at,
    last_before,
)
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import (
    MemoryHit,
    at_places,
    events,
    nearest_in_time,
    search,
)
from latticeville.mind.builtin.answers.sources import nearest
from latticeville.mind.builtin.answers.told_memory import ACTION, COMMITMENT, tell, tell_all
from latticeville.mind.builtin.answers.whereabouts import NOTHING
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord

_Match = re.Match[str]


def _others_deed(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person saw another do, of the time of a question or last."""
    asked, who, time = question.asked, question.person, question.time
    if not who or time.future or _TO_ASKED.search(question.low):
        return None
    doing = _seen_doing(question)
    if not doing:
        then = " then" if time.is_given else ""
        return nothing(f"I did not see what {asked.name(who)} did{then}.", (who,))
    chosen = nearest_in_time(question, doing, 2) if time.is_given else doing[-1:]
    return cite(tell_all(chosen, asked), chosen)._replace(people=(who,))


_TO_ASKED = re.compile(r"\b(?:to|for|with) you\b")
"""Words of what was done to the person, which no sight tells."""


def _seen_doing(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the sights of somebody whom a question names: of what they did, or else of where they
    went."""
    who = question.person
    seen = [
        one
        for one in at_places(question, events(question))
        if not one.spoken and one.about[:1] == (who,) and one.kind not in (ACTION, COMMITMENT)
    ]
    return [one for one in seen if " is " in one.text or one.importance > 1] or seen


def _first_deed(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return the first or the last that the person did at the time of a question, today without
    one."""
    asked, time = question.asked, question.time
    start, end = (time.start, time.end) if time.is_given else (_midnight(asked), asked.minute)
    own = [one for one in _own_deeds(asked.memories) if start <= asked.minute_at(one) < end]
    if not own or question.people:
        return None if question.people else nothing(NOTHING)
    record = own[0] if "first" in found[0] else own[-1]
    return cite(tell(record, asked), [record])


def _striking(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the weightiest that happened at the time of a question, today without one, or ever."""
    asked, low = question.asked, question.low
    if question.people or question.places or question.objects:
        return None
    lived = [one for one in events(question) if one.kind not in (ACTION, COMMITMENT)]
    if not lived:
        return nothing(NOTHING)
    record = max(lived, key=lambda one: (one.importance, not one.spoken, one.id))
    is_judged = re.search(r"\b(?:best|worst|nicest|saddest|happiest|funniest)\b", low) is not None
    opens = "I cannot say what was best or worst. " if is_judged else ""
    return cite(f"{opens}What I remember most: {tell(record, asked)}", [record])


def _long_ago(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the weightiest that somebody remembers from before the run, of their youth where a
    question asks for it."""
    asked = question.asked
    before = [one for one in asked.memories if one.tick < 0]
    if _YOUTH.search(question.low):
        before = [one for one in before if _YOUNG.search(one.text)]
    if not before or question.people:
        return None
    record = max(before, key=lambda one: (one.importance, one.id))
    return cite(tell(record, asked), [record])


_YOUTH = re.compile(r"\b(?:childhood|child|boy|girl|kid|young|little|small)\b")
_YOUNG = re.compile(
    r"\b(?:I was (?:a (?:child|boy|girl)|young|little|small|\w+ years old|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve)|as a (?:child|boy|girl)|my childhood|at school)\b"
)


def _meal(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person ate or drank, at the meal that is named."""
    asked = question.asked
    if question.objects or not _EATEN.search(question.low):
        return None
    own = _eaten(question)
    if not own:
        return _planned_meal(question) or nothing("Nothing that I remember.")
    if question.low.startswith("where"):
        return cite(f"At {asked.place_name(own[-1].place)}. {tell(own[-1], asked)}", own[-1:])
    day = asked.minute_at(own[-1]) // DAY
    if day < asked.minute // DAY and _means_today(question):
        return cite(f"Nothing that I remember of today. {tell(own[-1], asked)}", own[-1:])
    some = [one for one in own if asked.minute_at(one) // DAY == day][-MOST_CITED:]
    return cite(f"{_is_eaten(question, some)}{tell_all(some, asked)}", some)


def _is_eaten(question: ReadQuestion, some: Sequence[MemoryRecord]) -> str:
    """Return yes or no where a question asks whether the person ate, with whom it names."""
    if not question.low.startswith(("did", "have", "had")):
        return ""
    near = {who for one in some for who in _near(question.asked, one)}
    return "Yes. " if near.issuperset(question.people) else "No, not as far as I saw. "


def _at_table(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return with whom the person ate or drank at the meal that is named."""
    asked = question.asked
    if not _EATEN.search(question.low) or question.people or question.places:
        return None
    own = _eaten(question)
    if not own and (planned := _meal_entry(question)) is not None:
        others = _near_then(asked, planned.start)
        names = f"I saw {asked.names(others)} there." if others else "With nobody, as far as I saw."
        return cite(f"{names} I had planned it so: {planned.words}.", [planned.plan])._replace(
            people=others
        )
    if not own:
        return nothing("I remember no such meal.")
    others = _near(asked, own[-1])
    opens = f"With {asked.names(others)}." if others else "With nobody, as far as I saw."
    return cite(f"{opens} {tell(own[-1], asked)}", own[-1:])._replace(people=others)


def _planned_meal(question: ReadQuestion) -> KnownAnswer | None:
    """Return where the person had a meal as they had planned; what they ate they do not remember."""
    entry, low = _meal_entry(question), question.low
    if entry is None:
        return None
    opens = (
        ""
        if low.startswith("where")
        else "Yes. "
        if low.startswith(("did", "have"))
        else "I do not know what. "
    )
    return cite(f"{opens}I did what I had planned: {entry.words}.", [entry.plan])


def _meal_entry(question: ReadQuestion) -> PastEntry | None:
    """Return the last entry of the plans for the meal and the time of a question, as far as the
    person came to its place."""
    asked, time = question.asked, question.time
    meal = next((one for one in MEAL_HOURS if one in question.low), "")
    start, end = (time.start, time.end) if time.is_given else (_midnight(asked), asked.minute)
    entries = done_entries(asked, start, min(end, asked.minute + 1)) if meal else []
    return next((one for one in reversed(entries) if meal in one.words), None)


def _near_then(asked: Interviewee, start: int) -> tuple[str, ...]:
    """Return the ids of the others whom the person saw where they mostly were in the hour from a
    minute on."""
    some = [one for one in asked.memories if start <= asked.minute_at(one) < start + HOUR]
    place = max(Counter(one.place for one in some).items(), key=itemgetter(1), default=("", 0))[0]
    people = asked.world.people.keys() - {asked.who}
    there = (who for one in some if one.place == place for who in one.about[:2])
    return tuple(dict.fromkeys(who for who in there if who in people))


def _near(asked: Interviewee, meal: MemoryRecord) -> tuple[str, ...]:
    """Return the ids of the others who are in memories of the place of a meal around its time."""
    people = asked.world.people
    near = (one for one in asked.memories if abs(one.tick - meal.tick) <= AT_TABLE)
    beside = (who for one in near if one.place == meal.place for who in one.about if who in people)
    return tuple(dict.fromkeys(who for who in beside if who != asked.who))


AT_TABLE = 15
"""Ticks around a meal within which somebody who is seen there is at it."""


def _means_today(question: ReadQuestion) -> bool:
    """Tell whether a question about a meal names no time, and so means the last one of the day."""
    return not question.time.is_given and not re.search(r"\b(?:last|ever)\b", question.low)


def _eaten(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the person's meals and drinks of the time and the meal that are named."""
    minute_at = question.asked.minute_at
    hours = next((span for word, span in MEAL_HOURS.items() if word in question.low), (0, DAY))
    own = (one for one in _own_deeds(events(question)) if _EATING.search(one.text.casefold()))
    return [one for one in own if hours[0] <= minute_at(one) % DAY < hours[1]]


_EATEN = re.compile(r"\b(?:eat|eaten|drink|drunk|breakfast|lunch|dinner|supper)\b")
MEAL_HOURS = {
    "breakfast": (4 * 60, 11 * 60),
    "lunch": (11 * 60, 15 * 60),
    "dinner": (17 * 60, DAY),
    "supper": (17 * 60, DAY),
}
"""From which to which minute of the day people eat what."""
_EATING = re.compile(r"\b(?:eats?|sips|drinks?|bites|raises|swallows|nibbles|chews)\b")


def _own_deeds(records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    deeds = (one for one in records if one.kind == ACTION and not one.spoken)
    return [one for one in deeds if not _FAILED.search(one.text)]


_FAILED = re.compile(r" cannot \w+ .*: ")
"""What came to nothing, with the reason after it."""


def _account(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return what the person did, or what happened, at a time, at a place or of something."""
    time = question.time
    if time.future:
        return None
    if _OF_OCCASION.search(question.low) and not _has_matter(question):
        return nothing("I remember nothing of the kind.")
    if re.search(r"\byou (?!see)", found[0]):
        return _done_with(question) if question.people else _done(question)
    return None if question.places and _HAPPENED_TO.search(found[0]) else _all_of(question)


def _all_of(question: ReadQuestion) -> KnownAnswer | None:
    """Return the weightiest that happened at the time and place, to the people, or of the matter of
    a question."""
    some = _happened(question)
    if some:
        chosen = nearest_in_time(question, _weighty(some), MOST_CITED)
        return cite(tell_all(chosen, question.asked), chosen)
    return nothing(NOTHING) if question.time.is_given or question.places else None


_HAPPENED_TO = re.compile(r"\bhappened (?:to|with)\b")
"""Words of what came over something, not of what was lived through there."""
_OF_OCCASION = re.compile(
    r"^how was your (?!day\b|morning\b|afternoon\b|evening\b|night\b|week\b|monday\b|tuesday\b|wednesday\b"
    r"|thursday\b|friday\b|saturday\b|sunday\b)"
)
"""How a question begins that asks how something was that somebody did."""


def _has_matter(question: ReadQuestion) -> bool:
    """Tell whether somebody remembers something that has most of the words of a question."""
    return bool(_enough(search(question, question.matter, events(question))))


def _done_with(question: ReadQuestion) -> KnownAnswer | None:
    """Return the weightiest deeds of the person, and what they meant to do, with those whom a
    question names."""
    asked, people = question.asked, {*question.people}
    names = [asked.name(one) for one in question.people]
    some = [
        one
        for one in at_places(question, events(question))
        if not one.spoken and one.kind in (ACTION, COMMITMENT)
        if people & {*one.about} or any(name in one.text for name in names)
    ]
    chosen = nearest_in_time(question, some, 2) or _said_with(question)
    return cite(tell_all(chosen, asked), chosen) if chosen else None


def _said_with(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the last words between the person and those whom a question names, of the time that it
    names."""
    all_of = {question.asked.who, *question.people}
    some = [one for one in events(question) if one.spoken and all_of <= {*one.about}]
    return some[-2:] if question.time.is_given else []


def _saw_with(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person saw happen, besides what was said, where those whom a question names
    were near."""
    asked, people = question.asked, {*question.people}
    some = at_places(question, events(question))
    seen = (one for one in some if not one.spoken and one.kind not in (ACTION, COMMITMENT))
    near = [one for one in seen if people & {*_near(asked, one)}]
    chosen = nearest_in_time(question, _weighty(near), MOST_CITED)
    return cite(tell_all(chosen, asked), chosen) if chosen else None


def _weighty(records: list[MemoryRecord]) -> list[MemoryRecord]:
    return [one for one in records if one.importance > 1] or records


def _happened(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of the time, place, people and occasion that a question names."""
    some = at_places(question, events(question))
    if question.people:
        some = [one for one in some if {*question.people} & {*one.about}]
    if question.time.is_given or question.places:
        return some
    if question.matter:
        found = occasion(question)
        inside = during(question.asked, found[1]) if found else []
        return inside or _enough(search(question, question.matter, some))[:MOST_CITED]
    return some if question.people else some[-RECENT:]


RECENT = 40
"""Newest records of which a question without a time is."""


def _enough(hits: Sequence[MemoryHit]) -> list[MemoryRecord]:
    return [hit.record for hit in hits if hit.is_enough]


def _done(question: ReadQuestion) -> KnownAnswer | None:
    """Return what the person did: what they had planned and came to, and their weightiest deeds."""
    asked, time = question.asked, question.time
    if time.point is not None:
        return _done_at(question, time.point)
    start, end = (time.start, time.end) if time.is_given else (_midnight(asked), asked.minute)
    planned = [] if question.places else done_entries(asked, start, min(end, asked.minute + 1))
    some = at_places(question, events(question))
    some = [one for one in some if start <= asked.minute_at(one) < end]
    chosen = _weightiest(question, _own_deeds(some), least=0 if planned else 2)
    if planned or chosen:
        return _tell_done(asked, planned, chosen)
    return _without_deeds(asked, some)


def _without_deeds(asked: Interviewee, some: list[MemoryRecord]) -> KnownAnswer:
    """Return what the person said at a time without deeds, or else where they were."""
    if not some:
        return nothing(NOTHING)
    words = [one for one in some if one.kind == ACTION][-2:]
    if words:
        return cite(tell_all(words, asked), words)
    place = asked.place_name(some[-1].place)
    return cite(f"I remember nothing that I did then. I was at {place}.", some[-1:])


def _midnight(asked: Interviewee) -> int:
    return asked.minute // DAY * DAY


def _weightiest(
    question: ReadQuestion, deeds: list[MemoryRecord], *, least: int
) -> list[MemoryRecord]:
    """Return two deeds that are more than a walk; where there is none, so many of the newest."""
    chosen = nearest_in_time(question, [one for one in deeds if one.importance > 1], 2)
    return chosen or deeds[len(deeds) - least :]


def _tell_done(
    asked: Interviewee, planned: Sequence[PastEntry], chosen: Sequence[MemoryRecord]
) -> KnownAnswer:
    entries = "; ".join(one.words for one in planned)
    told = f"I did what I had planned: {entries}. " if planned else ""
    cited = [*chosen, *{one.plan.id: one.plan for one in planned}.values()]
    return cite(f"{told}{tell_all(chosen, asked)}".strip(), cited)


def _done_at(question: ReadQuestion, point: int) -> KnownAnswer:
    """Return what the person did at a time of day: the nearest deed, and what was planned for it."""
    asked = question.asked
    near = nearest_in_time(question, _own_deeds(events(question)), 1)
    planned, record = entry_at(asked, point), last_before(asked, point)
    if record is None and not near:
        return nothing(NOTHING)
    where = f"I was at {asked.place_name(record.place)}. " if record is not None else ""
    plan = f"I had planned this: {planned.words}. " if planned is not None else ""
    cited = [*near, *([planned.plan] if planned else []), *([record] if record else [])]
    return cite(f"{where}{plan}{tell_all(near, asked)}".strip(), cited)


def _did_you(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person did something, or when, or where."""
    planned = _as_planned(question)
    if planned is not None:
        return planned
    some = events(question)
    hits = _own_hits(question, some)
    if not hits:
        others = search(question, question.stems, some)
        return nearest(question, others) if others else None
    return _did(question, hits)


def _did(question: ReadQuestion, hits: list[MemoryHit]) -> KnownAnswer | None:
    """Return when and where a deed was that has all of a question; of a place alone, where it asks
    whether the person came there."""
    if question.places and not question.matter and not _GOING.search(question.low):
        return None
    asks = question.matter or question.stems
    whole = [hit.record for hit in hits if asks <= question.asked.stems[hit.record.id]]
    if not whole:
        return nearest(question, hits)
    chosen = min if "first" in question.low else max
    return _yes_when_where(question, chosen(whole, key=lambda one: one.id))


_GOING = re.compile(
    r"\b(?:go|gone|went|come|came|be|been|visit\w*|enter\w*|stay\w*|walk\w*|leave|left|arrive\w*"
    r"|reach\w*|get (?:in|to|back|home)\w*|return\w*|drop\w*)\b"
)
"""Words of coming to a place and leaving it."""


def _as_planned(question: ReadQuestion) -> KnownAnswer | None:
    """Return that the person did something as planned, of the time of a question or today."""
    asked, time, matter = question.asked, question.time, question.matter or question.stems
    if not question.low.startswith(("did", "have", "had")) or question.people or not matter:
        return None
    start, end = (time.start, time.end) if time.is_given else (_midnight(asked), asked.minute)
    for one in done_entries(asked, start, min(end, asked.minute + 1)):
        if matter <= stems_of(fold(one.words)):
            return cite(f"Yes, as I had planned: {one.words}.", [one.plan])
    return None


def _own_hits(question: ReadQuestion, some: list[MemoryRecord]) -> list[MemoryHit]:
    """Return the person's own deeds that fit a question, those from before the run too."""
    asked = question.asked
    own = [one for one in some if one.about[:1] == (asked.who,) and not one.spoken]
    if not question.time.is_given:
        own += [one for one in asked.memories if one.tick < 0 and one.text.startswith("I ")]
    stems = question.matter or question.stems
    return search(question, stems, at_places(question, own)) or search(
        question, question.stems, own
    )


def _yes_when_where(question: ReadQuestion, record: MemoryRecord) -> KnownAnswer:
    asked = question.asked
    told = tell(record, asked)
    if question.low.startswith("when"):
        before = record.tick < 0
        when = "Before all this" if before else capital(asked.when(asked.minute_at(record)))
        return cite(f"{when}. {told}", [record])
    if question.low.startswith("where"):
        return cite(f"At {asked.place_name(record.place)}. {told}", [record])
    return cite(f"Yes. {told}", [record])


_SPEAKING = r"\b(?:said|say|spoke|speak|told|tell|talked|talk|spoken)\b"


def _were_you_there(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person saw something happen, or only heard of it."""
    stems = question.stems or (question.before.stems if question.before else frozenset())
    hits = search(question, stems, events(question))
    enough = _enough(hits)
    if not enough:
        return nearest(question, hits) if hits else None
    asks = question.matter or stems
    whole = [one for one in enough if asks <= question.asked.stems[one.id]]
    if not whole:
        return nearest(question, hits)
    return _seen_or_heard(question, whole)


def _seen_or_heard(question: ReadQuestion, some: list[MemoryRecord]) -> KnownAnswer:
    """Return whether memories are of what was seen, of words, or only of what was agreed."""
    asked = question.asked
    seen = [one for one in some if not one.spoken and not _is_meant(one)]
    if seen:
        return cite(f"Yes. {tell(seen[0], asked)}", seen)
    said = [one for one in some if one.spoken]
    if said:
        opens = "Yes." if re.search(_SPEAKING, question.low) else "No, I only heard of it."
        return cite(f"{opens} {tell(said[0], asked)}", said)
    return cite(f"I had agreed to be there. {tell(some[0], asked)}", some)


def _is_meant(record: MemoryRecord) -> bool:
    """Tell whether a memory is of something agreed that is not over."""
    return record.kind == COMMITMENT and " means to " in record.text


def _rose(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when the person got up, or went to bed."""
    asked = question.asked
    wanted = _LYING if re.search(r"\b(?:bed|asleep|sleep)\b", question.low) else _RISING
    own = [one for one in _own_deeds(events(question)) if wanted.search(one.text)]
    if not own:
        return _slept_as_planned(question) if wanted is _LYING else None
    return cite(
        f"{capital(asked.when(asked.minute_at(own[-1])))}. {tell(own[-1], asked)}", own[-1:]
    )


def _slept_as_planned(question: ReadQuestion) -> KnownAnswer | None:
    """Return when the last sleep began that was planned, of the time of a question."""
    asked, time = question.asked, question.time
    start, end = (time.start, time.end) if time.is_given else (0, asked.minute)
    slept = [one for one in done_entries(asked, start, end) if _SLEEP & stems_of(one.words)]
    slept = [one for one in slept if start <= one.start < end]
    if not slept:
        return None
    return cite(f"As I had planned: {slept[-1].words}.", [slept[-1].plan])


_SLEEP = frozenset(stems_of("sleeping asleep"))


_RISING = re.compile(r"\b(?:gets up|wakes up|throws back the covers)\b")
_LYING = re.compile(
    r"\b(?:lies down|gets? into bed|goes to bed|pulls up the covers|falls asleep)\b"
)


def _own_deed(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person did that has all words of a question, the newest."""
    asked, asks = question.asked, question.matter or question.stems
    hits = _own_hits(question, events(question)) if asks else []
    whole = [hit.record for hit in hits if asks <= asked.stems[hit.record.id]]
    if not whole or _says_no_more(whole[0], asks):
        return None
    chosen = sorted(whole, key=lambda one: one.id)[-2:]
    return cite(tell_all(chosen, asked), chosen)


def _says_no_more(record: MemoryRecord, asks: AbstractSet[str]) -> bool:
    """Tell whether what was done that a question asks for ends a memory or its clause, such as “sits
    down and writes.”, so that it does not say what."""
    ends = re.findall(r"(\w+)(?=[.,;])", record.text)
    return any(stems_of(one) & asks for one in ends if re.search(rf"\band {one}\b", record.text))


def _was_so(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the newest that the person saw happen to an object that a question names, if it has all
    that it asks."""
    asked, content = question.asked, question.content
    if not question.objects or question.people:
        return None
    name = asked.persona.first_name
    lived = (one for one in events(question) if not (one.spoken or one.text.startswith(name)))
    seen = [one for one in lived if content <= asked.stems[one.id]]
    return cite(f"Yes. {tell(seen[-1], asked)}", seen[-1:]) if content and seen else None


RULES = (
    rule(
        _at_table,
        r"^(?:with )?(?:who|whom) (?:did|have) you (?:have |had |eat|eaten|drink|drunk)",
        r"^who (?:did you|have you|was|had|ate|joined) .*\b(?:breakfast|lunch|dinner|supper)\b.*",
    ),
    rule(
        _was_so,
        r"^(?:was|were|did|has|have|had) (?:the|your|our)\b",
        is_whole=True,
    ),
    rule(
        _rose,
        r"^(?:when|(?:at )?what time) did you (?:get up|wake|rise|go to (?:bed|sleep)|fall asleep)\b",
    ),
    rule(
        _others_deed,
        r"^what (?:was|were|did|has|had) (?!you\b|the\b|your\b)\w+(?: \w+)? (?:do|doing|done|been doing|up to"
        r"|get up to)\b",
        r"^what did you see (?!the\b)\w+(?: \w+)? (?:do|doing)\b",
    ),
    rule(
        _first_deed,
        r"\bwhat (?:is|was|were) the (?:very )?(?:first|last) thing (?:that )?you (?:did|have done|do)\b",
        r"^what did you do (?:first|last)\b",
    ),
    rule(
        _striking,
        r"\b(?:any|some)thing (?:surprising|unusual|interesting|exciting|special|funny|strange|odd|important|new"
        r"|remarkable|memorable|worth telling|good|bad)\b.*\b(?:happen\w*|occur\w*|go on|going on)\b",
        r"\bwhat (?:was|is|has been) the (?:best|worst|nicest|strangest|oddest|saddest|happiest|funniest|highlight"
        r"|most \w+)\b(?!.*\byou (?:ever )?(?:did|do|have done|said|heard|ate|want|like)\b)",
        r"\b(?:surprised?|amazed?|excited?|shocked?|struck|strikes) you\b",
        r"^what (?:stands out|do you remember (?:best|most))\b.*\b(?:day|today|yesterday|week|monday|tuesday"
        r"|wednesday|thursday|friday|saturday|sunday)\b",
    ),
    rule(
        _long_ago,
        r"\b(?:childhood|as a (?:child|boy|girl|kid)|when you were (?:young|little|small|a (?:child|boy|girl|kid)))\b",
        r"\b(?:earliest|oldest|first|dearest|best|strongest) memor(?:y|ies)\b",
        r"^what do you remember (?:best|most|from (?:back then|long ago|before|earlier|the past))$",
    ),
    rule(
        _meal,
        r"^where (?:did|have) you (?:have |had |eat|eaten|drink|drunk)",
        r"^what (?:did|have) you (?:have |had |eat |eaten |drink |drunk )+(?:for|today"
        r"|yesterday|this|last|at|on|lately)?",
        r"^(?:did|have|had) you (?:have |had |eat|eaten|drink|drunk).*(?:breakfast"
        r"|lunch|dinner|supper|eat|eaten|drink|drunk|anything)\b(?! (?:to|with) (?:say"
        r"|do))",
    ),
    rule(
        _were_you_there,
        r"\bwere you (?:there|present|around|a witness)\b",
        r"^(?:did|have|had) you (?:see|seen|witness|witnessed|watch|notice|noticed)\b",
        r"^(?:were|was) you\b.*\bwhen\b",
    ),
    rule(_saw_with, r"^what (?:did|have) you (?:see|seen)\b"),
    rule(
        _account,
        r"\bwhat (?:did|have|were|had|else did) you (?:do|done|doing|been doing|been up"
        r" to|up to|busy)\b",
        r"\bhow (?:did you spend|was your|did you pass|has your|was)\b.*",
        r"\bwhat (?:has )?happened\b(?: to\b| with\b)?",
        r"\bwhat (?:was|is) going on\b",
        r"\bwhat did you see\b",
        r"\bwhat have you seen\b",
        r"\btell me about your (?:day|morning|afternoon|evening|night)\b",
        r"\bwhat were you busy\b",
        r"\bwere you (?:doing|busy)\b",
    ),
    rule(
        _own_deed,
        r"^(?:what|which) (?:\w+ )?(?:did|have|had) you\b",
    ),
    rule(
        _did_you,
        r"^(?:did|have|had|when did|where did|when have|where have|when was the last"
        r" time|where and when did) you\b(?! (?:ever |already )?(?:hear|heard)\b)",
    ),
)
"""The forms of questions about what was, in the order in which they are tried."""
