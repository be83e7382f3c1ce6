"""Conversations: what to answer, what to ask and tell, and who takes part."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from latticeville.core.time_words import read_time
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Conversation, Social
from latticeville.mind.model_calls import ALSO_REMEMBERED, fit_budget, format_memories
from latticeville.mind.openings import newcomers
from latticeville.mind.percept import Node, Observation, Percept
from latticeville.mind.prompt_facts import agent_context, transcript
from latticeville.mind.relation_text import (
    describe_relations,
    shared_opinion,
)
from latticeville.mind.requests.talk import EVERYBODY, TalkData
from latticeville.mind.secrets import open_lines, secrets_for
from latticeville.mind.situation import Situation
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
        (
            news
            for news in percept.news
            if _is_heard_in_talk(news, percept) and _may_invite(news, percept.minute)
        ),
        None,
    )


def _is_heard_in_talk(news: Observation, percept: Percept) -> bool:
    return news.kind == "said" and percept.who in (news.to, *news.others)


def _may_invite(news: Observation, minute: int) -> bool:
    """Tell whether words may ask to come somewhere, or call off what was agreed."""
    if news.topic is not None:
        return news.topic.at is not None
    time = read_time(news.words, minute)
    return time.is_proposal or time.denies


def _has_just_left(percept: Percept) -> bool:
    """Tell whether somebody came here in the last tick: whoever is spoken to while leaving answers
    in passing."""
    return any(news.kind == "entered" and news.actor == percept.who for news in percept.news)


def listen(now: Situation) -> Situation:
    """Return the situation after what was said in the last tick in a talk that it takes part in."""
    for news in now.percept.news:
        if (
            news.kind == "said"
            and now.who in (news.actor, news.to, *news.others)
            and not _is_own_end(news, now.percept)
        ):
            now = now.with_mind(social=_social_after(now, now.mind.social, news))
    return now


def _is_own_end(news: Observation, percept: Percept) -> bool:
    return news.end and news.actor == percept.who


def _social_after(now: Situation, social: Social, news: Observation) -> Social:
    others = tuple(one for one in news.company if one != now.who)
    talk = replace(
        current_conversation(social, news.actor, others, now.tick),
        others=others,
        spoke=now.tick - 1,
    )
    if news.actor != now.who:
        talk = add_utterance(talk, now.world.name_with_article(news.actor), news.words)
        social = replace(
            social, met={**social.met, **dict.fromkeys((news.actor, *others), now.tick)}
        )
    return replace(social, talk=talk if news.next else None)


def company_of(now: Situation, heard: Observation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return whom an answer is for, and those of them who have just joined; in passing, who spoke
    alone."""
    staying = tuple(
        one for one in heard.company if one != now.who and is_within_hearing(now.percept, one)
    )
    if not staying:
        return (heard.actor,), ()
    joining = newcomers(now, staying)
    return (*staying, *joining), joining


def is_within_hearing(percept: Percept, other: str) -> bool:
    """Tell whether somebody is here, within hearing."""
    node = percept.sights.by_id.get(other)
    return node is not None and percept.is_within_hearing(node)


def awaits_words(now: Situation) -> bool:
    """Tell whether more words may come in the talk that one takes part in."""
    talk = now.mind.social.talk
    if talk is None or now.tick - talk.spoke > ANSWER_TICKS:
        return False
    return any(is_within_hearing(now.percept, other) for other in talk.others)


def greeting_facts(now: Situation, others: Sequence[Node]) -> dict[str, str]:
    """Return the facts of a greeting."""
    ids = tuple(node.id for node in others)
    return {
        **agent_context(now),
        "to": now.world.list_names(ids),
        "their_doing": " ".join(
            f"{now.world.name_with_article(node.id)} is {node.looks}." for node in others
        ),
        "secrets": secrets_for(now, ids),
        "relation": describe_relations(now, ids),
    }


def answer_facts(
    now: Situation, heard: Observation, hearers: Sequence[str], joining: Sequence[str] = ()
) -> dict[str, str]:
    """Return the facts of an answer, with one's own view on what was said, if there is one."""
    talk = now.mind.social.talk or Conversation((heard.actor,))
    facts = agent_context(now) | {
        "to": now.world.name_with_article(heard.actor),
        "heard": heard.words,
        "turn": str(heard.turn + 1),
        "goal": talk.goal or "to be polite",
        "company": describe_company(hearers, joining, now.world),
        "secrets": secrets_for(now, hearers, heard),
        "relation": describe_relations(now, hearers),
        "lines": transcript(
            line
            for line in open_lines(now, talk.lines, hearers)
            if line != f"{now.world.name_with_article(heard.actor)}: {heard.words}"
        ),
        "view": "",
    }
    shared = shared_opinion(now.mind, heard)
    if shared is not None:
        facts |= {"own_view": shared.view, "view": shared.view}
    return facts | {"opinion": f"You think: {facts['view']}" if facts["view"] else ""}


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


def after_meeting(now: Situation, others: Sequence[str], *, settles: bool = False) -> Situation:
    """Return the situation of somebody who has met others and does not talk as yet; where that
    settles what they owed them to say, they owe it no more."""
    social = now.mind.social
    met = {**social.met, **dict.fromkeys(others, now.tick)}
    owed = tuple(one for one in social.owed if not settles or one not in others)
    return now.with_mind(social=replace(social, met=met, talk=None, owed=owed))


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


FIRST_SHARE, MORE_SHARE = 8, 25
"""One in so many parts of the budget of memories is for the first answer of a talk, and for each
later one."""


def memory_facts(
    now: Situation,
    talk: Conversation,
    found: Sequence[MemoryRecord],
    data: TalkData,
    facts: Mapping[str, str],
) -> tuple[Conversation, dict[str, str]]:
    """Return the talk with the memories that its prompts keep telling, and the facts of an answer.

    What stays comes first in a prompt, so that the answers of a talk share it. What a topic says is
    not told twice.
    """
    told, memory = {one.text for one in data.topics}, now.mind.memory
    kept = [memory[at] for at in talk.recalled if at < len(memory)]
    fresh = _without(found, told.union(one.text for one in kept))
    opinion = {"opinion": ""} if facts["view"] in told else {}
    if not kept:
        kept, fresh = fit_budget(fresh, now.settings.budget // FIRST_SHARE), []
        talk = replace(talk, recalled=tuple(one.id for one in kept))
    more = format_memories(now, fresh, data.hearers, share=MORE_SHARE, heading=ALSO_REMEMBERED)
    return talk, {
        "memories": format_memories(now, kept, data.hearers),
        "more": more,
        **opinion,
    }


def _without(found: Sequence[MemoryRecord], known: AbstractSet[str]) -> Sequence[MemoryRecord]:
    return [one for one in found if one.text not in known]
