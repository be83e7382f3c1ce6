"""What somebody believes of the world around: the time, the weather, where people and objects are."""

import re
from collections.abc import Iterable, Iterator

from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import weekday
from latticeville.core.sentence_case import capital
from latticeville.core.spoken_time import part_of_day
from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.belief import Belief
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import newest
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord

_Match = re.Match[str]


def _clock(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    minute, low = question.asked.minute, question.low
    shift = next((days for word, days in _OTHER_DAYS.items() if word in low), 0)
    if shift:
        word = next(word for word in _OTHER_DAYS if word in low)
        verb = "was" if shift < 0 else "is"
        return KnownAnswer(f"{word.capitalize()} {verb} {weekday(minute + shift * DAY)}.")
    now = f"It is {weekday(minute)}, {format_hours(minute)}."
    asks = re.search(r"^is (?:it|today) (?:now |already |still )?(?:the )?(\w+)", low)
    if asks is None:
        return KnownAnswer(now)
    yes = asks[1] in (weekday(minute).lower(), part_of_day(minute))
    return KnownAnswer(f"{'Yes' if yes else 'No'}. {now}")


_OTHER_DAYS = {"yesterday": -1, "tomorrow": 1}


def _seen(asked: Interviewee, belief: Belief) -> str:
    """Return when something was last seen, "" for what is in sight now."""
    if belief.seen < 0:
        return "since before I can say"
    return (
        "" if belief.seen >= asked.mind.beliefs.tick else asked.when(asked.minute_of(belief.seen))
    )


def _where_is(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where a person is believed to be, and when they were seen there."""
    asked, who = question.asked, question.person
    if not who:
        return _where_object(question)
    if question.time.is_given:
        return None
    if any(one.id == who for one in asked.in_sight):
        return KnownAnswer(
            f"{asked.name(who)} is here, at {asked.place_name(asked.place)}.", people=(who,)
        )
    return _last_seen(asked, who)._replace(people=(who,))


def _last_seen(asked: Interviewee, who: str) -> KnownAnswer:
    """Return when and where somebody was seen last."""
    name = asked.name(who)
    last = newest(asked.about(who), lambda one: one.tick >= 0 and _saw(asked, one, who))
    if last is not None:
        seen = f"I last saw {name} {asked.when(asked.minute_at(last))} at {asked.place_name(last.place)}."
        return cite(f"I do not know where {name} is now. {seen}", [last])
    belief = asked.mind.beliefs.get(who)
    if belief is None or belief.missing or belief.seen < 0:
        return KnownAnswer(f"I do not know where {name} is.")
    place = asked.place_name(belief.node.parent)
    return KnownAnswer(f"I do not know. I last saw {name} {_seen(asked, belief)} at {place}.")


def _saw(asked: Interviewee, record: MemoryRecord, who: str) -> bool:
    """Tell whether a memory in which somebody is shows that they were there."""
    return not record.spoken or record.about[0] in (who, asked.who)


def _what_does(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what another is doing, as far as it is in sight."""
    asked, who = question.asked, question.person
    if not who or question.time.is_given:
        return None
    name = asked.name(who)
    here = next((one for one in asked.in_sight if one.id == who), None)
    if here is not None:
        return KnownAnswer(f"{name} is {here.looks or 'here'}.", people=(who,))
    last = newest(asked.about(who), lambda one: bool(one.doing) and one.about[0] == who)
    if last is None:
        return KnownAnswer(f"I do not know: I do not see {name}.", people=(who,))
    return cite(f"I do not know: I do not see {name}. {tell(last, asked)}", [last])._replace(
        people=(who,)
    )


def _where_object(question: ReadQuestion) -> KnownAnswer | None:
    """Return where an object is, or where a place is."""
    asked = question.asked
    if not question.objects:
        return _where_place(question)
    for one in sorted(question.objects, key=lambda each: _order(asked, each)):
        name = asked.world.name_with_article(one)
        if one in asked.carries:
            return KnownAnswer(f"I carry {name}.")
        belief = asked.mind.beliefs.get(one)
        if belief is None:
            continue
        if belief.missing:
            return KnownAnswer(f"I do not know: {name} was not where I thought it was.")
        if belief.node.parent in asked.world.people:
            return KnownAnswer(f"{asked.name(belief.node.parent)} has {name}.")
        when = _seen(asked, belief)
        told = f", as I saw it {when}" if when.startswith(("at", "on")) else ""
        place = asked.place_name(belief.node.parent)
        return KnownAnswer(f"{name[:1].upper()}{name[1:]} is at {place}{told}.")
    return KnownAnswer("I do not know where that is.")


def _order(asked: Interviewee, one: str) -> tuple[int, str]:
    """Return what ranks objects of one name: those in sight, then those seen last."""
    belief = asked.mind.beliefs.get(one)
    return (-belief.seen if belief is not None else 1, one)


def _where_place(question: ReadQuestion) -> KnownAnswer | None:
    asked = question.asked
    if len(question.places) != 1 or question.time.is_given:
        return None
    place = question.places[0]
    parent = asked.world.areas.by_id[place].parent
    name = asked.world.name_of(place)
    inside = f" in {asked.world.name_of(parent)}"
    return KnownAnswer(f"{name} is{inside}.")


def _is_in_state(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return whether an object is in a state, as it was last seen."""
    asked, word = question.asked, found["state"]
    if question.people or question.time.is_given:
        return None
    known = _believed(asked, question.objects or _doors_of(question))
    if known is None:
        return None
    one, belief = known
    states = {*_state_words(asked, one), *_words_of(belief.node.looks)}
    if word not in states | _STATES:
        return None
    yes = "Yes" if word in _words_of(belief.node.looks) else "No"
    return KnownAnswer(f"{yes}: {_tell_state(asked, one, belief)}")


def _believed(asked: Interviewee, objects: Iterable[str]) -> tuple[str, Belief] | None:
    """Return the first of some objects of which the person knows, and what they believe of it."""
    beliefs = asked.mind.beliefs
    for one in sorted(objects, key=lambda each: _order(asked, each)):
        if (belief := beliefs.get(one)) is not None:
            return one, belief
    return None


def _state_words(asked: Interviewee, one: str) -> Iterator[str]:
    for state in asked.world.kinds[asked.world.objects[one].kind].states:
        yield from _words_of(state)


def _words_of(state: str) -> list[str]:
    return fold(state.replace("_", " ")).split()


def _tell_state(asked: Interviewee, one: str, belief: Belief) -> str:
    """Return the state in which an object was seen last."""
    name, looks = asked.world.name_with_article(one), belief.node.looks.replace("_", " ")
    when = _seen(asked, belief)
    if when.startswith(("at", "on")):
        return f"{name} was {looks or 'as always'} when I saw it {when}."
    return f"{name} is {looks or 'as always'}."


_STATES = {
    *[
        "open",
        "closed",
        "shut",
        "locked",
        "on",
        "off",
        "lit",
        "out",
        "broken",
        "full",
        "empty",
        "clean",
        "dirty",
    ]
}
"""States that people ask for by themselves."""


def _doors_of(question: ReadQuestion) -> tuple[str, ...]:
    """Return the doors of the places that a question names."""
    asked = question.asked
    names = [fold(asked.world.name_of(one)) for one in question.places]
    return tuple(
        one
        for one, each in asked.world.objects.items()
        if "door" in fold(each.name) and any(name in fold(each.name) for name in names)
    )


def tell_state(question: ReadQuestion, _found: _Match | None = None) -> KnownAnswer | None:
    """Return the state of an object as it was last seen."""
    if question.people or question.time.is_given:
        return None
    known = _believed(question.asked, question.objects)
    return KnownAnswer(capital(_tell_state(question.asked, *known))) if known else None


def _is_person_at(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether another is at a place, as far as the person sees."""
    asked, who = question.asked, question.person
    if not who or not question.places or question.time.is_given:
        return None
    name = asked.name(who)
    if any(one.id == who for one in asked.in_sight):
        yes = any(asked.is_within(asked.place, one) for one in question.places)
        return KnownAnswer(
            f"{'Yes' if yes else 'No'}, {name} is at {asked.place_name(asked.place)}."
        )
    return _where_is(question, _found)


def _who_has(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    if not question.objects or question.people:
        return None
    asked = question.asked
    for one in question.objects:
        name = asked.world.name_with_article(one)
        if one in asked.carries:
            return KnownAnswer(f"I have {name}.")
        belief = asked.mind.beliefs.get(one)
        if belief is not None and belief.node.parent in asked.world.people:
            return KnownAnswer(f"{asked.name(belief.node.parent)} has {name}.")
    found = _where_object(question)
    return found and found._replace(words=f"Nobody, as far as I know. {found.words}")


def _what_is_here(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    asked = question.asked
    things = [one for one in asked.mind.beliefs.sights if one.kind == "object"]
    people = [asked.name(one.id) for one in asked.in_sight]
    names = [*people, *dict.fromkeys(asked.world.name_with_article(one.id) for one in things)]
    return KnownAnswer(f"I see {list_words(names[:8])}." if names else "I see nothing of note.")


def _how_is(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when and where the person last saw another of whom a question asks how they are."""
    asked, who = question.asked, question.person
    seen = [one for one in asked.about(who) if one.tick >= 0] if who else []
    if not who:
        return None
    if not seen:
        return nothing(f"I cannot say. I have not seen {asked.name(who)}.", (who,))
    last = [one for one in seen if not one.spoken or one.about[:1] == (who,)][-1:] or seen[-1:]
    return cite(f"I cannot say for sure. {tell(last[0], asked)}", last)._replace(people=(who,))


RULES = (
    rule(
        _clock,
        r"\bwhat (?:time|day|date|weekday)\b(?! (?:did|do|does|will|are|were)\b).*\b(?:is|it|today|now|we)\b",
        r"\bwhich (?:day|weekday)\b.*\b(?:is|it|today)\b",
        r"^(?:what|which) (?:day|date|weekday) are we\b",
        r"\bwhat is (?:the|today's) (?:time|date|day)\b",
        r"\bhow late is it\b",
        r"^is (?:it|today) (?:now |already |still )?(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day\b",
        r"^is it (?:now |already |still )?(?:morning|noon|afternoon|evening|night)\b",
    ),
    rule(
        _what_is_here,
        r"^what (?:can|do) you see(?: here| now| (?:from|around|in front of|near|where)\b.*)?$",
        r"^what is (?:here|around you|near you|in front of you)$",
    ),
    rule(
        tell_state,
        r"\bwhat (?:state|condition) (?:is|are)\b",
        r"\bstate of the\b",
        r"^what (?:has |had )?(?:happened to|became of|become of) (?:the|your)\b",
        r"^(?:is|are) (?:the |your )?[\w' ]+ still\b(?! (?:at|in|on|to|going|coming)\b)",
        r"^(?:is|are) (?:the |your )?[\w' ]+ standing$",
        r"^how is (?:the|your)\b",
        r"^what is (?:the matter|wrong) with (?:the|your)\b",
    ),
    rule(
        _how_is,
        r"^how (?:is|are) (?!you\b|it\b|the\b|that\b)\w+(?: \w+)?(?: doing| feeling| getting on| keeping| faring"
        r"| these days| today| now| at the moment)*$",
    ),
    rule(
        _is_person_at,
        r"^is \w+(?: \w+)? (?:still |now )?(?:at|in|on|inside)\b",
    ),
    rule(
        _who_has,
        r"\bwho (?:has|holds|carries|is carrying|is holding|owns)\b",
    ),
    rule(
        _what_does,
        r"\bwhat is \w+(?: \w+)? (?:doing|up to)\b",
    ),
    rule(
        _where_is,
        r"^where (?:is|are|was)\b",
        r"\bwhere (?:do you think |could |might |can i find )",
        r"^where can\b",
        r"^have you seen \w+(?: \w+)?(?: today| lately| recently)?$",
        r"\bwhere (?:\w+ )+is$",
    ),
    rule(
        _is_in_state,
        r"^(?:is|are|was) (?:the |your )?.*\b(?P<state>\w+)$",
    ),
)
"""The forms of questions about what is around, in the order in which they are tried."""
