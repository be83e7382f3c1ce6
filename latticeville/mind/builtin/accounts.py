"""What the built-in mind tells of a time, a place or somebody: whereabouts, partners of talks, what
happened."""

import re
from collections.abc import Sequence

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.plan_answers import FoundAnswer
from latticeville.mind.interview_data import BEFORE, InterviewData, KnownStatement
from latticeville.mind.question_words import stems_of

PLAN, ACTION, COMMITMENT, REFLECTION = "plan", "action", "commitment", "reflection"
"""Kinds of memory records."""
MOST_CITED = 3
"""Most memories that an answer tells."""
ANYTHING = stems_of(
    "doing did done busy happening event people day morning afternoon evening night noon midday "
    "hour hours minutes ago"
    " half past quarter before after today tomorrow tonight yesterday Monday Tuesday Wednesday "
    "Thursday Friday"
    " Saturday Sunday one two three four five six seven eight nine ten eleven twelve clock moment"
)
"""Stems that say nothing of what a question is about but its time."""
_ASKS_DEEDS = re.compile(
    r"\b(did|do) you do\b|\bwere you (doing|busy)\b|\bhave you (done|been doing)\b"
)
"""What asks for what somebody did themselves."""
_ASKS_OWN_WORDS = re.compile(r"\b(did|have|do) you (say|said|tell|told)\b")


def is_said(statement: KnownStatement, data: InterviewData) -> bool:
    """Tell whether somebody says what a question asks for: “you”, or whom the question names."""
    if not statement.spoken or not statement.about:
        return False
    speaker, named = statement.about[0], data.scope.people
    if _ASKS_OWN_WORDS.search(data.question.casefold()):
        return speaker == data.who
    return speaker in named if named else True


def whereabouts(data: InterviewData, fitting: Sequence[int]) -> FoundAnswer | None:
    """Return where somebody was: at the last memory up to a point in time, or at all places of a
    longer time."""
    point = data.scope.time.point
    own = sorted(fitting, key=lambda at: data.statements[at].minute)
    if point is not None:
        earlier = [at for at in own if data.statements[at].minute <= point]
        own = earlier[-1:] or own[:1]
    places = dict.fromkeys(data.statements[at].place for at in own)
    return _cite(f"I was at {list_words([*places])}.", own) if own else None


def partners(data: InterviewData, fitting: Sequence[int]) -> FoundAnswer | None:
    """Return with whom somebody spoke; the last of them alone where a question asks for that."""
    spoken = [
        at for at in fitting if data.statements[at].spoken and data.who in data.statements[at].about
    ]
    spoken.sort(key=lambda at: -data.statements[at].minute)
    if re.search(r"\blast\b", data.question.casefold()):
        spoken = spoken[:1]
    names = _names_in(data, spoken)
    return _cite(f"I spoke with {list_words(names)}.", spoken) if names else None


def _names_in(data: InterviewData, places: Sequence[int]) -> list[str]:
    """Return the names of the others in some memories."""
    met = dict.fromkeys(one for at in places for one in data.statements[at].about)
    return [data.names[one] for one in met if one in data.names and one != data.who]


def account(data: InterviewData, fitting: Sequence[int]) -> FoundAnswer | None:
    """Return what happened: the memory nearest to a point in time, or the weightiest of a longer
    one, in order.

    Without a time, it is one memory.
    """
    known = _of_kind(data, fitting)
    if not known:
        return None
    said, point = data.statements, data.scope.time.point
    if point is not None:
        chosen = [min(known, key=lambda at: abs(said[at].minute - point))]
    else:
        weighty = sorted(known, key=lambda at: (said[at].importance, said[at].minute), reverse=True)
        most = MOST_CITED if data.scope.time.is_given else 1
        chosen = sorted(weighty[:most], key=lambda at: said[at].minute)
    return _cite(" ".join(in_own_words(said[at], data) for at in chosen), chosen)


def _of_kind(data: InterviewData, fitting: Sequence[int]) -> Sequence[int]:
    """Return what an account tells: no reflections, own deeds where a question asks for them, walks
    only alone."""
    said = data.statements
    known = [at for at in fitting if said[at].kind != REFLECTION] or [*fitting]
    if _ASKS_DEEDS.search(data.question.casefold()):
        known = _deeds(data, known)
    return [at for at in known if said[at].importance > 1] or known


def _deeds(data: InterviewData, places: Sequence[int]) -> list[int]:
    """Return what somebody did, words only alone."""
    own = [at for at in places if data.statements[at].kind == ACTION]
    return [at for at in own if not data.statements[at].spoken] or own


def _cite(words: str, places: Sequence[int]) -> FoundAnswer:
    return FoundAnswer(words, tuple(at + 1 for at in places[:MOST_CITED]))


def in_own_words(statement: KnownStatement, data: InterviewData) -> str:
    """Return what the person says of a memory: who told it, or when it was."""
    topic = statement.topic
    if topic is not None and topic.source and topic.kind != PLAN:
        return _quote(topic.gist or statement.text, topic.who, topic.source, data)
    if statement.minute == BEFORE:
        return statement.text
    if statement.kind == REFLECTION:
        return f"I have noticed something. {statement.text}"
    verb = "remember," if statement.kind in (ACTION, COMMITMENT) else "saw it"
    return f"I {verb} {_when(statement.minute, data.minute)}: {statement.text}"


def _quote(gist: str, author: str, source: str, data: InterviewData) -> str:
    """Return what somebody told, with its source; one's own words need none."""
    if source == data.who:
        return (
            gist if author in ("", data.who) else f"{data.names.get(author, author)} says: “{gist}”"
        )
    teller = data.names.get(source, source)
    of = f", of {data.names.get(author, author)}" if author and author != source else ""
    return f"{teller} told me{of}: “{gist}”"


def _when(minute: int, now: int) -> str:
    return (
        f"at {format_hours(minute)}" if minute // DAY == now // DAY else f"on {format_time(minute)}"
    )
