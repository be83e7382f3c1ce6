"""Views of others: what somebody thinks of a person, told to others or to their face."""

import re
from collections.abc import Iterator, Sequence

from latticeville.mind.known_topics import told_today
from latticeville.mind.mind_effects import OPEN_VIEW
from latticeville.mind.mood import mood
from latticeville.mind.percept import AGENT, Observation
from latticeville.mind.questions import asks_person
from latticeville.mind.relation import CONFIDING
from latticeville.mind.secrets import gives_away
from latticeville.mind.situation import Situation
from latticeville.mind.topic import VIEW, Told, Topic
from latticeville.world.model.bonds import COLD, WARM, read_relationship
from latticeville.world.model.personas import Persona, Relationship
from latticeville.world.model.world import World

BLUNT, LOUD, KIND = 0.4, 0.7, 0.5
"""The agreeableness below which, and the extraversion from which on, people say to anybody's face
what they think of them; and the agreeableness from which on they do so where it is kind."""
LOYAL = 0.6
"""The closeness from which on somebody is not told what speaks against a person."""
WORTH, PROVOKED = 0.7, 0.9
"""How much a view is worth on its day, and where somebody brings its person up, in the score of
topics."""
FACE = "face"
"""The role of what is said to the face of whom it is of."""
EDITION = "~"
"""What stands before the number of a view in its key, where a scene has changed it."""
_PRONOUN = re.compile(r"^(?:He|She|They)\b")


def view_topics(
    now: Situation, hearers: Sequence[str], heard: Observation | None = None
) -> Iterator[Told]:
    """Yield what somebody thinks of others, to their face or to third persons out of their
    hearing; each once a day, and again to whoever asks for it."""
    for one, topic in _open_views(now, heard):
        if gives_away(now, one.view, hearers):
            continue
        parts = {"other": now.world.name_with_article(one.who)}
        part = 1.0 if is_changed_view(topic) else mood(now, f"view.{one.who}")
        worth, off_mind = WORTH * part, part < 1
        if [*hearers] == [one.who]:
            if says_to_face(now.persona, one) and not OPEN_VIEW.search(one.view):
                told = Told(topic, one.view, worth=worth, role=FACE, parts=parts)
                yield told._replace(off_mind=off_mind)
        elif _is_for(now, one, hearers):
            text = of_person(one, now.world)
            is_provoked = is_brought_up(one, heard, now.world)
            told = Told(topic, text, worth=PROVOKED if is_provoked else worth, parts=parts)
            yield told._replace(off_mind=off_mind and not is_provoked)


def _open_views(now: Situation, heard: Observation | None) -> Iterator[tuple[Relationship, Topic]]:
    """Yield the views that somebody has not told today, or is asked for."""
    told = told_today(now)
    for one in now.persona.relationships:
        topic = Topic(_view_key(now, one.who), VIEW, who=now.who)
        is_of_somebody = bool(one.view) and one.who in now.world.people
        if is_of_somebody and (not told[topic.key] or _is_asked_for(one, heard)):
            yield one, topic


def _is_asked_for(one: Relationship, heard: Observation | None) -> bool:
    topic = heard.topic if heard is not None else None
    return topic is not None and asks_person(topic) == one.who


def _view_key(now: Situation, other: str) -> str:
    """Return the key of a view of somebody; another one than before where it has changed."""
    number = now.changed.views.get(other, 0) if now.mind.inner.changed_by else 0
    return f"w.{now.who}{f'{EDITION}{number}' if number else ''}.{other}"


def is_changed_view(topic: Topic) -> bool:
    """Tell whether a topic is a view that a scene or an outcome has changed.

    >>> is_changed_view(Topic("w.ada~2.bob", VIEW)), is_changed_view(Topic("w.ada.bob", VIEW))
    (True, False)
    """
    return topic.kind == VIEW and EDITION in topic.key.split(".")[1]


def _is_for(now: Situation, one: Relationship, hearers: Sequence[str]) -> bool:
    """Tell whether all hearers may hear a view, and whom it is of does not."""
    is_here = any(node.id == one.who and node.kind == AGENT for node in now.percept.sights)
    return not is_here and all(_may_hear(now, one, other) for other in hearers)


def says_to_face(persona: Persona, one: Relationship) -> bool:
    """Tell whether somebody says what they think of a person to that person: blunt and loud people
    whatever it is, kind ones what is kind."""
    agreeable = persona.big_five.get("agreeableness", 0.5)
    is_outspoken = agreeable < BLUNT or persona.big_five.get("extraversion", 0.5) >= LOUD
    return is_outspoken or (agreeable >= KIND and tone(one.view) > 0)


def tone(view: str) -> int:
    """Return how kind the words of a view are: its warm words less its cold ones."""
    return len(WARM.findall(view)) - len(COLD.findall(view))


def _may_hear(now: Situation, one: Relationship, other: str) -> bool:
    """Tell whether somebody is close enough for a view of another, and not too close to that one
    for a cold one."""
    if other == one.who or now.mind.relations.to(other).closeness < CONFIDING:
        return False
    if tone(one.view) >= 0 or other not in now.world.people:
        return True
    ties = now.world.people[other].persona.relationships
    return not any(tie.who == one.who and read_relationship(tie).closeness >= LOYAL for tie in ties)


def is_brought_up(one: Relationship, heard: Observation | None, world: World) -> bool:
    """Tell whether words are by a person or name them."""
    if heard is None:
        return False
    is_of = heard.topic is not None and heard.topic.who == one.who
    return is_of or world.name_with_article(one.who) in heard.words


def of_person(one: Relationship, world: World) -> str:
    """Return a view with the name of whom it is of in place of the pronoun with which it begins.

    Where it begins otherwise and does not name them, it is told as “As for Bob: …”.
    """
    name = world.name_with_article(one.who)
    if _PRONOUN.match(one.view):
        return _PRONOUN.sub(name, one.view, count=1)
    return one.view if name in one.view else f"As for {name}: {one.view}"
