"""Talk: whom to answer, whom to greet, what either needs to know, and when a conversation is over."""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.mind.belief import Beliefs
from latticeville.mind.facts import setting
from latticeville.mind.mind import Conversation, Mind
from latticeville.mind.percept import AGENT, Node, Observation, Percept
from latticeville.world.pack import World

APART = 4 * 60
"""Minutes after their last words after which people greet each other again."""
PATIENCE = 2
"""Ticks that who spoke last waits for an answer."""
LINES = 6
"""Utterances of a conversation that its speakers have in mind."""
ALIKE = 0.8
"""Share of word pairs in common from which on an utterance repeats another."""


def to_answer(percept: Percept, turns: int) -> Observation | None:
    """Return the words that wait for this agent's answer; of two who greet at once the first by id answers."""
    for news in percept.news:
        told = news.kind == "said" and news.to == percept.who
        if not told or news.turn + 1 >= turns or news.end:
            continue
        if not _answers_first(news, percept) and in_sight(percept, news.actor):
            return news
    return None


def _answers_first(news: Observation, percept: Percept) -> bool:
    """Tell whether who says something is said the same in this tick, and the one to answer."""
    mine = (own for own in percept.news if own.kind == "said" and own.actor == percept.who)
    said = {own.to: own.turn for own in mine}
    return said.get(news.actor) == news.turn and news.actor < percept.who


def to_greet(before: Beliefs, met: Mapping[str, int], percept: Percept, tick_minutes: int) -> Node | None:
    """Return the first person who has just come here, or been come upon, and was not talked to for a while."""
    known = {node.id for node in before.sights if node.parent == percept.place}
    for node in percept.sights:
        if node.kind != AGENT or node.parent != percept.place or node.id in known or node.id == percept.who:
            continue
        if node.id not in met or (percept.tick - met[node.id]) * tick_minutes >= APART:
            return node
    return None


def in_sight(percept: Percept, other: str) -> bool:
    """Tell whether somebody is here."""
    return any(node.id == other and node.parent == percept.place for node in percept.sights)


def waiting(mind: Mind, percept: Percept) -> bool:
    """Tell whether an answer may yet come to what one has said."""
    talk = mind.social.talk
    return talk is not None and percept.tick - talk.spoke <= PATIENCE and in_sight(percept, talk.other)


def greeting(mind: Mind, percept: Percept, other: Node, world: World) -> dict[str, str]:
    """Return the facts of a greeting."""
    return {
        **setting(mind, percept, world),
        "to": world.told(other.id),
        "their_doing": other.looks,
        "secrets": secrecy(percept.who, other.id, world),
        "relation": _relation(percept.who, other.id, world),
    }


def answering(mind: Mind, percept: Percept, heard: Observation, world: World) -> dict[str, str]:
    """Return the facts of an answer, with a view of one's own: on what was said, or to bring up."""
    talk = conversation(mind, heard.actor, percept.tick)
    facts = setting(mind, percept, world) | {
        "to": world.told(heard.actor),
        "heard": heard.words,
        "turn": str(heard.turn + 1),
        "goal": talk.goal or "to be polite",
        "secrets": secrecy(percept.who, heard.actor, world),
        "relation": _relation(percept.who, heard.actor, world),
        "lines": "\n".join(talk.lines),
        "view": "",
    }
    opinions = world.people[percept.who].persona.opinions
    shared = next((opinion for opinion in opinions if opinion.topic.lower() in heard.words.lower()), None)
    if shared is not None:
        facts |= {"own_view": shared.view, "view": shared.view}
    elif opinions:
        facts["view"] = opinions[(percept.minute // 60 + len(heard.actor)) % len(opinions)].view
    return facts | {"opinion": f"You think: {facts['view']}" if facts["view"] else ""}


def conversation(mind: Mind, other: str, tick: int) -> Conversation:
    """Return the talk with somebody, the one under way or a new one."""
    talk = mind.social.talk
    current = talk is not None and talk.other == other and tick - talk.spoke <= PATIENCE
    return talk if talk is not None and current else Conversation(other)


def heard_in(talk: Conversation, name: str, words: str) -> Conversation:
    """Return a conversation after one more utterance."""
    return replace(talk, lines=(*talk.lines, f"{name}: {words}")[-LINES:])


def repeats(talk: Conversation, words: str) -> bool:
    """Tell whether words are what either said before in this conversation, or nearly.

    >>> talk = heard_in(Conversation("bob"), "Ada", "The oak must not be felled, I say.")
    >>> repeats(talk, "The oak must not be felled, I say!"), repeats(talk, "Good morning.")
    (True, False)
    """
    said, new = [_pairs(line.partition(": ")[2]) for line in talk.lines], _pairs(words)
    return any(len(new & old) >= ALIKE * len(new | old) for old in said)


def spoken(talk: Conversation, text: str) -> bool:
    """Tell whether a memory is of what was just said in this conversation, which its speakers have in mind anyhow."""
    return any(f"“{line.partition(': ')[2]}”" in text for line in talk.lines)


def _pairs(words: str) -> set[tuple[str, str]]:
    bare = "".join(letter if letter.isalnum() else " " for letter in words.casefold()).split()
    return set(zip(["", *bare], [*bare, ""], strict=True))


def secrecy(who: str, other: str, world: World) -> str:
    """Tell what somebody keeps to themselves, and what of it this other may be told."""
    secrets = world.people[who].persona.secrets
    kept = " ".join(secret.text for secret in secrets if other not in secret.to)
    open_ = " ".join(secret.text for secret in secrets if other in secret.to)
    lines = (f"Tell nobody: {kept}" if kept else "", f"Only {world.told(other)} may know: {open_}" if open_ else "")
    return "\n".join(filter(None, lines))


def _relation(who: str, other: str, world: World) -> str:
    """Tell what somebody is to one and what one thinks of them."""
    for one in world.people[who].persona.relationships:
        if one.who == other:
            return f"{world.told(other)} is to you: {one.how}. {one.view}".strip()
    return ""
