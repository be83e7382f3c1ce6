"""What somebody says of themselves: who they are, what they want, have and feel."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import takewhile

from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.sentence import sentences_of
from latticeville.mind.interview_question import SHARED_INTIMATE, SHARED_STEMS, stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.prompt_facts import describe_big_five
from latticeville.world.model.objects import ItemEffect
from latticeville.world.model.survival import THOUSAND

UNASKED = "I do not know."
NOT_TOLD = "I tell a stranger nothing of the kind."
"""The answer to whoever asks for secrets, whether there are any or not."""
_Match = re.Match[str]


def _name(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    return KnownAnswer(f"My name is {question.asked.persona.name}.")


def introduce(asked: Interviewee) -> KnownAnswer:
    """Return who somebody is."""
    persona = asked.persona
    age = f", {persona.age} years old" if persona.age is not None else ""
    return KnownAnswer(f"I am {persona.name}{age}.{_said_of(asked)}")


def _said_of(asked: Interviewee) -> str:
    """Return the beginning of what is said of somebody, up to a sentence that tells a secret."""
    persona = asked.persona
    age = f", {persona.age} years old" if persona.age is not None else ""
    about = asked.mind.inner.identity.removeprefix(f"{persona.name}{age}.").strip()
    sentences = re.split(r"(?<=[.!?]) +", about or persona.about)[:MOST_SENTENCES]
    told = " ".join(takewhile(lambda one: not is_private(one, asked), sentences))
    return f" People say of me: {told}" if told else ""


def is_private(sentence: str, asked: Interviewee) -> bool:
    """Tell whether a sentence of what is said of somebody tells a secret of theirs."""
    stems = stems_of(sentence)
    secrets = (one.text for one in asked.persona.secrets)
    return "secret" in sentence.casefold() or any(tells(stems, one) for one in secrets)


def tells(stems: AbstractSet[str], secret: str) -> bool:
    """Tell whether words of these stems have three of a secret, or two that are half of one of
    its clauses."""
    shared = len(stems & stems_of(secret))
    if shared >= SHARED_STEMS or shared < SHARED_INTIMATE:
        return shared >= SHARED_STEMS
    clauses = map(stems_of, re.split(r"[.,;:]", secret))
    return any(2 * len(stems & one) >= len(one) for one in clauses if one)


def open_sentences(asked: Interviewee) -> Iterator[str]:
    """Yield the sentences of what is said of somebody that tell no secret, or how they begin."""
    persona = asked.persona
    parts = (persona.about, persona.currently, persona.lifestyle, persona.intends)
    for one in (each for part in parts for each in sentences_of(part)):
        if not is_private(one, asked):
            yield one
        elif (begins := _BEFORE_MORE.match(one)) and not is_private(begins[1], asked):
            yield f"{begins[1]}."


_BEFORE_MORE = re.compile(r"(.+?),?(?:;| and| but) (?=(?:has|is|was|[a-z]+s)\b)")
"""The beginning of a sentence, up to what it says besides."""
MOST_SENTENCES = 2
"""Sentences of what is said of somebody that a stranger hears."""


def _who(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    return introduce(question.asked)


def _age(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    age = question.asked.persona.age
    return KnownAnswer("I do not know how old I am." if age is None else f"I am {age} years old.")


def _home(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    asked = question.asked
    home = asked.world.people[asked.who].home
    if not home:
        return KnownAnswer("I have no home.")
    here = f"I live at {asked.place_name(home)}."
    return KnownAnswer(_yes_or_no(question, home, here) or here)


def _work(question: ReadQuestion, found: _Match) -> KnownAnswer:
    asked = question.asked
    work = asked.world.people[asked.who].work
    here = f"I work at {asked.place_name(work)}." if work else "I have no place of work."
    said = _yes_or_no(question, work, here) if work else ""
    if said or found[0].startswith("where"):
        return KnownAnswer(said or here)
    return KnownAnswer(f"{here}{_said_of(asked)}")


def _yes_or_no(question: ReadQuestion, place: str, here: str) -> str:
    """Return whether a place is in one that a question asks for; "" where it asks for none."""
    asked, low = question.asked, question.low
    if not low.startswith(("do you", "is ", "are you", "you ")):
        return ""
    named = [one for one in question.places if not low.startswith("is your")]
    if not named:
        return ""
    return f"{'Yes' if any(asked.is_within(place, one) for one in named) else 'No'}. {here}"


def tell_wish(question: ReadQuestion, _found: _Match | None = None) -> KnownAnswer | None:
    """Return what the person wants most."""
    if question.time.is_given:
        return None
    wish = question.asked.persona.aspiration
    return KnownAnswer(f"What I want most: {wish[:1].lower()}{wish[1:]}" if wish else UNASKED)


def _nature(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    persona = question.asked.persona
    words = (*persona.traits, *describe_big_five(persona))
    return KnownAnswer(f"People call me {list_words(words)}.") if words else None


def _values(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    values = question.asked.persona.values
    return KnownAnswer(f"What matters to me: {list_words(values)}.") if values else None


def _secret(_question: ReadQuestion, _found: _Match) -> KnownAnswer:
    return KnownAnswer(NOT_TOLD)


def _needs(question: ReadQuestion, found: _Match) -> KnownAnswer:
    """Return how somebody is, as far as their needs say."""
    asked, words, levels = question.asked, found[0], _levels(question.asked)
    state = _tell_needs(asked)
    if re.search(r"happy|sad|angry|lonely", words):
        return KnownAnswer(f"I cannot say. {state}")
    need = next((need for word, need in _NEED_ASKED.items() if word in words), "")
    if need and need not in levels:
        return KnownAnswer(f"I do not know. I am {asked.doing}.")
    if need and words.startswith("are you"):
        return KnownAnswer(f"{_degree(levels[need], falls=need == 'energy')}. {state}")
    return KnownAnswer(state)


def _tell_needs(asked: Interviewee) -> str:
    needs = _levels(asked).items()
    told = [_need_words(need, level) for need, level in needs if need in _NEED_WORDS]
    return f"I am {list_words(told)}." if told else f"I am {asked.doing}."


def _need_words(need: str, level: float) -> str:
    low, middle, high = _NEED_WORDS[need]
    return high if level >= HIGH else low if level < LOW else middle


LOW, HIGH = 0.35, 0.65
"""Below and above which a need is worth a word of its own."""
_NEED_WORDS = {
    "hunger": ("not hungry", "a little hungry", "hungry"),
    "energy": ("tired", "a little tired", "well rested"),
    "curiosity": (
        "content with what I have seen",
        "a little curious",
        "curious to see something new",
    ),
    "health": ("badly hurt", "hurt", "in good health"),
}
_NEED_ASKED = {
    "hungry": "hunger", "starving": "hunger", "tired": "energy", "sleepy": "energy",
    "exhausted": "energy", "rested": "energy", "curious": "curiosity", "bored": "curiosity",
    "hurt": "health", "ill": "health", "sick": "health", "wounded": "health", "healthy": "health",
}  # fmt: skip


def _levels(asked: Interviewee) -> dict[str, float]:
    """Return the needs that somebody has, each from 0 to 1."""
    levels = dict(asked.mind.inner.needs)
    if asked.vitals is not None:
        for need in ("hunger", "energy", "health"):
            levels[need] = getattr(asked.vitals, need) / THOUSAND
    return levels


def _degree(level: float, *, falls: bool) -> str:
    much = level < LOW if falls else level >= HIGH
    little = level >= HIGH if falls else level < LOW
    return "Yes" if much else "No" if little else "A little"


def _belongings(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    some = held(question.asked)
    return KnownAnswer(f"I carry {list_words(some)}." if some else "I carry nothing.")


def held(asked: Interviewee) -> list[str]:
    """Return what somebody carries: goods with their numbers, then objects."""
    goods = [f"{count} {name}" if count != 1 else name for name, count in asked.items.items()]
    return goods + [asked.world.name_with_article(one) for one in asked.carries]


def _has(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return whether somebody carries something; None where it is no object or good."""
    asked, what = question.asked, found["what"].strip()
    noun = "coin" if what == "money" else what.removesuffix(" with you").removesuffix(" on you")
    for name, number in asked.items.items():
        if _is_same(noun, name):
            return KnownAnswer(f"Yes, {number} {name}." if number != 1 else f"Yes, one {name}.")
    for one in asked.carries:
        if _is_same(noun, fold(asked.world.name_of(one))):
            return KnownAnswer(f"Yes, I carry {asked.world.name_with_article(one)}.")
    if not _is_good(noun, asked):
        return None
    some = held(asked)
    rest = f" I carry {list_words(some)}." if some else ""
    return KnownAnswer(f"No, I carry no {noun} now.{rest}")


def _is_good(noun: str, asked: Interviewee) -> bool:
    """Tell whether a noun is one of the goods, or of the objects that one can carry."""
    kinds = asked.world.kinds.values()
    effects = (
        effect for kind in kinds for transition in kind.transitions for effect in transition.effects
    )
    goods = (one.item for one in effects if isinstance(one, ItemEffect))
    carried = (
        fold(one.name)
        for one in asked.world.objects.values()
        if asked.world.kinds[one.kind].portable
    )
    return any(_is_same(noun, fold(name)) for name in (*goods, *carried))


def _is_same(noun: str, name: str) -> bool:
    return noun.removesuffix("s") == name.removesuffix("s")


def _count(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    asked, noun = question.asked, "coin" if found["what"] == "money" else found["what"]
    number = next((count for name, count in asked.items.items() if _is_same(noun, name)), None)
    if number is not None:
        many = noun.removesuffix("s") if number == 1 else f"{noun.removesuffix('s')}s"
        return KnownAnswer(
            f"I have {number} {many if noun in ('coin', 'coins') else noun} with me."
        )
    return KnownAnswer(f"I have no {noun} with me.") if _is_good(noun, asked) else None


RULES = (
    rule(
        _secret,
        r"\bsecrets?\b.*\b(?:you|your)\b",
        r"\b(?:you|your)\b.*\bsecrets?\b",
        r"\bhiding\b",
        r"\bdo you hide\b",
        r"^what (?:did|have) you (?:confide|confess|admit)\w*\b",
    ),
    rule(
        _name,
        r"\bwhat is your (?:full |first |last )?name\b",
        r"\bwhat (?:are you|do (?:people|they|others) call you|should i call you)(?:"
        r" called)?$",
        r"^your name$",
        r"^what your name is$",
    ),
    rule(
        _age,
        r"\bhow old (?:are you|you are)(?: now| today| exactly)?$",
        r"\byour age\b",
        r"\bwhen were you born\b",
    ),
    rule(
        _home,
        r"\bwhere (?:do |is )?you live",
        r"\bwhere is your (?:home|house|room|bed)\b",
        r"\bwhere (?:do )?you (?:live|sleep)\b",
        r"^do you live (?:in|at|on)\b",
        r"\byour address\b",
        r"^is your home\b",
    ),
    rule(
        _work,
        r"\bwhere (?:do )?you work\b",
        r"^(?:which|what) (?:place|building|shop) do you work (?:at|in)$",
        r"\bwhere is your (?:work|job|workplace)\b",
        r"^do you work (?:at|in)\b",
        r"\bwhat is your (?:job|work|trade|profession|occupation)\b",
        r"\bwhat do you do(?: for (?:a )?(?:living|work))?$",
        r"\bwhat do you work\b",
        r"^do you have (?:a job|work)\b",
        r"\bwhat work do you do\b",
        r"\bwhat kind of work\b",
    ),
    rule(
        _who,
        r"\bwho are you$",
        r"\bintroduce yourself\b",
        r"\babout yourself\b",
        r"\bdescribe yourself\b",
        r"\bwho you are$",
        r"\bwhat do people say (?:of|about) you\b",
    ),
    rule(
        _nature,
        r"\bwhat (?:kind|sort) of (?:a )?person are you\b",
        r"\bwhat are you like\b",
        r"\byour (?:character|personality|nature)\b",
        r"\bdescribe you\b",
    ),
    rule(
        _values,
        r"\bwhat (?:do you value|are your values|matters(?: most)? to you|is (?:most"
        r" )?important to you)\b",
    ),
    rule(
        _needs,
        r"^how are you\b(?! and\b)",
        r"^how do you feel(?: now| today| right now)?$",
        r"^are you (?:very |still |feeling )?(?:hungry|starving|tired|sleepy|exhausted"
        r"|rested|curious|bored|hurt|ill|sick|wounded|healthy|well|fine|ok|happy|sad"
        r"|angry|lonely)(?: (?:now|today|here|right now|at the moment|these days|or .+))?$",
        r"\bhow (?:hungry|tired|hurt|curious|sleepy|rested|exhausted) are you\b",
        r"\byour mood\b",
        r"\bwhat do you need\b",
        r"\bhow is your health\b",
        r"^(?:do|did) you (?:ever |often |sometimes )?(?:feel|get) (?:very |really )?(?:hungry|tired|bored"
        r"|happy|sad|lonely|angry)\b",
    ),
    rule(
        _belongings,
        r"\bwhat (?:do|are) you (?:carry|carrying|holding)\b",
        r"\bwhat (?:do you|have you got|you) (?:have )?(?:with|on) you\b",
        r"\bwhat is in your (?:pocket|pockets|bag|basket|hand|hands)\b",
        r"\bwhat do you have(?: in your \w+)?$",
        r"^(?:are you carrying|do you carry|do you have|have you got) (?:any|some)thing(?: with you| on you)?$",
    ),
    rule(
        _count,
        r"\bhow (?:many|much) (?P<what>\w+) (?:do|have) you (?:have|own|carry|got)\b",
    ),
    rule(
        _has,
        r"^(?:(?:do|have) you (?:have|own|carry|got|carrying|hold)|are you (?:carrying"
        r"|holding)) (?:a |an |any |some |the |your )?(?P<what>[\w ]+)$",
    ),
)
"""The forms of questions about oneself, in the order in which they are tried."""
