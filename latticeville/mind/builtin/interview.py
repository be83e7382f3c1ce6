"""Answers of the built-in mind to interview questions: from memories, and from the plan."""

import json
import re
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from math import log
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.day_names import weekday
from latticeville.core.word_list import list_words
from latticeville.mind.interview_question import EMPTY_WORDS, stems_of, words_of
from latticeville.mind.requests.interview import BEFORE, InterviewData, KnownStatement, KnownStep
from latticeville.mind.topic import SECRET
from latticeville.models.model import Request

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


class FoundAnswer(NamedTuple):
    """The words of an answer, and the numbers of the statements that it rests on, from 1."""

    words: str
    numbers: tuple[int, ...] = ()


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


MOST_STEPS = 6
"""Most steps that an answer names."""


def planned_answer(data: InterviewData) -> FoundAnswer:
    """Return what somebody means to do at the time that a question names, or for the rest of the
    day."""
    time = data.scope.time
    if not time.is_given:
        return FoundAnswer(data.plan or "I have no plan for today.")
    steps = _steps_at(data)
    nothing = f"I have no plan for {weekday(time.start if time.point is None else time.point)} yet."
    meant = [one for one in steps if not one.usual]
    if meant:
        return FoundAnswer(f"I mean to: {_list_steps(meant)}.")
    return FoundAnswer(f"{nothing} On a usual day: {_list_steps(steps)}." if steps else nothing)


def _steps_at(data: InterviewData) -> Sequence[KnownStep]:
    """Return the step of a point in time, what is agreed first; of a longer time, those that begin
    in it."""
    time = data.scope.time
    if time.point is not None:
        point = time.point
        return [one for one in data.steps if one.start <= point < one.end][:1]
    return [one for one in data.steps if one.start >= time.start] or data.steps


def _list_steps(steps: Sequence[KnownStep]) -> str:
    ordered = sorted(steps[:MOST_STEPS], key=lambda one: one.start)
    return "; ".join(f"{format_hours(one.start)} {one.doing} at {one.place}" for one in ordered)


LEAST_RELEVANCE = 0.5
"""The share of a question's weighted words that a memory must have to be its answer."""
LEAST_SIMILARITY = 0.55
"""The cosine from which on a memory is an answer, whatever its words."""
UNKNOWN = "I don't know anything about that."
"""What people say who do not know."""
_LATELY = {
    "happen",
    "happened",
    "important",
    "lately",
    "last",
    "news",
    "recall",
    "recently",
    "remember",
    "talk",
}
"""Words of a question about nothing else that ask for what matters most."""
_PLANNING = {"plan", "plans", "planned", "intend"}
"""Words that ask for the plan of the day, whatever its time."""
_DOING = {"doing", "busy", "did"}
"""Words that ask for what somebody does themselves."""
_SAYING = {"say", "said", "says", "told", "tells"}
_MEETING = {"meet", "met", "talk", "talked", "speak", "spoke", "spoken", "talking"}
_VIEWS = {"believe", "feel", "like", "opinion", "think", "view"}
"""Words that ask for an opinion."""
_GREETING = {"hello", "hey", "evening", "morning", "good", "day"}


def interview(request: Request) -> str:
    """Answer from the best memory, from the plan, or from who the person is; or say that they do
    not know."""
    found = _answer(request.data)
    return json.dumps({"answer": found.words, "because": found.numbers}, ensure_ascii=False)


def chat(request: Request) -> str:
    """Answer a visitor in the same way, and keep what others confided."""
    data: InterviewData = request.data
    asked = {*words_of(data.question)}
    if asked and asked <= _GREETING | EMPTY_WORDS and asked & _GREETING:
        found = FoundAnswer(f"Hello. I am {data.doing}.")
    else:
        found = _answer(data)
    return json.dumps({"words": found.words, "because": found.numbers}, ensure_ascii=False)


def relevances(question: str, statements: Sequence[KnownStatement]) -> list[float]:
    """Return for each statement the share of the question's words that it has, from 0 to 1.

    A word weighs log((n + 1) / (m + 0.5)) if m of the n statements have it (inverse document
    frequency, Spärck Jones 1972), so a word that none has weighs most.

    >>> relevances("Who broke the lamp?", [KnownStatement("observation", "The lamp broke.", 0)])
    [1.0]
    """
    asked = stems_of(question)
    known = [stems_of(one.text) for one in statements]
    weights = {
        word: log((len(known) + 1) / (sum(word in one for one in known) + 0.5)) for word in asked
    }
    total = sum(weights.values())
    return [sum(weights[word] for word in asked & one) / total if total else 0.0 for one in known]


def _answer(data: InterviewData) -> FoundAnswer:
    words, time = {*words_of(data.question)}, data.scope.time
    if time.now and words & _DOING:
        return FoundAnswer(f"I am {data.doing}.")
    if _asks_plan(data, words):
        return planned_answer(data)
    if data.category == "self-knowledge":
        return _introduce(data)
    rest = stems_of(data.question) - {*data.scope.words}
    if rest or data.scope.is_limited:
        told = _view_of(data, words)
        return FoundAnswer(told) if told else _recollect(data, words, rest)
    return _most_important(data) if words & _LATELY else _introduce(data)


def _asks_plan(data: InterviewData, words: AbstractSet[str]) -> bool:
    return data.scope.time.future or data.category == "plans" or bool(words & _PLANNING)


def _view_of(data: InterviewData, words: AbstractSet[str]) -> str:
    """Return what somebody says of a person or a subject; "" where a question names a time, or asks
    for more."""
    if data.scope.time.is_given:
        return ""
    return _person(data) or (_opinion(data) if words & _VIEWS else "")


def _recollect(data: InterviewData, words: AbstractSet[str], rest: AbstractSet[str]) -> FoundAnswer:
    """Return what the person remembers of what a question names: where they were, whom they met,
    what happened."""
    fitting = _fitting(data, words)
    if _asks_whereabouts(data, words):
        found = whereabouts(data, fitting)
    elif words & {"who", "whom"} and words & _MEETING:
        found = partners(data, fitting)
    elif data.scope.is_limited and rest <= ANYTHING:
        found = account(data, fitting)
    else:
        found = _best(data, fitting) or FoundAnswer(_opinion(data) or UNKNOWN)
    return found or FoundAnswer(UNKNOWN)


def _fitting(data: InterviewData, words: AbstractSet[str]) -> list[int]:
    """Return the places of the memories that fit a question; of words alone, where it asks what
    somebody said."""
    fitting = [at for at, one in enumerate(data.statements) if _is_told(one)]
    asks_words = words & _SAYING or {"did", "tell"} <= words
    return [at for at in fitting if is_said(data.statements[at], data)] if asks_words else fitting


def _asks_whereabouts(data: InterviewData, words: AbstractSet[str]) -> bool:
    return "where" in words and data.scope.time.is_given and not data.scope.people


def _is_told(one: KnownStatement) -> bool:
    """Tell whether a memory fits a question and is neither a plan nor a secret."""
    return one.fits and one.kind != PLAN and (one.topic is None or one.topic.kind != SECRET)


def _person(data: InterviewData) -> str:
    """Return what the person says of somebody, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next(
        (told for name, told in data.people.items() if asked and asked <= stems_of(name)), ""
    )


def _opinion(data: InterviewData) -> str:
    """Return the person's view of a subject, if the question is about nothing else."""
    asked = stems_of(data.question)
    return next(
        (view for subject, view in data.opinions.items() if asked and asked <= stems_of(subject)),
        "",
    )


def _introduce(data: InterviewData) -> FoundAnswer:
    return FoundAnswer(f"People say of me: {data.about}" if data.about else f"I am {data.doing}.")


def _most_important(data: InterviewData) -> FoundAnswer:
    places = [at for at, one in enumerate(data.statements) if _is_told(one)]
    if not places:
        return FoundAnswer(UNKNOWN)
    return _recalled(data, max(places, key=lambda at: data.statements[at].importance))


def _best(data: InterviewData, fitting: Collection[int]) -> FoundAnswer | None:
    """Return the most relevant memory of some that is relevant enough; among equals the most
    important."""
    scored = [
        (relevance, one.importance, -at)
        for at, (one, relevance) in enumerate(
            zip(data.statements, relevances(data.question, data.statements), strict=True)
        )
        if at in fitting and (relevance >= LEAST_RELEVANCE or one.similarity >= LEAST_SIMILARITY)
    ]
    return _recalled(data, -max(scored)[2]) if scored else None


def _recalled(data: InterviewData, place: int) -> FoundAnswer:
    return FoundAnswer(in_own_words(data.statements[place], data), (place + 1,))
