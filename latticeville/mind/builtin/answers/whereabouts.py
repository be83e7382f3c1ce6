"""Where somebody is and was: now, at a time, and whether at a place."""

import re
from collections.abc import Iterable, Sequence

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import attended
from latticeville.mind.builtin.answers.past_plans import last_before
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import (
    arrivals,
    at_places,
    events,
    nearest_in_time,
)
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.world.model.areas import WORLD

_Match = re.Match[str]
NOTHING = "I remember nothing of that time."
MOST_PLACES = 6
"""Most rooms that an answer lists; where there are more, it lists buildings."""


def _now(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person does at the moment, and where."""
    if question.time.is_given:
        return None
    asked = question.asked
    return KnownAnswer(f"I am {asked.doing} at {asked.place_name(asked.place)}.")


def _am_i_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person is at a place now."""
    asked, time = question.asked, question.time
    if not question.places or question.people or time.is_given or time.future:
        return None
    yes = any(asked.is_within(asked.place, one) for one in question.places)
    return KnownAnswer(f"{'Yes' if yes else 'No'}, I am at {asked.place_name(asked.place)}.")


def _where(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where the person was: at a point in time, or at all places of a longer time."""
    asked, time = question.asked, question.time
    if not time.is_given or time.future or question.people or _EATING.search(question.low):
        return None
    if time.point is not None:
        record = last_before(asked, time.point)
        some = [record] if record is not None else []
    else:
        some = [one for one in asked.memories if time.start <= asked.minute_at(one) < time.end]
    if not some:
        return KnownAnswer(NOTHING)
    return cite(f"I was at {_list_places(asked, some)}.", some)


_EATING = re.compile(r"\b(?:eat|eaten|drink|drunk|have (?:breakfast|lunch|dinner|supper))\b")


def _list_places(asked: Interviewee, records: Iterable[MemoryRecord]) -> str:
    """Return the places of memories: rooms, or buildings where these are many."""
    areas = asked.world.areas
    rooms = dict.fromkeys(one.place for one in records if one.place in areas.by_id)
    if len(rooms) == 1:
        return asked.place_name(next(iter(rooms)))
    if len(rooms) > MOST_PLACES:
        rooms = dict.fromkeys(map(areas.outermost, rooms))
    rooms.pop(WORLD, None)
    return list_words([asked.world.name_of(one) for one in rooms] or [asked.place_name(WORLD)])


def _where_was(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where the person saw or heard another at a time that is over, if they did."""
    asked, who, time = question.asked, question.person, question.time
    if not who or not time.is_given or time.future:
        return None
    some = [one for one in events(question) if who in one.about]
    name = asked.name(who)
    if not some:
        return KnownAnswer(f"I do not know where {name} was then.", people=(who,))
    record = nearest_in_time(question, some, 1)[0]
    when = asked.when(asked.minute_at(record))
    words = f"{name} was at {asked.place_name(record.place)} {when}. {tell(record, asked)}"
    return cite(words, [record])._replace(people=(who,))


def _was_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person saw or heard another at a place, at the time that is named."""
    asked, who = question.asked, question.person
    if not who or not question.places or question.time.future:
        return None
    name, place = asked.name(who), asked.world.name_of(question.places[0])
    some = [one for one in events(question) if who in one.about and _shows(one, who, asked)]
    there = at_places(question, some)
    if there:
        record = nearest_in_time(question, there, 1)[0]
        when = asked.when(asked.minute_at(record))
        words = f"Yes, {name} was at {asked.place_name(record.place)} {when}. {tell(record, asked)}"
        return cite(words, [record])._replace(people=(who,))
    then = " then" if question.time.is_given else ""
    words = f"I did not see {name} at {place}{then}."
    if some:
        last = nearest_in_time(question, some, 1)[0]
        return cite(f"{words} {tell(last, asked)}", [last])._replace(people=(who,))
    return nothing(words, (who,))


def _came_when(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return when the person saw another at a place, the first time of the last day or of the time
    that is named; or when they saw them leave it."""
    asked, who = question.asked, question.person
    if not who or not question.places or question.time.future:
        return None
    seen = [one for one in events(question) if one.about[:1] == (who,)]
    there = at_places(question, seen)
    came = _departures(seen, there) if _LEAVING.search(found[0]) else arrivals(seen, there)
    if not came:
        return nothing(f"I did not see {asked.name(who)} there.", (who,))
    when = capital(asked.when(asked.minute_at(came[-1])))
    return cite(f"{when}, as far as I saw. {tell(came[-1], asked)}", came[-1:])._replace(
        people=(who,)
    )


_LEAVING = re.compile(r"\b(?:leave|left)\b")


def _shows(record: MemoryRecord, who: str, asked: Interviewee) -> bool:
    """Tell whether a memory in which somebody is shows where they were."""
    return not record.spoken or who in record.about[:1] or asked.who in record.about[:1]


def _last_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when the person was last, or first, at a place."""
    asked = question.asked
    if not question.places or question.people:
        return None
    there = at_places(question, events(question))
    if not there:
        return nothing("Never, as far as I remember.")
    record = there[0] if "first" in question.low else there[-1]
    when = capital(asked.when(asked.minute_at(record)))
    return cite(f"{when}, at {asked.place_name(record.place)}. {tell(record, asked)}", [record])


def _arrived(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return when the person last, or first, came to a place, or left it, at the time that is
    named."""
    asked, lived = question.asked, [one for one in events(question) if one.place]
    if not question.places or question.people:
        return None
    is_left = re.search(r"\b(?:leave|left)\b", found[0]) is not None
    there = at_places(question, lived)
    came = _departures(lived, there) if is_left else arrivals(lived, there)
    if not came:
        return nothing("Not that I remember.")
    record = came[0] if re.search(r"\bfirst\b", question.low) else came[-1]
    when = asked.when(asked.minute_at(record))
    place = asked.place_name(question.places[0])
    return cite(f"{capital(when)}, I {'left' if is_left else 'came to'} {place}.", [record])


def _departures(lived: Sequence[MemoryRecord], there: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return the first memory after each stay at a place."""
    inside = {one.id for one in there}
    left = arrivals(lived, [one for one in lived if one.id not in inside])
    return [one for one in left if one.id != lived[0].id]


def _slept(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where the person was in the last night."""
    asked = question.asked
    point = asked.minute // DAY * DAY + DEEP_NIGHT
    record = last_before(asked, point if point <= asked.minute else point - DAY)
    if record is None:
        return KnownAnswer(NOTHING)
    return cite(f"At {asked.place_name(record.place)}.", [record])


DEEP_NIGHT = 3 * 60
"""The minute of the day at which people sleep."""


def _were_you_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person was at a place, at the time that is named."""
    asked = question.asked
    if not question.places:
        return attended(question)
    if question.people:
        return None
    some = _of_span(question)
    there = at_places(question, some)
    if there:
        chosen = there[0] if question.time.is_given else there[-1]
        when = asked.when(asked.minute_at(chosen))
        return cite(f"Yes, I was at {asked.place_name(chosen.place)} {when}.", [chosen])
    if not question.time.is_given:
        return nothing("No, not that I remember.")
    if not some:
        return KnownAnswer(NOTHING)
    return cite(f"No, I was at {_list_places(asked, some)}.", some[-1:])


def _of_span(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of the time of a question, with the last one before it, which tells where
    one was as it began; for a time of day, that one alone."""
    asked, time = question.asked, question.time
    if not time.is_given:
        return [one for one in asked.memories if one.tick >= 0]
    begun = last_before(asked, time.start if time.point is None else time.point)
    first = [begun] if begun is not None else []
    if time.point is not None:
        return first
    return [
        *first,
        *(one for one in asked.memories if time.start < asked.minute_at(one) < time.end),
    ]


def _how_long_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how long the person was at a place, at the time that is named or last."""
    if not question.places or question.people:
        return None
    stays = _stays(question)
    if not stays:
        return nothing("I was not there, as far as I remember.")
    some = stays if question.time.is_given else stays[-1:]
    spans = [(question.asked.minute_at(came), end) for came, end in some]
    total = sum(end - start for start, end in spans)
    told = list_words([f"{format_time(start)} to {format_hours(end)}" for start, end in spans])
    place = question.asked.place_name(question.places[0])
    words = f"About {_minutes(total)}: I was at {place} {told}."
    return cite(words, [came for came, _end in reversed(some)])


def _stays(question: ReadQuestion) -> list[tuple[MemoryRecord, int]]:
    """Return the first memory of each stay at a place that a question names, of its time, with the
    minute from which on one was elsewhere."""
    asked, lived = question.asked, [one for one in events(question) if one.place]
    there = at_places(question, lived)
    left = [*map(asked.minute_at, _departures(lived, there))]
    last = min(question.time.end, asked.minute) if question.time.is_given else asked.minute
    return [
        (one, next((end for end in left if end > asked.minute_at(one)), last))
        for one in arrivals(lived, there)
    ]


def _minutes(count: int) -> str:
    """Return a span of minutes in words."""
    parts = zip(divmod(count, 60), ("hour", "minute"), strict=True)
    told = [f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in parts if number]
    return list_words(told or ["a minute"])


RULES = (
    rule(
        _how_long_at,
        r"^(?:for )?how (?:long|much time) (?:did|were|have) you (?:\w+ )?(?:stay|stayed|been|spend|spent|at|in|be"
        r"|sit|wait)\b",
    ),
    rule(
        _where_was,
        r"^where (?:was|were|had|has|did) (?!you\b)",
    ),
    rule(
        _came_when,
        r"^when did (?!you\b|the\b|it\b)\w+ (?:come|arrive|go|get|turn up|show up|leave|enter|visit)\b",
    ),
    rule(
        _was_at,
        r"^(?:was|were|has|had|did) (?!you\b|the\b|there\b|it\b)\w+(?: \w+)? (?:also |ever |really )?"
        r"(?:at|in|been|come|go|gone|visit|show up|turn up|stop by|here|inside|on)\b",
    ),
    rule(
        _arrived,
        r"^when (?:did|have) you (?:last |first )?(?:get|got|arrive|arrived|reach|reached|return|returned"
        r"|(?:come|came|go|went) (?:back|home)|enter|entered|leave|left)\b(?! up\b)",
        r"^when were you (?:back )?(?:at )?home\b",
    ),
    rule(
        _last_at,
        r"^when (?:were|have|did|was the (?:last|first) time) (?:that )?you (?:\w+ )?(?:last |first )?"
        r"(?:in|at|been|went|go|come|came|gone|visit|visited|were|inside|on)\b",
    ),
    rule(
        _slept,
        r"^where did you (?:sleep|spend the night|pass the night|stay (?:last night|overnight))\b",
    ),
    rule(
        _now,
        r"\bwhat are you (?:doing|up to|busy with)\b",
        r"\bwhat do you do (?:right )?now\b",
        r"^where are you\b",
        r"\bare you busy\b",
        r"\bwhat is keeping you busy\b",
        r"\bwhat are you working on\b",
    ),
    rule(
        _am_i_at,
        r"^are you (?:now |currently |still )?(?:at|in|on|inside|here)\b",
    ),
    rule(
        _where,
        r"\bwhere (?:were|was|had|have|did) you\b(?! (?:last )?(?:see|saw|meet|met|talk"
        r"|hear|learn))",
    ),
    rule(
        _were_you_at,
        r"^(?:were|was|have|did|had) you (?:ever |already )?(?:been |be |go |gone "
        r"|visit |visited |come |walk |stay |pass |spend )?(?:at|in|to|on|by|inside"
        r"|through|the|your|time)\b(?!.*\b(?:see|saw|meet|met|talk|talked|speak|spoken"
        r"|when|hear|heard|take|eat|drink|tell|say|write|do|use|buy|sit|put)\b)",
    ),
)
"""The forms of questions about where somebody is and was, in the order in which they are tried."""
