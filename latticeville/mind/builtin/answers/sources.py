"""Where somebody has something from: who told them what, and whom they told."""

import re
from collections.abc import Sequence
from dataclasses import replace

from latticeville.mind.builtin.answers.answer import (
    NEAREST,
    UNHEARD,
    UNSURE,
    KnownAnswer,
    cite,
    nothing,
    rule,
)
from latticeville.mind.builtin.answers.exchanges import ASK, read_exchange
from latticeville.mind.builtin.answers.question import FUNCTION_STEMS, TWO, ReadQuestion
from latticeville.mind.builtin.answers.search import (
    ENOUGH,
    MemoryHit,
    at_places,
    newest,
    of_time,
    search,
)
from latticeville.mind.builtin.answers.told_memory import REFLECTION, quoted, tell, tell_all
from latticeville.mind.builtin.answers.votes import VOTING, decision
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import EVENT, INVITATION, MEMORY, OUTCOME

_Match = re.Match[str]


def nearest(question: ReadQuestion, hits: Sequence[MemoryHit], opens: str = UNSURE) -> KnownAnswer:
    """Return the best of some memories that are perhaps not what is meant."""
    best = hits[0]
    is_far = best.share < ENOUGH
    opens = UNHEARD if is_far and opens == UNSURE else opens
    if is_far and not is_telling(best.record):
        return nothing(opens)
    return cite(f"{opens} {NEAREST} {tell(best.record, question.asked)}", [best.record])


def is_telling(record: MemoryRecord) -> bool:
    """Tell whether a memory is more than the sight of somebody who comes and goes."""
    return record.spoken or record.importance > 1 or record.tick < 0


def _sourced(question: ReadQuestion) -> list[MemoryHit]:
    """Return the memories of what a question asks for, besides one's own words and conclusions."""
    asked = question.asked
    stems = (question.matter or question.stems) - VOTING or question.stems
    anytime = [
        one
        for one in asked.memories
        if one.kind != REFLECTION and not (one.spoken and one.about[:1] == (asked.who,))
    ]
    some = of_time(question, anytime)
    return search(question, stems, some) or search(question, stems, anytime)


def _who_told(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return from whom the person has something: who told it first, and who again."""
    before = question.before
    hits = _sourced(question if question.stems or before is None else before)
    best = _best(hits)
    if not best:
        return nearest(question, hits, "I do not know who told me.") if hits else None
    heard = sorted((one for one in best if one.spoken), key=lambda one: one.id)
    if not heard:
        return cite(f"Nobody told me. {tell(best[0], question.asked)}", best)
    return _tellers(question, heard)


_DECIDED = frozenset(
    ["decision", "decided", "vote", "voted", "result", "outcome", "end", "ended", "turned"]
)


def _who_decided(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return from whom the person has a decision, or that they were there."""
    made = decision(question) if question.words & _DECIDED else None
    if made is None:
        return None
    told = tell(made, question.asked)
    return cite(told if made.spoken else f"I was there. {told}", [made])


def _best(hits: Sequence[MemoryHit]) -> list[MemoryRecord]:
    """Return the memories that have most of a question's words, if they have enough."""
    return [one.record for one in hits if one.is_enough and one.share >= hits[0].share - NEARLY]


NEARLY = 0.01
"""The difference of two shares of words that counts as none."""


def _tellers(question: ReadQuestion, heard: list[MemoryRecord]) -> KnownAnswer:
    """Return who said some words first, and who later; of those whom a question names, if these
    did."""
    asked = question.asked
    heard = [one for one in heard if one.about[0] in question.people] or heard
    first, *later = dict.fromkeys(one.about[0] for one in heard)
    again = f" {asked.names(later)} spoke of it, too." if later else ""
    words = f"{asked.name(first)}. {tell(heard[0], asked)}{again}"
    return cite(words, heard)._replace(people=(first, *later))


def _told_by(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what another said to the person, or in their hearing."""
    asked, who = question.asked, question.person
    if not who or ((exchange := read_exchange(question)) is not None and exchange.act == ASK):
        return None
    said = _words_of(question, who)
    if _OF_ASKED.search(question.low):
        return _said_of(question, said, asked.who)
    if _OF_SPEAKER.search(question.low):
        return _said_of(question, said, who)
    return _said_by(question, who, said)


def _last_heard(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the last words that anybody said to the person, of the time of a question."""
    asked = question.asked
    some = of_time(question, asked.memories)
    heard = newest(some, lambda one: one.spoken and asked.who in one.about[1:])
    return cite(tell(heard, asked), [heard]) if heard is not None else None


_OF_ASKED = re.compile(r"\b(?:about|of) you(?:rself)?$")
_OF_SPEAKER = re.compile(r"\b(?:about|of) (?:himself|herself|themsel(?:f|ves))$")


def _said_by(question: ReadQuestion, who: str, said: list[MemoryRecord]) -> KnownAnswer:
    """Return the words of another that a question means, those to the person first if it says so."""
    asked = question.asked
    if re.search(r"\b(?:you|me)\b", question.low):
        said = [one for one in said if asked.who in one.about] or said
    said = at_places(question, said) or said
    told = _quote(question, said, f"I have not heard {asked.name(who)} say anything")
    is_told = bool(said) and not told.nothing and NEAREST not in told.words
    if is_told and question.low.startswith(("did", "has", "have")):
        return told._replace(words=f"Yes. {told.words}")
    return told


_OF_WHOM = re.compile(r"\b(?:about|of)\b")


def _said_of(question: ReadQuestion, said: list[MemoryRecord], whom: str) -> KnownAnswer:
    """Return what somebody said of another."""
    asked = question.asked
    some = [one for one in said if _is_of(one, whom, asked)]
    if not some:
        speaker = asked.name(question.person)
        return nothing(
            f"I have not heard {speaker} say anything about {asked.name(whom)}.", (whom,)
        )
    told = sorted(
        sorted(some, key=lambda one: (-one.importance, -one.id))[:2], key=lambda one: one.id
    )
    return cite(tell_all(told, asked), told)


def _told_of_another(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what one whom a question names said of another."""
    if len(question.people) < TWO or not _OF_WHOM.search(question.low):
        return None
    said = _words_of(question, question.people[0])
    return _said_of(question, said, question.people[1])


def _told_about(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether others told something of somebody, and what."""
    asked, who = question.asked, question.person
    if not who:
        return None
    left_out = {asked.who, who}
    said = [
        one
        for one in of_time(question, asked.memories)
        if one.spoken and one.about and one.about[0] not in left_out and _is_of(one, who, asked)
    ]
    if not said:
        return nothing(f"No, nobody told me anything about {asked.name(who)}.", (who,))
    told = sorted(
        sorted(said, key=lambda one: (-one.importance, -one.id))[:2], key=lambda one: one.id
    )
    return cite(f"Yes. {tell_all(told, asked)}", told)


def _is_of(record: MemoryRecord, who: str, asked: Interviewee) -> bool:
    """Tell whether words are of somebody: of what they think or did, or with their name."""
    topic = record.topic
    if topic is not None and topic.who == who:
        return True
    said = _CALLED.sub("", quoted(record))
    first = asked.world.people[who].persona.first_name
    return re.search(rf"\b{re.escape(first)}\b", said) is not None


_CALLED = re.compile(
    r"(?:(?<=, )|(?<=[.!?“] )|^)[A-Z]\w+(?:(?:, [A-Z]\w+)* and [A-Z]\w+)?(?=[,.!?:])"
)
"""Names by which words call those to whom they are said."""


def _who_knows(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who else knows of something: who told it, and to whom."""
    asked = question.asked
    best = _best(_sourced(question)) if question.stems else []
    heard = dict.fromkeys(
        who for one in best if one.spoken for who in (*one.about, *one.shared) if who != asked.who
    )
    people = tuple(one for one in heard if one in asked.world.people)
    if not people:
        return nothing("Nobody else, as far as I know.") if best else None
    words = f"{asked.names(people)}, as far as I know. {tell(best[0], asked)}"
    return cite(words, best)._replace(people=people)


_UNNAMED = re.compile(r"\b(?:it|that|this) (?:was|is)$")
"""Words that mean something which a question does not name."""


def _own_words(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person said, to another where the question names one."""
    before = question.before
    if before is not None and not question.stems and not question.people:
        question = replace(question, people=before.meant, before=None)
    asked, who = question.asked, question.person
    if _UNNAMED.search(question.low):
        return None
    said = [one for one in _words_of(question, asked.who) if not who or who in one.about]
    whom = f" to {asked.name(who)}" if who else ""
    return _quote(question, said, f"I remember nothing that I said{whom}")


def _words_of(question: ReadQuestion, speaker: str) -> list[MemoryRecord]:
    some = (one for one in question.asked.memories if one.spoken and one.about[:1] == (speaker,))
    return of_time(question, some)


def _quote(question: ReadQuestion, said: list[MemoryRecord], none: str) -> KnownAnswer:
    """Return the words that fit a question best, or else the most telling of the newest."""
    asked = question.asked
    if not said:
        return nothing(f"{none}{_then(question)}.")
    if question.matter - FUNCTION_STEMS:
        return _quote_about(question, said, none)
    if re.search(r"\blast\b", question.low):
        record = max(said, key=lambda one: one.id)
        return cite(tell(record, asked), [record])
    some = sorted(said, key=lambda one: (-one.importance, -len(asked.stems[one.id]), -one.id))[:2]
    return cite(tell_all(sorted(some, key=lambda one: one.id), asked), some)


def _quote_about(question: ReadQuestion, said: list[MemoryRecord], none: str) -> KnownAnswer:
    asked, hits = question.asked, search(question, question.matter, said)
    whole = [hit for hit in hits if question.matter <= asked.stems[hit.record.id]]
    if whole:
        return cite(tell(whole[0].record, asked), [whole[0].record])
    near = _in_talk_of(question, said)
    if near:
        return cite(tell_all(near, asked), near)
    if hits and hits[0].is_enough:
        return nearest(question, hits)
    if not hits:
        return nothing(f"{none} of that{_then(question)}.")
    record = max(said, key=lambda one: (one.importance, one.id))
    words = f"Of that, {none}{_then(question)}. {NEAREST} {tell(record, asked)}"
    return cite(words, [record])


def _in_talk_of(question: ReadQuestion, said: list[MemoryRecord]) -> list[MemoryRecord]:
    """Return at most two of some words that were said in a talk in which somebody named all that a
    question is about."""
    asked = question.asked
    named = [
        one
        for one in of_time(question, asked.memories)
        if one.spoken and question.matter <= asked.stems[one.id] and asked.who in one.about
    ]
    some = [one for one in said if any(abs(one.tick - each.tick) <= NEXT_WORDS for each in named)]
    return some[:2]


NEXT_WORDS = 3
"""Ticks within which one answers another."""


def _then(question: ReadQuestion) -> str:
    return " at that time" if question.time.is_given else ""


def _whom_told(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whom the person told something."""
    asked = question.asked
    if not question.matter:
        return None
    opens = "Yes: " if question.low.startswith(("did", "have")) else ""
    records = _told_others(question)
    if not records:
        return nothing(f"{'No, nobody' if opens else 'Nobody'}, as far as I remember.")
    if question.person:
        return _told_them(asked, question.person, records)
    others = tuple(dict.fromkeys(one for each in records for one in each.about[1:]))
    words = f"{opens}{asked.names(others)}. {tell(records[0], asked)}"
    return cite(words, records)._replace(people=others)


def _told_others(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the person's words of which a question is; of themselves where it says “that you”."""
    asked = question.asked
    said = _words_of(question, asked.who)
    if re.search(r"\b(?:that|about) you\b", question.low):
        said = [one for one in said if one.topic is not None and one.topic.who == asked.who]
    return [hit.record for hit in search(question, question.matter, said) if hit.is_enough]


def _told_them(asked: Interviewee, who: str, records: list[MemoryRecord]) -> KnownAnswer:
    """Return whether some words were said to somebody."""
    to_them = [one for one in records if who in one.about]
    opens = "Yes." if to_them else f"No, not {asked.name(who)}."
    some = to_them or records
    return cite(f"{opens} {tell(some[0], asked)}", some)


def _heard_of(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person knows of something, or the nearest."""
    records = _concerning(question)
    hits = search(question, question.matter or question.stems, records)
    if hits and not hits[0].is_enough:
        return nearest(question, hits)
    some = _most_telling(hits) or _newest_of_people(question, records)
    if not some:
        return None
    opens = "Yes. " if re.match(r"(?:have|did|do) you", question.low) else ""
    return cite(f"{opens}{tell_all(some, question.asked)}", some)


def _most_telling(hits: Sequence[MemoryHit]) -> list[MemoryRecord]:
    """Return at most two of the memories that have as many words of a question as the best, in
    order: what can be told before mere sights, then the most important, each topic once."""
    best = [hit.record for hit in hits if hit.is_enough and hit.share == hits[0].share]
    best.sort(key=lambda one: (one.topic is None, -one.importance, -one.id))
    topics = {one.topic.key if one.topic is not None else "": one for one in reversed(best)}
    some = [one for one in best if one in topics.values()][:2]
    return sorted(some, key=lambda one: one.id)


def _concerning(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of the time, the people and the place that a question names, besides
    conclusions: what was seen at a place, before words."""
    some = at_places(question, of_time(question, question.asked.memories))
    some = [one for one in some if one.kind != REFLECTION]
    some = [one for one in some if not question.people or _names_one(one, question)]
    seen = [one for one in some if not one.spoken] if question.places else []
    return seen or some


def _newest_of_people(
    question: ReadQuestion, records: Sequence[MemoryRecord]
) -> list[MemoryRecord]:
    """Return the newest memory that is more than a walk, where a question is about people alone."""
    if not question.people or question.matter:
        return []
    found = newest(records, lambda one: one.importance > 1)
    return [] if found is None else [found]


def _names_one(record: MemoryRecord, question: ReadQuestion) -> bool:
    world = question.asked.world
    return any(
        one in record.about or world.people[one].persona.first_name in record.text
        for one in question.people
    )


def _news(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Return the newest that others told."""
    asked = question.asked
    some = [
        one
        for one in of_time(question, asked.memories)
        if one.spoken
        and one.about[:1] != (asked.who,)
        and one.topic is not None
        and one.topic.kind in _NEWS
    ][-2:]
    if not some:
        return KnownAnswer("I have heard nothing new.")
    return cite(tell_all(some, asked), some)


_NEWS = frozenset({EVENT, MEMORY, OUTCOME, INVITATION})
"""The kinds of topics that are news."""
_ASKS_SOURCE = (
    r"^who (?:let you know|made you aware|broke the news|brought (?:you )?the news)\b",
    (
        r"\bwho (?:has |had |first )?(?:told|informed|said|mentioned|reported)\b(?!"
        r" (?:to )?(?:whom|anyone)).*"
    ),
    (
        r"\bhow (?:do|did|have) you (?:know(?! \w+$)|learn|learnt|learned|hear|heard|find out"
        r"|found out|come to know)\b"
    ),
    r"\b(?:from|by) (?:who|whom)\b.*\b(?:hear|heard|know|told|learn)",
    r"\bwho (?:did|do|have) you (?:hear|heard|have|learn|know) .*\bfrom\b",
    (
        r"\bwhere (?:did|do|have) you (?:hear|heard|learn|know|have"
        r"|get)\b.*(?:\b(?:that|about|of|it|from)\b)"
    ),
    r"\bwhere do you know\b",
    r"\bwho is your source\b",
)
_ASKS_WORDS = (
    r"^what \w+(?: \w+)? (?:said|says|told)\b",
    (
        r"\bwhat (?:did|has|have|does|was|is) (?!you\b).*\b(?:say|said|tell|told|saying"
        r"|tells?|ask|asked|asks|report|reported|answer|confess|confessed|admit|admitted|confide"
        r"|confided|reveal|revealed|explain|explained)\b"
    ),
    r"\bwhat .* told you\b",
    (
        r"^(?:did|has|have) (?!you\b)\w+(?: \w+)? (?:say|said|tell|told|mention"
        r"|mentioned|speak|talk)\b(?! (?:to|with) you)"
    ),
)
ASKS_WHO_KNOWS = (
    (
        r"^(?:who|does any(?:one|body)|do others|has any(?:one|body)|have others) (?:else |all )*(?:heard|hears"
        r"|hear|knows?|has heard|have heard|learnt|learned)\b.*\b(?:about|of|that)\b"
    ),
)
ASKS_WHOM_TOLD = (
    r"\b(?:who|whom) (?:did|have) you (?:ever |already )?(?:tell|told|say|said|mention|mentioned|confide[ds]?)\b",
    (
        r"^(?:did|have) you (?:ever |already )?(?:tell|told|mention|mentioned|said"
        r"|say)\b.*\b(?:any(?:one|body)|some(?:one|body)|to)\b"
    ),
    r"^(?:did|have) you (?:ever |already )?(?:tell|told) \w+ (?:about|of|that)\b",
)
RULES = (
    rule(
        _news,
        r"^what is new\b",
        r"^(?:is there )?any(?:thing)? (?:news|new)\b(?! of| about)",
        r"^what have you heard(?: lately| today| recently| yesterday)?$",
        r"\bthe latest (?:news|gossip)\b",
        r"^any gossip",
    ),
    rule(
        _last_heard,
        r"\b(?:last|latest) (?:thing|words?) (?:that )?(?:any(?:one|body)|some(?:one|body)|people|they) (?:has |have )?"
        r"(?:said|told|say|tell)\b",
    ),
    rule(_who_decided, *_ASKS_SOURCE),
    rule(_who_told, *_ASKS_SOURCE),
    rule(_who_knows, *ASKS_WHO_KNOWS),
    rule(_whom_told, *ASKS_WHOM_TOLD),
    rule(
        _own_words,
        r"^what you (?:said|say|told|tell|answered|replied|asked)\b",
        r"\bwhat (?:did|have|do) you (?:say|said|tell|told|answer|reply|ask|asked)\b",
        r"\byour (?:last )?words\b",
    ),
    rule(
        _told_about,
        r"^(?:did|has|have|had) (?:anyone|anybody|somebody|someone|they|people) (?:say|said|tell|told"
        r"|mention|mentioned)\b.*\b(?:about|of)\b",
    ),
    rule(_told_of_another, *_ASKS_WORDS),
    rule(_told_by, *_ASKS_WORDS),
    rule(
        _heard_of,
        r"\b(?:heard|hear)\b",
        r"\bdo you know (?:of|about|that|anything|something)\b",
        r"\bwhat do you (?:know|remember) (?:of|about)\b",
        r"\bdid you know\b",
        r"\bdo you remember\b",
        r"\bremember (?:about|of)\b",
        r"\bwhat (?:is|are) (?:people|they|everybody|everyone) (?:saying|talking)\b",
        r"\btell me (?:something |more |what you know )?about\b",
        r"\bwhat can you (?:tell me|say) about\b",
        r"\bwhat about\b",
        r"\bany news (?:of|about)\b",
    ),
)
"""The forms of questions about words and their sources, in the order in which they are tried."""
