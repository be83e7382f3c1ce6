"""What somebody says of others: what they are to them, whom they trust, where they live and work."""

import re
from collections.abc import Sequence

from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.oneself import is_private
from latticeville.mind.builtin.answers.question import ReadQuestion, role_stems
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.relation import RULES as RELATION_RULES
from latticeville.mind.relation import START, ValueChange
from latticeville.mind.topic import HOPE
from latticeville.world.model.personas import Relationship

_Match = re.Match[str]
_SAME_ROLE = {"enemy": "opponent", "rival": "opponent", "boss": "employer", "flatmate": "housemate"}


def relationship(asked: Interviewee, who: str) -> Relationship | None:
    """Return what the persona says that somebody is to them."""
    return next((one for one in asked.persona.relationships if one.who == who), None)


def own_role(told: Relationship) -> str:
    """Return what somebody is to a person as the person says it: “her doctor” is “my doctor”."""
    mine = re.sub(r"\b(?:his|her|their)\b(?= \w)", "my", told.how)
    return re.sub(r"\b(?:him|her|them)\b", "me", mine)


def _full_name(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    asked, who = question.asked, question.person
    return KnownAnswer(f"{asked.world.name_of(who)}.", people=(who,)) if who else None


def is_known(asked: Interviewee, who: str) -> bool:
    """Tell whether somebody knows another, or remembers them."""
    return who in asked.known_people or any(who in one.about for one in asked.memories)


def tell_person(asked: Interviewee, who: str) -> str:
    """Return what somebody says of another whom they know."""
    told, state = relationship(asked, who), asked.mind.relations.people.get(who)
    name = asked.world.name_of(who)
    work = asked.world.people[who].work
    works = f", who works at {asked.place_name(work)}" if work else ""
    parts = [f"{name}{works}." if works else ""]
    if told is not None:
        parts += [f"{asked.name(who)} is to me: {own_role(told)}.", _open_view(asked, told)]
    parts.append(tell_bond(asked, who) if state is not None else "")
    return " ".join(filter(None, parts))


def tell_bond(asked: Interviewee, who: str) -> str:
    """Return how close somebody is to them, and how far they trust them."""
    state, name = asked.mind.relations.to(who), asked.name(who)
    return f"{name} is {closeness_word(state.closeness)}, and I {trust_word(state.trust)} {name}."


def closeness_word(value: float) -> str:
    """Return how close somebody is, in words that go on from “is”."""
    steps = ((0.75, "very close to me"), (0.5, "close to me"), (0.25, "somebody I know"))
    return next((words for least, words in steps if value >= least), "somebody I hardly know")


def trust_word(value: float) -> str:
    """Return how far somebody is trusted, in words that go on from “I”."""
    steps = ((0.7, "trust"), (0.55, "mostly trust"), (0.4, "am not sure of"))
    return next((words for least, words in steps if value >= least), "do not trust")


def asks_of_person(question: ReadQuestion) -> bool:
    """Tell whether a question has words that ask what somebody is to the person, or is like."""
    return _ASKS_OF_PERSON.search(question.low) is not None


_ASKS_OF_PERSON = re.compile(
    r"\b(?:make of|think (?:of|about)|feel about|get (?:on|along)|go on with|(?:sort|kind) of|(?:is|are|was|it) like"
    r"|opinion|view|relations?(?:hip)?|terms|between you|take on|describe|mean to you|to you|fond of|close|friends?"
    r"|regard|treat you|character|manner)\b"
)
"""Words that ask what somebody is to the person, or is like."""


def _about(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what somebody is to the person, if the question is about nothing else."""
    asked, who = question.asked, question.person
    if not who or question.time.is_given or question.matter - _OPINION_STEMS:
        return None
    if not is_known(asked, who):
        return KnownAnswer(f"I know nothing of {asked.name(who)}.", people=(who,))
    return KnownAnswer(tell_person(asked, who), people=(who,))


_CALLED = stems_of("man woman person called named girl boy")
_OPINION_STEMS = stems_of(
    "opinion view feel like know about trust friend getting along relationship"
)


def _do_you_know(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    asked, who = question.asked, question.person
    if who and not question.matter - _CALLED:
        if not is_known(asked, who):
            return KnownAnswer(f"No, I do not know {asked.name(who)}.", people=(who,))
        return KnownAnswer(f"Yes. {tell_person(asked, who)}", people=(who,))
    return None


def _is_it_you(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return who a person with a role, such as “sister”, is to somebody; None for no such role."""
    role = (found["role"] or found["role2"]).strip()
    stems = stems_of(_SAME_ROLE.get(role, role))
    if not stems or role == "best friend":
        return None
    some = [one for one in related(question.asked) if stems <= role_stems(one.how)]
    return list_related(question.asked, some) if some else _shared_role(question, role)


def related(asked: Interviewee) -> list[Relationship]:
    """Return what somebody says of those who live in the world."""
    return [one for one in asked.persona.relationships if one.who in asked.world.people]


def list_related(asked: Interviewee, some: Sequence[Relationship], opens: str = "") -> KnownAnswer:
    """Return the names of some people with what they are to somebody."""
    told = [f"{asked.world.name_of(one.who)} ({own_role(one)})" for one in some]
    return KnownAnswer(f"{opens}{list_words(told)}.", people=tuple(one.who for one in some))


def _shared_role(question: ReadQuestion, role: str) -> KnownAnswer | None:
    asked = question.asked
    if role.removesuffix("s") in ("friend", "enemy", "enemie"):
        return ranked(asked, closest="friend" in role, by="closeness")
    if role.removesuffix("s") in ("colleague", "coworker"):
        return sharing(asked, asked.world.people[asked.who].work, lives=False)
    if role.removesuffix("s") in ("housemate", "flatmate", "roommate"):
        return sharing(asked, asked.world.people[asked.who].home, lives=True)
    return None


def _is_your(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return whether somebody is what a question says that they are to the person."""
    asked, who = question.asked, question.person
    told = relationship(asked, who) if who else None
    stems = stems_of(found["kin"])
    if told is None or not stems:
        return None
    opens = _is_so(stems, stems_of(fold(told.how)))
    return KnownAnswer(f"{opens}{asked.name(who)} is to me: {own_role(told)}.", people=(who,))


def _is_so(asked: set[str], told: set[str]) -> str:
    """Return yes or no to whether what somebody is called is what is asked; "" where it may be, as a
    child may be a son."""
    wider = {word for word in asked if _NARROWER.get(word, set()) & told}
    if asked - wider <= told:
        return "Yes. "
    narrower = {one for word in told for one in _NARROWER.get(word, ())}
    return "" if asked - narrower <= told else "No. "


_NARROWER = {
    "child": stems_of("son daughter boy girl"),
    "parent": stems_of("mother father"),
    "sibl": stems_of("brother sister"),
}
"""The stems of kin, by that of the word that may mean each of them."""


def _of_role(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return who has a role such as “the mayor”: by what they are to the person, or by where they
    work."""
    asked, stems = question.asked, stems_of(found["role"])
    if not stems or question.people:
        return None
    related = [
        one for one in asked.persona.relationships if stems <= stems_of(one.how.partition(",")[0])
    ]
    if related and related[0].who in asked.world.people:
        who = related[0].who
        return KnownAnswer(f"{asked.world.name_of(who)} ({own_role(related[0])}).", people=(who,))
    for who in asked.known_people:
        work = asked.world.people[who].work
        if work and stems <= stems_of(asked.world.name_of(work)):
            said = f"{asked.world.name_of(who)} works at {asked.place_name(work)}."
            return KnownAnswer(said, people=(who,))
    return None


def ranked(asked: Interviewee, *, closest: bool, by: str) -> KnownAnswer | None:
    """Return whom somebody is closest to or trusts most, or the least."""
    people = sorted(one for one in asked.mind.relations.people if one in asked.known_people)
    if not people:
        return KnownAnswer("I know nobody well enough to say.")
    values = {one: getattr(asked.mind.relations.to(one), by) for one in people}
    first, *rest = sorted(values, key=lambda one: values[one], reverse=closest)
    what = _RANKS[by, closest].format(asked.world.name_of(first))
    more = f" Next: {asked.name(rest[0])} ({values[rest[0]]:.2f})." if rest else ""
    words = f"{what} ({values[first]:.2f} of 1).{more}{view_of(asked, first)}"
    return KnownAnswer(words, moved_by(asked, first), (first,), tell_changes(asked, first))


_RANKS = {
    ("closeness", True): "{} is closest to me",
    ("closeness", False): "{} is the least close to me",
    ("trust", True): "I trust {} most",
    ("trust", False): "I trust {} least",
}


def view_of(asked: Interviewee, who: str) -> str:
    """Return what the persona says of another, as a sentence that goes on."""
    told = relationship(asked, who)
    said = _open_view(asked, told) if told is not None else ""
    return f" {said}" if said else ""


def _open_view(asked: Interviewee, told: Relationship) -> str:
    """Return the sentences of what the persona says of another that tell no secret."""
    sentences = re.split(r"(?<=[.!?]) +", told.view.strip())
    return " ".join(one for one in sentences if not is_private(one, asked))


def moved_by(asked: Interviewee, who: str) -> tuple[int, ...]:
    """Return the ids of the newest memories that moved the relation to somebody."""
    moves = reversed(asked.mind.relations.history(who))
    return tuple(one.id for one in asked.recall(one.memory for one in moves))[:3]


def tell_changes(asked: Interviewee, who: str, only: str = "") -> str:
    """Return what moved a relation: how it began, then the newest causes."""
    told, history = relationship(asked, who), asked.mind.relations.history(who)
    if only:
        history = tuple(one for one in history if only in one.after)
    moves = [one for one in history if one.rule != START]
    causes = [_tell_change(one, asked) for one in moves[-2:]]
    if told is not None and len(moves) < len(history):
        causes.insert(0, f"From the start: {own_role(told)}.")
    return " ".join(causes) or "I could not say what moved that."


def _tell_change(change: ValueChange, asked: Interviewee) -> str:
    rule_of = RELATION_RULES.get(change.rule)
    when = rule_of.when if rule_of else change.rule
    cause = "".join(f" {tell(one, asked)}" for one in asked.recall([change.memory]))
    return f"Since then, {when} ({asked.when(asked.minute_of(max(change.tick, 0)))}).{cause}"


def _age(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    if not question.person:
        return None
    return KnownAnswer(f"I do not know how old {question.asked.name(question.person)} is.")


def _hope(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what another told the person that they wish for."""
    asked, who = question.asked, question.person
    if not who or "you to" in question.low or question.matter - _HOPING:
        return None
    told = [one for one in asked.memories if one.topic is not None and one.topic.kind == HOPE]
    said = [one for one in told if one.about[:1] == (who,)]
    if not said:
        return KnownAnswer(f"{asked.name(who)} has not told me.", people=(who,))
    return cite(tell(said[-1], asked), said[-1:])._replace(people=(who,))


_HOPING = stems_of("want most wish hope dream life really like")


def place_of(asked: Interviewee, who: str, *, lives: bool) -> str:
    """Return where somebody lives, or works."""
    resident = asked.world.people[who]
    return resident.home if lives else resident.work


def sharing(
    asked: Interviewee, place: str, *, lives: bool, alone: bool = False
) -> KnownAnswer | None:
    """Return who lives in the same building, or works at the same place."""
    if place not in asked.world.areas.by_id:
        return None
    areas = asked.world.areas
    others = [
        one
        for one in asked.known_people
        if (other := place_of(asked, one, lives=lives)) in areas.by_id
        and areas.outermost(other) == areas.outermost(place)
    ]
    verb = "live" if lives else "work"
    if not others:
        return KnownAnswer(f"I {verb} alone.")
    names = list_words([asked.world.name_of(one) for one in others])
    opens = "Not alone: " if alone else ""
    return KnownAnswer(f"{opens}I {verb} with {names}.", people=tuple(others))


def _with_whom(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Return who is in sight."""
    asked, who = question.asked, question.person
    people = tuple(one.id for one in asked.in_sight)
    if who:
        name = asked.name(who)
        return KnownAnswer(
            f"Yes, I see {name}." if who in people else f"No, I do not see {name} now."
        )
    if question.low.startswith("are you alone"):
        opens = "No" if people else "Yes"
        return KnownAnswer(f"{opens}, I see {asked.names(people)}.", people=people)
    return KnownAnswer(f"I see {asked.names(people)}{'' if people else ' here'}.", people=people)


def _talking(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    asked, talk = question.asked, question.asked.mind.social.talk
    if talk is None or not talk.others:
        return KnownAnswer("I am talking with nobody now.")
    return KnownAnswer(f"I am talking with {list_words([asked.name(one) for one in talk.others])}.")


def _quality(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person says of another of whom a question asks what they are like, and of
    which nothing says it."""
    asked, who = question.asked, question.person
    if (
        not who
        or question.time.is_given
        or question.places
        or question.objects
        or question.subjects
    ):
        return None
    said = view_of(asked, who) or f" {tell_bond(asked, who)}"
    if len(question.matter) > 1:
        return None
    words = f"I cannot say.{said}" if is_known(asked, who) else f"I do not know {asked.name(who)}."
    return nothing(words, (who,))


RULES = (
    rule(_full_name, r"\bwhat is (?:the )?(?:full |last )?name of\b", r"^what is \w+ called$"),
    rule(
        _age,
        r"\bhow old (?:is|are)\b",
    ),
    rule(
        _is_it_you,
        r"^(?:and )?(?:who|what) (?:is|are|was) your (?P<role>[\w' -]+)$",
        r"^do you have (?:a |an |any )?(?P<role2>friend|enemy|enemie|housemate"
        r"|colleague|neighbour)s?$",
    ),
    rule(
        _is_your,
        r"^(?:is|was) (?!the\b|it\b|that\b)\w+(?: \w+)? your (?!best\b|closest\b|friend\b)(?P<kin>[\w ]+)$",
    ),
    rule(
        _of_role,
        r"^who is the (?P<role>[\w' ]+?)(?: here| of \w+)?$",
    ),
    rule(
        _with_whom,
        r"\bwho is (?:here|there|around|with you|near you|in the room)\b",
        r"^are you alone\b",
        r"\b(?:who|whom) (?:do|can) you see\b(?!.*\b(?:most|least|often|rarely)\b)",
        r"^is (?!.*\b(?:angry|cross|annoyed|upset|mad|furious|happy|pleased|content|friends|honest"
        r"|in love|close)\b).* (?:here|with you|there)$",
        r"^(?:do|can) you see \w+(?: now| here)?$",
    ),
    rule(
        _hope,
        r"\bwhat (?:does|is|are|would) (?!you\b)\w+(?: \w+)? (?:most |really )?(?:want|wish|hope|hoping|dream"
        r"|dreaming|long|longing|like most)\b",
        r"\b(?:dream|wish|hope|aspiration|ambition|goal) (?:does|of)\b",
        r"\w+'s (?:\w+ )?(?:dream|wish|hope|aspiration|ambition|goal)\b",
    ),
    rule(
        _talking,
        r"\b(?:who|whom) are you (?:talking|speaking) (?:to|with)\b",
        r"^are you talking\b",
    ),
    rule(
        _do_you_know,
        r"^do you know\b",
    ),
    rule(
        _about,
        r"^who is\b",
        r"^what is .* to you\b",
        r"^how (?:do|did) you (?:get to |come to )?know \w+$",
        r"^how (?:are|do) you and \w+ (?:getting|get) (?:on|along)\b",
        r"^how do you (?:get|go) (?:on|along) with\b",
        r"\btell me (?:something |more )?about\b",
        r"\bwhat (?:do|can) you (?:think|say|know|tell me|make) (?:of|about)\b",
        r"\byour (?:opinion|view|thoughts)\b.*\b(?:of|on|about)\b",
        r"\bhow do you feel about\b",
        r"^(?:and |so )?(?:what|how) about\b",
        r"^what kind of person is\b",
        r"^what is \w+ like\b",
        r"^describe\b",
        r"^who exactly is\b",
        r"^(?:and )?\w+(?: \w+)?$",
    ),
)
"""The forms of questions about people, in the order in which they are tried."""
QUALITIES = (
    rule(
        _quality,
        r"^(?:is|was) (?!you\b|there\b|it\b)\w+(?: \w+)? (?:(?:a|an|any|very|really|always|ever|good|bad|so|too) )*"
        r"(?!(?:still|here|now|at|in|on|inside|with|doing|going|coming|married|alive|dead|your|there|not)\b)\w+"
        r"(?: (?:at|in|with) \w+(?: \w+)?| person| man| woman)?$",
        r"^(?:does|do|can|could|would|should|will) (?!you\b|the\b|they\b|it\b|people\b|more\b|most\b|any)\w+ \w+",
    ),
)
"""The forms of questions about what others are like, which the views of them answer where nothing
else does."""
