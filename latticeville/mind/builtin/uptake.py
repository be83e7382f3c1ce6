"""Uptake: what the built-in mind says to what it heard, by the kind of its topic and whom it is
of."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from latticeville.core.rng import RandomStream
from latticeville.mind.builtin import sentences
from latticeville.mind.builtin.reply_variants import ONLOOKER, replies, reply
from latticeville.mind.builtin.sentences import in_mid_sentence
from latticeville.mind.builtin.themes import argument_of, theme_of, weighs
from latticeville.mind.builtin.tones import tone_of
from latticeville.mind.chores import broken_task
from latticeville.mind.claims.judge import (
    ALARMED,
    CONFIRMED,
    DOUBTED,
    EVADED,
    NOT_UNDERSTOOD,
    UNSURE,
)
from latticeville.mind.echo import last_echo, quotable
from latticeville.mind.manner import Manner
from latticeville.mind.outcomes import HEARER, LIGHT, OWN
from latticeville.mind.questions import ASK_OPINION, ASK_VIEW, TALLY, WITH, subject_spoken_of
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.remarks import (
    APART,
    ASK_HINT,
    ASK_MORE,
    ASK_PLAN,
    ASK_TROUBLE,
    ASK_WISH,
    CHARACTER,
    COMPLAINT,
    GRATITUDE,
    HINT,
    KIND_WORD,
    LET_DOWN,
    ON_OUTCOME,
    ON_SAID,
    ON_SECRET,
    ON_VIEW,
    OWN_WORDS,
    PASSED_STORY,
    PEACE,
    PLEDGE,
    PRAISE,
    SEEN_TALK,
    TAKE_UP,
    TEASE,
    TELL_MORE,
    TELL_PLAN,
    TELL_TALK,
    TELL_TROUBLE,
    TELL_WISH,
    role_of,
)
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.self_topics import HOW_ARE_YOU, USUAL, WITH_INCIDENT, first_key
from latticeville.mind.stake import COLD, MINE, THEIRS, WARM, YOURS, Stake
from latticeville.mind.take_up import HEAVY
from latticeville.mind.topic import (
    CLAIM,
    DECISION,
    DEED,
    DONE,
    EVENT,
    HOPE,
    INSIGHT,
    INTRODUCTION,
    INVITATION,
    MEMORY,
    OPINION,
    PLAN,
    REMARK,
    RESOLVE,
    SECRET,
    SIGHTING,
    STORY_KEY,
    VIEW,
    Topic,
    is_quoted,
    outcome_of,
    subject_of,
)
from latticeville.mind.topics import OfferedTopic

PARTING = "parting"
"""The name of the words by which somebody leaves all who are there."""
SILENT = 0.4
"""The share of news of nobody in particular that is taken up without a word."""
MOVED = 0.1
"""By how much a stance is weaker than its words for somebody to admit it."""
_TO_CLAIMS = {
    EVADED: "evasion",
    UNSURE: "unsure",
    DOUBTED: "doubt",
    ALARMED: "alarm",
    NOT_UNDERSTOOD: "puzzled",
    CONFIRMED: "event_known",
}
"""The phrases for claims of which the speaker has no more to tell, by their verdict on them."""


def take_up(data: TalkData, draw: RandomStream) -> str:
    """Return what somebody says to what they heard, before they tell a topic or part; "" where they
    say nothing to it."""
    heard = data.heard
    if heard is None:
        if data.turn > 1:
            return ""
        to = data.called_by(data.other, data.to)
        if data.occasion.place:
            return sentences.say("expected", draw, to=to)
        return sentences.hello(to, data.minute, draw)
    if data.verdict in _TO_CLAIMS:
        name = _TO_CLAIMS[data.verdict]
        if name not in replies():
            return sentences.say(name, draw)
    else:
        name = reply_name(data, heard)
    if name == "event_news" and draw.uniform() < SILENT:
        return ""
    words = _words(data, heard, draw)
    is_needed, is_named = name not in _COMMENTS, _names(heard, heard.about)
    manner = _manner(data, subject_spoken_of(heard) or heard.about)
    return reply(name, words, manner, draw, is_needed=is_needed, is_named=is_named)


def _manner(data: TalkData, subject: str, marks: str = "") -> Manner:
    """Return how somebody talks of a subject: without a word of votes, where they have no say."""
    onlooker = (ONLOOKER,) if f"onlooker.{subject}" in data.names else ()
    manners = (*data.manner.manners, *marks.split(), *onlooker)
    return replace(data.manner, manners=manners)


def _names(heard: Topic | None, about: str) -> bool:
    """Tell whether words about an outcome name its subject, or take up words that do."""
    return heard is not None and bool(outcome_of(heard)) and heard.about == about


_COMMENTS = frozenset(
    {
        "deed_yours",
        "praise_theirs",
        "character_theirs",
        "plan_told_yours",
        "wish_told_yours",
        "passed_story_mine",
        "gossip_plain_theirs",
        "gossip_warm_theirs",
        "gossip_cold_theirs",
        "talk_told_yours",
        "event_known",
        "event_news",
        "hope_yours",
        "incident_yours",
        "insight_yours",
        "interest_yours",
        "memory_about_theirs",
        "memory_yours",
        "outcome_heard_yours",
        "own_words_yours",
        "quoted_new_theirs",
        "sighting_mine",
        "sighting_theirs",
        "taken_up_mine",
        "trouble_told_yours",
        "tally_yours",
        "usual_yours",
        "view_hear_theirs",
    }
)
"""The replies that answer nothing: nobody says one of them that they have said or heard before."""


def say(name: str, data: TalkData, draw: RandomStream) -> str:
    """Return a reply of a name to what somebody heard."""
    words = _words(data, data.heard, draw)
    return reply(name, words | ({"to": data.to} if name == PARTING else {}), data.manner, draw)


def reply_name(data: TalkData, heard: Topic) -> str:
    """Return the name of the reply that fits what somebody heard."""
    if data.agreed is not None:
        return "consent" if data.agreed else "refusal"
    if heard.key == first_key(heard.source):
        return "pleased"
    return _AFTER.get(heard.kind, _after_own)(data, heard)


def _after_own(data: TalkData, heard: Topic) -> str:
    """Return the reply to what people tell of themselves."""
    if heard.kind == SECRET:
        if data.stake.whose == THEIRS:
            return "secret_theirs"
        return f"secret_promise_{HEAVY}" if weighs(heard.gist) else "secret_promise"
    if heard.kind == DEED and USUAL in heard.key.split("."):
        return "usual_yours"
    if heard.kind == DEED and WITH_INCIDENT in heard.key.split("."):
        return "incident_yours"
    if heard.kind == MEMORY:
        return "memory_about_theirs" if data.stake.other else "memory_yours"
    return _BY_KIND.get(heard.kind, "event_news")


def _after_sighting(data: TalkData, _heard: Topic) -> str:
    bond = f"_{data.stake.bond}" if data.stake.bond else ""
    return "sighting_mine" if data.stake.whose == MINE else f"sighting_theirs{bond}"


_BY_KIND = {
    DEED: "deed_yours",
    INTRODUCTION: "interest_yours",
    INSIGHT: "insight_yours",
    RESOLVE: "resolve_yours",
    PLAN: "wish",
    HOPE: "hope_yours",
}
"""The replies to what people tell of themselves alone, by its kind."""


def _after_view(data: TalkData, _heard: Topic) -> str:
    """Return the reply to what somebody thinks of a person."""
    stake = data.stake
    if stake.whose == MINE:
        return ("view_mine_plain", "view_mine_kind", "view_mine_blunt")[_sign(stake.tone)]
    if not stake.bond or not stake.tone:
        return "view_hear_theirs"
    if stake.bond == WARM:
        return "view_agree_warm" if stake.tone > 0 else "view_defend"
    return "view_doubt" if stake.tone > 0 else "view_agree_cold"


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _after_opinion(data: TalkData, heard: Topic) -> str:
    if _is_turned(data, subject_of(heard)):
        return _turned(data, subject_of(heard))
    own = _stance(data, subject_of(heard))
    return _after_quote(data, heard, own) if is_quoted(heard) else _after_view_of(data, heard, own)


def _after_view_of(data: TalkData, heard: Topic, own: float | None) -> str:
    """Return the reply to the view of who tells it."""
    if heard.stance is not None and abs(heard.stance) <= UNDECIDED:
        return "undecided_yours"
    if own is None or abs(own) <= UNDECIDED:
        return "still_open" if _has_spoken(data, subject_of(heard)) else "opinion_new_yours"
    if data.is_swayed:
        return "opinion_swayed_yours"
    return f"{_where(data, heard)}_{'shared' if own * (heard.stance or 0) > 0 else 'apart'}_yours"


def _where(data: TalkData, heard: Topic) -> str:
    """Return how the names of the replies to an argument begin: by that on which it rests, or by where
    it is given."""
    argued = argument_of(heard.gist)
    if argued:
        return f"argued_{argued}"
    return "room" if data.occasion.meeting else "opinion"


def _after_quote(data: TalkData, heard: Topic, own: float | None) -> str:
    """Return the reply to the view of a third person, whatever who tells it thinks."""
    if own is None or abs(own) <= UNDECIDED or not heard.stance:
        return "quoted_new_theirs"
    if own * heard.stance > 0:
        return "quoted_shared_theirs"
    return "quoted_allies_theirs" if data.stake.teller == WITH else "quoted_apart_theirs"


def _has_spoken(data: TalkData, subject: str) -> bool:
    """Tell whether somebody has taken a side on a subject aloud."""
    return subject in data.opinions and abs(data.opinions[subject].said or 0.0) > UNDECIDED


def _is_turned(data: TalkData, subject: str) -> bool:
    """Tell whether somebody has come to the other side of a subject since they last spoke of it."""
    return subject in data.opinions and data.opinions[subject].is_turned


def _turned(data: TalkData, subject: str) -> str:
    """Return the words by which somebody says that they have changed sides."""
    return next((f"turned_{one}" for one in _WANTED if f"{one}.{subject}" in data.names), "turned")


_WANTED = ("choice", "alone", "aim")
"""How the names begin of what somebody wants in a matter: about people, of one person, of many."""


def _stance(data: TalkData, subject: str) -> float | None:
    held = data.opinions.get(subject)
    return None if held is None else held.stated


def _after_decision(data: TalkData, heard: Topic) -> str:
    stake = data.stake
    if stake.is_mine:
        return "decision_mine"
    if stake.feeling:
        if _is_decider(data, heard, _hearer(data)) and f"outcome_{stake.feeling}_to" in replies():
            return f"outcome_{stake.feeling}_to"
        is_alone = bool(_decider(data, heard))
        return felt_reply(stake.feeling, is_choice=bool(stake.elected), is_alone=is_alone)
    return "decision_warm_theirs" if stake.bond == WARM else "decision_news"


def felt_reply(feeling: str, *, is_choice: bool, is_alone: bool) -> str:
    """Return the name of a reply to a decision that touches somebody: to a choice of people, and to
    what one person took alone, where there is one of its own."""
    sort = f"{'elected' if is_choice else 'decision'}_{feeling}"
    names = (f"{sort}_alone" if is_alone else sort, sort, f"decision_{feeling}")
    return next(name for name in names if name in replies())


def _decider(data: TalkData, topic: Topic) -> str:
    """Return the name of who alone decides what a topic is about; "" for nobody, and where it is who
    speaks or is spoken to."""
    name = data.names.get(f"decider.{topic.about}", "")
    hearers = [data.names.get(one, data.to) for one in data.hearers or (data.other,)]
    return "" if name in hearers else name


def _hearer(data: TalkData) -> str:
    """Return the name of the only hearer; "" for several."""
    return data.names.get(data.other, data.to) if len(data.hearers) < 2 else ""


def _is_decider(data: TalkData, topic: Topic, who: str) -> bool:
    """Tell whether somebody of a name, or with "" who speaks, alone decides what a topic is about."""
    name, names = data.names.get(f"decider.{topic.about}", ""), data.names
    is_own = f"alone.{topic.about}" in names and f"onlooker.{topic.about}" not in names
    return name == who and (bool(who) or is_own)


def _after_news(data: TalkData, heard: Topic) -> str:
    stake = data.stake
    if stake.whose == YOURS:
        return "mishap_yours"
    if stake.first_hand or data.knew:
        return f"event_{stake.first_hand or 'known'}"
    if stake.is_mine:
        return "event_mine"
    if stake.other:
        return _of_third_person(stake)
    return "event_touched" if _is_touched(data, heard) else "event_news"


def _of_third_person(stake: Stake) -> str:
    """Return the reply to news of a third person, by how they weigh and who it is."""
    name = f"event_{stake.bond or 'plain'}_theirs"
    light = f"{name}{LIGHT}"
    return name if stake.is_grave or light not in replies() else light


def _is_touched(data: TalkData, heard: Topic) -> bool:
    """Tell whether news is of something on which somebody has a view."""
    has_view = not heard.about or heard.about in data.opinions
    return heard.kind == EVENT and data.stake.subject != "" and has_view


def _after_remark(data: TalkData, heard: Topic) -> str:
    """Return the reply to thanks, to a question, to word of others, or to what is said of a
    decision."""
    role, bond = role_of(heard), data.stake.bond or "plain"
    match _AFTER_REMARKS.get(role, role):
        case "fare":
            return _fare(data)
        case "gossip" | "letdown" | "word" as name:
            return f"{name}_{bond}_theirs"
        case "asked":
            return "asked_cold_theirs" if bond == COLD else "asked_theirs"
        case "still" | "apart":
            return _on_views(data, heard, is_own=role != APART)
        case "on_outcome":
            return _after_outcome(data, heard)
        case name:
            return name


def _after_more(heard: Topic) -> str:
    """Return the reply to what somebody has said more about a burden; "" for other words."""
    is_heavy = role_of(heard) == TELL_MORE and HEAVY in heard.key.split(".")
    return f"secret_promise_{HEAVY}" if is_heavy else ""


def _fare(data: TalkData) -> str:
    """Return the reply of how somebody fares: with the hearer, with whom or what else, or plainly."""
    name = f"fare_{data.manner.fare}"
    is_yours = data.manner.fare_of and data.manner.fare_of == _hearer(data)
    return f"{name}_yours" if is_yours and f"{name}_yours" in replies() else name


def _on_views(data: TalkData, heard: Topic, *, is_own: bool) -> str:
    """Return the reply to a question after one's own view, or to word of two who disagree."""
    if _is_turned(data, _asked_about(heard)):
        return _turned(data, _asked_about(heard))
    own = _stance(data, _asked_about(heard)) or 0.0
    side = _sign(own) if abs(own) > UNDECIDED else 0
    if side and is_own and f"choice.{_asked_about(heard)}" in data.names:
        return "still_choice"
    if is_own:
        return _on_own_view(data, heard, own, side)
    return ("apart_theirs", "apart_for_theirs", "apart_against_theirs")[side]


def _on_own_view(data: TalkData, heard: Topic, own: float, side: int) -> str:
    """Return the reply to a question after one's own view: open, moved, or as it was."""
    if not side:
        return _without_side(data, heard)
    if abs(own) < abs(data.opinions[_asked_about(heard)].expressed) - MOVED:
        return "still_moved_aim" if f"aim.{_asked_about(heard)}" in data.names else "still_moved"
    if wanted := next((one for one in _WANTED if f"{one}.{_asked_about(heard)}" in data.names), ""):
        return f"still_{wanted}"
    return "still_for" if side > 0 else "still_against"


def _without_side(data: TalkData, heard: Topic) -> str:
    """Return the reply to a question after one's view of who is on no side."""
    subject = _asked_about(heard)
    if f"stands.{subject}" in data.names:
        return "candidacy"
    has_spoken = role_of(heard) == ON_VIEW or _has_spoken(data, subject)
    return "still_open" if has_spoken else "undecided"


_AFTER_REMARKS = {
    LET_DOWN: "letdown",
    COMPLAINT: "letdown",
    HOW_ARE_YOU: "fare",
    ON_VIEW: "still",
    APART: "apart",
    TALLY: "tally_yours",
    ASK_OPINION: "still",
    ASK_VIEW: "asked",
    ON_OUTCOME: "on_outcome",
    OWN_WORDS: "own_words_yours",
    TAKE_UP: "taken_up_mine",
    KIND_WORD: "kind_word_theirs",
    PLEDGE: "pledge_yours",
    PEACE: "word",
    GRATITUDE: "welcome",
    ON_SECRET: "secret_kept",
    TELL_MORE: "secret_promise",
    PRAISE: "praise_theirs",
    CHARACTER: "character_theirs",
    ON_SAID: "on_said_mine",
    PASSED_STORY: "passed_story_mine",
    ASK_WISH: "tell_wish",
    TELL_WISH: "wish_told_yours",
    ASK_PLAN: "plan_unknown",
    TELL_PLAN: "plan_told_yours",
    SEEN_TALK: "gossip",
    TEASE: "tell_talk",
    TELL_TALK: "talk_told_yours",
    HINT: "hint_heard",
    ASK_HINT: "hint_kept",
    ASK_TROUBLE: "trouble_unknown",
    TELL_TROUBLE: "trouble_told_yours",
    ASK_MORE: "tell_more_why",
}
"""The replies after remarks, or how their names begin, by their sort."""


def _after_outcome(data: TalkData, heard: Topic) -> str:
    how = heard.key.split(".")[4]
    if how.startswith(OWN):
        return "own_words_yours"
    if how.startswith(HEARER):
        return "concerned_mine"
    if how.startswith((MINE, "elected_mine")):
        return f"outcome_concerned_yours{LIGHT if how.endswith(LIGHT) else ''}"
    if how.startswith(("elected_won", "elected_lost")):
        return "elected_thanks_yours"
    held = data.opinions.get(heard.about)
    own = held.vote if held is not None else 0.0
    if not heard.stance or abs(own) <= UNDECIDED:
        return "outcome_heard_yours"
    side = "shared" if own * heard.stance > 0 else "apart"
    return f"{_sort_of_outcome(data, heard, how)}_{side}_yours"


def _sort_of_outcome(data: TalkData, heard: Topic, how: str) -> str:
    """Return how the name of the reply begins to words on a decision: to who took it alone, on a
    choice of people, or on any other."""
    if _is_decider(data, heard, ""):
        return "decider"
    return "elected" if how.startswith("elected") else "outcome"


_AFTER: Mapping[str, Callable[[TalkData, Topic], str]] = {
    REMARK: lambda data, heard: _after_more(heard) or _after_remark(data, heard),
    OPINION: _after_opinion,
    DECISION: _after_decision,
    VIEW: _after_view,
    SIGHTING: _after_sighting,
    EVENT: _after_news,
    INVITATION: _after_news,
    CLAIM: _after_news,
}
"""What finds the reply to a topic of a kind."""


def _asked_about(heard: Topic) -> str:
    """Return the subject of a remark about a view or about two of them."""
    return heard.key.rsplit(".", 1)[-1]


def _choice(data: TalkData, heard: Topic) -> dict[str, str]:
    subject, names = _asked_about(heard), data.names
    aim = names.get(f"aim.{subject}") or names.get(f"alone.{subject}", "")
    return {"choice": names.get(f"choice.{subject}", ""), "aim": aim}


def _subject_asked(data: TalkData, heard: Topic) -> str:
    """Return the subject of a remark as people say it."""
    subject = _asked_about(heard)
    return data.names.get(subject, subject)


def after_promise(data: TalkData, heard: Topic) -> str:
    """Return the name of what is said to who kept a promise or owns up that they did not."""
    if heard.key.endswith(DONE):
        return "thanks"
    if not data.failures:
        return "forgiveness"
    return ("chore_forgiven", "chore_complaint", "chore_anger")[min(data.failures, 3) - 1]


def told(offered: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return a remark whose variants are replies, by its role."""
    name = _weighed(offered.role, offered.parts)
    told = in_mid_sentence(offered.parts.get("told", ""))
    return reply(name, {"to": data.to, **offered.parts, "told": told}, data.manner, draw)


def _weighed(name: str, parts: Mapping[str, str]) -> str:
    """Return the name of the words that fit a confession by its theme and its weight."""
    confided = parts.get("confided", "")
    weight = HEAVY if weighs(confided) else parts.get("weight", "")
    fitting = (f"{name}_{theme_of(confided)}", f"{name}_{weight}", name)
    return next(one for one in fitting if one in replies())


def confession(offered: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return the first answer to a confession, one that the world holds or a question that takes up
    its words, or what is said to the question."""
    written = _written(offered)
    if written:
        return draw.pick(written)
    parts = offered.parts
    words = _words(data, data.heard, draw) | {"other": parts.get("about", "")}
    name = f"{offered.role}_{parts['sort']}"
    said = reply(name, words, data.manner, draw)
    return f"{parts.get('echo', '')} {said}".strip()


def _written(offered: OfferedTopic) -> list[str]:
    """Return the answers that the world holds."""
    return [word for name, word in sorted(offered.parts.items()) if name.startswith("says")]


def of_scene(offered: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return the reply to what somebody tells of a scene or an outcome: one that the world holds, or
    one that fits its tone."""
    parts = offered.parts
    written = _written(offered)
    if written:
        return draw.pick(written)
    name = _name_by_tone(data, tone_of(parts["told"]))
    manner = _manner(data, offered.topic.about, parts["marks"])
    words = _words(data, data.heard, draw)
    words |= {"quote": quotable(parts["told"]), "echo": last_echo(parts["told"])}
    taken = next((one for one in ("quote", "echo") if name == "take_up" and words[one]), "")
    return reply(f"take_up_{taken}" if taken else name, words, manner, draw, brief_share=0.0)


def _name_by_tone(data: TalkData, tone: str) -> str:
    """Return the name of the reply to what somebody tells of themselves, of the hearer, or of a third
    person, by its tone."""
    is_view = data.heard is not None and data.heard.kind == VIEW
    if is_view and data.stake.whose == MINE:
        return "take_up_mine"
    if is_view and data.stake.other:
        return f"take_up_of{_TONES_OF_OTHERS.get(tone, '')}"
    return f"take_up_{tone}" if tone else "take_up"


_TONES_OF_OTHERS = {
    **dict.fromkeys(("praise", "joy", "tender"), "_kind"),
    **dict.fromkeys(("grief", "guilt", "anger", "worry"), "_hard"),
}
"""How the names of replies end to what a scene has made somebody think of another, by its tone."""


def outcome(offered: OfferedTopic, data: TalkData, draw: RandomStream) -> str:
    """Return what somebody says of what was decided or came to light: as they stand to the hearer,
    and as long ago as it was."""
    parts = offered.parts
    other, alone = parts.get("friend", ""), _decider(data, offered.topic)
    words = {"subject": parts["subject"], "other": other, "decider": alone, "to": data.to}
    words["news"] = in_mid_sentence(parts.get("news", ""))
    manner = _manner(data, offered.topic.about, parts["marks"])
    name = parts["feeling"]
    if not name.startswith("elected"):
        is_story = outcome_of(offered.topic).startswith(STORY_KEY)
        name = f"{'story' if is_story else 'outcome'}_{name}"
    side = "to" if _is_decider(data, offered.topic, _hearer(data)) else parts["side"]
    by_side = f"{name}_{'alone' if alone else side}"
    chosen = by_side if by_side in replies() else name
    is_named = _names(data.heard, offered.topic.about)
    return reply(chosen, words, manner, draw, brief_share=0.0, is_named=is_named)


def _words(data: TalkData, heard: Topic | None, draw: RandomStream) -> dict[str, str]:
    """Return the words that a reply to what somebody heard may fill in; "" for unknown ones."""
    stake, manner = data.stake, data.manner
    words = {
        "to": data.to,
        "other": data.names.get(stake.other, ""),
        "subject": stake.subject,
        "trait": draw.pick(manner.traits) if manner.traits else "",
        "value": draw.pick(manner.values) if manner.values else "",
        "place": data.occasion.place,
        "doing": data.occasion.doing,
        "thing": "",
        "decider": "",
    }
    if heard is None:
        return words
    words["decider"] = _decider(data, heard)
    words["to"] = data.called_by(heard.source, data.to)
    if heard.at is not None:
        words["place"] = data.names.get(heard.at.place, "")
    thing = heard.thing or broken_task(heard)[1]
    if thing:
        words["thing"] = data.names.get(thing, "")
    if heard.kind == REMARK:
        words |= _words_of_remark(data, heard)
    if heard.kind == OPINION:
        words |= _choice(data, heard)
    return words


def _words_of_remark(data: TalkData, heard: Topic) -> dict[str, str]:
    role = role_of(heard)
    if role == HOW_ARE_YOU:
        return {"other": data.manner.fare_of, "subject": data.manner.fare_of}
    if role == SEEN_TALK:
        return {"second": data.names.get(heard.key.split(".")[4], "")}
    if role == APART:
        first, _, second = heard.key.split(".", 3)[3].partition(".")
        second = second.partition(".")[0]
        named = {"other": data.names.get(first, ""), "second": data.names.get(second, "")}
        return named | {"subject": _subject_asked(data, heard)} | _choice(data, heard)
    if role in (ON_VIEW, ASK_OPINION):
        return {"subject": _subject_asked(data, heard)} | _choice(data, heard)
    return {}
