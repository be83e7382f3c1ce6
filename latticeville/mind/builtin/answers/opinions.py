"""What somebody thinks of a subject, what moved that, and what others are heard to think of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from latticeville.core.quotes import in_quotes
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import subject_of_meeting
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import stance_word, tell
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.relation import (
    CLOSENESS,
    STANCE,
    START,
    TRUST,
    OpinionState,
    ValueChange,
)
from latticeville.mind.topic import OPINION, Topic, subject_of

_Match = re.Match[str]
HARDLY = 0.05
"""The move of a stance below which an opinion counts as the same."""


def _views(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the person's view of the subjects that a question names, or what another one is heard
    to think of them."""
    if not question.subjects or question.time.is_given:
        return None
    if question.person and not re.search(r"\b(?:agree|disagree)\b", question.low):
        return _heard_views(question)
    asked, opinions = question.asked, question.asked.mind.relations.opinions
    held = {one: opinions[one] for one in question.subjects if one in opinions}
    if not held:
        return KnownAnswer(f"I have no opinion on {list_words(question.subjects)} yet.")
    told = " ".join(tell_opinion(subject, state) for subject, state in held.items())
    reasons = " ".join(tell_history(asked, one) for one in held)
    opens = _for_or_against(question, next(iter(held.values())))
    return KnownAnswer(f"{opens}{told}", _cites(asked, held), why=reasons)


def _for_or_against(question: ReadQuestion, held: OpinionState) -> str:
    """Return yes or no where a question asks whether somebody is for or against something."""
    found = _ASKS_SIDE.search(question.low)
    if found is None or "for or against" in question.low:
        return ""
    word = stance_word(held.stance)
    if word not in ("for", "against"):
        return "Neither for nor against. "
    wants = "against" if found[1] in ("against", "oppose", "hate", "dislike", "mind") else "for"
    return "Yes. " if word == wants else "No. "


_ASKS_SIDE = re.compile(
    r"^(?:are|is|do|would) you\b.*\b(for|against|in favou?r|like|support|oppose|hate|dislike|favou?r|mind|love)\b"
)


def tell_opinion(subject: str, state: OpinionState) -> str:
    """Return on which side somebody is of a subject, with their view, and by which side they vote
    where they last said another one."""
    side, vote = stance_word(state.stance), stance_word(state.vote)
    told = f"On {subject}, I am {side} it ({state.stance:+.2f}): {in_quotes(state.view)}"
    return told if vote == side else f"{told} I last said that I am {vote} it, and vote by that."


def _cites(asked: Interviewee, subjects: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of the newest memories that moved opinions."""
    moves = [one for subject in subjects for one in reversed(_moves(asked, subject))]
    return tuple(one.id for one in asked.recall(one.memory for one in moves))[:MOST_MOVES]


MOST_MOVES = 6
"""Most memories that an answer about opinions cites."""


def _moves(asked: Interviewee, subject: str) -> list[ValueChange]:
    return [one for one in asked.mind.relations.history(subject) if one.rule != START]


def heard_opinions(asked: Interviewee, subject: str) -> Iterator[tuple[MemoryRecord, Topic]]:
    """Yield the memories of opinions on a subject that others told, the newest first."""
    for one in reversed(asked.memories):
        topic = one.topic
        if topic is not None and topic.kind == OPINION and subject_of(topic) == subject:
            yield one, topic


def _heard_views(question: ReadQuestion) -> KnownAnswer:
    """Return what each of those whom a question names is heard to think of what it names."""
    told = [_heard_view(question, who) for who in question.people]
    records = question.asked.recall(one for each in told for one in each.cites)
    words = " ".join(each.words for each in told)
    return cite(words, records)._replace(people=question.people)


def _heard_view(question: ReadQuestion, who: str) -> KnownAnswer:
    asked = question.asked
    found = [
        record
        for subject in question.subjects
        for record, topic in heard_opinions(asked, subject)
        if topic.who == who
    ]
    if not found:
        what = list_words(question.subjects)
        return KnownAnswer(f"I have not heard what {asked.name(who)} thinks of {what}.")
    stance = found[0].topic.stance if found[0].topic is not None else None
    return cite(f"{_is_side(question.low, stance)}{tell(found[0], asked)}", found[:1])


def _is_side(low: str, stance: float | None) -> str:
    """Return yes or no where a question asks whether another is for or against something."""
    asks = re.search(r"^is \w+(?: \w+)? (for|against)\b", low)
    if stance is not None and re.search(r"\b(?:side|vote)\b", low):
        return f"{stance_word(stance).capitalize()} it. "
    if asks is None or stance is None:
        return ""
    return "Yes. " if stance_word(stance) == asks[1] else "No. "


def _others_view(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    if re.search(r"\bvote\b", question.low) and not question.subjects:
        question = replace(question, subjects=tuple(filter(None, [subject_of_meeting(question)])))
    if not question.person or not question.subjects or question.time.is_given:
        return None
    found = _heard_views(question)
    asks_words = re.search(r"\b(?:say|said|tell|told)\b", question.low)
    return None if asks_words and not found.cites else found


def _sides(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who is heard to be for or against a subject, or to agree with the person."""
    asked = question.asked
    if not question.subjects or question.person:
        return None
    subject = question.subjects[0]
    wanted = _wanted_side(question, asked.mind.relations.opinions.get(subject))
    if wanted is None:
        return None
    some = {
        who: record
        for who, (record, stance) in newest_stances(asked, subject).items()
        if stance_word(stance) == wanted
    }
    if not some:
        return nothing(f"I have heard of nobody who is {wanted} {subject}.")
    verb, records = "is" if len(some) == 1 else "are", [*some.values()]
    words = f"{asked.names(some)} {verb} {wanted} {subject}, as far as I have heard."
    return cite(f"{words} {tell(records[0], asked)}", records)._replace(people=tuple(some))


def newest_stances(asked: Interviewee, subject: str) -> dict[str, tuple[MemoryRecord, float]]:
    """Return the newest stance on a subject that was heard of each other person, and where."""
    newest: dict[str, tuple[MemoryRecord, float]] = {}
    for record, topic in heard_opinions(asked, subject):
        if topic.who not in ("", asked.who) and topic.stance is not None:
            newest.setdefault(topic.who, (record, topic.stance))
    return newest


def _wanted_side(question: ReadQuestion, own: OpinionState | None) -> str | None:
    low = question.low
    if re.search(
        r"\b(?:dis)?agrees?\b|\bon your side\b|\bthinks? (?:like|as) you\b|\bsame opinion\b", low
    ):
        if own is None:
            return None
        word = stance_word(own.stance)
        other = {"for": "against", "against": "for"}
        return other.get(word) if "disagree" in low else word
    return "against" if re.search(r"\bagainst\b|\boppos", low) else "for"


def _agree(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether somebody agrees with another on a subject, or with whom the question before
    named."""
    asked, before = question.asked, question.before
    who = question.person or (before.person if before is not None else "")
    if not who or not question.subjects:
        return None
    subject = question.subjects[0]
    own = asked.mind.relations.opinions.get(subject)
    theirs = newest_stances(asked, subject).get(who)
    if own is None or theirs is None:
        unheard = f"I have not heard what {asked.name(who)} thinks of {subject}."
        return KnownAnswer(f"I do not know: {unheard}", people=(who,))
    record, stance = theirs
    same = stance_word(own.stance) == stance_word(stance)
    said = "Yes" if same is ("disagree" not in question.low) else "No"
    return cite(f"{said}. {tell_opinion(subject, own)} {tell(record, asked)}", [record])


def _since(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return since when the person is on their side of a subject."""
    asked = question.asked
    subject = next((one for one in question.subjects if one in asked.mind.relations.opinions), "")
    if not subject or question.person:
        return None
    words = tell_opinion(subject, asked.mind.relations.opinions[subject])
    began = _turned(asked, subject)
    if began is None or began.rule == START:
        return KnownAnswer(f"From the start. {words}", _cites(asked, [subject]))
    records = asked.recall([began.memory])
    cause = f" {tell(records[0], asked)}" if records else ""
    when = asked.when(asked.minute_of(max(began.tick, 0))).removeprefix("on ").removeprefix("at ")
    return cite(f"Since {when}. {words}{cause}", records)


def _turned(asked: Interviewee, subject: str) -> ValueChange | None:
    """Return the change that brought somebody to their side of a subject."""
    side, began = "", None
    for one in asked.mind.relations.history(subject):
        stance = one.after.get(STANCE)
        if stance is not None and stance_word(stance) != side:
            side, began = stance_word(stance), one
    return began


def _stands(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return on which side another is heard to be of each subject, or for or against which."""
    asked, who = question.asked, question.person
    if not who or question.subjects:
        return None
    side, name = "".join(_SIDE_ASKED.findall(question.low)), asked.name(who)
    sides = _stances_of(asked, who)
    words = ((one, stance_word(stance)) for one, (_, stance) in sides.items())
    told = [f"{word} {one}" for one, word in words if not side or word == side]
    if not told:
        none = f"I have heard of nothing that {name} is {side or 'for or against'}."
        return nothing(none, (who,))
    records = [record for record, _ in sides.values()]
    return cite(f"{name} is {list_words(told)}, as far as I have heard.", records)


_SIDE_ASKED = re.compile(r"(?:for|against)$")


def _stances_of(asked: Interviewee, who: str) -> dict[str, tuple[MemoryRecord, float]]:
    """Return the newest stance that was heard of somebody, and where, by subject."""
    heard = ((one, newest_stances(asked, one)) for one in asked.subjects)
    return {one: newest[who] for one, newest in heard if who in newest}


def _quarrel(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return on what the person and another do not agree, or with whom the person does not."""
    asked, who = question.asked, question.person
    differ = [
        (record, one, subject)
        for subject, own in sorted(asked.mind.relations.opinions.items())
        for one, (record, stance) in sorted(newest_stances(asked, subject).items())
        if who in ("", one) and {stance_word(stance), stance_word(own.stance)} == _OPPOSED
    ]
    if not differ:
        whom = asked.name(who) if who else "anybody"
        return nothing(f"No, I know of nothing on which I do not agree with {whom}.")
    people = tuple(dict.fromkeys(one for _, one, _ in differ))
    told = [f"{asked.names(people)}, on {list_words([*dict.fromkeys(each[2] for each in differ)])}"]
    opens = "" if question.low.startswith(("who", "what", "on what")) else "Yes: "
    record, _one, subject = max(differ, key=lambda each: each[0].id)
    own = tell_opinion(subject, asked.mind.relations.opinions[subject])
    return cite(f"{opens}{told[0]}. {own} {tell(record, asked)}", [record])._replace(people=people)


_OPPOSED = {"for", "against"}


def _changed(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether an opinion has changed: from which stance to which, and which words moved
    it."""
    asked, held = question.asked, question.asked.mind.relations.opinions
    if question.person and question.subjects and not _OF_YOU.search(question.low):
        return _heard_views(question)
    if not question.subjects:
        return tell_changed_bond(question) if question.person else _tell_changed(asked, [], held)
    named = [one for one in question.subjects if one in held]
    if not named:
        return KnownAnswer(f"I have no opinion on {list_words(question.subjects)}.")
    told = _tell_changed(asked, named, named)
    return _turned_round(told) if _STILL.search(question.low) else told


_OF_YOU = re.compile(r"\byour?\b")
_STILL = re.compile(r"\b(?:still|the same)\b")


def _tell_changed(asked: Interviewee, named: Sequence[str], subjects: Iterable[str]) -> KnownAnswer:
    """Return which opinions of some have moved, and of those that are named, each."""
    moved = [one for one in subjects if _move(asked, one)[2] >= HARDLY]
    if not (named or moved):
        return KnownAnswer("No, what I think is what I thought at the start.")
    return _tell_moves(asked, named or moved, opens="Yes" if moved else "")


def _turned_round(told: KnownAnswer) -> KnownAnswer:
    """Return the answer to whether an opinion is still the same."""
    opens, _, rest = told.words.partition(". ")
    return told._replace(words=f"{'Not quite' if opens == 'Yes' else 'Yes'}. {rest}")


def _tell_moves(asked: Interviewee, subjects: Sequence[str], opens: str) -> KnownAnswer:
    has_moved = any(_moves(asked, one) for one in subjects)
    told = " ".join(tell_history(asked, one) for one in subjects[:3])
    words = f"{opens or ('Hardly' if has_moved else 'No')}. {told}"
    return KnownAnswer(words, _cites(asked, subjects), why=told)


def _move(asked: Interviewee, subject: str) -> tuple[float | None, float, float]:
    """Return the stance at the start, the stance now, and how far it moved."""
    history, now = (
        asked.mind.relations.history(subject),
        asked.mind.relations.opinions[subject].stance,
    )
    first = history[0] if history else None
    start = first.after.get(STANCE) if first is not None and first.rule == START else None
    return start, now, abs(now - (start or 0.0))


def tell_history(asked: Interviewee, subject: str) -> str:
    """Return how an opinion came about: from which stance to which, and by which words."""
    start, now, _far = _move(asked, subject)
    moves = _moves(asked, subject)
    if not moves:
        return f"On {subject}, I think what I thought at the start ({now:+.2f})."
    began = f"from {start:+.2f} ({stance_word(start)})" if start is not None else "from no opinion"
    span = f"On {subject}, I went {began} to {now:+.2f} ({stance_word(now)})."
    words = [tell(one, asked) for one in asked.recall(one.memory for one in moves)]
    return f"{span} What moved me last: {' '.join(words[-2:])}" if words else span


def _changed_most(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return to whom the relation of the person has changed most since the start."""
    people = question.asked.known_people
    if question.person or question.subjects or not people:
        return None
    who = max(people, key=lambda one: _bond_moved(question.asked, one))
    found = tell_changed_bond(replace(question, people=(who,)))
    if found is None:
        return None
    return found._replace(words=found.words.partition(". ")[2], people=(who,))


def _bond_moved(asked: Interviewee, who: str) -> float:
    """Return how far closeness and trust to somebody have moved since the start."""
    history, now = asked.mind.relations.history(who), asked.mind.relations.to(who)
    first = history[0].after if history else {}
    values = {CLOSENESS: now.closeness, TRUST: now.trust}
    return sum(abs(values[name] - first[name]) for name in _BONDS if name in first)


def tell_changed_bond(question: ReadQuestion) -> KnownAnswer | None:
    """Return how the relation to somebody has changed since the start."""
    asked, who = question.asked, question.person
    history = asked.mind.relations.history(who)
    if not history:
        return None
    first, now = history[0].after, asked.mind.relations.to(who)
    moves = {name: (first[name], getattr(now, name)) for name in _BONDS if name in first}
    spans = ", ".join(f"{name} from {old:.2f} to {new:.2f}" for name, (old, new) in moves.items())
    is_moved = any(abs(new - old) >= HARDLY for old, new in moves.values())
    records = asked.recall(one.memory for one in reversed(history))
    words = f"{'Yes' if is_moved else 'Hardly'}. {asked.name(who)}: {spans}."
    cause = f" What moved it last: {tell(records[0], asked)}" if records else ""
    return cite(f"{words}{cause}", records)


_BONDS = (CLOSENESS, TRUST)


def _persuaded(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who moved an opinion."""
    asked = question.asked
    subjects = question.subjects or asked.mind.relations.opinions
    moves = [one for subject in subjects for one in _moves(asked, subject)]
    some = asked.recall(one.memory for one in sorted(moves, key=lambda one: -one.tick))
    if not some:
        return KnownAnswer("Nobody: what I think is what I thought at the start.")
    speakers = tuple(dict.fromkeys(one.about[0] for one in some if one.about))
    words = f"{asked.names(speakers)}. {tell(some[0], asked)}"
    return cite(words, some)._replace(people=speakers)


def _all_views(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    opinions = question.asked.mind.relations.opinions
    if not opinions or question.subjects or question.person:
        return None
    strongest = sorted(opinions, key=lambda one: (-abs(opinions[one].stance), one))[:3]
    return KnownAnswer(" ".join(tell_opinion(one, opinions[one]) for one in strongest))


RULES = (
    rule(
        _changed_most,
        r"^(?:who|whom|which)\b.*\byou changed your (?:mind|opinion|view)s? (?:about|of)$",
        is_whole=True,
    ),
    rule(
        _persuaded,
        r"\b(?:who|what|whose) .*\b(?:persuaded|convinced|moved|changed"
        r"|influenced|swayed|won over|brought round)\b.*\b(?:you|your)\b",
    ),
    rule(
        _changed,
        r"\battitude\b.*\b(?:change[ds]?|shift(?:ed)?|move[ds]?|waver(?:ed)?|switch(?:ed)?)\b",
        r"\b(?:opinion|view|views|mind|stance|thinking|feelings|think|thought"
        r"|relationship|trust)\b.*\b(?:change[ds]?|shift(?:ed)?|move[ds]?|waver(?:ed)?|switch(?:ed)?)\b",
        r"\b(?:change[ds]?|shift(?:ed)?|move[ds]?|waver(?:ed)?|switch(?:ed)?)\b.*\b(?:opinion|view|views|mind|stance|thinking|think|feel)\b",
        r"\b(?:think|feel|thought|see|view)\b.*\bdifferent(?:ly)?\b",
        r"^(?:have|did|do|are) you (?:\w+ )*(?:waver\w*|hesitat\w*|doubt\w*|in two minds|sway\w*)\b",
        r"\bstill (?:think|believe|of the same opinion|for|against)\b",
        r"\bused to think\b",
        r"\bchanged between you\b",
    ),
    rule(
        _since,
        r"^(?:since when|how long|from when)\b.*\b(?:for|against|think|thought|believe|want|like|opinion|view)\b",
        r"^have you always\b",
    ),
    rule(
        _sides,
        r"\bwho (?:else )?(?:is|are|was|were|votes?|voted|would vote|will vote|stands?|speaks?)\b"
        r".*\b(?:for|against)\b",
        r"\bwho\b.*\b(?:on your side|opposes?|supports?|agrees?|disagrees?|same opinion"
        r"|thinks? (?:like|as) you)\b",
    ),
    rule(
        _agree,
        r"^(?:do|are) you\b.*\b(?:dis)?agree\b",
        r"^does \w+(?: \w+)? (?:dis)?agree\b",
        r"^does (?!you\b)\w+ (?:think|see it|feel|believe) (?:the same|so|likewise|as you do|like you|that|it)\b",
        r"^do you and\b",
    ),
    rule(
        _stands,
        r"^what (?:is|are) (?!you\b)\w+(?: \w+)? (?:for|against)$",
        r"^(?:what|which) (?:opinions|views) (?:does|has) (?!you\b)\w+",
    ),
    rule(
        _quarrel,
        r"\b(?:quarrel\w*|argue[ds]?|arguing|argument|dispute[ds]?|row|falling out|fallen out|fall out"
        r"|fell out)\b(?!.*\babout (?!any))",
        r"^(?:has|have|did|does) (?:any(?:one|body)|some(?:one|body)|people) .*\b(?:disagree[ds]?|contradict(?:ed)?)\b",
        r"^(?:do|did|have) you (?:and \w+|ever)\b.*\b(?:disagreed?|differ\w*)\b",
        r"^(?:who|whom|with whom|on what|what|where|is there any(?:one|body|thing))\b.*\byou\b.*"
        r"\b(?:disagreed?|differ)\b",
    ),
    rule(
        _others_view,
        r"^what \w+(?: \w+)? (?:thinks?|believes?) (?:of|about)\b",
        r"\bwhat (?:does|did|do) (?!you\b)\w+(?: and)?(?: \w+)? (?:think|say|believe|feel)\b",
        r"\b(?:opinion|view|stance) (?:of|does)\b",
        r"\b(?:whose|which|what) side (?:was|is|were|does|did) (?!you\b)",
        r"\bhow (?:did|does|will) (?!you\b)\w+(?: \w+)? vote\b",
        r"^is \w+ (?:for|against)\b",
        r"^(?:does|did|would|is|has) (?!you\b|the\b|it\b|there\b)\w+ (?:\w+ )?"
        r"(?:wants?|wanted|likes?|supports?|opposed?s?|in favou?r)\b",
        r"\w+'s (?:opinion|view)\b",
    ),
    rule(
        _views,
        r"\bwhat (?:do|is|are) (?:you|your)\b.*\b(?:think|say|opinion|view|views|stance"
        r"|position|feel|make)\b",
        r"\bhow do you feel about\b",
        r"\b(?:whose|which|what) side (?:are|were|do|did) you\b",
        r"\bhow (?:did|do|will|would) you vote\b",
        r"\bwhat did you vote\b",
        r"\byour (?:opinion|view|stance|position|thoughts)\b",
        r"^(?:are|would) you (?:\w+ )?(?:for|against|in favou?r)\b",
        r"^do you (?:\w+ )?(?:like|support|oppose|want|think|believe|hate|dislike|favou?r|mind|love)\b",
        r"^(?:and )?(?:what|how) about\b",
        r"^(?:should|shall|must|ought|may)\b",
        r"\bwhat should (?:happen|become|be done)\b",
        r"\bwhy (?:are|do|did|were) you .*\b(?:for|against|think|believe|like|want|dislike"
        r"|oppose|support)\b",
    ),
    rule(
        _all_views,
        r"^what are your (?:opinions|views)$",
        r"^what do you (?:believe in|think about most)$",
    ),
)
"""The forms of questions about opinions, in the order in which they are tried."""
