"""Characters: what everybody knows of a person, told among others who think of them."""

import re
from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.percept import AGENT
from latticeville.mind.relation import CONFIDING
from latticeville.mind.remarks import CHARACTER, is_remark, remark, roles_today
from latticeville.mind.secrets import gives_away
from latticeville.mind.situation import Situation
from latticeville.mind.topic import Told
from latticeville.world.model.personas import Persona
from latticeville.world.usual_day.clauses import PRONOUNS

LEAST_SHARED = 2
"""The words that a sentence shares with a secret from which on it is not told."""
MAX_LETTERS = 150
"""Letters of a sentence that people say of somebody."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def characters(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield to the only hearer, who is close, what everybody knows of somebody who is not there: one
    sentence a day, and none that either of them has said or heard."""
    other = hearers[0]
    is_close = now.mind.relations.to(other).closeness >= CONFIDING
    if len(hearers) == 1 and is_close and CHARACTER not in roles_today(now):
        found = [*_known_of_others(now, other)]
        if found:
            day = now.minute // DAY
            draw = rng(now.percept.seed, day, now.who, f"character:{other}")
            who, number, text = draw.pick(found)
            yield remark(now, CHARACTER, who, text, number)


def _known_of_others(now: Situation, hearer: str) -> Iterator[tuple[str, int, str]]:
    """Yield of whom who is not there somebody can tell a hearer which sentence, with its number."""
    here = {node.id for node in now.percept.sights if node.kind == AGENT}
    known = {one.who for one in now.persona.relationships} - here - {hearer, now.who}
    told = {*_told(now)}
    for who in sorted(known & now.world.people.keys()):
        for number, text in enumerate(_sentences(now.world.people[who].persona)):
            is_new = (who, number) not in told
            if is_new and not gives_away(now, text, [hearer], who, LEAST_SHARED):
                yield who, number, text


def _told(now: Situation) -> Iterator[tuple[str, int]]:
    """Yield of whom somebody has said or heard which sentence."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        if is_remark(one.topic, CHARACTER):
            who, number = one.topic.key.split(".")[3:5]
            yield who, int(number)


def _sentences(persona: Persona) -> list[str]:
    """Return what a persona says of somebody, with their first name as subject.

    >>> _sentences(Persona(name="Ada Lind", about="Ada bakes. She never sits. It is late."))
    ['Ada bakes.', 'Ada never sits.']
    """
    found: list[str] = []
    for one in _SENTENCES.split(persona.about.strip()):
        first, _, rest = one.partition(" ")
        is_of_them = first in (*PRONOUNS, persona.first_name)
        if is_of_them and rest and len(one) <= MAX_LETTERS:
            found.append(
                f"{persona.first_name} {rest.removeprefix(persona.name.partition(' ')[2]).strip()}"
            )
    return found
