"""Remarks: what somebody says about a meeting that was kept or missed, about an earlier talk, about
two views that they have heard, or to ask how the other fares."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from latticeville.core.clock import DAY
from latticeville.core.spoken_time import part_of_day
from latticeville.mind.echo import echo
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.matters import concerns_rivals, decider, matter_about, spoken_subject
from latticeville.mind.openings import is_other_here, is_quiet
from latticeville.mind.relation import KEPT, MISSED, TOGETHER, RelationState
from latticeville.mind.self_topics import HOW_ARE_YOU
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, REMARK, SECRET, Told, Topic, subject_of
from latticeville.world.model.place_names import spoken_place

GRATITUDE, LET_DOWN = "gratitude", "let_down"
APART = "apart"
ON_VIEW, ON_SECRET = "on_view", "on_secret"
"""The sorts of remark: thanks for company, word of who did not come or came, of two who disagree,
a question after the day, and what comes back to an earlier talk, by the kind of its topic."""
ON_OUTCOME, ASK_MORE, TELL_MORE = "on_outcome", "ask_more", "tell_more"
"""The sorts of remark on what was decided or came to light, and of question and answer after a
confession."""
OWN_WORDS, TAKE_UP = "own_words", "take_up"
"""The sort of remark that tells what a scene has come to, in words that its author wrote, and that of
the reply to it."""
KIND_WORD, PEACE = "kind_word", "peace"
"""The sorts of remark by which somebody acts on what they were told of a third person: to that
person."""
ASK_TROUBLE, TELL_TROUBLE = "ask_trouble", "tell_trouble"
"""The sorts of remark that ask what has become of a trouble, and that tell it."""
HINT, ASK_HINT = "hint", "ask_hint"
"""The sorts of remark by which somebody lets it be seen that a secret weighs on them, and of the
question after it."""
SEEN_TALK, TEASE, TELL_TALK = "seen_talk", "tease", "tell_talk"
"""The sorts of remark that tell who was deep in talk with whom, that say it to one of the two, and
of what that one answers."""
ON_SAID, PASSED_STORY = "on_said", "passed_story"
"""The sorts of remark that come back to a view of a person, and to a story that one has passed on."""
ASK_WISH, TELL_WISH = "ask_wish", "tell_wish"
"""The sorts of remark that ask what has become of a wish, and that tell it."""
ASK_PLAN, TELL_PLAN = "ask_plan", "tell_plan"
"""The sorts of remark that ask what somebody is going to do later today, and that tell it."""
CHARACTER = "character"
"""The sort of remark that says of a person who is not there what everybody knows of them."""
PRAISE = "praise"
"""The sort of remark that tells others of who came as agreed."""
PLEDGE = "pledge"
"""The sort of remark by which somebody says how they will vote, after they have talked it over."""
COMPLAINT = "complaint"
"""The sort of remark on who does not keep a promise to see to something, day after day."""
WORTHS: Mapping[str, float] = {
    GRATITUDE: 0.9,
    LET_DOWN: 0.7,
    APART: 0.5,
    HOW_ARE_YOU: 0.35,
    ON_VIEW: 0.45,
    ON_SECRET: 0.9,
    ON_OUTCOME: 2.5,
    OWN_WORDS: 1.6,
    KIND_WORD: 0.8,
    PEACE: 0.8,
    COMPLAINT: 1.5,
    ASK_TROUBLE: 0.8,
    TELL_TROUBLE: 5.0,
    PLEDGE: 4.0,
    PRAISE: 0.55,
    CHARACTER: 0.42,
    ON_SAID: 0.6,
    PASSED_STORY: 0.5,
    ASK_WISH: 0.5,
    TELL_WISH: 5.0,
    ASK_PLAN: 0.4,
    TELL_PLAN: 4.0,
    SEEN_TALK: 0.55,
    TEASE: 0.6,
    TELL_TALK: 5.0,
    HINT: 2.4,
    ASK_HINT: 5.0,
    ASK_MORE: 5.0,
    TELL_MORE: 5.0,
    TAKE_UP: 5.0,
}
"""How much each is worth, in the score of topics."""
WEEK = 7 * DAY
"""The minutes within which two people ask each other once how they fare, unless it is quiet."""
CLOSE = 0.35
"""The closeness from which on people ask each other how they fare."""
SEARCHED = 200
"""Newest records that are looked through for views."""
_OF_KIND = {OPINION: ON_VIEW, SECRET: ON_SECRET}


def role_of(topic: Topic) -> str:
    """Return the sort of a remark."""
    return topic.key.split(".")[2]


def roles_today(now: Situation) -> frozenset[str]:
    """Return which sorts of remark somebody has made today."""
    return frozenset(key.split(".")[2] for key in told_today(now) if key.startswith("n."))


def roles_since(now: Situation, days: int) -> frozenset[str]:
    """Return which sorts of remark somebody has made today, or on so many days before."""
    since = now.midnight - days * DAY // now.tick_minutes
    own = (one for one in now.mind.memory.last(SHARED_RECORDS) if one.kind == "action")
    made = (one.topic for one in own if one.tick >= since)
    return frozenset(role_of(one) for one in made if one is not None and one.kind == REMARK)


def is_remark(topic: Topic | None, *roles: str) -> TypeGuard[Topic]:
    """Tell whether a topic is a remark of one of some sorts."""
    return topic is not None and topic.kind == REMARK and role_of(topic) in roles


def is_confidence(topic: Topic | None) -> bool:
    """Tell whether a topic is a secret, what leads up to one, the first answer to one, or what is
    said to that answer: nobody ends a talk, or turns to something else, with it or before it is
    answered."""
    is_secret = topic is not None and topic.kind == SECRET
    return is_secret or is_remark(topic, HINT, ASK_HINT, ASK_MORE, TELL_MORE)


def opens_confession(topic: Topic) -> bool:
    """Tell whether a topic is a secret, or a hint at one."""
    return topic.kind == SECRET or is_remark(topic, HINT)


def remarks(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody can remark to others: of who came and who did not, once; of two views on
    a subject, to one listener."""
    told, lately = told_today(now), {*_lately(now)}
    for one in _of_meetings(now, hearers):
        if one.topic.key not in told and _bare(one.topic) not in lately:
            yield one
    subjects = {*_subjects_apart(now)}
    for one in _of_two_views(now, hearers):
        if one.topic.key.rsplit(".", 1)[-1] not in subjects:
            yield one
    if len(hearers) == 1:
        yield from _of_last_talk(now, hearers[0])


def _bare(topic: Topic) -> str:
    """Return what is thanked or praised, whenever it was: the sort of remark, and of whom it is; to
    others people praise somebody once a week, whoever it is."""
    role, about = topic.key.split(".")[2:4]
    return PRAISE if role == PRAISE else f"{role}.{about}"


def _lately(now: Situation) -> Iterator[str]:
    """Yield for what somebody has given thanks and praise this week."""
    since = now.tick - WEEK // now.tick_minutes
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic if one.kind == "action" and one.tick >= since else None
        if is_remark(topic, GRATITUDE, PRAISE):
            yield _bare(topic)


def question_after(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield the question how the day of somebody is who is close, in the first talk of a day; who
    has talked with nobody else for hours asks whoever they meet."""
    if len(hearers) != 1:
        return
    bond = now.mind.relations.to(hearers[0])
    talked = now.percept.minute_of(bond.talked, now.tick_minutes)
    if talked // DAY >= now.minute // DAY:
        return
    alone = is_quiet(now, hearers)
    if alone or bond.closeness >= CLOSE:
        text = f"{now.name} asks what the day has brought."
        span = DAY if alone else WEEK
        yield remark(now, HOW_ARE_YOU, hearers[0], text, now.minute // span)


def remark(
    now: Situation,
    role: str,
    about: str,
    text: str,
    number: object,
    minute: int | None = None,
    /,
    **parts: str,
) -> Told:
    """Return a remark of a sort to or about somebody, with the words that phrases fill in."""
    name = now.world.name_with_article(about)
    topic = Topic(f"n.{now.who}.{role}.{about}.{number}", REMARK, who=now.who)
    at = now.minute if minute is None else minute
    return Told(topic, text, at, WORTHS[role], role, {"other": name, **parts})


def _of_meetings(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield thanks for company today, and who came or did not come today, as they had agreed."""
    midnight = now.midnight
    for change in reversed(now.mind.relations.changes):
        if change.tick < midnight:
            return
        if change.rule not in (KEPT, MISSED, TOGETHER):
            continue
        minute = now.percept.minute_of(change.tick, now.tick_minutes)
        other = change.about
        name = now.world.name_with_article(other)
        when = {"when": spoken_today(minute)}
        if other in hearers and change.rule == TOGETHER:
            place = spoken_place(now.world.name_of(now.mind.memory[change.memory].place))
            text = f"{now.name} was glad of the company of {name} at {place}."
            yield remark(now, GRATITUDE, other, text, change.tick, minute, place=place, **when)
        elif other not in hearers and change.rule == TOGETHER:
            place = spoken_place(now.world.name_of(now.mind.memory[change.memory].place))
            text = f"{name} kept {now.name} company at {place}."
            yield remark(now, PRAISE, other, text, change.tick, minute, place=place, **when)
        elif other not in hearers and change.rule == MISSED:
            text = f"{now.name} waited for {name}, who did not come."
            yield remark(now, LET_DOWN, other, text, change.tick, minute, **when)


def spoken_today(minute: int) -> str:
    """Return how people say when something was today, at a minute of the day or of the run."""
    part = part_of_day(minute)
    return f"at {part}" if part in ("noon", "night") else f"this {part}"


def _of_two_views(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield who think the opposite of the same, as somebody heard from both today, unless it is a
    matter: who will vote how is no news."""
    for subject, stances in _heard_today(now).items():
        if matter_about(now.world, subject) is not None:
            continue
        likes, dislikes = _camps(stances)
        if likes and dislikes and not {likes[0], dislikes[0]} & {*hearers}:
            first, second = (now.world.name_with_article(one[0]) for one in (likes, dislikes))
            text = f"{first} and {second} do not agree about {subject}."
            number = f"{dislikes[0]}.{subject}"
            yield remark(now, APART, likes[0], text, number, second=second, subject=subject)


def _subjects_apart(now: Situation) -> Iterator[str]:
    """Yield the subjects on which somebody has told lately that two do not agree."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        key = one.topic.key if one.topic is not None and one.kind == "action" else ""
        if key.startswith(f"n.{now.who}.{APART}."):
            yield key.rsplit(".", 1)[-1]


def _camps(stances: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """Return who is for and who against something, sorted."""
    voters = sorted(stances.items())
    return [who for who, one in voters if one > 0], [who for who, one in voters if one < 0]


def _heard_today(now: Situation) -> Mapping[str, dict[str, float]]:
    """Return the stances that others told today of themselves, by subject and person."""
    midnight = now.midnight
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for one in now.mind.memory.last(SEARCHED):
        topic = one.topic if one.tick >= midnight else None
        if topic is not None and topic.kind == OPINION and topic.source == topic.who != now.who:
            found[subject_of(topic)][topic.who] = topic.stance or 0
    return found


def _of_last_talk(now: Situation, other: str) -> Iterator[Told]:
    """Yield what comes back to a talk of an earlier day."""
    state: RelationState = now.mind.relations.to(other)
    minute = now.percept.minute_of(state.talked, now.tick_minutes)
    if state.talked < 0 or minute // DAY == now.minute // DAY:
        return
    for topic in state.spoken:
        role = _role_of_return(now, topic, other)
        if not role:
            continue
        spoken = spoken_subject(now.world, subject_of(topic)) if role == ON_VIEW else ""
        parts = {"subject": spoken} if spoken else {}
        if role == ON_SECRET:
            parts = {"confided": topic.gist, "told": _told_alone(now, topic.gist)}
        text = f"{now.name} comes back to what {now.world.name_with_article(other)} said."
        yield remark(now, role, other, text, topic.key, minute, **parts)


def _told_alone(now: Situation, confided: str) -> str:
    """Return what was confided as it is said to its owner, where nobody else hears it; "" elsewhere."""
    others = [one for one in now.percept.sights if is_other_here(one, now.percept)]
    return echo(confided).rstrip("?") if len(others) == 1 else ""


def _role_of_return(now: Situation, topic: Topic, other: str) -> str:
    """Return how somebody comes back to what another told of themselves; "" where they do not."""
    role = _OF_KIND.get(topic.kind, "")
    if topic.who != other or topic.source != other:
        return ""
    if role != ON_VIEW:
        return role
    subject = subject_of(topic)
    is_of_others = decider(now.world, subject) not in ("", other)
    is_of_them = concerns_rivals(now.world, subject, (now.who, other))
    return "" if is_of_others or is_of_them else role
