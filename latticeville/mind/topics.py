"""What somebody can tell another: what is worth telling and neither has told the other."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.afterthoughts import (
    FARTHER,
    NEARER,
    afterthoughts,
    answers_on_wishes,
)
from latticeville.mind.asked_plans import answers_on_plans, asks_plan, question_after_plan
from latticeville.mind.characters import characters
from latticeville.mind.chores import complaints
from latticeville.mind.claims import offer
from latticeville.mind.commitments import has_commitment, kept_with
from latticeville.mind.confidences import PASSED_ON, confidences
from latticeville.mind.debates import Debate
from latticeville.mind.follow_ups import (
    OVER,
    STILL,
    answers_after_troubles,
    questions_after_troubles,
)
from latticeville.mind.gossip import ANSWERS as ANSWERS_ON_TALKS
from latticeville.mind.gossip import TEASES, answers_on_talks, gossip
from latticeville.mind.grammatical_person import told_by, told_to
from latticeville.mind.hints import HINTS, OWN_HINT
from latticeville.mind.known_topics import KnownTopics
from latticeville.mind.matters import meeting_subject
from latticeville.mind.meetings import decide, is_about, matter_of
from latticeville.mind.memory_topics import is_staged, memory_topics, people_of
from latticeville.mind.mood import STORIES, has_told_enough
from latticeville.mind.outcomes import known_outcomes, on_outcomes, own_words
from latticeville.mind.percept import Observation
from latticeville.mind.persona_topics import SHARED, persona_topics
from latticeville.mind.proposals import AGAIN, COMPANY, kind_of, proposals
from latticeville.mind.questions import (
    ASK_OF_TOLD,
    ASK_OPINION,
    ASK_VIEW,
    asked_opinion,
    asks_person,
    questions,
)
from latticeville.mind.remarks import (
    ASK_HINT,
    ASK_MORE,
    ASK_PLAN,
    ASK_TROUBLE,
    ASK_WISH,
    GRATITUDE,
    LET_DOWN,
    ON_OUTCOME,
    ON_SAID,
    ON_SECRET,
    ON_VIEW,
    OWN_WORDS,
    PASSED_STORY,
    PRAISE,
    SEEN_TALK,
    TAKE_UP,
    TELL_MORE,
    TELL_PLAN,
    TELL_WISH,
    opens_confession,
    question_after,
    remarks,
    role_of,
)
from latticeville.mind.reported_speech import as_told
from latticeville.mind.self_topics import (
    HOW_ARE_YOU,
    asks_after_day,
    deeds,
    first_key,
    introductions,
    lives_with,
)
from latticeville.mind.sightings import CAUGHT, NAMED, last_sight, sightings
from latticeville.mind.situation import Situation
from latticeville.mind.stake import owner_of, people_named, stake_of
from latticeville.mind.take_up import follow_up, take_ups
from latticeville.mind.topic import (
    DECISION,
    DEED,
    EVENT,
    HOPE,
    INSIGHT,
    INTRODUCTION,
    MEMORY,
    OFF,
    OPINION,
    PLAN,
    REMARK,
    SIGHTING,
    VIEW,
    Told,
    Topic,
    outcome_of,
    subject_of,
)
from latticeville.mind.troubles import can_help
from latticeville.mind.views import FACE, is_changed_view
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

MAX_TOPICS = 3
"""Most topics that a question offers."""
DECISION_WORTH = 4.0
"""How much it is worth to say what a meeting comes to."""
MEETING_MINUTES, MEETING_RECORDS = 90, 200
"""Minutes, and newest records, that tell whether somebody has spoken at a meeting."""
BETWEEN_TWO = 0.6
"""How much more a secret, or what lies between two people, is worth when they have met as agreed."""
FIT, CHANCE, HELP = 0.8, 0.5, 2.0
"""The weights of words shared with what was said, of the draw by seed, and of a hearer who can put
right what it is."""
REQUEST, MISHAP, NEWCOMER, TO_OWNER = "request", "mishap", "newcomer", "to_owner"
"""The roles of a trouble that is told, of a name that is told to a stranger, and of news about a thing
that is told to its owner."""
_TOLD_ON_OCCASION = frozenset({MEMORY, OPINION, VIEW})
"""The kinds of topic that come out of a persona; two words of theirs bring them up, not one."""
_BETWEEN_TWO = frozenset({SHARED, FACE, ON_VIEW, ON_SECRET})
"""The roles of what lies between the speaker and a hearer."""
REPLY = "reply"
"""The role of a view that is asked for, and of what one says of the person of whom one was told."""
SAME_PERSON = 0.6
"""How much more it is worth as an answer to tell of the same person."""
ASKED_FOR = 2.5
"""How much more a view, or a memory, of the person is worth after whom somebody has just asked."""
DEBATED = 3.0
"""How much more a view is worth that people have met to talk over."""
_SPOKEN_PARTS = frozenset(("doing", "incident", "subject", "news"))
"""The words that phrases fill in of which some may name the speaker or the hearer."""
_OF_ONESELF = frozenset({INTRODUCTION, HOPE, DEED, PLAN})
"""The kinds of topic whose pronouns mean the speaker."""
_TO_HEARER = frozenset(
    {
        CAUGHT,
        SHARED,
        FACE,
        GRATITUDE,
        HOW_ARE_YOU,
        ON_VIEW,
        ON_SECRET,
        ASK_OPINION,
        ASK_OF_TOLD,
        NAMED,
        ASK_MORE,
        TELL_MORE,
        TAKE_UP,
        ON_OUTCOME,
        OWN_WORDS,
        ASK_TROUBLE,
        OVER,
        STILL,
        *HINTS,
        OWN_HINT,
        ASK_HINT,
        PASSED_STORY,
        ON_SAID,
        ASK_WISH,
        TELL_WISH,
        NEARER,
        FARTHER,
        ASK_PLAN,
        TELL_PLAN,
        *TEASES,
        *ANSWERS_ON_TALKS,
        *PASSED_ON,
    }
)
"""The roles of what is of a hearer, or of the speaker, and told to them."""


LEISURELY = 3
"""The turn from which on people tell in a talk what is not on their mind today."""


class OfferedTopic(msgspec.Struct, frozen=True, gc=False):
    """A topic as it is offered: its sentence, the minute it is from (-1: before the run), and what
    it is worth.

    `role` is "request" where a hearer can put right what it tells of, "mishap" where the speaker
    can, "newcomer" where it says who the speaker is, "ask" where a hearer knows whether a claim is
    true, "unclear" where nobody understands it, "caught" where it says what the hearer was seen
    doing, "face" where it says what the speaker thinks of the hearer, "adopted" for a view that was
    taken over, "reply" for what somebody is asked for or has to say of the same person, the sort of a
    remark, else ""; `to` is the only one of several hearers whom it
    concerns. `said` is the sentence as the speaker says it, "" where it is the same, and `parts`
    are words that phrases fill in, by name. `fits` says that it takes up what was heard.
    """

    topic: Topic
    text: str
    minute: int
    worth: float
    to: str = ""
    role: str = ""
    said: str = ""
    parts: Mapping[str, str] = {}
    fits: bool = False


def offer_topics(
    now: Situation,
    hearers: Sequence[str],
    heard: Observation | None = None,
    *,
    most: int = MAX_TOPICS,
) -> tuple[OfferedTopic, ...]:
    """Return what somebody can tell others, the worthiest first, `most` of it; `heard` is what they
    answer, if anything.

    It is new to one hearer at least, and neither told the other of it before, whoever they are.
    """
    offers = _Offers(now, hearers, heard)
    meeting = offers.meeting
    if meeting:
        offers.add(
            one for one in _tellable(now, hearers, heard) if _is_on(one.topic, meeting, now.who)
        )
        return offers.best(most)
    offers.add(_tellable(now, hearers, heard))
    offers.add(own_words(now, hearers))
    offers.add(offers.debate.pledges())
    offers.add(confidences(now, hearers, heard))
    offers.add(on_outcomes(now, hearers, offers.outcomes))
    if heard is not None:
        offers.add(question_after(now, hearers))
        offers.add(follow_up(now, heard))
        offers.add(take_ups(now, heard))
        offers.add(answers_after_troubles(now, heard))
        offers.add(last_sight(now, heard))
        offers.add(answers_on_talks(now, heard))
        offers.add(answers_on_wishes(now, heard))
        offers.add(answers_on_plans(now, heard))
    return offers.best(most)


def _is_on(topic: Topic, subject: str, who: str) -> bool:
    """Tell whether a topic is part of a meeting about a subject: a view of who speaks, or what it
    comes to."""
    if topic.kind == DECISION:
        return True
    is_own = topic.kind == OPINION and topic.who == who
    return is_own and topic.key.endswith(f".{subject}")


class _Offers:
    """Topics as they are offered to hearers, by key."""

    def __init__(self, now: Situation, hearers: Sequence[str], heard: Observation | None) -> None:
        self.now, self.hearers = now, hearers
        self.found: dict[str, OfferedTopic] = {}
        self._draw = rng(now.percept.seed, now.tick, now.who, f"topics:{'+'.join(hearers)}")
        self._words, self._heard = _content_words(heard.words if heard else ""), heard
        self._asked_after = _asked_after(heard)
        self._person = self._asked_after or _person_told_of(now, heard)
        self._matter, self.meeting = matter_of(now), meeting_subject(now)
        self.outcomes = known_outcomes(now)
        self._ended = now.changed.ended if now.mind.inner.changed_by else ()
        self._is_between_two = len(hearers) == 1 and any(kept_with(now, hearers))
        self._has_told_enough = has_told_enough(now)
        self._is_leisurely = self._is_between_two or _turn(heard) >= LEISURELY
        self.debate = Debate(now, hearers)
        self._known = KnownTopics(
            now.mind,
            hearers,
            now.midnight,
            DAY // now.tick_minutes,
        )

    def add(self, told: Iterable[Told]) -> None:
        """Offer topics, as far as they are new here."""
        for one in told:
            new_to = [] if self._is_closed(one) else self._new_to(one)
            if new_to and (one.role in _TO_HEARER or not self._is_of_hearers(one)):
                is_same = self._is_of_same_person(one)
                fits = is_same or self._fits(one)
                if self._waits(one, fits=fits):
                    continue
                score = one.worth + FIT * fits
                score += CHANCE * self._draw.uniform()
                score += BETWEEN_TWO * (self._is_between_two and self._is_close(one))
                score += DEBATED * self.debate.is_on(one.topic)
                score += (ASKED_FOR if self._asked_after else SAME_PERSON) * is_same
                offered = self._offer(one, score, new_to, is_same=is_same)
                self.found[one.topic.key] = replace(offered, fits=fits)

    def _waits(self, one: Told, *, fits: bool) -> bool:
        """Tell whether a topic is left for another time: what is not on somebody's mind, where nothing
        brings it up and there is no leisure, and stories and views of which they have told enough
        today."""
        is_story = one.topic.kind in STORIES and not is_changed_view(one.topic)
        if is_story and self._has_told_enough and not self._is_asked_after(one):
            return True
        return one.off_mind and not (fits or self._is_leisurely)

    def _is_asked_after(self, one: Told) -> bool:
        return bool(self._asked_after) and self._is_of_same_person(one)

    @staticmethod
    def _is_close(one: Told) -> bool:
        """Tell whether a topic is what people meet for: a secret, or what lies between the two."""
        return opens_confession(one.topic) or one.role in _BETWEEN_TWO

    def _is_closed(self, one: Told) -> bool:
        """Tell whether a topic is offered already, or is over: by what was decided, or by what a
        scene or an outcome has ended for the speaker."""
        if one.topic.key in self.found or self.outcomes.end(one, self._tick_of(one)):
            return True
        if self._heard is not None and _asks_the_same(one.topic, self._heard.topic):
            return True
        text = f"{one.text} {one.topic.gist}".casefold() if self._ended else ""
        return any(words in text for words in self._ended)

    def _tick_of(self, one: Told) -> int:
        """Return the tick that a topic is from."""
        return self.now.tick - (self.now.minute - one.minute) // self.now.tick_minutes

    def _new_to(self, one: Told) -> list[str]:
        """Return the hearers to whom a topic is new, and for whom it is; at a meeting one's view is for
        all, once."""
        if (self.meeting and one.topic.kind == OPINION) or self.debate.is_on(one.topic):
            return self._hearers_of_view(one.topic)
        is_asked = one.topic.kind in (OPINION, VIEW) and self._is_asked(one.topic)
        new_to = self._known.new_to(one.topic, is_asked=is_asked)
        if one.topic.kind in (REMARK, PLAN):
            return [who for who in new_to if self._is_due(one, who)]
        if not new_to or one.topic.kind not in offer.KINDS:
            return new_to
        given = replace(one.topic, gist=one.text)
        return offer.hearers_of(self.now, given, new_to, self.hearers, self._known)

    def _hearers_of_view(self, view: Topic) -> list[str]:
        """Return who is given a view at a meeting or in a debate: all, once."""
        who = self.now.who
        is_said = self._has_said(view) if self.meeting else self.debate.has_spoken(who)
        return [] if is_said else [*self.hearers]

    def _has_said(self, view: Topic) -> bool:
        """Tell whether somebody has given a view at the meeting that is under way."""
        since = self.now.tick - MEETING_MINUTES // self.now.tick_minutes
        newest = self.now.mind.memory.last(MEETING_RECORDS)
        here, subject = self.now.percept.place, subject_of(view)
        own = (one for one in newest if one.kind == "action" and one.tick >= since)
        told = (one.topic for one in own if one.place == here)
        return any(
            one.kind == OPINION and one.who == self.now.who and subject_of(one) == subject
            for one in told
            if one is not None
        )

    def _is_due(self, one: Told, who: str) -> bool:
        """Tell whether a remark or a plan may be told to a hearer: on news that they know, a question
        that they have not asked themselves, a plan to which they may be asked."""
        news = outcome_of(one.topic)
        if news:
            return self._known.knows(who, news)
        if one.role == HOW_ARE_YOU:
            return not self._known.knows(who, _asked_back(one.topic))
        return one.topic.kind != PLAN or self._may_ask(who, one.topic)

    def _may_ask(self, other: str, plan: Topic) -> bool:
        """Tell whether somebody may ask another to come along: every third day, of the two; and once
        more at another time, in answer to what they cannot come to or what is called off."""
        asked = self._known.asked_today(other)
        heard = self._heard.topic if self._heard is not None else None
        if heard is None or len(asked) > 1:
            return self._is_first_asked(other, plan)
        if heard.key.endswith(OFF):
            return True
        if heard.key not in asked or heard.at is None or plan.at is None:
            return self._is_first_asked(other, plan)
        is_other_time = plan.at.end <= heard.at.start or heard.at.end <= plan.at.start
        return is_other_time and not has_commitment(self.now.mind, heard.key)

    def _is_first_asked(self, other: str, plan: Topic) -> bool:
        """Tell whether the two have not asked each other along today, nor, but for help or a debate,
        lately."""
        is_often = kind_of(plan.at) in (COMPANY, AGAIN) and self._known.asked_lately(other)
        return not is_often and not self._known.asked_today(other)

    def _is_of_hearers(self, one: Told) -> bool:
        who, world = self.now.who, self.now.world
        return any(_is_of_hearer(one.topic, one.text, who, other, world) for other in self.hearers)

    def _fits(self, one: Told) -> bool:
        """Tell whether a topic takes up what was heard."""
        least = 2 if one.topic.kind in _TOLD_ON_OCCASION else 1
        if self._answers(one.topic) or self._is_of_same_outcome(one.topic):
            return True
        return bool(self._words) and len(self._words & _content_words(one.text)) >= least

    def _is_of_same_outcome(self, topic: Topic) -> bool:
        """Tell whether a topic is on the outcome of which was heard."""
        told = self._heard.topic if self._heard else None
        return told is not None and _is_on_outcome(topic, told)

    def _is_of_same_person(self, one: Told) -> bool:
        """Tell whether somebody's own view or memory is of the third person of whom they were
        told."""
        if not self._person or one.topic.who != self.now.who:
            return False
        if one.topic.kind == VIEW:
            return owner_of(one.topic) == self._person
        return one.topic.kind == MEMORY and self._person in people_named(self.now, one.text)

    def _is_asked(self, topic: Topic) -> bool:
        """Tell whether somebody is asked for a view or an opinion of theirs."""
        told = self._heard.topic if self._heard else None
        if told is None or topic.who != self.now.who:
            return False
        if topic.kind == VIEW:
            return asks_person(told) == topic.key.rsplit(".", 1)[-1]
        return asked_opinion(told) == subject_of(topic)

    def _answers(self, topic: Topic) -> bool:
        """Tell whether a topic is of the kind that was heard: a view on the same subject or on the
        matter of a meeting, or who one is."""
        told = self._heard.topic if self._heard else None
        if topic.kind == INTRODUCTION:
            return told is not None and told.kind == INTRODUCTION
        if topic.kind == PLAN:
            return asks_plan(self._heard)
        if topic.kind == DEED:
            return told is not None and asks_after_day(told)
        if topic.kind == VIEW:
            return self._is_asked(topic)
        return topic.kind == OPINION and self._is_view_on(topic, told)

    def _is_view_on(self, topic: Topic, told: Topic | None) -> bool:
        """Tell whether an opinion is on the subject that was heard, or the matter of a meeting; whose
        opinion is asked for tells no other."""
        if told is not None and asked_opinion(told) and topic.who != self.now.who:
            return False
        subject = subject_of(topic)
        return subject == _subject(self._heard) or is_about(subject, self._matter)

    def _offer(
        self, one: Told, score: float, new_to: Sequence[str], *, is_same: bool
    ) -> OfferedTopic:
        """Return a topic as it is offered, with its role and whom it concerns."""
        topic = one.topic
        if topic.kind in offer.KINDS:
            return self._offer_claim(topic, one.text, one.minute, score, new_to)
        role, helper = _role(topic, self.now.who, self.hearers, self.now.world)
        if topic.key == first_key(self.now.who) and not lives_with(self.now, self.hearers[0]):
            role = NEWCOMER
        told = replace(topic, who=self.now.who) if role == MISHAP else topic
        only = _only_hearer(topic.to or helper, new_to, self.hearers)
        worth = round(score + HELP * bool(helper), 3)
        parts = dict(self._parts(one))
        for name in _SPOKEN_PARTS & parts.keys():
            parts[name] = _begun_as(self._as_told(told, parts[name]), parts[name])
        said = self._as_told(told, one.text, one.role)
        said = _begun_as(said, one.text) if topic.kind == PLAN else said
        role = self._role_told(one, role, is_same=is_same)
        if is_staged(topic) and people_of(self.now.world, one.text).intersection(self.hearers):
            role = TO_OWNER
        return OfferedTopic(told, one.text, one.minute, worth, only, role, said, parts)

    def _role_told(self, one: Told, role: str, *, is_same: bool) -> str:
        """Return the role of a topic: its own, the one found here, or that of a reply."""
        is_reply = is_same or self._is_asked(one.topic)
        return one.role or role or (REPLY if is_reply else "")

    def _as_told(self, topic: Topic, text: str, role: str = "") -> str:
        """Return words as they are told here: of the speaker in the first person, and so on."""
        world = self.now.world
        if role == FACE:
            return told_to(text, self.hearers[0], world, is_of=True)
        own, is_own = text, topic.who == self.now.who and topic.kind in _OF_ONESELF
        if is_own and self.now.who in world.people:
            own = told_by(text, self.now.who, world, is_of=True)
        return as_told(own, topic, self.now.who, self.hearers, world)

    def _parts(self, one: Told) -> Mapping[str, str]:
        """Return the words that phrases fill in: little for what was said the same way before."""
        topic, name = one.topic, self.now.world.name_with_article
        if topic.at is not None and not one.parts and self._known.is_usual(topic):
            return {"place": spoken_place(self.now.world.name_of(topic.at.place))}
        if topic.state and topic.kind == EVENT and self._known.is_back(topic):
            return {"thing": name(topic.thing), "state": topic.state.replace("_", " ")}
        return one.parts

    def _offer_claim(
        self, topic: Topic, text: str, minute: int, score: float, new_to: Sequence[str]
    ) -> OfferedTopic:
        """Return a claim, or what is known of one, as it is offered; who knows best is asked."""
        role, asked = offer.role_of(replace(topic, gist=text), new_to, self.now.world)
        said = offer.as_said(topic, text, self.now.who, asked, self.now.world)
        worth = round(score + HELP * bool(asked), 3)
        only = _only_hearer(asked or topic.to, new_to, self.hearers)
        return OfferedTopic(topic, text, minute, worth, only, role, said)

    def best(self, most: int) -> tuple[OfferedTopic, ...]:
        """Return the worthiest first."""
        ranked = sorted(self.found.values(), key=lambda one: (-one.worth, one.topic.key))
        return tuple(ranked[:most])


def _is_on_outcome(topic: Topic, told: Topic) -> bool:
    """Tell whether a remark is on a decision that was told, or on which a remark was made."""
    key = outcome_of(topic)
    return key != "" and key in (outcome_of(told), told.key)


def _begun_as(told: str, text: str) -> str:
    """Return words as they are told with a small letter where the text has one."""
    return told if text[:1].isupper() else f"{told[:1].lower()}{told[1:]}"


def _asked_back(question: Topic) -> str:
    """Return the key of the question by which a hearer asks the same of who asks it."""
    mark, who, role, other, when = question.key.split(".", 4)
    return f"{mark}.{other}.{role}.{who}.{when}"


def _person_told_of(now: Situation, heard: Observation | None) -> str:
    """Return the third person of whom words tell; "" for nobody, and for a question."""
    topic = heard.topic if heard is not None else None
    if heard is None or topic is None or topic.kind not in _OF_PEOPLE:
        return ""
    is_question = topic.kind == REMARK and role_of(topic) not in _REMARKS_OF_PEOPLE
    return "" if is_question else stake_of(now, topic, heard.actor).other


_OF_PEOPLE = frozenset({VIEW, MEMORY, SIGHTING, REMARK})
_REMARKS_OF_PEOPLE = frozenset({OWN_WORDS, LET_DOWN, ON_OUTCOME, PRAISE, SEEN_TALK})
"""The kinds of topic, and the sorts of remark, that tell of people."""


def _asks_the_same(one: Topic, heard: Topic | None) -> bool:
    """Tell whether a question asks back what was asked."""
    if heard is None or not one.kind == heard.kind == REMARK:
        return False
    asks = all(role_of(each) in _QUESTIONS for each in (one, heard))
    return asks and one.key.rsplit(".", 1)[-1] == heard.key.rsplit(".", 1)[-1]


_QUESTIONS = frozenset({ASK_OPINION, ASK_VIEW, ON_VIEW})
"""The sorts of remark that ask for a view."""


def _only_hearer(wanted: str, new_to: Sequence[str], hearers: Sequence[str]) -> str:
    """Return the only one of several hearers whom a topic concerns; "" where it is all of them."""
    if len(hearers) == 1:
        return ""
    return wanted or (new_to[0] if len(new_to) == 1 else "")


def _role(topic: Topic, who: str, hearers: Sequence[str], world: World) -> tuple[str, str]:
    """Return what it is to tell of a trouble, to ask for help or to own up to it, and who of the
    hearers can help."""
    helper = next((one for one in hearers if can_help(topic, one, world)), "")
    if helper:
        return REQUEST, helper
    return (MISHAP if not topic.source and can_help(topic, who, world) else ""), ""


def _is_of_hearer(topic: Topic, text: str, who: str, other: str, world: World) -> bool:
    """Tell whether a topic comes from a hearer or is of them, or is the speaker's own, come back to
    them."""
    echo = other in (topic.source, topic.who) or (bool(topic.source) and topic.who == who)
    if topic.kind in offer.KINDS:
        return echo
    own = topic.kind == INSIGHT and not topic.source and world.name_with_article(who) in text
    return own or echo or (topic.kind != OPINION and world.name_with_article(other) in text)


def _turn(heard: Observation | None) -> int:
    """Return the number of the utterance that answers what was heard; 0 opens a talk."""
    return heard.turn + 1 if heard is not None else 0


def _asked_after(heard: Observation | None) -> str:
    """Return the person after whom words ask; "" for none."""
    return asks_person(heard.topic) if heard is not None and heard.topic is not None else ""


def _tellable(now: Situation, hearers: Sequence[str], heard: Observation | None) -> Iterator[Told]:
    """Yield what somebody can tell, whoever knows it."""
    yield from memory_topics(now, hearers)
    yield from persona_topics(now, hearers, heard)
    yield from introductions(now, hearers)
    yield from proposals(now, hearers, is_asked=asks_plan(heard))
    yield from deeds(now, hearers, heard)
    yield from sightings(now, hearers)
    yield from gossip(now, hearers)
    yield from afterthoughts(now, hearers)
    yield from question_after_plan(now, hearers)
    yield from remarks(now, hearers)
    yield from characters(now, hearers)
    yield from complaints(now, hearers)
    yield from questions(now, hearers)
    yield from questions_after_troubles(now, hearers)
    decision = decide(now)
    if decision is not None:
        yield Told(decision, decision.gist, now.minute, DECISION_WORTH)


def _subject(heard: Observation | None) -> str:
    topic = heard.topic if heard else None
    if topic is None:
        return ""
    return subject_of(topic) if topic.kind == OPINION else asked_opinion(topic)


@lru_cache(maxsize=4096)
def _content_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w{5,}", text.casefold()))


def tell(topic: OfferedTopic, speaker: str) -> Topic:
    """Return a topic as it is said, with its sentence and who says it."""
    return replace(topic.topic, gist=topic.text, source=speaker)


def topic_lines(offered: tuple[OfferedTopic, ...]) -> str:
    """Return offered topics as a prompt tells them, numbered from 1; "" where there are none."""
    lines = (f"{number}. {one.text}" for number, one in enumerate(offered, start=1))
    return "\n".join(("Topics:", *lines)) if offered else ""
