"""The answer to what a question asks for by the classifier, whatever its wording: facts of the world, a
plain question that the rules read, or what comes to mind."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from latticeville.core.keep import keep
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.bonds import tell_trust
from latticeville.mind.builtin.answers.concerns import tell_worries
from latticeville.mind.builtin.answers.intents import QuestionIntent, intents_of, left_over
from latticeville.mind.builtin.answers.oneself import introduce, is_private, tell_wish
from latticeville.mind.builtin.answers.opinions import tell_changed_bond
from latticeville.mind.builtin.answers.people import (
    is_known,
    ranked,
    related,
    relationship,
    tell_changes,
    tell_person,
)
from latticeville.mind.builtin.answers.plans import plan_answer
from latticeville.mind.builtin.answers.question import ReadQuestion, read_question
from latticeville.mind.builtin.answers.recall import (
    Recalled,
    Sought,
    recollection,
    tell_recalled,
)
from latticeville.mind.builtin.answers.slots import slotted
from latticeville.mind.builtin.answers.told_memory import tell, tell_of_oneself
from latticeville.mind.builtin.answers.votes import (
    opinion_with_vote,
    tell_feeling,
    tell_vote,
    vote_with_reasons,
)
from latticeville.mind.interviewee import Interviewee

Answer = Callable[[ReadQuestion], KnownAnswer | None]
CLEAR, APART = 430, 60
LIKELY, FAR_APART = 300, 120
"""The scores of an intent, and by how much it is before the next, from which on it is meant."""
PLAIN: Final[Mapping[str, str]] = {
    "age": "how old are you",
    "home": "where do you live",
    "household": "who do you live with",
    "work": "what do you do for a living",
    "family": "tell me about your family",
    "character": "what are you like",
    "values": "what matters to you",
    "mood": "how are you",
    "belongings": "what do you carry",
    "secret": "do you have a secret",
    "routine": "what does your usual day look like",
    "work_of": "what does {person} do",
    "other_view": "what does {person} think of {topic}",
    "of_me": "what does {person} think of you",
    "talked": "what did you talk about with {person}",
    "last_seen": "when did you last see {person}",
    "where_is": "where is {person}",
    "other_did": "what did {person} do",
    "said_by": "what did {person} tell you",
    "said_to": "what did you tell {person}",
    "did": "what did you do",
    "where_at": "where were you",
    "met": "whom did you meet",
    "happened": "what happened",
    "highlight": "what was the best thing that happened",
    "opinion_changed": "has your opinion on {topic} changed",
    "sides": "who is for {topic}",
    "vote_others": "who voted for {topic}",
    "views_all": "what are your opinions",
    "agreed": "what have you agreed",
    "now": "what are you doing now",
    "weather": "what was the weather like",
}
"""The plain question that the rules answer, by intent."""
OF_TIME = frozenset(["did", "where_at", "met", "other_did", "happened", "weather"])
"""Intents whose plain question needs a time."""
UNTIMED = {"happened": "what is new"}
"""The plain question of such an intent without a time."""
SOUGHT: Final[Mapping[str, str]] = {
    "origin": "came come born grew moved village years ago summer",
    "past": "years ago young once opened began learnt",
    "skills": "good well best bad hopeless",
    "tastes": "enjoy love like best favourite",
    "regret": "sorry regret ashamed wrong mistake",
    "pride": "proud",
}
"""Words that are sought with those of a question about the person, by intent."""
TOLD_SHARE = 0.6
"""The share of the weight of a question from which on words are those that somebody told."""
LEAST = 0.05
"""The share of the weight of all these words from which on a sentence about the person is told."""


def _of_person(tell: Callable[[Interviewee, str], KnownAnswer]) -> Answer:
    def answer(question: ReadQuestion) -> KnownAnswer | None:
        people, asked = question.meant, question.asked
        if len(people) != 1 or people[0] == asked.who:
            return None
        return tell(asked, people[0]) if is_known(asked, people[0]) else None

    return answer


def _portrait(asked: Interviewee, who: str) -> KnownAnswer:
    """Return what somebody says of another now, and what they said at the start where it was something
    else."""
    told = relationship(asked, who)
    first = next(
        (one for one in asked.world.people[asked.who].persona.relationships if one.who == who), None
    )
    words = tell_person(asked, who)
    if first is not None and told is not None and first.view not in ("", told.view):
        words = f"{words} At the start I said: {first.view}"
    return KnownAnswer(words, people=(who,))


def _least_liked(question: ReadQuestion) -> KnownAnswer | None:
    """Return whom the person likes least: of their opponents, if they have some."""
    asked = question.asked
    opponents = [one.who for one in related(asked) if _OPPOSED.search(one.how)]
    if not opponents:
        return ranked(asked, closest=False, by="closeness")
    who = min(opponents, key=lambda one: (asked.mind.relations.to(one).closeness, one))
    return KnownAnswer(tell_person(asked, who), people=(who,), why=tell_changes(asked, who))


_OPPOSED = re.compile(r"\b(?:opponent|enemy|rival|foe|adversary|opposes?|quarrels?)\b")
"""Words for somebody whom a person is against."""


def _busy(asked: Interviewee) -> KnownAnswer | None:
    """Return what somebody is said to be busy with, if that is no secret."""
    now = asked.persona.currently
    return KnownAnswer(tell_of_oneself(now, asked)) if now and not is_private(now, asked) else None


def _opinion(question: ReadQuestion) -> KnownAnswer | None:
    """Return the person's opinion on what a question names, and what they say of who bears its name."""
    asked, held = question.asked, question.asked.mind.relations.opinions
    subject = next((one for one in question.subjects if one in held), "")
    if not subject:
        return None
    found = opinion_with_vote(question, subject)
    bearers = [one for one in question.bearers if is_known(asked, one)]
    if bearers:
        found = found._replace(words=f"{_portrait(asked, bearers[0]).words} {found.words}")
    return found


def _who_told(question: ReadQuestion) -> KnownAnswer | None:
    """Return who told the person what comes to mind at a question, if somebody did."""
    asked, found = question.asked, recollection(question)
    heard = [one for one in found.found[:1] if one.passage.is_said and _is_by_another(one, asked)]
    record = heard[0].passage.record if heard else None
    if record is None or not found.is_near(TOLD_SHARE):
        return None
    name = asked.name(record.about[0])
    return cite(f"{name}. {tell(record, asked)}", [record])


def _is_by_another(one: Recalled, asked: Interviewee) -> bool:
    record = one.passage.record
    return record is not None and record.about[0] != asked.who and not one.passage.is_question


FACTS: Final[Mapping[str, Answer]] = {
    "who": lambda question: introduce(question.asked),
    "wish": tell_wish,
    "closest": lambda question: ranked(question.asked, closest=True, by="closeness"),
    "least": _least_liked,
    "most_trusted": lambda question: ranked(question.asked, closest=True, by="trust"),
    "least_trusted": lambda question: ranked(question.asked, closest=False, by="trust"),
    "view_of": _of_person(_portrait),
    "role_of": _of_person(_portrait),
    "worry": tell_worries,
    "busy": lambda question: _busy(question.asked),
    "trust": tell_trust,
    "bond_change": tell_changed_bond,
    "plans": plan_answer,
    "opinion": _opinion,
    "opinion_why": _opinion,
    "vote_own": vote_with_reasons,
    "vote_feeling": lambda question: tell_feeling(question) or vote_with_reasons(question),
    "vote_result": tell_vote,
    "who_told": _who_told,
}
"""What answers from facts, by intent."""
ROBUST = frozenset(
    """
    view_of vote_own vote_feeling vote_result opinion opinion_why wish who_told work busy origin regret pride
    """.split()  # noqa: SIM905
)
"""Intents of which a question with other words may still be."""
OF_VOTE = frozenset(["vote_own", "vote_feeling"])
"""Intents of which a question is that only asks for more of what was told before it."""
KIN = {
    "trust": "view_of",
    "role_of": "view_of",
    "opinion_why": "opinion",
    "vote_feeling": "vote_own",
}
"""Intents that another is like, so that it need not be told apart from it."""
PLAINLY = 600
"""The score from which on a question is about nothing that was told before it."""
SURE, MOST_OTHER = 500, 6
"""The score from which on it is, and how many other words."""


class Intended(NamedTuple):
    """What a question asks for by the classifier, by how much that is before anything else, and the
    words that it does not read."""

    intent: QuestionIntent
    apart: int
    rest: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Whether nothing else may be meant."""
        is_first = self.intent.score >= CLEAR and self.apart >= APART
        return is_first or (self.intent.score >= LIKELY and self.apart >= FAR_APART)

    @property
    def is_whole(self) -> bool:
        """Whether the question is about nothing besides, or at least of this kind."""
        is_robust = self.intent.name in ROBUST and self.intent.score >= SURE
        return self.is_clear and (not self.rest or (is_robust and len(self.rest) <= MOST_OTHER))


def intended(question: ReadQuestion) -> Intended:
    """Return what a question asks for; it is read once."""
    return keep(question, "intended", lambda: _intended_with_before(question))


def _intended_with_before(question: ReadQuestion) -> Intended:
    before = question.before if question.is_told else None
    found = _intended(question, question.text)
    if before is None or (found.is_whole and found.intent.score >= PLAINLY):
        return found
    joined = _intended(question, f"{before.text.rstrip('.!')}, {question.text}")
    if joined.is_whole and joined.intent.name in OF_VOTE:
        return joined
    return found._replace(rest=(*found.rest, *sorted(before.content)))


def _intended(question: ReadQuestion, text: str) -> Intended:
    text = slotted(text, question.asked)
    if question.subjects and "_topic" not in text:
        text = text.replace("_thing", "_topic", 1)
    first, *others = intents_of(text)
    family = KIN.get(first.name, first.name)
    second = next(one for one in others if KIN.get(one.name, one.name) != family)
    rest = (*left_over(text, first.name), *_more_slots(text, first.name))
    return Intended(first, first.score - second.score, rest)


def _more_slots(text: str, name: str) -> Iterator[str]:
    """Yield the slots of a question that the plain question of an intent lacks."""
    form = PLAIN.get(name)
    if form is None:
        return
    for slot in ("_person", "_topic", "_thing"):
        if text.count(slot) > form.count(f"{{{slot[1:]}}}"):
            yield slot


_POLAR = ("is ", "are ", "was ", "were ", "does ", "has ")
"""How a question begins that asks for yes or no."""


def is_of_life(question: ReadQuestion) -> bool:
    """Tell whether a question clearly asks for something of the person's life."""
    meant = intended(question)
    return meant.is_whole and meant.intent.name in SOUGHT


def told_in_whole(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer to a question for more than a form tells: what somebody makes of another, or
    how and why they voted; None for any other."""
    meant = intended(question)
    is_polar = question.low.startswith(_POLAR) and bool(meant.rest)
    if not meant.is_whole or meant.intent.name not in WHOLE or is_polar:
        return None
    return FACTS[meant.intent.name](question)


WHOLE = frozenset(["view_of", "vote_own", "who_told", "opinion_why", "most_trusted"])
"""Intents whose answers tell more than those of forms."""


def is_plain(question: ReadQuestion) -> bool:
    """Tell whether a question has nothing but what a wording of one intent has that facts answer."""
    meant = intended(question)
    is_of_facts = meant.intent.name in FACTS
    return is_of_facts and meant.is_clear and not meant.rest and meant.intent.score >= PLAINLY


def answer_intended(
    question: ReadQuestion, by_rules: Callable[[ReadQuestion], KnownAnswer | None]
) -> KnownAnswer | None:
    """Return the answer to what a question clearly asks for; None where it is not clear, or where
    nothing answers it."""
    meant = intended(question)
    name = meant.intent.name
    if meant.is_whole and name in SOUGHT:
        found = recollection(question, Sought(SOUGHT[name], is_own=True))
        return tell_recalled(found, LEAST, is_clear=True)
    if not meant.is_whole:
        return None
    if name in FACTS:
        return FACTS[name](question)
    if name in PLAIN:
        plain = plain_question_of(question, name)
        return by_rules(plain) if plain is not None else None
    return None


def plain_question_of(question: ReadQuestion, name: str) -> ReadQuestion | None:
    """Return the plain question of an intent about what another names; None where it lacks that."""
    form, asked = PLAIN[name], question.asked
    if name in OF_TIME and not question.time.is_given:
        form = UNTIMED.get(name, "")
    if not form:
        return None
    if ("{person}" in form and not question.person) or (
        "{topic}" in form and not question.subjects
    ):
        return None
    person = fold(asked.world.name_of(question.person)) if question.person else ""
    topic = question.subjects[0] if question.subjects else ""
    plain = read_question(asked, form.format(person=person, topic=topic))
    return replace(plain, time=question.time, places=question.places)
