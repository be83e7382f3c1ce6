"""Conversations: what to answer, what to ask and tell, and who takes part."""

from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.invitations import mentions_time
from latticeville.mind.mind import Conversation, Mind, Social
from latticeville.mind.openings import GREETING_GAP_MINUTES, MAX_COMPANY, newcomers
from latticeville.mind.percept import Node, Observation, Percept
from latticeville.mind.prompt_context import agent_context
from latticeville.mind.relation_text import (
    describe_relations,
    is_persuaded,
    mean_bond,
    shared_opinion,
)
from latticeville.mind.talk_data import AGAIN, AGREED, EVERYBODY, TalkData
from latticeville.mind.topics import RECENT_RECORDS, OfferedTopic, offer_topics
from latticeville.mind.troubles import has_put_right
from latticeville.world.model.spoken_place import spoken_place
from latticeville.world.model.world import World

ANSWER_TICKS = 2
"""Ticks that who spoke last waits for an answer."""
MAX_LINES = 8
"""Utterances of a conversation that its speakers have in mind, beside the newest."""
SIMILARITY_THRESHOLD = 0.8
"""Share of word pairs in common from which on an utterance repeats another."""


def utterance_to_answer(percept: Percept) -> Observation | None:
    """Return the words after which this agent speaks: those to itself before those to others, the
    newest turn."""
    heard = [
        news
        for news in percept.news
        if news.kind == "said" and news.next == percept.who != news.actor
    ]
    reached = [
        news for news in heard if is_within_hearing(percept, news.actor) or _has_just_left(percept)
    ]
    return max(reached, key=lambda news: (news.to == percept.who, news.turn), default=None)


def utterance_with_invitation(percept: Percept) -> Observation | None:
    """Return words to this agent, or to a group with it, that may ask to come somewhere."""
    return next(
        (news for news in percept.news if _is_heard_in_talk(news, percept) and _may_invite(news)),
        None,
    )


def _is_heard_in_talk(news: Observation, percept: Percept) -> bool:
    return news.kind == "said" and percept.who in (news.to, *news.others)


def _may_invite(news: Observation) -> bool:
    return mentions_time(news.words) if news.topic is None else news.topic.at is not None


def _has_just_left(percept: Percept) -> bool:
    """Tell whether somebody came here in the last tick: whoever is spoken to while leaving answers
    in passing."""
    return any(news.kind == "entered" and news.actor == percept.who for news in percept.news)


def listen(mind: Mind, percept: Percept, world: World) -> Mind:
    """Return the mind after what was said in the last tick in a talk that it takes part in."""
    for news in percept.news:
        if (
            news.kind == "said"
            and percept.who in (news.actor, news.to, *news.others)
            and not _is_own_end(news, percept)
        ):
            mind = replace(mind, social=_social_after(mind.social, news, percept, world))
    return mind


def _is_own_end(news: Observation, percept: Percept) -> bool:
    return news.end and news.actor == percept.who


def _social_after(social: Social, news: Observation, percept: Percept, world: World) -> Social:
    others = tuple(one for one in news.company if one != percept.who)
    talk = replace(
        current_conversation(social, news.actor, others, percept.tick),
        others=others,
        spoke=percept.tick - 1,
    )
    if news.actor != percept.who:
        talk = add_utterance(talk, world.name_with_article(news.actor), news.words)
        social = replace(
            social, met={**social.met, **dict.fromkeys((news.actor, *others), percept.tick)}
        )
    return replace(social, talk=talk if news.next else None)


def company_of(
    mind: Mind, heard: Observation, percept: Percept, tick_minutes: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return whom an answer is for, and those of them who have just joined; in passing, who spoke
    alone."""
    staying = tuple(
        one for one in heard.company if one != percept.who and is_within_hearing(percept, one)
    )
    if not staying:
        return (heard.actor,), ()
    joining = newcomers(mind.social, staying, percept, tick_minutes)
    return (*staying, *joining), joining


def is_within_hearing(percept: Percept, other: str) -> bool:
    """Tell whether somebody is here, within hearing."""
    return any(node.id == other and percept.is_within_hearing(node) for node in percept.sights)


def awaits_words(mind: Mind, percept: Percept) -> bool:
    """Tell whether more words may come in the talk that one takes part in."""
    talk = mind.social.talk
    if talk is None or percept.tick - talk.spoke > ANSWER_TICKS:
        return False
    return any(is_within_hearing(percept, other) for other in talk.others)


def greeting_facts(
    mind: Mind, percept: Percept, others: Sequence[Node], world: World
) -> dict[str, str]:
    """Return the facts of a greeting."""
    ids = tuple(node.id for node in others)
    return {
        **agent_context(mind, percept, world),
        "to": world.list_names(ids),
        "their_doing": " ".join(
            f"{world.name_with_article(node.id)} is {node.looks}." for node in others
        ),
        "secrets": secrets_for(percept.who, ids, world),
        "relation": describe_relations(mind, percept.who, ids, world),
    }


def answer_facts(
    mind: Mind,
    percept: Percept,
    heard: Observation,
    hearers: Sequence[str],
    world: World,
    joining: Sequence[str] = (),
) -> dict[str, str]:
    """Return the facts of an answer, with one's own view on what was said, if there is one."""
    talk = mind.social.talk or Conversation((heard.actor,))
    facts = agent_context(mind, percept, world) | {
        "to": world.name_with_article(heard.actor),
        "heard": heard.words,
        "turn": str(heard.turn + 1),
        "goal": talk.goal or "to be polite",
        "company": describe_company(hearers, joining, world),
        "secrets": secrets_for(percept.who, hearers, world),
        "relation": describe_relations(mind, percept.who, hearers, world),
        "lines": "\n".join(
            line
            for line in talk.lines
            if line != f"{world.name_with_article(heard.actor)}: {heard.words}"
        ),
        "view": "",
    }
    shared = shared_opinion(mind, heard)
    if shared is not None:
        facts |= {"own_view": shared.view, "view": shared.view}
    return facts | {"opinion": f"You think: {facts['view']}" if facts["view"] else ""}


def talk_data(
    mind: Mind,
    percept: Percept,
    hearers: Sequence[str],
    world: World,
    turn: int = 0,
    heard: Observation | None = None,
    *,
    agreed: bool | None = None,
    joining: Sequence[str] = (),
) -> TalkData:
    """Return a turn of a talk in typed form; the first of the hearers is who is answered, or
    met."""
    persona = world.people[percept.who].persona
    day, minute = divmod(percept.minute, DAY)
    topics = offer_topics(mind, percept, hearers, world, heard)
    closeness, trust = mean_bond(mind, hearers)
    return TalkData(
        percept.who,
        world.name_with_article(percept.who),
        hearers[0],
        world.list_names(hearers) if len(hearers) < MAX_COMPANY else EVERYBODY,
        percept.seed,
        day,
        minute,
        turn,
        world.minds.turns,
        heard.topic if heard else None,
        heard is not None
        and heard.topic is not None
        and _knows_topic(mind, heard.topic.key, percept.tick),
        topics,
        _names(topics, (*hearers, heard.actor if heard else ""), world),
        tuple(sorted(mind.relations.opinions)),
        tuple(persona.big_five.items()),
        next((one.how for one in persona.relationships if one.who == hearers[0]), ""),
        agreed,
        tuple(hearers),
        tuple(joining),
        mind.inner.needs,
        closeness,
        trust,
        is_swayed=is_persuaded(mind, heard, percept.tick),
        opening=_opening(mind, hearers[0], percept, world.settings.tick_minutes),
        is_done=heard is not None and has_put_right(mind, heard.topic, percept, world),
    )


def _opening(mind: Mind, other: str, percept: Percept, tick_minutes: int) -> str:
    """Return how a talk with somebody opens: at what they asked one to, once more after a while, or
    as usual: ""."""
    now = (one for one in mind.commitments if one.is_met and percept.minute in one.at)
    if any(one.other == other for one in now):
        return AGREED
    met = mind.social.met.get(other)
    return (
        "" if met is None or (percept.tick - met) * tick_minutes >= GREETING_GAP_MINUTES else AGAIN
    )


def _names(topics: Sequence[OfferedTopic], people: Sequence[str], world: World) -> dict[str, str]:
    """Return what people and places are called by id: those in topics, and others."""
    told = [one.topic for one in topics]
    named = {name for one in told for name in (one.source, one.who)}
    names = {name: world.name_with_article(name) for name in sorted({*named, *people}) if name}
    return names | {
        one.at.place: spoken_place(world.name_of(one.at.place))
        for one in told
        if one.at is not None
    }


def _knows_topic(mind: Mind, key: str, tick: int) -> bool:
    """Tell whether somebody remembers a topic from before a tick."""
    newest = mind.memory.last(RECENT_RECORDS)
    return any(one.topic is not None and one.topic.key == key and one.tick < tick for one in newest)


def current_conversation(
    social: Social, speaker: str, others: tuple[str, ...], tick: int
) -> Conversation:
    """Return the talk that words belong to: the one under way with who says them, or a new one."""
    talk = social.talk
    if (
        talk is not None
        and tick - talk.spoke <= ANSWER_TICKS
        and {speaker, *others} & {*talk.others}
    ):
        return talk
    return Conversation(others)


def add_utterance(talk: Conversation, name: str, words: str) -> Conversation:
    """Return a conversation after one more utterance."""
    return replace(talk, lines=(*talk.lines, f"{name}: {words}")[-MAX_LINES - 1 :])


def is_repetition(talk: Conversation, words: str) -> bool:
    """Tell whether words are what either said before in this conversation, or nearly.

    >>> talk = add_utterance(Conversation("bob"), "Ada", "The oak must not be felled, I say.")
    >>> is_repetition(talk, "The oak must not be felled, I say!"), is_repetition(talk, "Good morning.")
    (True, False)
    """
    said, new = [_word_pairs(line.partition(": ")[2]) for line in talk.lines], _word_pairs(words)
    return any(len(new & old) >= SIMILARITY_THRESHOLD * len(new | old) for old in said)


def is_spoken_here(talk: Conversation, text: str) -> bool:
    """Tell whether a memory is of what was just said in this conversation, which its speakers have
    in mind anyhow."""
    return any(f"“{line.partition(': ')[2]}”" in text for line in talk.lines)


def _word_pairs(words: str) -> set[tuple[str, str]]:
    bare = "".join(letter if letter.isalnum() else " " for letter in words.casefold()).split()
    return set(zip(["", *bare], [*bare, ""], strict=True))


def secrets_for(who: str, hearers: Sequence[str], world: World) -> str:
    """Tell what somebody keeps to themselves, and what of it all of these others may be told."""
    secrets = world.people[who].persona.secrets
    kept = " ".join(secret.text for secret in secrets if not {*hearers} <= {*secret.to})
    open_ = " ".join(secret.text for secret in secrets if {*hearers} <= {*secret.to})
    lines = (
        f"Tell nobody: {kept}" if kept else "",
        f"Only {world.list_names(hearers)} may know: {open_}" if open_ else "",
    )
    return "\n".join(filter(None, lines))


def describe_company(hearers: Sequence[str], joining: Sequence[str], world: World) -> str:
    """Tell who else takes part in a talk, and who has just joined it; "" for a talk of two."""
    if len(hearers) < 2:
        return ""
    told = (
        f"You talk with {world.list_names(hearers)}. Say in “to” whom of them you address, or "
        f"“{EVERYBODY}”."
    )
    new = (
        f"{world.list_names(joining)} has just come: tell them in a few words what you talk about."
        if joining
        else ""
    )
    return f"{told} {new}".strip()
