"""Talk of the built-in mind: it tells what the other does not know, and takes up what the other
says."""

import json
import re

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.rng import RandomStream, rng
from latticeville.mind.afterthoughts import FARTHER, NEARER
from latticeville.mind.builtin import sentences, uptake
from latticeville.mind.builtin.contractions import LIVELY, contracted
from latticeville.mind.confidences import PASSED_ON
from latticeville.mind.follow_ups import OVER
from latticeville.mind.follow_ups import STILL as STILL_BROKEN
from latticeville.mind.gossip import ANSWERS as ANSWERS_ON_TALKS
from latticeville.mind.gossip import TEASES
from latticeville.mind.hints import HINTS, secret_hinted
from latticeville.mind.needs import CURIOSITY
from latticeville.mind.persona_topics import STILL, TURNED
from latticeville.mind.questions import asked_opinion, asks_person, wants_answer
from latticeville.mind.remarks import (
    ASK_HINT,
    ASK_MORE,
    ASK_PLAN,
    ASK_WISH,
    COMPLAINT,
    ON_OUTCOME,
    ON_SAID,
    ON_SECRET,
    PASSED_STORY,
    PLEDGE,
    PRAISE,
    SEEN_TALK,
    TAKE_UP,
    TELL_MORE,
    TELL_PLAN,
    TELL_WISH,
    is_confidence,
    is_remark,
    opens_confession,
)
from latticeville.mind.requests.talk import AGAIN, AGREED, EVERYBODY, TalkData
from latticeville.mind.sightings import ASKED
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMED_KEY,
    DECISION,
    DENIED_KEY,
    EVENT,
    INVITATION,
    OFF,
    OPINION,
    OUTCOME,
    PLAN,
    SECRET,
    Topic,
    is_quoted,
    outcome_of,
    subject_of,
)
from latticeville.mind.topics import REPLY, REQUEST, OfferedTopic
from latticeville.models.model import Request

PATIENCE = 0.01
"""By how much more a topic has to be worth with each turn of a talk."""
RESERVED = 0.35
"""The extraversion below which people wait for a topic that is worth more before they open a
talk."""
WORTH_TALK, WORTH_TALK_RESERVED = 0.34, 0.6
"""The worth of a topic for which outgoing and reserved people open a talk."""
LEAST_TURNS = 4
"""The turns of a talk of people who have met as they agreed."""
LAST_VIEW = 3
"""The turn of a talk from which on nobody brings up a view."""
CURIOUS_TALK = 0.2
"""By how much less a topic has to be worth to somebody whose curiosity is 1."""
DISTANCE, USUAL = 0.25, 0.4
"""How much more a topic has to be worth for a stranger than for the closest; at the usual
closeness, nothing more."""
WITHOUT_FAREWELL = 0.25
"""The share of talks that end without a farewell where something is left to be said to what was
heard."""
LAST_WORD = 0.3
"""The share of talks that end with the reply to what somebody told of a scene."""
ROOM_TO_CONFIDE = 3
"""The turns that a confession wants, with the question after it and the answer."""
CHANGES_SUBJECT, CHANGES_LATER, LATER = 0.1, 0.5, 3
"""The share of replies to which people add something that has nothing to do with what they heard, that
of later ones, and the turn from which on a reply is a later one."""
SAYS_SO = 0.2
"""The share of new subjects of which people say that they are new."""
PRESSING = 1.4
"""The worth of a topic that people tell with their answer, whatever they answer."""
MAX_TOLD = 230
"""Letters of a topic for which an utterance has room."""
_SENTENCE_ENDS = re.compile(r"[.!?]")


def greet(request: Request) -> str:
    """Open a talk with the topic that is worth most, or pass by."""
    return _in_manner(_open_talk(request), request.data)


def answer(request: Request) -> str:
    """Take up what was said, then tell something that fits or is new; part when there is nothing
    left to tell."""
    return _in_manner(_answer(request), request.data)


def _in_manner(told: str, data: TalkData) -> str:
    """Return a reply with its words as somebody of a manner says them."""
    if LIVELY not in data.manner.manners:
        return told
    fields = json.loads(told)
    words = contracted(fields["words"])
    return told if words == fields["words"] else _reply(**{**fields, "words": words})


def _open_talk(request: Request) -> str:
    data: TalkData = request.data
    draw = _draw(request)
    best, hello = (
        _best(data) if data.opening != AGAIN else _urgent(data),
        sentences.greeting(data.to, data.minute, draw, data.opening),
    )
    if best is None or best.worth < _worth_to_open(data):
        is_due = data.opening == AGREED and not data.occasion.meeting
        if not data.opening and data.is_quiet:
            hello = sentences.hello(data.to, data.minute, draw)
            is_due, hello = True, sentences.joined(hello, _on_weather(data, draw), data.to)
        told = _addressed(data.other, data) | {"topic": 0}
        return _reply(
            talk=is_due, goal="to be there" if is_due else "to go on", words=hello, **told
        )
    hello = "" if data.occasion.meeting else hello
    is_led = len(_SENTENCE_ENDS.findall(hello)) > 1
    words = sentences.joined(hello, _tell(best, data, draw, is_led=is_led), data.to)
    told = _addressed(best.to, data) | {"topic": data.topics.index(best) + 1}
    return _reply(talk=True, goal=f"to tell {data.to} something", words=words, **told)


def _on_weather(data: TalkData, draw: RandomStream) -> str:
    """Return a word on the weather; "" for one that nobody speaks of, and half of the time."""
    known = f"weather_{data.weather}" in sentences.phrases()
    return sentences.say(f"weather_{data.weather}", draw) if known and draw.uniform() < 0.5 else ""


def _answer(request: Request) -> str:
    data: TalkData = request.data
    draw = _draw(request)
    at_once = _answer_confidence(data, draw) or _answer_at_once(data, draw)
    if at_once:
        return at_once
    own_view = _own_view(data)
    if own_view is not None and data.heard is not None:
        told = _addressed(data.other, data) | {"topic": data.topics.index(own_view) + 1}
        words = _answer_by_view(own_view, data.heard, data, draw)
        return _reply(words=words, end=False, **told)
    best = None if data.turn + 1 >= data.turns else _counter_offer(data) or _worthy(data)
    return _only_take_up(data, draw) if best is None else _answer_and_tell(best, data, draw)


def _answer_and_tell(best: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return the answer to what was heard, and a topic behind it that fits or does not wait."""
    taken = "" if _is_whole(best, data) else uptake.take_up(data, draw)
    lead, is_led = sentences.joined(_brief(data), taken), False
    if taken and _is_new_subject(best, data):
        is_later = data.turn >= LATER or opens_confession(best.topic)
        share = CHANGES_LATER if is_later else CHANGES_SUBJECT
        if not _is_pressing(best) and draw.uniform() >= share:
            return _reply(words=lead, end=False, topic=0, **_addressed("", data))
        if not opens_confession(best.topic) and draw.uniform() < SAYS_SO:
            lead, is_led = f"{lead} {sentences.say('new_subject', draw, to=data.to)}", True
    words = sentences.joined(lead, _tell(best, data, draw, is_led=is_led), data.to)
    return _reply(
        words=words, end=False, topic=data.topics.index(best) + 1, **_addressed(best.to, data)
    )


def _is_whole(best: OfferedTopic, data: TalkData) -> bool:
    """Tell whether nothing comes before a topic: an answer, what follows the reply to one's own words,
    and a view at a meeting."""
    is_view = bool(data.occasion.meeting) and best.topic.kind == OPINION
    return is_view or _is_answer(best, data) or _is_taken_up(data)


def _is_new_subject(best: OfferedTopic, data: TalkData) -> bool:
    """Tell whether a topic has nothing to do with what was heard."""
    return not (best.fits or best == _counter_offer(data) or data.occasion.meeting)


def _is_pressing(best: OfferedTopic) -> bool:
    """Tell whether a topic does not wait for another utterance; a secret does."""
    weighs = best.worth >= PRESSING and not opens_confession(best.topic)
    return weighs or best.topic.kind in (EVENT, INVITATION)


def _answer_by_view(view: OfferedTopic, heard: Topic, data: TalkData, draw: RandomStream) -> str:
    """Return one's own view as the answer to another's."""
    if _is_position(view):
        return uptake.told(view, data, draw)
    other = data.names.get(heard.who, "") if is_quoted(heard) else ""
    to = data.names.get(heard.source, "") if data.occasion.meeting else ""
    return sentences.counter(view, heard, other, draw, to, is_swayed=data.is_swayed)


def _only_take_up(data: TalkData, draw: RandomStream) -> str:
    """Return the reply to what was said by somebody who has nothing to tell; at a meeting it is
    enough."""
    lead = uptake.take_up(data, draw)
    is_brief = lead and (_is_enough(data) or _ends_at_once(data, draw))
    words = lead if is_brief else sentences.joined(lead, _last_words(data, draw), data.to)
    goes_on = _stays(data) or (_is_asked(data) and data.turn + 1 < data.turns)
    return _reply(words=words, end=not goes_on, topic=0, **_addressed("", data))


def _is_asked(data: TalkData) -> bool:
    """Tell whether somebody is asked or told something in confidence, other than at a meeting, so
    that their answer is no farewell."""
    return data.heard is not None and wants_answer(data.heard) and not data.occasion.meeting


def _is_enough(data: TalkData) -> bool:
    """Tell whether a reply needs nothing after it: an answer to which more may come, a greeting, and
    all words at a meeting."""
    is_greeting = data.heard is None and data.turn == 1
    goes_on = _is_asked(data) and data.turn + 1 < data.turns
    return bool(data.occasion.meeting) or goes_on or is_greeting


def _ends_at_once(data: TalkData, draw: RandomStream) -> bool:
    """Tell whether somebody says no farewell after their reply; after an answer and a refusal they
    always do, to the reply to their own words never."""
    is_due = _is_asked(data) or data.agreed is False
    return _is_taken_up(data) or (not is_due and draw.uniform() < WITHOUT_FAREWELL)


def _last_words(data: TalkData, draw: RandomStream) -> str:
    """Return what somebody says who has nothing to tell: a farewell; what they came for, where they
    have just met as agreed; and at a meeting that they listen."""
    if data.occasion.meeting:
        return uptake.say("listening", data, draw)
    if _stays(data):
        return uptake.say("together", replace(data, heard=None), draw)
    return uptake.say(uptake.PARTING, data, draw)


def _stays(data: TalkData) -> bool:
    """Tell whether somebody has just met another as agreed, and does not leave yet."""
    return data.occasion.place != "" and data.turn + 1 < LEAST_TURNS and data.agreed is not False


def _answer_confidence(data: TalkData, draw: RandomStream) -> str:
    """Return the reply to what is told in confidence, which holds nothing else; "" for other words.

    A hint is asked after, and who is asked tells the secret at which they hinted. An answer that the
    world holds ends the talk; without one, it ends only after who has confided something has said
    more about it.
    """
    heard = data.heard
    if heard is None or not is_confidence(heard):
        return ""
    reply = _offered_as(data, ASK_HINT, ASK_MORE, TELL_MORE, TAKE_UP) or _hinted(data, heard)
    told = _addressed(data.other, data)
    if reply is not None and (reply.role == ASK_HINT or reply.topic.kind == SECRET):
        words = sentences.joined(_brief(data), _tell(reply, data, draw), data.to)
        return _reply(words=words, end=False, topic=data.topics.index(reply) + 1, **told)
    if reply is not None:
        topic = data.topics.index(reply) + 1
        words = sentences.joined(_brief(data), uptake.confession(reply, data, draw), data.to)
        return _reply(words=words, end=reply.role == TAKE_UP, topic=topic, **told)
    is_last = is_remark(heard, TELL_MORE) and not _stays(data)
    return _reply(words=uptake.take_up(data, draw), end=is_last, topic=0, **told)


def _hinted(data: TalkData, heard: Topic) -> OfferedTopic | None:
    """Return the secret after which somebody is asked who has hinted at it."""
    key = secret_hinted(heard)
    return next((one for one in data.topics if key and one.topic.key == key), None)


def _answer_at_once(data: TalkData, draw: RandomStream) -> str:
    """Return the reply to what leaves nothing else to say: a cancellation, a time that is doubtful,
    what ends a talk, a claim that one knows of, or what somebody tells of a scene; "" for other
    words."""
    if data.heard is not None and data.heard.key.endswith(OFF):
        return _after_cancellation(data, draw)
    when = data.doubt or data.asked
    if when:
        words = sentences.say("question_back" if data.doubt else "assent", draw, when=when)
        return _reply(words=words, end=False, topic=0, **_addressed(data.other, data))
    settled = _settle(data, draw)
    if settled:
        return _reply(words=settled, end=True, topic=0, **_addressed(data.other, data))
    first = _first_reply(data)
    return "" if first is None else _reply_first(first, data, draw)


def _reply_first(first: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return a reply before which nothing else comes; the answer to what somebody told of a scene is
    often the last word."""
    told = _addressed(data.other, data) | {"topic": data.topics.index(first) + 1}
    lead = _brief(data) if first.role == TAKE_UP else ""
    words = sentences.joined(lead, _tell(first, data, draw), data.to)
    is_last = first.role == TAKE_UP and draw.uniform() < LAST_WORD
    return _reply(words=words, end=is_last or data.turn + 1 >= data.turns, **told)


def _worthy(data: TalkData) -> OfferedTopic | None:
    """Return the best topic if it is worth another turn of the talk."""
    best = _best(data, is_open=_is_open_to_views(data))
    least = WORTH_TALK + data.turn * PATIENCE + _distance(data)
    return None if best is None or best.worth < least else best


def _counter_offer(data: TalkData) -> OfferedTopic | None:
    """Return another time and place for what one cannot come to, if there is one."""
    is_declined = data.agreed is False and data.heard is not None and data.heard.kind == PLAN
    return _proposal(data) if is_declined else None


def _proposal(data: TalkData) -> OfferedTopic | None:
    return next((one for one in data.topics if one.topic.kind == PLAN), None)


def _after_cancellation(data: TalkData, draw: RandomStream) -> str:
    """Take it well that another calls something off; propose another time if there is one, or
    part."""
    words, other = uptake.say("understanding", data, draw), _proposal(data)
    if other is None:
        return _reply(words=words, end=True, topic=0, **_addressed(data.other, data))
    told = _addressed(other.to, data) | {"topic": data.topics.index(other) + 1}
    return _reply(words=sentences.joined(words, _tell(other, data, draw)), end=False, **told)


def _worth_to_open(data: TalkData) -> float:
    """Return what a topic has to be worth to open a talk: more to reserved people, less to curious
    ones."""
    shy = dict(data.nature).get("extraversion", 0.5) < RESERVED
    return (
        (WORTH_TALK_RESERVED if shy else WORTH_TALK)
        + _distance(data)
        - CURIOUS_TALK * data.needs.get(CURIOSITY, 0.0)
    )


def _addressed(who: str, data: TalkData) -> dict[str, object]:
    """Return whom of several the words address; nothing where there is one."""
    return {"to": data.names.get(who, EVERYBODY)} if len(data.hearers) > 1 else {}


def _brief(data: TalkData) -> str:
    """Return what those are told who have just joined."""
    if not data.joining or data.heard is None:
        return ""
    names = [data.names[one] for one in data.joining]
    return sentences.briefing(names, data.heard, data.names.get(data.heard.source, ""))


def _urgent(data: TalkData) -> OfferedTopic | None:
    """Return what cannot wait until people would talk again: a request, a decision, or what became
    of a promise."""
    return next(
        (
            one
            for one in data.topics
            if one.role in (REQUEST, ON_OUTCOME) or one.topic.kind in (OUTCOME, DECISION)
        ),
        None,
    )


def _settle(data: TalkData, draw: RandomStream) -> str:
    """Return what ends a talk: a promise to help, or thanks or forgiveness for what became of one;
    "" for no such."""
    heard = data.heard
    if heard is None:
        return ""
    if heard.kind == OUTCOME:
        return uptake.say(uptake.after_promise(data, heard), data, draw)
    if data.is_done:
        return uptake.say("assurance", data, draw)
    return uptake.say("promise", data, draw) if heard.thing and data.agreed else ""


def _is_open_to_views(data: TalkData) -> bool:
    """Tell whether a view may be told: a talk has room for one subject on which its speakers give
    theirs, and for one that is asked for."""
    if data.heard is not None and asked_opinion(data.heard):
        return True
    return data.turn < LAST_VIEW and (data.heard is None or data.heard.kind != OPINION)


def _distance(data: TalkData) -> float:
    """Return by how much more a topic has to be worth towards somebody who is less close than
    usual."""
    return DISTANCE * (USUAL - data.closeness)


def _best(data: TalkData, *, is_open: bool = True) -> OfferedTopic | None:
    """Return the topic that is worth most among those that fit into an utterance; views only where
    it `is_open`."""
    closed, is_late = (
        _closed_kinds(data),
        ROOM_TO_CONFIDE <= data.turns < data.turn + ROOM_TO_CONFIDE,
    )
    closed |= set() if is_open else {OPINION}
    for one in data.topics:
        is_closed = one.topic.kind in closed or (is_late and opens_confession(one.topic))
        if not is_closed and len(one.text) <= MAX_TOLD:
            return one
    return None


def _closed_kinds(data: TalkData) -> set[str]:
    """Return the kinds of topic that do not answer what was heard: an invitation answers another only
    where it is declined."""
    is_accepted = data.heard is not None and data.heard.kind == PLAN and data.agreed is not False
    return {PLAN} if is_accepted else set()


def _own_verdict(data: TalkData) -> OfferedTopic | None:
    """Return what the speaker knows of the claim that was heard."""
    if data.heard is None or data.heard.kind != CLAIM:
        return None
    keys = (f"{DENIED_KEY}{data.heard.key}", f"{CONFIRMED_KEY}{data.heard.key}")
    return next((one for one in data.topics if one.topic.key in keys), None)


def _offered_as(data: TalkData, *roles: str) -> OfferedTopic | None:
    """Return the worthiest topic in one of some roles."""
    return next((one for one in data.topics if one.role in roles), None)


def _first_reply(data: TalkData) -> OfferedTopic | None:
    """Return the topic that answers what was heard, so that nothing else comes before it: what one
    knows of a claim, the reply to a scene, or one's view of the person after whom one is asked."""
    is_asked = data.heard is not None and asks_person(data.heard)
    if is_remark(data.heard, ASK_PLAN):
        return _proposal(data) or _offered_as(data, TELL_PLAN)
    reply = _own_verdict(data) or _offered_as(data, *_ANSWERS)
    return reply or (_offered_as(data, REPLY) or _offered_as(data, ASKED) if is_asked else None)


_ANSWERS = (TAKE_UP, OVER, STILL_BROKEN, TELL_WISH, NEARER, FARTHER, *ANSWERS_ON_TALKS)
"""The roles of topics that answer what was heard, whatever else there is to say."""


def _is_taken_up(data: TalkData) -> bool:
    """Tell whether what was heard is the reply to one's own words, after which a new topic needs no
    other."""
    return is_remark(data.heard, TAKE_UP)


def _own_view(data: TalkData) -> OfferedTopic | None:
    """Return one's own opinion on the subject of the opinion that was heard, if the other does not
    know it."""
    if data.heard is None or data.heard.kind != OPINION:
        return None
    subject = subject_of(data.heard)
    offered = (
        one for one in data.topics if one.topic.kind == OPINION and one.topic.who == data.who
    )
    return next(
        (one for one in offered if subject_of(one.topic) == subject and len(one.text) <= MAX_TOLD),
        None,
    )


def _is_answer(best: OfferedTopic, data: TalkData) -> bool:
    """Tell whether a topic takes up by itself what was heard."""
    is_reply = best.role == REPLY or best.role.startswith(PLEDGE)
    return is_reply or _is_position(best) or _is_on_decision(best, data)


def _is_on_decision(best: OfferedTopic, data: TalkData) -> bool:
    """Tell whether a topic is what somebody has to say of a decision of which they were told."""
    heard = data.heard
    is_told = heard is not None and heard.kind == DECISION
    return is_told and heard is not None and outcome_of(best.topic) == heard.key


def _is_position(offered: OfferedTopic) -> bool:
    """Tell whether a topic says where somebody stands whose words do not say it any more."""
    return offered.role.startswith((TURNED, STILL))


def _tell(
    offered: OfferedTopic, data: TalkData, draw: RandomStream, *, is_led: bool = False
) -> str:
    if offered.role == TAKE_UP:
        return uptake.of_scene(offered, data, draw)
    if offered.role in _TOLD_AS_REPLIES or _is_position(offered):
        return uptake.told(offered, data, draw)
    if "says" in offered.parts:
        return offered.parts["says"]
    if offered.role == OVER and offered.parts["ended"]:
        return sentences.as_sentence(offered.said or offered.text)
    if offered.role == ON_OUTCOME:
        return uptake.outcome(offered, data, draw)
    now = data.day * DAY + data.minute
    return sentences.telling(offered, data.names, now, draw, data.to, is_led=is_led)


_TOLD_AS_REPLIES = frozenset(
    {
        COMPLAINT,
        ON_SECRET,
        SEEN_TALK,
        f"{SEEN_TALK}_subject",
        *TEASES,
        *ANSWERS_ON_TALKS,
        *HINTS,
        ASK_HINT,
        PRAISE,
        ON_SAID,
        PASSED_STORY,
        ASK_WISH,
        TELL_WISH,
        NEARER,
        FARTHER,
        ASK_PLAN,
        TELL_PLAN,
        *PASSED_ON,
    }
)
"""The roles of remarks whose variants depend on the manner of who says them, as those of replies."""


def _draw(request: Request) -> RandomStream:
    return rng(request.data.seed, request.tick, request.who, f"words:{request.data.other}")


def _reply(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)
