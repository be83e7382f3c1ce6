"""Sentences on fights: where, who attacked whom how often, what that cost, and why."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from latticeville.core.word_list import list_words
from latticeville.mind.requests.act import MAX_REASONING
from latticeville.mind.topic import THREAT
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import moment_from, names, percent, times
from latticeville.rules.survival.events import Attacked, Died, OutOfReach


def where_text(some: Iterable[Occurrence]) -> str:
    """Return the places of occurrences, and where the others were whom they concern, if
    elsewhere."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in some:
        found[one.place].append(one.apart)
    told = list[str]()
    for place, apart in found.items():
        others = "; ".join(dict.fromkeys(filter(None, apart)))
        at_times = "" if all(apart) else "at times "
        told.append(f"{place} ({at_times}{others})" if others else place)
    return list_words(told)


_FORMS: Mapping[str, str] = {
    r"hunger (?P<hunger>[\d.]+) > [\d.]+, trust in (?P<foe>.+) (?P<trust>[\d.]+) < "
    r"(?P<limit>[\d.]+): attack": (
        "{who} was starving without food (hunger {hunger}) and trusted {foe} {trust}, {below} "
        "{limit}"
    ),
    r"fierceness (?P<fierce>[\d.]+), trust in (?P<foe>.+) (?P<trust>[\d.]+) < (?P<limit>[\d.]+): "
    r"attack": (
        "{who} wanted more food in store and trusted {foe} {trust}, {below} {limit} (fierceness "
        "{fierce})"
    ),
    r"(?P<foe>.+) attacked, health (?P<health>[\d.]+): strike back": "{who} struck back at {foe} "
    "(health {health})",
}
"""The reasons that the built-in mind gives, and what stands for each."""
_SUMMARIES: Sequence[str] = (
    "attacked {} out of low trust and hunger",
    "attacked {} out of low trust and the wish for more food in store",
    "struck back {}",
)
"""What stands for each of them where they are counted."""
_OTHER = "attacked {} for other reasons"
_SHARES = frozenset({"hunger", "health"})
"""The numbers of a reason that are told as percentages."""


def reason_of_attack(story: Story, one: Occurrence, event: Attacked) -> tuple[str, list[EventRef]]:
    """Return why somebody attacked, with the events besides the attack that say so; "" where the
    log does not say."""
    who, to = (story.world.name_with_article(name) for name in (event.who, event.to))
    reason = describe_reason(story.reason_of(one), who)
    threat = _threat_before(story, one, event)
    if threat is None:
        return reason, []
    told = f"{who} had threatened {to} ({moment_from(threat.minute, one.minute)})"
    return "; ".join(filter(None, (reason, told))), [threat.ref]


def describe_reason(reason: str, who: str) -> str:
    """Return the reason of an attack in words; what is no reason of the built-in mind is quoted.

    >>> describe_reason("fierceness 0.60, trust in Hale 0.40 < 0.50: attack", "Brand")
    'Brand wanted more food in store and trusted Hale 0.40, below 0.50 (fierceness 0.60)'
    >>> describe_reason("Brand attacked, health 0.82: strike back", "Hale")
    'Hale struck back at Brand (health 82 %)'
    >>> describe_reason("He took my berries.", "Ada")
    'Ada thought: “He took my berries.”'
    """
    flat = " ".join(reason.split())[:MAX_REASONING].replace("“", "'").replace("”", "'")
    for form, told in _FORMS.items():
        if found := re.fullmatch(form, flat):
            parts = found.groupdict()
            below = "just below" if parts.get("trust") == parts.get("limit") else "below"
            return told.format(
                who=who, below=below, **{name: _value(name, text) for name, text in parts.items()}
            )
    return f"{who} thought: “{flat}”" if flat else ""


def count_reasons(reasons: Sequence[str]) -> str:
    """Return how many attacks had which reason; "" where none has a reason of the built-in mind.

    >>> back, poor = "Ada attacked, health 0.80: strike back", "fierceness 0.60, trust in Ada 0.40 < 0.50: attack"
    >>> count_reasons([back, poor, back])
    'struck back twice and attacked once out of low trust and the wish for more food in store'
    """
    found = Counter(map(_summary, reasons))
    known = {*found} - {_OTHER}
    return (
        list_words([form.format(times(number)) for form, number in found.most_common()])
        if known
        else ""
    )


def _summary(reason: str) -> str:
    forms = zip(_FORMS, _SUMMARIES, strict=True)
    return next(
        (told for form, told in forms if re.fullmatch(form, " ".join(reason.split()))), _OTHER
    )


def _value(name: str, text: str) -> str:
    return percent(round(float(text) * 1000)) if name in _SHARES else text


def _threat_before(story: Story, one: Occurrence, event: Attacked) -> Occurrence | None:
    """Return the last threat of the attacker to the attacked, made since the attack before of the
    two."""
    attacks = (
        at.tick
        for at, other in story.newest_of(Attacked, one.tick - 1)
        if _pair(other) == _pair(event)
    )
    since = next(attacks, 0)
    for at, said in takewhile(lambda each: each[0].tick >= since, story.newest_said(one.tick)):
        if (
            said.who == event.who
            and event.to in said.listeners
            and said.topic
            and said.topic.kind == THREAT
        ):
            return at
    return None


def _pair(event: Attacked) -> tuple[str, str]:
    return event.who, event.to


Blows = Sequence[tuple[Occurrence, Attacked]]
"""Attacks of one person on another, in order."""


def fight_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for each attacker and victim how often, with how much damage, where and when, and
    why."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Attacked]]] = defaultdict(list)
    for one, event in story.of(Attacked, span.first, span.last):
        found[event.who, event.to].append((one, event))
    for (who, to), some in found.items():
        yield _fight_sentence(story, who, to, some, span)


def _fight_sentence(story: Story, who: str, to: str, some: Blows, span: ChapterSpan) -> Sentence:
    world, damage = story.world, story.wounds.taken_by(one.ref for one, _event in some)
    where = where_text(one for one, _event in some)
    told = (
        f"{world.name_with_article(who)} attacked {world.name_with_article(to)} {times(len(some))} "
        f"({span.times(one.minute for one, _event in some)}) {where}, which cost "
        f"{world.name_with_article(to)} "
        f"{percent(damage)} of full health"
    )
    why, refs = _why(story, some, span)
    return sentence(". ".join((told, *why)), [*(one.ref for one, _event in some), *refs])


def _why(story: Story, some: Blows, span: ChapterSpan) -> tuple[list[str], list[EventRef]]:
    """Return why the first blow fell, and the one that killed, how many blows had which reason, and
    further events."""
    (first, _event), (last, event), told = some[0], some[-1], list[str]()
    why, refs = reason_of_attack(story, *some[0])
    if why:
        told.append(f"Why{f' at {span.time(first.minute)}' if len(some) > 1 else ''}: {why}")
    if len(some) > 1 and _has_killed(story, last, event):
        why, further = reason_of_attack(story, last, event)
        told += [f"Why at {span.time(last.minute)}, the blow that killed: {why}"] if why else []
        refs = [*refs, *further]
    counted = count_reasons([story.reason_of(one) for one, _event in some]) if len(some) > 1 else ""
    return told + (
        [f"In all, {names(story.world, [event.who])} {counted}"] if counted else []
    ), refs


def _has_killed(story: Story, one: Occurrence, event: Attacked) -> bool:
    dead = (died for _at, died in story.of(Died, one.tick, one.tick) if died.who == event.to)
    return any(event.who in died.by for died in dead)


def failure_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield who tried in vain to do something to whom, how often and when."""
    found: dict[tuple[str, str, str], list[Occurrence]] = defaultdict(list)
    for one, event in story.of(OutOfReach, span.first, span.last):
        found[event.who, event.kind, event.target].append(one)
    for (who, kind, target), some in found.items():
        pair = (story.world.name_with_article(who), story.world.name_with_article(target))
        deed = {"attack": "attack {}", "give": "give something to {}"}.get(
            kind, f"{kind} {{}}"
        ).format(pair[1])
        often = f" {times(len(some))}" if len(some) > 1 else ""
        when = span.times(one.minute for one in some)
        yield sentence(
            f"{pair[0]} tried{often} to {deed}, who was out of reach ({when})",
            [one.ref for one in some],
        )
