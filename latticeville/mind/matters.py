"""Matters in a mind: the calls to a meeting, the way there, and whether it is decided."""

import re
from collections.abc import Iterable, Iterator

from latticeville.core.rng import rng
from latticeville.mind.builtin.themes import POINTS, argument_of
from latticeville.mind.openings import is_other_here
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DECISION, ERRAND, Appointment, Commitment, Topic
from latticeville.world.model.areas import WORLD
from latticeville.world.model.beat_parts import NO_TIME, Argument
from latticeville.world.model.beats import MATTER_KEY, Matter, first_minute
from latticeville.world.model.world import World

ANNOUNCED = "announced"
"""The kind of observation by which somebody learns that they have to be somewhere."""
CONVENED = "convened"
"""The kind of observation by which somebody learns that a meeting begins."""
DECIDED_RECORDS = 4000
"""Newest records that tell how a matter ended."""
NEAR_MINUTES = 30 * 60
"""Minutes before a matter is decided from which on people speak of it."""
VOTE = "the vote"
"""How people speak of a matter about people."""
ARGUED = "~@"
"""What stands in the key of a view between who gives it and the argument by which they do."""
MAX_ADDRESSED = 3
"""Most others whom somebody means to tell their view at a meeting."""


def announcements(percept: Percept) -> Iterator[tuple[Observation, Topic, Appointment]]:
    """Yield the calls that somebody has just heard, each with its topic and appointment: a call
    without a question is an errand."""
    for news in percept.news:
        if news.kind == ANNOUNCED and news.promise is not None:
            topic = news.topic or Topic(news.doing, ERRAND, news.text, at=news.promise)
            yield news, topic, news.promise


def meeting_matter(world: World, one: Commitment) -> Matter | None:
    """Return the matter to whose meeting a commitment leads, however somebody heard of it."""
    return next((matter for matter in world.beats.matters if _leads_to(world, one, matter)), None)


def _leads_to(world: World, one: Commitment, matter: Matter) -> bool:
    if one.key.startswith(f"{MATTER_KEY}{matter.id}."):
        return True
    areas = world.areas
    if matter.place is None or one.at.place not in areas.by_id or one.at.place == WORLD:
        return False
    opens = first_minute(matter.at, world.settings.start)
    same_house = areas.outermost(one.at.place) == areas.outermost(matter.place)
    return same_house and one.at.start <= opens < one.at.end


def minutes_to(now: Situation, subject: str) -> int | None:
    """Return in how many minutes the matter about a subject is decided, or how many ago it was due
    (below 0); None where no matter is about it."""
    matter = matter_about(now.world, subject)
    if matter is None:
        return None
    due = matter.at if matter.at != NO_TIME else matter.by
    return None if due == NO_TIME else first_minute(due, now.world.settings.start) - now.minute


def matter_about(world: World, subject: str) -> Matter | None:
    """Return the matter about a subject, if there is one."""
    return next((one for one in world.beats.matters if one.about == subject), None)


def argument_key(one: Argument, subject: str) -> str:
    """Return the key of the topic by which somebody gives an argument on a subject.

    >>> argument_key(Argument("branch", "ann", "against", "It fell."), "the oak")
    'o.ann~@branch.the oak'
    """
    return f"o.{one.who}{ARGUED}{one.id}.{subject}"


def argument_id(topic: Topic) -> str:
    """Return which argument a view gives; "" for a view in other words.

    >>> argument_id(Topic("o.ann~@branch.the oak", "opinion")), argument_id(Topic("o.ann~1.the oak", "opinion"))
    ('branch', '')
    """
    return topic.key.split(".", 2)[1].partition(ARGUED)[2] if ARGUED in topic.key else ""


def point_of(world: World, subject: str, topic: Topic) -> str:
    """Return on what a view on a subject rests, as others speak of it: as its argument says, or by its
    words; "" where they do not say it."""
    matter, told = matter_about(world, subject), argument_id(topic)
    if not told:
        return POINTS.get(argument_of(topic.gist), "")
    found = matter.arguments if matter is not None else ()
    return next((one.point for one in found if one.id == told), "")


def decider(world: World, subject: str) -> str:
    """Return who alone decides the matter about a subject, so that nobody has to be won for it but
    them; "" where it is nobody, or more."""
    matter = matter_about(world, subject)
    return matter.say[0] if matter is not None and len(matter.say) == 1 else ""


def has_say(world: World, subject: str, who: str) -> bool:
    """Tell whether somebody has a say in the matter about a subject, or there is no such matter."""
    matter = matter_about(world, subject)
    return matter is None or not matter.say or who in matter.say


def has_vote(world: World, subject: str, who: str) -> bool:
    """Tell whether somebody has a say on a subject, and does not decide it alone."""
    return has_say(world, subject, who) and not decider(world, subject)


def candidates(world: World, subject: str) -> tuple[str, ...]:
    """Return between whom a matter decides, as its question names at least two people."""
    matter = matter_about(world, subject)
    named = _named_in_order(world, matter.question) if matter is not None else ()
    return named if len(named) > 1 else ()


def elected(world: World, topic: Topic) -> str:
    """Return who of the candidates has won a decision; "" where it is not about people."""
    named = _named_in_order(world, topic.gist)
    rivals = candidates(world, topic.about)
    return next((one for one in named if one in rivals), "")


def choice_of(world: World, subject: str, stance: float) -> tuple[str, bool]:
    """Return what somebody of a stance on a subject is for or against, and whether for; between
    candidates, for whom."""
    rivals, matter = candidates(world, subject), matter_about(world, subject)
    for one in matter.outcomes if matter is not None and rivals else ():
        won = elected(world, Topic("", DECISION, one.text, about=subject))
        if won and ("for" in one.result) == (stance > 0):
            return world.name_with_article(won), True
    return subject, stance > 0


def aim_of(world: World, subject: str, stance: float) -> str:
    """Return what somebody of a stance wants of a matter, by its name, such as “to keep the oak”; ""
    where its sides are not told as aims."""
    side = _side(world, subject, stance)
    return _IT.sub(lambda found: f"{found[1]}{spoken_subject(world, subject)}", side, count=1)


def _side(world: World, subject: str, stance: float) -> str:
    """Return a side of a matter in the words of its world; "" where they are no aim."""
    matter = matter_about(world, subject)
    side = matter.sides[stance < 0] if matter is not None and matter.sides else ""
    return side if side.startswith("to ") else ""


_IT = re.compile(r"^(to (?:\w+ ){1,2}?)(?:it|them)\b")
"""How a side speaks of the subject of its matter; “it” later on is of something else that it names."""


def sides(world: World, subject: str) -> dict[str, str]:
    """Return for whom those are who are for a matter about people, and those against it, or what the
    two sides want, as words of phrases, the second after the first; nothing for other subjects."""
    if not candidates(world, subject):
        aim, counter = aim_of(world, subject, 1.0), _side(world, subject, -1.0)
        return {"aim": aim, "counter": counter} if aim and counter else {}
    return {
        "choice": choice_of(world, subject, 1.0)[0],
        "rival": choice_of(world, subject, -1.0)[0],
    }


def concerns_rivals(world: World, subject: str, people: Iterable[str]) -> bool:
    """Tell whether a matter about people is about one of some people."""
    return not {*candidates(world, subject)}.isdisjoint(people)


def spoken_subject(world: World, subject: str) -> str:
    """Return a subject as people say it: “the vote” where it is about people."""
    return VOTE if candidates(world, subject) else subject


def _named_in_order(world: World, text: str) -> tuple[str, ...]:
    kept: dict[str, tuple[str, ...]] = world.keep("named_in_order", dict)
    if text not in kept:
        found = {
            who: re.search(rf"\b{re.escape(one.persona.first_name)}\b", text)
            for who, one in sorted(world.people.items())
        }
        places = sorted((at.start(), who) for who, at in found.items() if at is not None)
        kept[text] = tuple(who for _, who in places)
    return kept[text]


def is_near(now: Situation, subject: str) -> bool:
    """Tell whether the matter about a subject is decided within some hours."""
    left = minutes_to(now, subject)
    return left is not None and 0 <= left <= NEAR_MINUTES


def is_past(now: Situation, subject: str) -> bool:
    """Tell whether no matter about a subject is still to be decided."""
    left = minutes_to(now, subject)
    return left is None or left < 0


def is_known_decided(now: Situation, subject: str) -> bool:
    """Tell whether somebody knows how the matter about a subject ended."""
    matter, left = matter_about(now.world, subject), minutes_to(now, subject)
    if matter is None or (left is not None and left > 0):
        return False
    newest = now.mind.memory.last(DECIDED_RECORDS)
    return any(one.topic is not None and one.topic.key == matter.key for one in newest)


def speak_up(now: Situation) -> Situation:
    """Return the situation of somebody who has a view on the matter that was decided here, and means
    to speak of it to some of the others, whenever they last talked."""
    subjects = {_subject_decided(news) for news in now.percept.news if news.actor != now.who}
    if subjects.isdisjoint(now.mind.relations.opinions):
        return now
    here = [node.id for node in now.percept.sights if is_other_here(node, now.percept)]
    draw = rng(now.percept.seed, now.tick, now.who, "meeting")
    chosen = sorted(here, key=lambda who: (draw.uniform(), who))[:MAX_ADDRESSED]
    return now.owing(chosen)


def _subject_decided(news: Observation) -> str:
    """Return the subject of the decision that somebody witnesses; "" for other news."""
    topic = news.topic
    is_decision = topic is not None and topic.kind == DECISION and news.kind != "said"
    return topic.about if topic is not None and is_decision else ""


def is_decided(now: Situation, one: Commitment) -> bool:
    """Tell whether somebody has just learnt how the matter of a commitment ended."""
    matter = meeting_matter(now.world, one) if now.world.beats.matters else None
    return matter is not None and any(
        news.topic is not None and news.topic.key == matter.key for news in now.percept.news
    )


def meeting_subject(now: Situation) -> str:
    """Return what the meeting is about that somebody is at, until it is decided; "" without one."""
    found = (one.about for one in _meetings_at(now))
    return next((one for one in found if not is_known_decided(now, one)), "")


def _meetings_at(now: Situation) -> Iterator[Matter]:
    """Yield the matters at whose meetings somebody is, called or not."""
    for one in now.mind.commitments:
        matter = meeting_matter(now.world, one) if one.is_met and now.minute in one.at else None
        if matter is not None:
            yield matter
    yield from (one for one in now.world.beats.matters if _is_in_time(now, one))


def _is_in_time(now: Situation, matter: Matter) -> bool:
    """Tell whether somebody is in the building of a meeting while it is due."""
    areas = now.world.areas
    if matter.place is None or matter.at == NO_TIME or now.percept.place not in areas.by_id:
        return False
    start = first_minute(matter.at, now.world.settings.start)
    is_due = start <= now.minute < start + matter.minutes + matter.wait
    return is_due and areas.is_within(now.percept.place, areas.outermost(matter.place))


def is_bound(now: Situation) -> bool:
    """Tell whether somebody is on the way to the meeting of a matter, where others wait for
    them."""
    plan, step = now.mind.plan, now.mind.intent.step
    if not now.world.beats.matters or plan is None or step not in plan.appointments:
        return False
    return any(
        not one.is_met
        and now.minute < one.at.end
        and step is not None
        and step.place == one.at.place
        and meeting_matter(now.world, one) is not None
        for one in now.mind.commitments
    )
