"""The sentences of the built-in mind: phrases of `phrases.toml` whose variants are drawn by seed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.rng import RandomStream
from latticeville.core.sentence_case import capital
from latticeville.core.spoken_time import part_of_day, spoken_ahead, spoken_time
from latticeville.mind.builtin.themes import argument_of, weighs
from latticeville.mind.claims.offer import UNCLEAR
from latticeville.mind.claims.vocabulary import words_of_kind
from latticeville.mind.debates import DEBATE
from latticeville.mind.proposals import AGAIN, COMPANY, HELP, kind_of
from latticeville.mind.requests.talk import AGREED, BESIDE, STRANGER
from latticeville.mind.self_topics import HOW_ARE_YOU
from latticeville.mind.topic import (
    AT,
    CLAIM,
    DECISION,
    DENIAL,
    DONE,
    EVENT,
    INSIGHT,
    INVITATION,
    MEMORY,
    OFF,
    OPINION,
    OUTCOME,
    PLAN,
    RESOLVE,
    SECRET,
    SIGHTING,
    VIEW,
    Topic,
    subject_of,
)
from latticeville.mind.topics import OfferedTopic
from latticeville.mind.views import is_changed_view, tone

BARE = "{gist}"
"""The variant of a phrase in which nothing leads in."""
MAX_SENTENCE = 280
"""Letters of an utterance."""
_ENDS = (".", "!", "?", "…", ".”", "!”", "?”")
MORNING, DAYTIME, EVENING, NIGHT = 4 * 60, 11 * 60, 18 * 60, 22 * 60
EARLY = 8 * 60
"""Minutes of the day at which greetings change; before `EARLY` people are asked how they slept."""
_PROPOSALS = {
    COMPANY: "propose_company",
    HELP: "propose_help",
    AGAIN: "propose_again",
    DEBATE: "propose_debate",
}
_RETOLD = {
    EVENT: "heard",
    SIGHTING: "heard",
    INSIGHT: "heard",
    RESOLVE: "heard",
    DECISION: "heard",
    INVITATION: "invitation",
    CLAIM: "heard",
    SECRET: "confided",
    DENIAL: "denied",
}
"""The phrases for what one was told of these kinds of topic."""


@cache
def phrases() -> Mapping[str, tuple[str, ...]]:
    """Return the variants of each phrase by its name."""
    text = Path(__file__).with_name("phrases.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, tuple[str, ...]])


def say(phrase: str, draw: RandomStream, **words: str) -> str:
    """Return a variant of a phrase with words in its placeholders."""
    return fill(draw.pick(phrases()[phrase]), **words)


def greeting(to: str, minute: int, draw: RandomStream, opening: str = "") -> str:
    """Return a greeting for a minute of the day, or for people who agreed to meet or talked
    lately."""
    part = _part(minute)
    if opening == STRANGER:
        return say("first_words", draw, part="evening" if part == "night" else part)
    if opening:
        return say(_OPENINGS.get(opening, "once_more"), draw, to=to)
    if part == "morning" and minute < EARLY:
        part = "early"
    return say(f"greeting_{part}", draw, to=to)


_OPENINGS = {AGREED: "arrival", BESIDE: "beside"}
"""The phrases with which a talk opens that no greeting does."""


def hello(to: str, minute: int, draw: RandomStream) -> str:
    """Return the greeting for a minute of the day of who has nothing to tell."""
    return say(f"hello_{_part(minute)}", draw, to=to)


def _part(minute: int) -> str:
    """Return the part of the day by which people greet."""
    if MORNING <= minute < DAYTIME:
        return "morning"
    if minute < MORNING or minute >= NIGHT:
        return "night"
    return "evening" if minute >= EVENING else "day"


def telling(
    offered: OfferedTopic,
    names: Mapping[str, str],
    now: int,
    draw: RandomStream,
    to: str = "",
    *,
    is_led: bool = False,
) -> str:
    """Return a sentence that tells a topic; `names` are those of people by id, `now` is an absolute
    minute, and `to` what the hearers are called. Where words `is_led` in already, nothing else leads
    in."""
    topic = offered.topic
    source, author = names.get(topic.source, ""), names.get(topic.who, "")
    if topic.kind == PLAN:
        return propose(offered, now, draw)
    gist = as_sentence(offered.said or offered.text)
    if "state" in offered.parts:
        gist = say("again", draw, **offered.parts)
    if topic.key.endswith(OFF):
        return say("regret", draw, gist=gist)
    words = {
        "gist": gist,
        "bare": gist.rstrip("."),
        "lower": in_mid_sentence(gist),
        "source": source,
        "author": author,
        "to": to,
        "when": _when(offered.minute, now),
        "part": f"the {part_of_day(offered.minute)}",
        **_parts(offered.parts),
    }
    called = _called_words(topic, names, now)
    phrase = _at_time(_phrase_for(offered, has_source=bool(source)), now)
    phrase = _by_weight(phrase, offered.text)
    is_of_source = phrase == "heard" and re.search(rf"\b{re.escape(source)}\b", gist) is not None
    variants = phrases()["reported" if is_of_source else phrase]
    if called:
        variants = (*(variants[:2] if _is_statement(gist) else ()), *phrases()["call"])
    return _say_one(variants, gist, words | called, draw, is_led=is_led)


def _parts(parts: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words that phrases fill in, what happened as it stands within a sentence."""
    incident = parts.get("incident", "")
    return {**parts, "incident": in_mid_sentence(as_sentence(incident))} if incident else parts


def _at_time(phrase: str, now: int) -> str:
    """Return the phrase that fits the hour: before noon nobody is asked how their day was."""
    is_early = phrase == HOW_ARE_YOU and now % DAY < DAYTIME
    return "how_are_you_early" if is_early else phrase


def _by_weight(phrase: str, text: str) -> str:
    """Return the phrase for a confession that is no burden, if there is another for it."""
    plain = f"{phrase}_plain"
    return plain if plain in phrases() and not weighs(text) else phrase


def _say_one(
    variants: Sequence[str],
    gist: str,
    words: Mapping[str, str],
    draw: RandomStream,
    *,
    is_led: bool,
) -> str:
    """Return one of some variants that fits a text and names nobody twice, filled in; the bare one
    where words `is_led` in."""
    if is_led and BARE in variants:
        return gist
    if not _is_statement(gist):
        variants = [one for one in variants if not _WITHIN.search(one)]
    once = [one for one in variants if not names_twice(one, words)]
    return fill(draw.pick(once or variants), **words)


def propose(offered: OfferedTopic, now: int, draw: RandomStream) -> str:
    """Return words that propose to do something at a time; the text of the topic begins with a verb
    in -ing.

    Where others were asked to the same place on another day, its name says enough.
    """
    kind, place = kind_of(offered.topic.at), offered.parts.get("place", "")
    phrase = _PROPOSALS[kind]
    if place:
        phrase = "propose_help_short" if kind == HELP else "propose_short"
    at = spoken_time(offered.minute)
    day = spoken_ahead(offered.minute, now).removeprefix(at).strip() or "today"
    at = f"at {at.removeprefix('at ').removeprefix('about ')}"
    said = say(
        phrase,
        draw,
        gist=offered.said or offered.text,
        place=place,
        time=at,
        day=day,
        subject=offered.parts.get("subject", ""),
    )
    return _capitalized(said.replace("shall be being ", "shall be "))


def _capitalized(text: str) -> str:
    """Return sentences, each with a capital letter.

    >>> _capitalized("let us go. at noon I shall.")
    'Let us go. At noon I shall.'
    """
    for mark in (". ", "? "):
        text = mark.join(capital(part) for part in text.split(mark))
    return text


def _called_words(topic: Topic, names: Mapping[str, str], now: int) -> dict[str, str]:
    """Return what an invitation to something with a name is to, where and when; nothing for other
    topics."""
    at = topic.at if topic.kind == INVITATION else None
    if at is None or not at.what.startswith(AT) or at.place not in names:
        return {}
    return {
        "what": at.what.removeprefix(AT),
        "place": names[at.place],
        "when": spoken_ahead(at.start, now),
    }


def _phrase_for(offered: OfferedTopic, *, has_source: bool) -> str:
    """Return the phrase that fits what somebody saw, did, thinks or was told."""
    topic = offered.topic
    if is_changed_view(topic):
        return "changed_view"
    if offered.role:
        return _phrase_of_role(offered, has_source=has_source)
    if "vote" in offered.parts:
        return "secret_of_vote"
    if topic.kind == OUTCOME and not topic.key.endswith(DONE):
        return "apology"
    if has_source:
        side = offered.parts.get("side", "")
        return f"quoted_{side}" if side else _hearsay(topic)
    is_cold = topic.kind == VIEW and tone(offered.text) < 0
    return "view_cold" if is_cold else _FIRST_HAND.get((topic.kind, bool(topic.who)), topic.kind)


def _phrase_of_role(offered: OfferedTopic, *, has_source: bool) -> str:
    """Return the phrase of a role: of its own between candidates and between what two sides want,
    and for what a voice said."""
    if "rival" in offered.parts:
        return f"{offered.role}_choice"
    if "aim" in offered.parts:
        return f"{offered.role}_aim"
    return "unclear_voice" if offered.role == UNCLEAR and not has_source else offered.role


_FIRST_HAND = {(EVENT, True): "done", (EVENT, False): "seen", (DECISION, False): "decided"}
"""The phrases for what somebody witnessed, by its kind and whether it is of somebody."""


def _hearsay(topic: Topic) -> str:
    """Return the phrase for what somebody was told."""
    if topic.kind in (EVENT, RESOLVE) and topic.who == topic.source:
        return "reported"
    if topic.kind == MEMORY:
        return "remembered"
    if phrase := _RETOLD.get(topic.kind):
        return phrase
    if not topic.who:
        return "heard"
    return "quoted" if topic.who == topic.source else "rumoured"


def _is_statement(gist: str) -> bool:
    """Tell whether a text begins with a sentence that may follow “that”: one that neither asks nor
    calls out nor tells to do something.

    >>> _is_statement("The oak stays. Does it?"), _is_statement("Is it so?"), _is_statement("Let it be.")
    (True, False, False)
    """
    first, word = _FIRST_SENTENCE.match(gist), gist.partition(" ")[0].casefold()
    is_plain = first is not None and first[0].endswith(".")
    return is_plain and word not in words_of_kind("orders") and word not in _NO_STATEMENT


_FIRST_SENTENCE = re.compile(r"[^.!?…]*[.!?…]")
_NO_STATEMENT = frozenset(("let", "do", "ask", "please", "yes", "well", "better", "so"))
_WITHIN = re.compile(r"(?:\bthat|\bbut|,) \{lower\}")
"""Where a phrase takes a text into a sentence of its own."""


def in_mid_sentence(text: str) -> str:
    """Return a sentence as it stands after a comma.

    >>> in_mid_sentence("The oak stays."), in_mid_sentence("Ada reads.")
    ('the oak stays.', 'Ada reads.')
    """
    first = text.partition(" ")[0]
    return f"{text[:1].lower()}{text[1:]}" if first.casefold() in _FIRST_WORDS else text


_FIRST_WORDS = (
    words_of_kind("small")
    | words_of_kind("prepositions")
    | frozenset(
        (
            *("she", "he", "they", "we", "you", "as", "when", "if", "while", "once", "whoever"),
            *(
                "no",
                "every",
                "each",
                "most",
                "out",
                "nothing",
                "something",
                "what",
                "how",
                "because",
            ),
            *("where", "after", "since", "until", "although", "those", "these", *ONE_TO_TWELVE),
        )
    )
)
"""Words that begin with a small letter within a sentence."""


def as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop.

    >>> as_sentence("the bells ring"), as_sentence("Fire!")
    ('The bells ring.', 'Fire!')
    """
    ended = text.rstrip()
    return f"{capital(ended)}{'' if ended.endswith(_ENDS) else '.'}"


def counter(
    view: OfferedTopic,
    heard: Topic,
    other: str,
    draw: RandomStream,
    to: str = "",
    *,
    is_swayed: bool = False,
) -> str:
    """Return one's own view as an answer to another's, which may have moved it or says the same;
    `other` is whose it is, where it is only reported, and `to` who gives it at a meeting."""
    if view.role:
        return say(view.role, draw, **view.parts)
    gist = as_sentence(view.text)
    if (view.topic.stance or 0.0) * (heard.stance or 0.0) > 0:
        phrase = "second_room" if to else "second"
    elif is_swayed:
        phrase = "yield"
    else:
        phrase = "counter_quoted" if other else _countered(heard, to)
    return say(phrase, draw, gist=gist, lower=in_mid_sentence(gist), other=other, to=to)


def _countered(heard: Topic, to: str) -> str:
    """Return the phrase that takes up at a meeting on what a view rests before one's own."""
    by_ground = f"counter_{argument_of(heard.gist)}"
    return by_ground if to and by_ground in phrases() else "counter"


def briefing(names: Sequence[str], heard: Topic, source: str) -> str:
    """Return what the talk is about, for those who join it; "" for what they may not know.

    >>> briefing(["Cid"], Topic("o.ada.the oak", OPINION), "Ada")
    'Cid, we are talking about the oak.'
    """
    if heard.kind == OPINION:
        about = f"we are talking about {subject_of(heard)}."
    else:
        (told,) = phrases().get(f"briefing_{heard.kind}", ("",))
        about = told.format(source=source) if source else ""
    return f"{' and '.join(names)}, {about}" if about else ""


def joined(lead: str, told: str, to: str = "") -> str:
    """Return two sentences as one utterance; without the first where there is no room for both.

    Where the first calls the hearer `to` by name, the second does so no more.

    >>> joined("Bob, listen.", "Your word helped, Bob, with the oak.", "Bob")
    'Bob, listen. Your word helped, with the oak.'
    """
    if to and to in lead:
        told = capital(re.sub(rf"^{re.escape(to)}, |, {re.escape(to)}(?=[,;.!?])", "", told))
    both = f"{lead} {told}".strip()
    return both if len(both) <= MAX_SENTENCE else told


def _when(minute: int, now: int) -> str:
    """Return how people say when something was.

    >>> _when(8 * 60, 9 * 60), _when(8 * 60, 8 * 60 + 5), _when(8 * 60, DAY + 9 * 60), _when(8 * 60, 3 * DAY)
    ('this morning', 'just now', 'yesterday', 'on Monday')
    """
    days, part = now // DAY - minute // DAY, part_of_day(minute)
    if days:
        return "yesterday" if days == 1 else f"on {weekday(minute)}"
    if now - minute < JUST_NOW:
        return "just now"
    return f"at {part}" if part in ("noon", "night") else f"this {part}"


JUST_NOW = 20
"""Minutes for which something was just now."""


NAME_SLOTS = ("source", "author", "other", "second", "third", "choice", "rival")
"""The words of a template that are names."""
_SLOT = re.compile(r"\{(\w+)\}")


def names_twice(template: str, words: Mapping[str, str]) -> bool:
    """Tell whether a template, filled in, names somebody more often than it means to.

    >>> names_twice("{source} is for {choice}.", {"source": "Ann", "choice": "Ann"})
    True
    >>> names_twice("{source} says: {lower}", {"source": "Ann", "lower": "Anna sings."})
    False
    """
    slots = Counter(one.lower() for one in _SLOT.findall(template))
    parts = [word for slot, word in words.items() for _ in range(slots[slot])]
    for slot in NAME_SLOTS:
        name = words.get(slot, "")
        if name and slots[slot]:
            named = sum(len(re.findall(rf"\b{re.escape(name)}\b", part)) for part in parts)
            if named > slots[slot]:
                return True
    return False


def fill(template: str, **words: str) -> str:
    """Return a template with its words filled in; “{When}” stands for “{when}” with a capital."""
    capitals = {capital(name): capital(word) for name, word in words.items()}
    text = capital(template.format(**words, **capitals))
    return text.replace("was being ", "was ").replace("were being ", "were ")
