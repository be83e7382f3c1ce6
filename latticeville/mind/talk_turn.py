"""A turn of a talk in typed form: all that the built-in mind needs to say it."""

from collections.abc import Sequence
from typing import Any

from latticeville.core.clock import DAY
from latticeville.core.word_list import list_words
from latticeville.mind.cancellation import hosted
from latticeville.mind.chores import broken_task, broken_tasks
from latticeville.mind.claims.judge import judge
from latticeville.mind.commitments import EXPECTING, kept_with
from latticeville.mind.heard_proposal import asked_back, heard_proposal, spoken_doubt
from latticeville.mind.kin_words import called_names
from latticeville.mind.manner import manner_of
from latticeville.mind.matters import (
    aim_of,
    candidates,
    choice_of,
    decider,
    has_say,
    has_vote,
    meeting_subject,
    spoken_subject,
)
from latticeville.mind.memory_topics import RECENT_RECORDS
from latticeville.mind.openings import GREETING_GAP_MINUTES, MAX_COMPANY, is_beside, is_quiet
from latticeville.mind.percept import Observation
from latticeville.mind.relation_text import (
    is_persuaded,
    mean_bond,
)
from latticeville.mind.requests.talk import (
    AGAIN,
    AGREED,
    BESIDE,
    EVERYBODY,
    STRANGER,
    Occasion,
    TalkData,
)
from latticeville.mind.self_topics import are_strangers
from latticeville.mind.situation import Situation
from latticeville.mind.stake import Stake, stake_of
from latticeville.mind.topic import CLAIM, REMARK
from latticeville.mind.topics import MAX_TOPICS, OfferedTopic, offer_topics
from latticeville.mind.troubles import has_put_right
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World


def talk_data(
    now: Situation,
    hearers: Sequence[str],
    turn: int = 0,
    heard: Observation | None = None,
    *,
    agreed: bool | None = None,
    joining: Sequence[str] = (),
) -> TalkData:
    """Return a turn of a talk in typed form; the first of the hearers is who is answered, or
    met."""
    ranked = offer_topics(now, hearers, heard, most=MAX_TOPICS + 1)
    topics = ranked[:MAX_TOPICS]
    closeness, trust = mean_bond(now.mind, hearers)
    return TalkData(
        now.who,
        now.name,
        hearers[0],
        list_words([*called_names(now, hearers).values()])
        if len(hearers) < MAX_COMPANY
        else EVERYBODY,
        now.percept.seed,
        *divmod(now.minute, DAY),
        turn,
        now.world.minds.turns,
        heard.topic if heard else None,
        _knew(now, heard),
        topics,
        _names(topics, (*hearers, *_people_in(now, heard)), now.world)
        | _heard_names(now, heard)
        | _subjects(now),
        tuple(sorted(now.mind.relations.opinions)),
        tuple(now.persona.big_five.items()),
        next((one.how for one in now.persona.relationships if one.who == hearers[0]), ""),
        agreed,
        tuple(hearers),
        tuple(joining),
        now.mind.inner.needs,
        closeness,
        trust,
        opening=_opening(now, hearers[0]),
        is_quiet=is_quiet(now),
        weather=now.percept.weather,
        not_offered=ranked[MAX_TOPICS:],
        occasion=occasion_of(now, hearers),
        manner=manner_of(now, hearers),
        opinions=now.mind.relations.opinions,
        called=called_names(now, hearers),
        **_taken(now, heard),
    )


def _taken(now: Situation, heard: Observation | None) -> dict[str, Any]:
    """Return what somebody makes of words, by the name of the field of a turn."""
    return {
        "is_swayed": is_persuaded(now.mind, heard, now.tick),
        "is_done": heard is not None and has_put_right(now, heard.topic),
        "doubt": _doubt(now, heard),
        "asked": asked_back(heard.words) if heard is not None else "",
        "verdict": _verdict(now, heard),
        "stake": _stake(now, heard),
        "failures": _failures(now, heard),
    }


def occasion_of(now: Situation, hearers: Sequence[str]) -> Occasion:
    """Return for what people have met: the meeting of a matter, or an appointment of two of them."""
    meeting = meeting_subject(now)
    if meeting:
        return Occasion(meeting=meeting)
    place = next((one.place for one in kept_with(now, hearers)), "")
    if not place:
        return Occasion()
    return Occasion(spoken_place(now.world.name_of(place)), doing=_hosted_doing(now, hearers))


def _hosted_doing(now: Situation, guests: Sequence[str]) -> str:
    """Return what somebody does to which they have asked others who are here; "" for a guest."""
    step = now.mind.intent.step
    is_host = any(one.who in guests and now.minute in one.at for one in hosted(now.mind))
    return step.doing if step is not None and is_host and step.doing != EXPECTING else ""


def _stake(now: Situation, heard: Observation | None) -> Stake:
    """Return whom what somebody heard is of, and how they take it."""
    topic = heard.topic if heard is not None else None
    return Stake() if heard is None or topic is None else stake_of(now, topic, heard.actor)


def _doubt(now: Situation, heard: Observation | None) -> str:
    """Return the time to ask back for, after words without an appointment; "" for none."""
    if heard is None or heard.topic is not None:
        return ""
    _, time = heard_proposal(now, heard.words, heard.actor)
    return spoken_doubt(time)


def _verdict(now: Situation, heard: Observation | None) -> str:
    """Return what somebody makes of a claim that they are told; "" where they are told none."""
    topic = heard.topic if heard else None
    return judge(now, topic).verdict if topic is not None and topic.kind == CLAIM else ""


def _opening(now: Situation, other: str) -> str:
    """Return how a talk with somebody opens: at what they asked one to, out of a silence, once more
    after a while, as strangers do, or as usual: ""."""
    present = (one for one in now.mind.commitments if one.is_met and now.minute in one.at)
    if any(one.other == other for one in present):
        return AGREED
    if are_strangers(now, other):
        return STRANGER
    if is_beside(now, other):
        return BESIDE
    met = now.mind.social.met.get(other)
    return (
        "" if met is None or (now.tick - met) * now.tick_minutes >= GREETING_GAP_MINUTES else AGAIN
    )


def _people_in(now: Situation, heard: Observation | None) -> tuple[str, ...]:
    """Return who said words, and whom what they tell is of."""
    if heard is None:
        return ()
    topic = heard.topic
    if topic is None:
        return (heard.actor,)
    asked = topic.key.split(".")[3:5] if topic.kind == REMARK else ()
    told = (stake_of(now, topic, heard.actor).other, *asked)
    return (heard.actor, *(one for one in told if one in now.world.people))


def _heard_names(now: Situation, heard: Observation | None) -> dict[str, str]:
    """Return what the place and the object are called of which words tell."""
    topic = heard.topic if heard is not None else None
    if topic is None:
        return {}
    places = (topic.at.place,) if topic.at is not None else ()
    named = {one: spoken_place(now.world.name_of(one)) for one in places if one}
    thing = topic.thing or broken_task(topic)[1]
    return named | ({thing: now.world.name_with_article(thing)} if thing else {})


def _subjects(now: Situation) -> dict[str, str]:
    """Return the subjects as people say them, and, by “choice.” or “aim.” and a subject, whom
    somebody would choose in a matter about people, or what they want of another one; by “alone.” what
    they want where one person decides or they have no say, by “decider.” who that person is, and by
    “onlooker.” that they have no say.
    “stands.” and the subject of a meeting say that it may choose who speaks."""
    found: dict[str, str] = {}
    meeting = meeting_subject(now) if now.world.beats.matters else ""
    if now.who in candidates(now.world, meeting):
        found[f"stands.{meeting}"] = now.name
    for subject, one in sorted(now.mind.relations.opinions.items()):
        found[subject] = spoken_subject(now.world, subject)
        if candidates(now.world, subject):
            found[f"choice.{subject}"] = choice_of(now.world, subject, one.stance)[0]
        elif aim := aim_of(now.world, subject, one.stance):
            found[f"{'aim' if has_vote(now.world, subject, now.who) else 'alone'}.{subject}"] = aim
        if not has_say(now.world, subject, now.who):
            found[f"onlooker.{subject}"] = now.name
        if decider(now.world, subject) not in ("", now.who):
            found[f"decider.{subject}"] = now.world.name_with_article(decider(now.world, subject))
    return found


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


def _failures(now: Situation, heard: Observation | None) -> int:
    """Return how often who speaks has not seen to an object for somebody, as promised, if they own
    up to it now."""
    task = broken_task(heard.topic if heard is not None else None)
    return len(broken_tasks(now.mind, now.who).get(task, ())) if task[0] else 0


def _knew(now: Situation, heard: Observation | None) -> bool:
    """Tell whether somebody remembers what words tell from before this tick."""
    topic = heard.topic if heard is not None else None
    newest = now.mind.memory.last(RECENT_RECORDS) if topic is not None else ()
    known = (one.topic for one in newest if one.tick < now.tick)
    return any(one is not None and topic is not None and one.key == topic.key for one in known)
