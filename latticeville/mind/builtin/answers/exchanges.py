"""Who asked, invited, offered, promised or thanked whom, for what, when and where, and what the other
said to it: one query over the words that the person spoke and heard."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.lexicon import SAME
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import of_time
from latticeville.mind.builtin.answers.sentence import sentences_of
from latticeville.mind.builtin.answers.told_memory import said_words, tell, tell_words
from latticeville.mind.builtin.answers.wanted import AnswerKind, wanted
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import INVITATION, OUTCOME, PLAN, PLEA, PROMISE, THANKS

_Match = re.Match[str]
ASK, INVITE, PROMISED, THANK, APOLOGISE, TAKE, REFUSE = (
    "ask",
    "invite",
    "promise",
    "thank",
    "apologise",
    "accept",
    "refuse",
)
"""What people do with words, besides telling."""
_ACTS: Mapping[str, str] = {
    ASK: (
        r"ask(?:s|ed|ing)?|demand(?:s|ed|ing)?|insist(?:s|ed|ing)?"
        r"|request(?:s|ed|ing)?|beg(?:s|ged|ging)?|urge[sd]?|want(?:s|ed)?(?= (?:from |of |you to\b))"
    ),
    INVITE: r"invit(?:e[sd]?|ing|ation)|propos(?:e[sd]?|ing)|suggest(?:s|ed|ing)?|offer(?:s|ed|ing)?",
    PROMISED: r"promis(?:e[sd]?|ing)",
    THANK: r"thank(?:s|ed|ing)?",
    APOLOGISE: r"apologi[sz](?:e[sd]?|ing)|excus(?:e[sd]?|ing)",
    TAKE: (
        r"accept(?:s|ed|ing)?|agree(?:s|d)?(?= to )"
        r"|sa(?:y|id) (?:yes|(?:that )?(?:he|she|they|you) (?:would|will) (?:come|be))"
    ),
    REFUSE: r"refus(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|turn(?:ed)? down|sa(?:y|id) no",
}
_VERB = re.compile("|".join(rf"\b(?P<{act}>{words})\b" for act, words in _ACTS.items()))
_ASKS = re.compile(
    r"\?|\bI (?:ask|want my|beg)\b|\bI should like to (?:see|know|have|hear)\b|\bplease\b"
    r"|\bCome (?:to|with|again|and)\b|\byour help\b|\bJoin me\b|\bif you like\b"
)
_THANKS = re.compile(r"\b(?:thank|thanks|bless you|you are kind|great favour)\b", re.IGNORECASE)
_SORRY = re.compile(r"\b(?:sorry|forgive|no excuse|own up|my fault|confess)\b", re.IGNORECASE)
_PROMISES = re.compile(r"\bI (?:promise|swear|go at once)\b|\bleave it to me\b", re.IGNORECASE)
_REFUSES = re.compile(
    r"\b(?:cannot|not free|no time|not suit|without me|too much on|say no|day is full|elsewhere|only be late"
    r"|have to work|work comes first|promised (?:others|that time)|ask somebody else|too far|too loud|dare not"
    r"|stay by myself)\b",
    re.IGNORECASE,
)
_ACCEPTS = re.compile(
    r"\b(?:I will come|I shall (?:come|be (?:there|at))|come gladly|say yes|count on me|like the idea|like that"
    r"|suits me|have time|keep a place|we meet|you would ask me|want to be|know my way|it is, then|too long"
    r"|as good as any|like to be)\b",
    re.IGNORECASE,
)
ANYBODY = ""
"""Who is not named, or asked for."""
ANSWERS_IN = 3
"""Ticks within which somebody answers words."""


@dataclass(frozen=True)
class Exchange:
    """A question about words of some act: by whom and to whom, as ids; `is_of_speaker` and
    `is_of_hearer` say for whom of them it asks, and `matter` are the stems of what it was about."""

    question: ReadQuestion
    act: str
    kind: AnswerKind
    speaker: str
    hearer: str
    matter: frozenset[str]
    is_of_speaker: bool = False
    is_of_hearer: bool = False

    @cached_property
    def words(self) -> list[MemoryRecord]:
        """The words that fit, oldest first."""
        some = of_time(self.question, self.question.asked.memories)
        return [one for one in some if one.spoken and one.about and self._fits(one)]

    def _fits(self, record: MemoryRecord) -> bool:
        question = self.question
        others = {*question.people} - {self.speaker, self.hearer}
        return (
            self.is_between(record)
            and _IS_ACT[self.act](record)
            and self._is_of_matter(record)
            and all(_names(question, each, record) for each in others)
            and all(_is_of_place(question, each, record) for each in question.places)
        )

    def is_between(self, record: MemoryRecord) -> bool:
        """Tell whether words are between those who take part."""
        speaker, *hearers = record.about
        is_by = speaker == self.speaker if self.speaker else speaker not in (self.hearer, ANYBODY)
        asked = self.question.asked
        is_by = is_by and not (not self.speaker and speaker == asked.who)
        return is_by and (_is_said_to(record, self.hearer, asked) if self.hearer else bool(hearers))

    def _is_of_matter(self, record: MemoryRecord) -> bool:
        """Tell whether words ask, promise or the like what a question is about: in one sentence, or
        as what they tell."""
        topic = record.topic
        gist, about = (topic.gist, topic.about) if topic is not None else ("", "")
        texts = [gist, *(one for one in sentences_of(said_words(record)) if self._has_act(one))]
        texts += [one.text for one in self.said_before(record)]
        return any(self.matter <= _meant(stems_of(fold(f"{one} {about}"))) for one in texts)

    def said_before(self, record: MemoryRecord) -> Iterator[MemoryRecord]:
        """Yield what was said just before words that answer it, by or to whom says them."""
        if self.act not in (THANK, APOLOGISE):
            return
        for one in self.question.asked.memories:
            is_before = record.tick - ANSWERS_IN <= one.tick < record.tick
            if is_before and one.spoken and record.about[0] in one.about:
                yield one

    def _has_act(self, sentence: str) -> bool:
        words = _WORDS_OF.get(self.act)
        return words is None or words.search(sentence) is not None


def _is_said_to(record: MemoryRecord, hearer: str, asked: Interviewee) -> bool:
    """Tell whether words are said to somebody, and not only in their hearing."""
    to = record.text.partition(": “")[0]
    name = asked.world.people[hearer].persona.first_name
    return hearer in record.about[1:] and (record.about[1] == hearer or name in to)


def _meant(stems: AbstractSet[str]) -> frozenset[str]:
    """Return the stems that stand for some."""
    return frozenset(SAME.get(one, one) for one in stems)


def _kind(record: MemoryRecord) -> str:
    return record.topic.kind if record.topic is not None else ""


def _invites(record: MemoryRecord) -> bool:
    topic = record.topic
    return topic is not None and topic.kind in (INVITATION, PLAN) and topic.at is not None


def _asks(record: MemoryRecord) -> bool:
    return _invites(record) or _kind(record) == PLEA or _ASKS.search(said_words(record)) is not None


_IS_ACT: Mapping[str, Callable[[MemoryRecord], bool]] = {
    ASK: _asks,
    INVITE: _invites,
    PROMISED: lambda one: (
        _kind(one) == PROMISE
        or (_kind(one) != OUTCOME and _PROMISES.search(said_words(one)) is not None)
    ),
    THANK: lambda one: _kind(one) == THANKS or _THANKS.search(said_words(one)) is not None,
    APOLOGISE: lambda one: _SORRY.search(said_words(one)) is not None,
    TAKE: _invites,
    REFUSE: _invites,
}
"""What words of each act are; of an answer, those that it answers."""
_WORDS_OF = {ASK: _ASKS, THANK: _THANKS, APOLOGISE: _SORRY, PROMISED: _PROMISES}
"""What a sentence of an act has; of one that is not here, any sentence may be of it."""


def _names(question: ReadQuestion, who: str, record: MemoryRecord) -> bool:
    return question.asked.world.people[who].persona.first_name in said_words(record)


def _is_of_place(question: ReadQuestion, place: str, record: MemoryRecord) -> bool:
    """Tell whether words were said at a place, or ask somebody there."""
    asked, at = question.asked, record.topic.at if record.topic is not None else None
    is_asked_there = at is not None and (
        asked.is_within(at.place, place) or asked.is_within(place, at.place)
    )
    is_named = fold(asked.world.name_of(place)) in fold(said_words(record))
    return is_asked_there or is_named or asked.is_within(record.place, place)


def _act_in(low: str) -> _Match | None:
    """Return where a question names an act that somebody may have done; None for none."""
    found = _VERB.search(low)
    return None if found is not None and _SUPPOSED.search(low[: found.start()]) else found


def read_exchange(question: ReadQuestion) -> Exchange | None:
    """Return the act of words that a question is about, with who takes part; None for no such."""
    found = _act_in(question.low)
    if found is None or found.lastgroup is None:
        return None
    kind, act = wanted(question).kind, found.lastgroup
    is_of_speaker = kind is AnswerKind.PERSON and _asks_speaker(question.low, found)
    subject = ANYBODY if is_of_speaker else _subject(question, found)
    if subject is None:
        return None
    speaker, hearer = _roles(question, found, subject)
    if not (speaker or hearer or is_of_speaker):
        hearer = question.asked.who
    is_of_hearer = kind is AnswerKind.PERSON and not is_of_speaker
    meals = stems_of(" ".join(_AT_MEAL.findall(question.low)))
    matter = _meant(question.matter - stems_of(found[0]) - _LIGHT - meals)
    return Exchange(question, act, kind, speaker, hearer, matter, is_of_speaker, is_of_hearer)


def _asks_speaker(low: str, found: _Match) -> bool:
    """Tell whether a question for somebody asks for who spoke."""
    is_passive = _PASSIVE.search(low[: found.start()]) is not None
    return _BY_SPEAKER.match(low) is not None or (
        is_passive and low.startswith(("who ", "by whom"))
    )


def _roles(question: ReadQuestion, found: _Match, subject: str) -> tuple[str, str]:
    """Return the ids of the speaker and the hearer of words of an act; "" for anybody."""
    low, after = question.low, question.low[found.end() :]
    speaker, hearer = subject, _first_named(question, after)
    if _PASSIVE.search(low[: found.start()]):
        speaker, hearer = hearer, subject or question.asked.who
    if found.lastgroup in (TAKE, REFUSE):
        return _inviter(question, after, speaker), speaker
    return speaker, hearer


_AT_MEAL = re.compile(r"\b(?:at|over|during) (breakfast|lunch|dinner|supper)\b")
"""A meal that says when something was."""
_SUPPOSED = re.compile(r"\b(?:would|could|should|might|can|will|shall)\b")
"""Words before an act that nobody has done."""
_PASSIVE = re.compile(r"\b(?:were|was|been|being|get|got) (?:you |ever |also )*$")
_BY_SPEAKER = re.compile(
    r"(?:and )?who (?!(?:did|do|does|have|has|had|will|were|was|are) (?:you|the|\w+ \w+ you)\b(?!.* by$))"
)
_LIGHT_WORDS = """
keep kept come help favour question join along anything first everybody two invitation invite promise
ask asked accept refuse lately already look see check fix repair mend thank thanked neighbour friend whether
"""
_LIGHT = frozenset(stems_of(_LIGHT_WORDS))
"""The stems of words that say nothing of what words of an act were about."""


def _subject(question: ReadQuestion, found: _Match) -> str | None:
    """Return the id of who a question says spoke, "" for anybody; None for nobody whom it names."""
    before = question.low[: found.start()]
    named = [(at, who) for who, at in _mentions(question, before)]
    if named:
        return max(named)[1]
    return ANYBODY if _ANYBODY.search(before) else None


_ANYBODY = re.compile(r"\b(?:any(?:one|body)|some(?:one|body)|they|people|else|been|were)\b|^who\b")


def _mentions(question: ReadQuestion, text: str) -> Iterator[tuple[str, int]]:
    """Yield whom a text names, and where; “you” is the person."""
    asked = question.asked
    people = {one: fold(asked.world.people[one].persona.first_name) for one in question.people}
    for who, name in {asked.who: "you", **people}.items():
        for each in re.finditer(rf"\b{re.escape(name)}\b(?!')", text):
            yield who, each.start()


def _first_named(question: ReadQuestion, after: str) -> str:
    """Return whom the words after a verb name first, where they begin with them; else anybody."""
    begins = re.match(r" (?:(?:of|from|to|out|by|with|down) )?", after)
    at = begins.end() if begins is not None else 0
    return next((who for who, start in _mentions(question, after) if start == at), ANYBODY)


def _inviter(question: ReadQuestion, after: str, speaker: str) -> str:
    """Return who had invited somebody that accepts or refuses."""
    asked = question.asked.who
    if speaker != asked:
        return asked
    return next(
        (one for one in question.people if fold(question.asked.name(one)) in after), ANYBODY
    )


def reply_to(question: ReadQuestion, record: MemoryRecord, by: str) -> MemoryRecord | None:
    """Return what somebody answered to words, as far as the person heard it; None for nothing."""
    speaker = record.about[0]
    later = (
        one
        for one in question.asked.memories
        if one.spoken and record.tick < one.tick <= record.tick + ANSWERS_IN
    )
    return next((one for one in later if one.about[:1] == (by,) and speaker in one.about[1:]), None)


def takes(reply: MemoryRecord) -> bool | None:
    """Tell whether words accept an invitation; None where they do not say so."""
    words = said_words(reply)
    if _REFUSES.search(words):
        return False
    return True if _ACCEPTS.search(words) else None


def _exchanged(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what a question asks of an act of words."""
    asks = read_exchange(question)
    if asks is None or question.time.future:
        return None
    if asks.act in (TAKE, REFUSE):
        return _taken(asks)
    words = asks.words
    return _of_words(asks, words) if words else None


def _taken(asks: Exchange) -> KnownAnswer | None:
    """Return whether somebody accepted what they were asked to come to, the newest; or who did."""
    asked, is_of_one = asks.question.asked, asks.kind is AnswerKind.PERSON
    for one, reply in _replies(asks):
        is_so = takes(reply) is (asks.act == TAKE)
        if is_of_one and not is_so:
            continue
        opens = ("Yes. " if is_so else "No. ") if asks.kind is AnswerKind.YES_OR_NO else ""
        if is_of_one:
            who = one if asks.speaker == ANYBODY else reply
            opens = f"{capital(asked.name(who.about[0]))}. "
        return cite(
            f"{opens}{tell(one, asked)} {tell_words(reply, asked, is_whole=True)}", [reply, one]
        )
    return None


def _replies(asks: Exchange) -> Iterator[tuple[MemoryRecord, MemoryRecord]]:
    """Yield words of an act with what was answered to them, yes or no; the newest first."""
    for one in reversed(asks.words):
        hearers = [asks.hearer] if asks.hearer else one.about[1:]
        replies = filter(None, (reply_to(asks.question, one, who) for who in hearers))
        reply = next(replies, None)
        if reply is not None and takes(reply) is not None:
            yield one, reply


def _of_words(asks: Exchange, words: Sequence[MemoryRecord]) -> KnownAnswer | None:
    """Return what words of an act tell of what a question asks for."""
    asked, last = asks.question.asked, words[-1]
    if asks.kind is AnswerKind.YES_OR_NO:
        cited = [last, *asks.said_before(last)]
        return cite(f"Yes. {tell_words(last, asked, is_whole=True)}", cited)
    if asks.kind is AnswerKind.TIME:
        return cite(f"{capital(asked.when(asked.minute_at(last)))}. {tell(last, asked)}", [last])
    if asks.kind is AnswerKind.PLACE:
        return cite(f"At {asked.place_name(last.place)}. {tell(last, asked)}", [last])
    if asks.is_of_speaker or asks.is_of_hearer:
        return _of_people(asks, words)
    if asks.kind is not AnswerKind.OTHER or asks.question.low.startswith(("how", "which")):
        return None
    best = sorted(words, key=lambda one: (-one.importance, -one.id))[:2]
    some = sorted(best, key=lambda one: one.id)
    return cite(" ".join(tell_words(one, asked, is_whole=True) for one in some), some)


def _of_people(asks: Exchange, words: Sequence[MemoryRecord]) -> KnownAnswer:
    """Return who spoke or heard words of an act: the first one, or all."""
    asked = asks.question.asked
    who = [one.about[:1] if asks.is_of_speaker else one.about[1:] for one in words]
    people = tuple(dict.fromkeys(one for each in who for one in each if one in asked.world.people))
    some = people[:1] if re.search(r"\bfirst\b", asks.question.low) else people
    told = f"{capital(asked.names(some))}. {tell_words(words[0], asked, is_whole=True)}"
    return cite(told, [words[0], *asks.said_before(words[0])])._replace(people=some)


def _not_met(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return why the person did not come to what somebody asked them to, or that one not to what
    they asked: as the one who was asked said."""
    asked, before = question.asked, question.before
    other = question.person or (before.person if before is not None else "")
    pairs = [(other, asked.who), (asked.who, other)]
    if re.match(r"why \w+ you\b", question.low) is None:
        pairs = pairs[1:]
    for speaker, hearer in pairs if other else pairs[:1]:
        asks = Exchange(question, INVITE, AnswerKind.REASON, speaker, hearer, frozenset())
        for one in reversed(_due(asks)):
            reply = reply_to(question, one, hearer)
            if reply is not None and takes(reply) is False:
                return cite(
                    f"{tell(one, asked)} {tell_words(reply, asked, is_whole=True)}", [reply, one]
                )
    return None


def _due(asks: Exchange) -> list[MemoryRecord]:
    """Return the invitations between two to what was due at the time of a question."""
    memories = asks.question.asked.memories
    some = (one for one in memories if one.spoken and one.about and asks.is_between(one))
    return [one for one in some if _invites(one) and _is_due(asks.question, one)]


def _is_due(question: ReadQuestion, record: MemoryRecord) -> bool:
    """Tell whether words ask to what was due at the time and the place of a question."""
    at, time = record.topic.at if record.topic is not None else None, question.time
    if at is None:
        return False
    matter = set[str]() if question.person else question.matter - _LIGHT
    if not matter <= stems_of(fold(f"{record.text} {at.what}")):
        return False
    is_then = not time.is_given or (at.start < time.end and time.start < at.end)
    return is_then and (not question.places or question.asked.is_at_any(at.place, question.places))


RULES = (
    rule(
        _not_met,
        r"^why (?:did|could|would|were|was) (?:you|\w+) not (?:want to |there )?(?:meet|come|go|join|see|visit|be"
        r"|keep|have|there|at|eat|play)\b",
        r"^why (?:did|have) (?:you|\w+) (?:refuse|decline|turn down|say no)\b",
        reads="invitation invite invited offer ask asked tea coffee",
    ),
    rule(_exchanged, _VERB.pattern, is_whole=True),
)
"""The forms of questions about what people ask of each other, in the order in which they are
tried."""
