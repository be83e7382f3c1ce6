"""What was decided, how people voted, and which meeting comes next."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.core.quotes import in_quotes
from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.agreements import tell_appointment
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.occasions import appointments
from latticeville.mind.builtin.answers.opinions import newest_stances, tell_history, tell_opinion
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import of_time
from latticeville.mind.builtin.answers.told_memory import said_words, tell
from latticeville.mind.interview_question import stems_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present
from latticeville.mind.topic import DECISION, OPINION, Appointment, subject_of
from latticeville.mind.topics import MEETING_MINUTES

_Match = re.Match[str]


def _decided(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what was decided on what a question names, as the person saw or heard it."""
    record = None if question.people or _BESIDE.search(question.low) else decision(question)
    return None if record is None else cite(tell(record, question.asked), [record])


_BESIDE = re.compile(r"\b(?:after|before|during|since|at) (?:the|that) (?:\w+ )*(?:vote|meeting)\b")
"""Words that ask for something else at the time of a vote."""


def decision(question: ReadQuestion) -> MemoryRecord | None:
    """Return the memory of a decision that a question means: seen before heard, the newest."""
    if _points_back(question):
        return decision(question.before) if question.before is not None else None
    known = _known_decisions(question)
    people = " ".join(question.asked.world.name_of(one) for one in question.people)
    named = question.stems - VOTING - stems_of(fold(people))
    alike = {each for one in named for each in stems_alike(one)}
    meant = [one for one in known if alike & stems_of(fold(f"{_about(one)} {_told_in(one)}"))]
    some = meant or ([] if named else known)
    return max(some, key=_is_newest, default=None)


def _decisions(records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    return [one for one in records if one.topic is not None and one.topic.kind == DECISION]


def _known_decisions(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of decisions of the time of a question; where it is on an election, of votes
    on people if there were any."""
    elections = decided_on_people(question.asked) if _OF_OFFICE.search(question.low) else []
    found = [one for one, _ in elections]
    return found or _decisions(of_time(question, question.asked.memories))


_OF_OFFICE = re.compile(r"\b(?:elections?|elected|re-elected)\b")
"""Words for a vote on a person."""


def decided_on_people(asked: Interviewee) -> list[tuple[MemoryRecord, str]]:
    """Return the memories of votes on people, each with the name of whom it chose."""
    found = [(one, _elected(asked, one)) for one in _decisions(asked.memories)]
    return [(one, name) for one, name in found if name]


def _elected(asked: Interviewee, record: MemoryRecord) -> str:
    """Return the name of whom a vote chose; "" where it was not on people."""
    sides = dict(_sides(record))
    won = _winning_side(record, sides) if len(sides) == BOTH else ""
    names = {one.persona.first_name for one in asked.world.people.values()}
    name = won.removeprefix("for ")
    return name if won != name and name in names else ""


def _is_newest(record: MemoryRecord) -> tuple[bool, int]:
    return (not record.spoken, record.id)


def _told_in(record: MemoryRecord) -> str:
    """Return what a memory tells of a decision, without what only leads to it."""
    gist = record.topic.gist if record.topic is not None else ""
    return gist or record.text


def _points_back(question: ReadQuestion) -> bool:
    """Tell whether a question that names no subject means that of the words before it."""
    is_named = bool(question.subjects or question.stems - VOTING)
    return (
        question.before is not None and not is_named and _POINTING.search(question.low) is not None
    )


_POINTING = re.compile(r"\b(?:it|that|this|they)\b")


def _about(record: MemoryRecord) -> str:
    return record.topic.about if record.topic is not None else ""


VOTING = stems_of(
    "vote voted voting election elect elected meeting decide decided decision outcome result"
    " end ended next win won side way out come came go went gone happen happened"
    " against opposed other same otherwise"
    " make made think feel felt hoped wanted wished liked expected"
    " turn turned took take happy pleased content satisfied glad disappointed sad outvoted lose lost"
)


def _voted(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return on which side the person, or whom a question names, voted; None where it names somebody
    else besides who voted."""
    record = decision(question)
    is_of_you = _YOU_VOTED.match(question.low) is not None
    if record is None or (is_of_you and question.people):
        return None
    if not re.search(r"\bvote|\bside\b", question.low) and not _is_on_side(
        question, next(_sides(record), ("",))[0], record
    ):
        return None
    return _voted_by(question, question.person or question.asked.who)


_YOU_VOTED = re.compile(r"(?:did|have) you\b(?! and\b)")


def _voted_by(question: ReadQuestion, who: str) -> KnownAnswer | None:
    """Return on which side somebody voted, with what was decided; None for no such decision."""
    record = decision(question)
    if record is None:
        return None
    voted = _voted_in(question.asked, record, who)
    return voted._replace(
        words=f"{_is_on_side(question, _side_of(question.asked, record, who), record)}{voted.words}"
    )


def _side_of(asked: Interviewee, record: MemoryRecord, who: str) -> str:
    """Return on which side of a decision somebody voted; "" for none."""
    name = asked.world.people[who].persona.first_name
    return next((side for side, names in _sides(record) if name in names), "")


def _voted_in(asked: Interviewee, record: MemoryRecord, who: str) -> KnownAnswer:
    """Return on which side of a decision somebody voted, with what was decided."""
    name = asked.world.people[who].persona.first_name
    side = _side_of(asked, record, who)
    if not side:
        words = "I did not vote." if who == asked.who else f"I do not know of a vote of {name}."
        return cite(f"{words} {tell(record, asked)}", [record])
    subject = "I" if who == asked.who else name
    words = f"{subject} voted {side}. {tell(record, asked)}"
    return cite(words, [record], _view_behind(asked, who, _about(record)))


def _view_behind(asked: Interviewee, who: str, subject: str) -> str:
    """Return the view behind the vote of the person, or of another as far as it was heard."""
    held = asked.mind.relations.opinions.get(subject) if who == asked.who else None
    if held is not None:
        return tell_opinion(subject, held)
    heard = newest_stances(asked, subject).get(who)
    return "I do not know why." if heard is None else tell(heard[0], asked)


def _is_on_side(question: ReadQuestion, side: str, record: MemoryRecord) -> str:
    """Return “Yes. ” or “No. ” where a question asks whether somebody took one side; the first side
    is for the matter, the second against it."""
    sides = [one for one, _ in _sides(record)]
    if not question.low.startswith(("did", "were", "was", "have", "has")) or len(sides) != BOTH:
        return ""
    stems = [stems_of(" ".join(in_present(words_of(one)))) for one in sides]
    own = sides.index(side)
    for at, here in enumerate(stems):
        if question.stems & (here - stems[1 - at]):
            return "Yes. " if at == own else "No. "
    found = re.search(r"\b(for|against)\b", question.low)
    return "" if found is None else "Yes. " if (found[1] == "for") == (own == 0) else "No. "


BOTH = 2
"""The sides of a vote."""


def opinion_with_vote(question: ReadQuestion, subject: str) -> KnownAnswer:
    """Return the person's opinion on a subject, with their vote where it was decided."""
    asked = question.asked
    told, why = (
        tell_opinion(subject, asked.mind.relations.opinions[subject]),
        tell_history(asked, subject),
    )
    made = [one for one in _decisions(asked.memories) if _about(one) == subject]
    if not made:
        return KnownAnswer(told, why=why)
    voted = _voted_in(asked, max(made, key=_is_newest), asked.who)
    return voted._replace(words=f"{told} {voted.words}", why=why)


def _went_your_way(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return on which side the person was, beside what was decided."""
    found = None if question.people else _voted_by(question, question.asked.who)
    record = decision(question)
    if found is not None and record is not None:
        return found._replace(words=f"{_won(question, record)}{found.words}")
    return cite(tell(record, question.asked), [record]) if record is not None else None


def _won(question: ReadQuestion, record: MemoryRecord) -> str:
    """Return “Yes. ” or “No. ” where a question asks whether the person's side won, by the votes or,
    of as many, by what was decided."""
    sides, first = [*_sides(record)], question.asked.persona.first_name
    if not _ASKS_WON.search(question.low) or len(sides) != BOTH:
        return ""
    own, other = sorted(sides, key=lambda one: first not in one[1])
    if first not in own[1]:
        return ""
    made = stems_of(" ".join(in_present(words_of(record.text.partition(":")[0]))))
    has = [bool(made & stems_of(side.removeprefix("to "))) for side, _ in (own, other)]
    won = len(own[1]) - len(other[1]) or has[0] - has[1]
    is_lost = re.search(r"\b(?:lose|lost|outvoted)\b", question.low) is not None
    return "" if not won else "Yes. " if (won > 0) is not is_lost else "No. "


_ASKS_WON = re.compile(
    r"^(?:did|was|were|have|has)\b.*\b(?:way|win|won|lose|lost|outvoted|wanted|wished|hoped)\b"
)


def tell_feeling(question: ReadQuestion) -> KnownAnswer | None:
    """Return whether a vote that a question or the one before it names went as the person voted; None
    where they did not vote on it."""
    asked = question.asked
    of = question if _OF_VOTE.search(question.low) else question.before
    record = decision(of) if of is not None and _OF_VOTE.search(of.low) else None
    own = _side_of(asked, record, asked.who) if record is not None else ""
    if record is None or not own or question.people:
        return None
    is_won = _winning_side(record, dict(_sides(record))) == own
    voted = _voted_in(asked, record, asked.who)
    return voted._replace(words=f"{_feels(question, is_won=is_won)} {voted.words}")


def _feels(question: ReadQuestion, *, is_won: bool) -> str:
    """Return whether a vote went as the person wanted, after yes or no where a question asks so."""
    is_glad = _SAD.search(question.low) is None
    yes = ("Yes. " if is_won is is_glad else "No. ") if _POLAR.match(question.low) else ""
    return f"{yes}{'It went as I wanted.' if is_won else 'It did not go as I wanted.'}"


_OF_VOTE = re.compile(
    r"\b(?:vote[ds]?|voting|election|elected|meeting|result|outcome|decision|decided|won|win)\b"
)


_SAD = re.compile(
    r"\b(?:sad|disappoint\w*|upset|sorry|angry|hurt\w*|bitter|unhappy|regret|mind|cross|lost)\b"
)
"""Words of a question whether somebody is sorry."""
_POLAR = re.compile(r"(?:and )?(?:are|were|did|do|was|is|have)\b")


def _other_side(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return who took the side of the person in a vote, or the other one."""
    asked, record = question.asked, None if question.people else decision(question)
    sides = dict(_sides(record)) if record is not None else {}
    first = asked.persona.first_name
    own, other = sorted(sides, key=lambda one: first not in sides[one])[:BOTH] or ("", "")
    if record is None or len(sides) != BOTH or first not in sides[own]:
        return None
    side = own if _OWN_SIDE.search(found[0]) else other
    names = list_words(sorted(sides[side] - {first})) or "Nobody"
    return cite(f"{names} voted {side}. I voted {own}. {tell(record, asked)}", [record])


_OWN_SIDE = re.compile(r"\b(?:same|your side|like you|as you|with you)\b")


def _why_voted(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the view behind the person's vote."""
    asked, record = question.asked, decision(question)
    voted = _voted_by(question, asked.who) if not question.people else None
    held = asked.mind.relations.opinions.get(_about(record)) if record is not None else None
    if voted is None or record is None:
        return None
    opinion = f"{tell_opinion(_about(record), held)} " if held is not None else ""
    return voted._replace(words=f"{opinion}{voted.words}")


def _who_voted(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who voted on a side, or on which side each."""
    record = None if question.people else decision(question)
    sides = [*_sides(record)] if record is not None else []
    if record is None or not sides:
        return None
    side = next((one for one in sides if _is_meant_side(question, one[0], record)), None)
    if side is None and "vote" not in question.low:
        return None
    names = f"{list_words(sorted(side[1]))}. " if side is not None else ""
    return cite(f"{names}{tell(record, question.asked)}", [record])


def _winners(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return who was on the side that won a vote, or on the one that lost it."""
    record = None if question.people else decision(question)
    sides = dict(_sides(record)) if record is not None else {}
    if record is None or len(sides) != BOTH:
        return None
    won = _winning_side(record, sides)
    if not won:
        return None
    is_lost = re.search(r"\b(?:lose|lost|outvoted)\b", found[0]) is not None
    side = next(one for one in sides if (one == won) is not is_lost)
    names = list_words(sorted(sides[side]))
    who = side.removeprefix("for ") if _elected(question.asked, record) else names
    return cite(f"{who}. {tell(record, question.asked)}", [record])


def _winning_side(record: MemoryRecord, sides: Mapping[str, set[str]]) -> str:
    """Return the side that more took, or of as many the one that was decided for; "" for neither."""
    less, more = sorted(sides, key=lambda one: len(sides[one]))
    if len(sides[less]) < len(sides[more]):
        return more
    stems = {side: stems_of(side) for side in sides}
    told = re.split(r"[.!?;:]\s", record.text, maxsplit=1)[0]
    made = stems_of(told) - (stems[less] & stems[more])
    return next((side for side in sides if made & stems[side]), "")


def _is_meant_side(question: ReadQuestion, side: str, record: MemoryRecord) -> bool:
    asked = replace(question, low=f"did {question.low}")
    return _is_on_side(asked, side, record) == "Yes. "


def _voted_for(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return whether the person, or another, voted for somebody whom a question names."""
    asked, record = question.asked, decision(replace(question, people=()))
    first = {fold(each.persona.first_name): one for one, each in asked.world.people.items()}
    voter = asked.who if found["voter"] == "you" else first.get(found["voter"], "")
    sides = dict(_sides(record)) if record is not None else {}
    side = next((one for one in sides if fold(one) == f"for {found['whom']}"), "")
    if record is None or not voter or not side:
        return None
    opens = "Yes" if _side_of(asked, record, voter) == side else "No"
    return cite(f"{opens}. {tell(record, asked)}", [record])


def _is_elected(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person, or another whom a question names, was voted for as more were for
    them than for others; None where the vote was on nobody of theirs."""
    asked, record = question.asked, decision(replace(question, people=())) or decision(question)
    sides = dict(_sides(record)) if record is not None else {}
    who = question.person or asked.who
    name = asked.world.people[who].persona.first_name
    own = next((one for one in sides if one == f"for {name}"), "")
    if record is None or not own or len(sides) != BOTH:
        return None
    is_lost = re.search(r"\b(?:lose|lost|beaten)\b", question.low) is not None
    is_so = (_winning_side(record, sides) == own) is not is_lost
    return cite(f"{'Yes' if is_so else 'No'}. {tell(record, asked)}", [record])


def _is_decided(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the side won that a question names."""
    record = decision(question)
    sides = sorted(_sides(record), key=lambda one: -len(one[1])) if record is not None else []
    if record is None or len(sides) != BOTH or len(sides[0][1]) == len(sides[1][1]):
        return None
    opens = _is_on_side(question, sides[0][0], record)
    return cite(f"{opens}{tell(record, question.asked)}", [record]) if opens else None


def _tie_broken(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how it was decided where as many were on one side as on the other."""
    record = decision(question.before or question) or decision(
        replace(question, low="", before=None)
    )
    return cite(tell(record, question.asked), [record]) if record is not None else None


def vote_with_reasons(question: ReadQuestion) -> KnownAnswer | None:
    """Return how the person voted on what a question means, with what they said of it at the meeting;
    None for no such vote."""
    asked, record = question.asked, meant_vote(question)
    if record is None:
        return None
    side = _side_of(asked, record, asked.who)
    said = _said_at(asked, record)
    words = " ".join(in_quotes(said_words(one)) for one in said)
    voted = f"I voted {side}." if side else "I did not vote."
    held = asked.mind.relations.opinions.get(_about(record))
    why = f" I said at the meeting: {words}" if said else ""
    view = f" {tell_opinion(_about(record), held)}" if held is not None else ""
    return cite(f"{voted}{why}{view} {tell(record, asked)}", [record, *said], why=view.strip())


def tell_vote(question: ReadQuestion) -> KnownAnswer | None:
    """Return how a vote went that a question means; None for no such vote."""
    is_of_vote = bool(question.subjects) or _OF_VOTE.search(question.low) is not None
    record = meant_vote(question) if is_of_vote else None
    return None if record is None else cite(tell(record, question.asked), [record])


def meant_vote(question: ReadQuestion) -> MemoryRecord | None:
    """Return the vote that a question means: on a subject that it names, or that what was told or asked
    before it names, on people whom it names, of its time, or else the newest."""
    votes = [one for one in _decisions(question.asked.memories) if [*_sides(one)]]
    subjects = {*question.subjects, *_subjects_before(question)}
    found = [one for one in votes if _about(one) in subjects]
    found = found or _votes_on(question, votes)
    if not (found or question.subjects):
        found = of_time(question, votes)
    return max(found, key=_is_newest, default=None)


def _subjects_before(question: ReadQuestion) -> tuple[str, ...]:
    """Return the subjects of what was told before a question, or asked where it names none."""
    counts = question.is_told or not question.subjects
    return question.before.subjects if counts and question.before is not None else ()


def _votes_on(question: ReadQuestion, votes: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return the votes on people whom a question names."""
    people = question.asked.world.people
    names = [f"for {people[one].persona.first_name}" for one in question.meant]
    return [one for one in votes if any(side in names for side, _ in _sides(one))]


def _said_at(asked: Interviewee, made: MemoryRecord) -> list[MemoryRecord]:
    """Return the views that the person gave at the meeting that decided something."""
    until = asked.minute_at(made)
    return [
        one
        for one in asked.memories
        if one.spoken
        and one.about[:1] == (asked.who,)
        and until - MEETING_MINUTES <= asked.minute_at(one) <= until
        and one.place == made.place
        and one.topic is not None
        and one.topic.kind == OPINION
        and subject_of(one.topic) == _about(made)
    ]


def _voters(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how many voted on each side, as far as the person saw or heard."""
    record = decision(question)
    counts = [(side, len(names)) for side, names in _sides(record)] if record is not None else []
    if record is None or not counts:
        return None
    told = list_words([f"{count} voted {side}" for side, count in counts])
    return cite(f"{capital(told)}. {tell(record, question.asked)}", [record])


def _sides(record: MemoryRecord) -> Iterator[tuple[str, set[str]]]:
    """Yield the sides of a decision with the first names of those who took them."""
    for side, names in re.findall(rf"([\w' ]+): ({_NAMES})(?=[.;]|$)", record.text):
        if side.strip() != "neither":
            yield side.strip()[:1].lower() + side.strip()[1:], {*re.findall(r"[A-Z]\w*", names)}


_NAMES = r"[A-Z]\w*(?:, [A-Z]\w*)*(?: and [A-Z]\w*)?"


def _happened_there(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what a meeting decided that a question names."""
    record = None if question.people else decision(question)
    return cite(tell(record, question.asked), [record]) if record is not None else None


def _when_held(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return when a meeting was, or is to be."""
    called, asked = _called_meetings(question), question.asked
    if called:
        return _next_meeting(question, found)
    named = question.matter - VOTING
    over = {
        at: one
        for one, at in _meetings(question)
        if named & stems_of(fold(f"{at.what} {one.text}"))
    }
    if not over:
        return None
    at = max(over, key=lambda at: at.start)
    return cite(f"It is over. It was called for this: {tell_appointment(at, asked)}.", [over[at]])


def _next_meeting(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return when and where the next meeting is of which the person knows, or whether it is on a
    day that is named."""
    called = _called_meetings(question)
    named = question.matter - VOTING
    if not called:
        is_any = not named and question.stems & VOTING
        return KnownAnswer("I know of no meeting to come.") if is_any else None
    at = min(called, key=lambda at: at.start)
    words = f"{capital(tell_appointment(at, question.asked))}."
    if found[0].startswith("is ") and question.time.is_given:
        first, end = question.coming.start // DAY, -(-question.coming.end // DAY)
        is_then = first <= at.start // DAY < end
        words = f"{'Yes' if is_then else f'No, on {weekday(at.start)}'}. {words}"
    return cite(words, [called[at]])


def _called_meetings(question: ReadQuestion) -> dict[Appointment, MemoryRecord]:
    """Return the meetings to come that a question may mean, with memories of them."""
    asked, named = question.asked, question.matter - VOTING
    return {
        at: one
        for one, at in _meetings(question)
        if at.end > asked.minute
        if not named or named & stems_of(fold(f"{at.what} {one.text}"))
    }


def _meetings(question: ReadQuestion) -> Iterator[tuple[MemoryRecord, Appointment]]:
    """Yield the meetings of which the person knows, and what else a question names that all may
    come to, such as a party, with the memories of them."""
    for one, at in appointments(question.asked):
        if re.search(r"\b(?:meeting|vote)\b", at.what) or question.matter & stems_of(fold(at.what)):
            yield one, at


def _away_from_vote(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return that the person was not at a vote that a question names, where they only heard of it."""
    record = None if question.people else decision(question)
    if record is None or not record.spoken:
        return None
    told = tell(record, question.asked)
    return cite(f"I was not there. {told}", [record])


RULES = (
    rule(
        _away_from_vote,
        r"^(?:where|what|who|why|were|did) .*\byou\b.* (?:when|while|as|during) .*\b(?:vote[ds]?|voting|decided)\b",
    ),
    rule(
        _tie_broken,
        r"^who (?:broke the tie|had the (?:last|casting) (?:word|vote)|tipped the (?:scales?|balance)|settled it)\b",
        is_whole=True,
    ),
    rule(
        _voters,
        r"^how many votes\b",
        r"^how many (?:people |of (?:you|them) |others |votes )?(?:voted|were (?:there )?(?:for|against))\b",
    ),
    rule(
        _voted,
        r"^(?:did|have) (?:you|\w+) (?:vote|want to)\b",
        r"^(?:how|for what|what) did (?!the\b)\w+ vote\b",
        r"^(?:(?:for|on|to) )?(?:which|what) (?:side|way) (?:did|were|was) (?:you|\w+)\b.*\b(?:vote|on|take)\b",
        r"^(?:and )?(?:for|on) (?:which|what) side$",
        reads="for against",
    ),
    rule(
        _other_side,
        r"^(?:who|which of you|which people)\b.*\b(?:against you|(?:on )?the (?:other|opposite|same) side|outvoted you"
        r"|opposed you|not on your side)(?=$|\b.*\b(?:vote|voted|meeting|decision|assembly)\b)",
        r"^(?:who|which of you|which people) (?:else )?(?:all )?voted (?:the same way|as you did|as you|like you"
        r"|with you|otherwise|differently)\b",
    ),
    rule(
        _why_voted,
        r"^(?:why|how come|what made you|what was the reason)\b.*\b(?:vote|voted|your vote)\b",
    ),
    rule(
        _who_voted,
        r"^(?:who|which of you|which people) (?:else )?(?:all )?(?:voted|did vote|was|were)\b.*"
        r"\b(?:vote[ds]?|for|against)\b",
        r"^who (?:else )?(?:all )?(?:voted|was outvoted|wants?|wanted|would like|prefers?)\b",
    ),
    rule(
        _winners,
        r"^(?:and )?who (?:all )?(?:won|lost|was outvoted|were outvoted)\b",
        reads="vote meeting oak election",
    ),
    rule(
        _voted_for,
        r"^(?:did|have|has) (?P<voter>you|\w+) voted? for (?P<whom>\w+)$",
        is_whole=True,
    ),
    rule(
        _is_elected,
        r"^(?:are|is|will|did|was|were|has|have) (?:you|\w+)\b.*\b(?:be|become|stay|remain|still|elected|re-elected)\b",
        r"^(?:are|is|will|did|was|were|has|have) (?:you|\w+)\b.*\b(?:win|won|lose|lost|beaten)\b",
        reads="become stay remain elected mayor election win won lose lost",
    ),
    rule(
        _went_your_way,
        r"\b(?:go|gone|went) (?:your way|as you (?:wanted|wished|hoped))\b",
        r"\b(?:happy|pleased|content|satisfied|glad|disappointed|sad|feel|think|like|outvoted|win|lose|lost)\b"
        r".*\b(?:result|outcome|decision|vote|decided|outvoted)\b",
        r"^were you outvoted\b",
        r"^(?:are|were) you (?:\w+ )?(?:happy|pleased|content|satisfied|glad|disappointed|sad|sorry|upset"
        r"|angry|cross|mad) (?:about|that|with the|the|it)\b",
    ),
    rule(
        _is_decided,
        r"^(?:did|has|have) (?:the \w+|they|you all|people|every(?:one|body)) (?:decided?|voted?|agreed?)\b",
    ),
    rule(
        _decided,
        r"^(?:how|what) (?:did|was|has|is|were)\b.*\b(?:vote|meeting|decided|decision|assembly|election)\b.*"
        r"(?:\b(?:end|go|turn out|decided?|come to|come out|result|outcome)\b|$)",
        r"^what (?:was|has been|is|did (?:you|they|the village)) (?:all )?(?:decided?|settled?|agreed"
        r" on)\b",
        r"^(?:who|which side) won\b",
        r"^who (?:will|is going to|is to) (?:be|become|stay|remain)\b",
        r"^how (?:the|that)\b.*\b(?:vote|meeting)\b.*\b(?:ended|went|turned|came)\b",
        r"^what (?:became|has become|came|has come) (?:out )?of (?:the|that|your)\b.*\b(?:vote|meeting|assembly)\b",
        r"^what (?:will|is going to|is to|shall) (?:happen to|become of|be done (?:with|about)|happen with) the\b",
        r"\b(?:outcome|result)s? of the\b.*\b(?:vote|meeting|election)\b",
        reads="vote meeting election turn end go come out result outcome",
    ),
    rule(
        _happened_there,
        r"^what (?:has |all )?(?:happened|went on|was (?:said|done)"
        r"|did you (?:learn|see|do|all do)) (?:at|in|during) (?:the|that)\b.*"
        r"\b(?:vote|meeting|assembly)\b",
    ),
    rule(
        _when_held,
        r"^(?:when|where|at what time|what time) (?:does|did|was|is)\b.*\b(?:meeting|vote|assembly)\b.*"
        r"\b(?:take place|happen|begin|start|held|be|was|called)\b",
        r"^(?:when|where) (?:is|was) (?:the|that)\b",
    ),
    rule(
        _next_meeting,
        r"^(?:when|where) (?:is|will) (?:be )?(?:the|that|your) (?:\w+ )*(?:meeting|vote|assembly)\b",
        r"^is (?:the|there) (?:an? )?(?:\w+ )*(?:meeting|vote|assembly)\b",
        r"^what (?:is|will be) (?:going to be |to be )?(?:decided|voted on|settled)\b.*\bnext\b",
    ),
)
"""The forms of questions about decisions, in the order in which they are tried."""
