"""Conversations: whom to greet and answer, what to ask and tell, and when to end."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.belief import BeliefTree
from latticeville.mind.mind import Conversation, Mind, Social
from latticeville.mind.percept import AGENT, Node, Observation, Percept
from latticeville.mind.prompt_context import agent_context
from latticeville.mind.talk_data import TalkData
from latticeville.mind.topics import RECENT_RECORDS, OfferedTopic, offer_topics
from latticeville.world.model.spoken_place import spoken_place
from latticeville.world.model.world import World

GREETING_GAP_MINUTES = 4 * 60
"""Minutes after their last words after which people greet each other again."""
ANSWER_TICKS = 2
"""Ticks that who spoke last waits for an answer."""
MAX_LINES = 6
"""Utterances of a conversation that its speakers have in mind."""
SIMILARITY_THRESHOLD = 0.8
"""Share of word pairs in common from which on an utterance repeats another."""


def utterance_to_answer(percept: Percept, turns: int) -> Observation | None:
    """Return the words that wait for this agent's answer; of two who greet at once the first by id answers."""
    for news in percept.news:
        told = news.kind == "said" and news.to == percept.who
        if not told or news.turn + 1 >= turns or news.end:
            continue
        if not _answers_first(news, percept) and (is_in_sight(percept, news.actor) or _has_just_left(percept)):
            return news
    return None


def _has_just_left(percept: Percept) -> bool:
    """Tell whether somebody came here in the last tick: whoever is spoken to while leaving answers in passing."""
    return any(news.kind == "entered" and news.actor == percept.who for news in percept.news)


def _answers_first(news: Observation, percept: Percept) -> bool:
    """Tell whether who says something is said the same in this tick, and the one to answer."""
    mine = (own for own in percept.news if own.kind == "said" and own.actor == percept.who)
    said = {own.to: own.turn for own in mine}
    return said.get(news.actor) == news.turn and news.actor < percept.who


def person_to_greet(before: BeliefTree, social: Social, percept: Percept, tick_minutes: int) -> tuple[Node | None, str]:
    """Return the person to open a talk with: one just met, with whom there was none for a while.

    One of two opens. Whoever joins a group opens to those in it; else a fair draw decides, the same for both. The id
    is that of somebody to whom the opening is left; who leaves it to them opens a tick later if they pass by.
    """
    owed = _person_owed(social, percept)
    if owed is not None:
        return owed, ""
    free = _people_to_greet(social, percept, tick_minutes)
    passed = next((node for node in free if node.id == social.yielded), None)
    if passed is not None:
        return passed, ""
    here = _people_just_met(before, percept)
    met = [node for node in free if node in here]
    opened = _person_to_open_to(met, here, percept)
    return opened, met[0].id if opened is None and len(here) == len(met) == 1 else ""


def _person_to_open_to(met: Sequence[Node], here: Sequence[Node], percept: Percept) -> Node | None:
    """Return the first of those just met who was in the group that one joins, or to whom the draw says to open."""
    group = _group_joined(here, percept)
    return next((node for node in met if node.id in group or _is_drawn_to_open(percept, node.id)), None)


def _people_to_greet(social: Social, percept: Percept, tick_minutes: int) -> list[Node]:
    """Return the others here who do not talk and whom this agent did not talk to for a while."""
    others = _people_not_talking(percept)
    return [node for node in others if _may_greet(social.met.get(node.id), percept.tick, tick_minutes)]


def _person_owed(social: Social, percept: Percept) -> Node | None:
    """Return somebody here to whom this agent means to tell something, while neither talks."""
    if not social.owed or _is_talking(percept):
        return None
    return next((node for node in _people_not_talking(percept) if node.id in social.owed), None)


def _is_talking(percept: Percept) -> bool:
    return any(news.kind == "said" and percept.who in (news.actor, news.to) for news in percept.news)


def _people_not_talking(percept: Percept) -> list[Node]:
    talking = {who for news in percept.news if news.kind == "said" for who in (news.actor, news.to)}
    return [node for node in percept.sights if _is_other_here(node, percept) and node.id not in talking]


def _people_just_met(before: BeliefTree, percept: Percept) -> list[Node]:
    """Return the others here; nobody where somebody was here before, who leaves it to those who come to open."""
    here = [node for node in percept.sights if _is_other_here(node, percept)]
    stayed = before.place in ("", percept.place)
    known = {node.id for node in before.sights if stayed and node.parent == percept.place}
    return [] if any(node.id in known for node in here) else here


def _group_joined(here: Sequence[Node], percept: Percept) -> frozenset[str]:
    """Return the people who were here together before somebody came in; nobody where there were not at least two."""
    came = {news.actor for news in percept.news if news.kind == "entered"}
    stayed = frozenset(node.id for node in here if node.id not in came)
    return stayed if percept.who in came and len(stayed) > 1 else frozenset()


def _is_other_here(node: Node, percept: Percept) -> bool:
    return node.kind == AGENT and node.parent == percept.place and node.id != percept.who


def _is_drawn_to_open(percept: Percept, other: str) -> bool:
    pair = sorted((percept.who, other))
    return rng(percept.seed, percept.tick, "+".join(pair), "opener").pick(pair) == percept.who


def _may_greet(last: int | None, tick: int, tick_minutes: int) -> bool:
    return last is None or (tick - last) * tick_minutes >= GREETING_GAP_MINUTES


def is_in_sight(percept: Percept, other: str) -> bool:
    """Tell whether somebody is here."""
    return any(node.id == other and node.parent == percept.place for node in percept.sights)


def awaits_answer(mind: Mind, percept: Percept) -> bool:
    """Tell whether an answer may yet come to what one has said."""
    talk = mind.social.talk
    return talk is not None and percept.tick - talk.spoke <= ANSWER_TICKS and is_in_sight(percept, talk.other)


def greeting_facts(mind: Mind, percept: Percept, other: Node, world: World) -> dict[str, str]:
    """Return the facts of a greeting."""
    return {
        **agent_context(mind, percept, world),
        "to": world.name_with_article(other.id),
        "their_doing": other.looks,
        "secrets": secrets_for(percept.who, other.id, world),
        "relation": _describe_relation(percept.who, other.id, world),
    }


def answer_facts(mind: Mind, percept: Percept, heard: Observation, world: World) -> dict[str, str]:
    """Return the facts of an answer, with a view of one's own: on what was said, or to bring up."""
    talk = current_conversation(mind, heard.actor, percept.tick)
    facts = agent_context(mind, percept, world) | {
        "to": world.name_with_article(heard.actor),
        "heard": heard.words,
        "turn": str(heard.turn + 1),
        "goal": talk.goal or "to be polite",
        "secrets": secrets_for(percept.who, heard.actor, world),
        "relation": _describe_relation(percept.who, heard.actor, world),
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


def talk_data(
    mind: Mind,
    percept: Percept,
    other: str,
    world: World,
    turn: int = 0,
    heard: Observation | None = None,
    *,
    agreed: bool | None = None,
) -> TalkData:
    """Return a turn of a talk in typed form."""
    persona = world.people[percept.who].persona
    day, minute = divmod(percept.minute, DAY)
    topics = offer_topics(mind, percept, other, world, heard)
    return TalkData(
        percept.who,
        world.name_with_article(percept.who),
        other,
        world.name_with_article(other),
        percept.seed,
        day,
        minute,
        turn,
        world.minds.turns,
        heard.topic if heard else None,
        heard is not None and heard.topic is not None and _knows_topic(mind, heard.topic.key, percept.tick),
        topics,
        _names_in(topics, world),
        tuple(opinion.topic for opinion in persona.opinions),
        tuple(persona.big_five.items()),
        next((one.how for one in persona.relationships if one.who == other), ""),
        agreed,
    )


def _names_in(topics: Iterable[OfferedTopic], world: World) -> dict[str, str]:
    """Return the names of the people and places of topics by id."""
    told = [one.topic for one in topics]
    names = {name: world.name_with_article(name) for one in told for name in (one.source, one.who) if name}
    return names | {one.at.place: spoken_place(world.name_of(one.at.place)) for one in told if one.at is not None}


def _knows_topic(mind: Mind, key: str, tick: int) -> bool:
    """Tell whether somebody remembers a topic from before a tick."""
    newest = mind.memory.last(RECENT_RECORDS)
    return any(one.topic is not None and one.topic.key == key and one.tick < tick for one in newest)


def current_conversation(mind: Mind, other: str, tick: int) -> Conversation:
    """Return the talk with somebody, the one under way or a new one."""
    talk = mind.social.talk
    current = talk is not None and talk.other == other and tick - talk.spoke <= ANSWER_TICKS
    return talk if talk is not None and current else Conversation(other)


def add_utterance(talk: Conversation, name: str, words: str) -> Conversation:
    """Return a conversation after one more utterance."""
    return replace(talk, lines=(*talk.lines, f"{name}: {words}")[-MAX_LINES:])


def is_repetition(talk: Conversation, words: str) -> bool:
    """Tell whether words are what either said before in this conversation, or nearly.

    >>> talk = add_utterance(Conversation("bob"), "Ada", "The oak must not be felled, I say.")
    >>> is_repetition(talk, "The oak must not be felled, I say!"), is_repetition(talk, "Good morning.")
    (True, False)
    """
    said, new = [_word_pairs(line.partition(": ")[2]) for line in talk.lines], _word_pairs(words)
    return any(len(new & old) >= SIMILARITY_THRESHOLD * len(new | old) for old in said)


def is_spoken_here(talk: Conversation, text: str) -> bool:
    """Tell whether a memory is of what was just said in this conversation, which its speakers have in mind anyhow."""
    return any(f"“{line.partition(': ')[2]}”" in text for line in talk.lines)


def _word_pairs(words: str) -> set[tuple[str, str]]:
    bare = "".join(letter if letter.isalnum() else " " for letter in words.casefold()).split()
    return set(zip(["", *bare], [*bare, ""], strict=True))


def secrets_for(who: str, other: str, world: World) -> str:
    """Tell what somebody keeps to themselves, and what of it this other may be told."""
    secrets = world.people[who].persona.secrets
    kept = " ".join(secret.text for secret in secrets if other not in secret.to)
    open_ = " ".join(secret.text for secret in secrets if other in secret.to)
    lines = (
        f"Tell nobody: {kept}" if kept else "",
        f"Only {world.name_with_article(other)} may know: {open_}" if open_ else "",
    )
    return "\n".join(filter(None, lines))


def _describe_relation(who: str, other: str, world: World) -> str:
    """Tell what somebody is to one and what one thinks of them."""
    for one in world.people[who].persona.relationships:
        if one.who == other:
            return f"{world.name_with_article(other)} is to you: {one.how}. {one.view}".strip()
    return ""
