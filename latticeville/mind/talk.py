"""Talk: whom to answer, whom to greet, and the facts that either needs."""

from collections.abc import Mapping

from latticeville.core.clock import hours
from latticeville.mind.belief import Beliefs
from latticeville.mind.percept import AGENT, Node, Observation, Percept
from latticeville.mind.plan import Step
from latticeville.world.pack import World

TURNS = 4
"""Turns of a conversation: greeting, answer, remark, reply."""
APART = 4 * 60
"""Minutes after their last words after which people greet each other again."""


def to_answer(percept: Percept) -> Observation | None:
    """Return the words that wait for this agent's answer; of two who greet at once the first by id answers."""
    said = {news.to: news.turn for news in percept.news if news.kind == "said" and news.actor == percept.who}
    for news in percept.news:
        if news.kind == "said" and news.to == percept.who and news.turn + 1 < TURNS:
            if said.get(news.actor) == news.turn and news.actor < percept.who:
                continue
            if any(node.id == news.actor and node.parent == percept.place for node in percept.sights):
                return news
    return None


def to_greet(before: Beliefs, met: Mapping[str, int], percept: Percept, tick_minutes: int) -> Node | None:
    """Return the first person who has just come here, or been come upon, and was not talked to for a while."""
    known = {node.id for node in before.sights if node.parent == percept.place}
    for node in percept.sights:
        if node.kind != AGENT or node.parent != percept.place or node.id in known or node.id == percept.who:
            continue
        if node.id not in met or (percept.tick - met[node.id]) * tick_minutes >= APART:
            return node
    return None


def setting(percept: Percept, step: Step | None, world: World) -> dict[str, str]:
    """Return the facts about oneself that every question needs."""
    persona = world.people[percept.who].persona
    return {
        "name": persona.name,
        "about": persona.about,
        "time": hours(percept.minute),
        "hour": str(percept.minute // 60 % 24),
        "place": world.name_of(percept.place),
        "doing": step.doing if step else "idle",
    }


def greeting(percept: Percept, step: Step | None, other: Node, world: World) -> Mapping[str, str]:
    """Return the facts of a greeting."""
    to = world.told(other.id)
    return {**setting(percept, step, world), "to": to, "their_doing": other.looks}


def answering(percept: Percept, step: Step | None, heard: Observation, world: World) -> Mapping[str, str]:
    """Return the facts of an answer, with a view of one's own: on what was said, or to bring up."""
    persona = world.people[percept.who].persona
    facts = setting(percept, step, world)
    facts |= {
        "to": world.told(heard.actor),
        "heard": heard.words,
        "turn": str(heard.turn + 1),
        "view": "nothing in particular",
    }
    opinions = persona.opinions
    shared = next((opinion for opinion in opinions if opinion.topic.lower() in heard.words.lower()), None)
    if shared is not None:
        facts |= {"own_view": shared.view, "view": shared.view}
    elif opinions:
        facts["view"] = opinions[(percept.minute // 60 + len(heard.actor)) % len(opinions)].view
    return facts
