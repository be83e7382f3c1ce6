"""Why somebody attacked somebody, in words: the reason that the attacker gave, and a threat
before."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from latticeville.core.word_list import list_words
from latticeville.mind.requests.survive import MAX_REASONING
from latticeville.mind.topic import THREAT
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import moment_from, percent, times
from latticeville.sim.events import Said
from latticeville.sim.survival.events import Attacked

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
    for at, said in takewhile(lambda each: each[0].tick >= since, story.newest_of(Said, one.tick)):
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
