"""The sentences of the built-in mind: a small grammar whose variants are drawn by seed."""

import re
from collections.abc import Mapping, Sequence

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.core.rng import RandomStream
from latticeville.core.sentence_case import capital
from latticeville.core.spoken_time import part_of_day, spoken_time
from latticeville.mind.builtin.proposal_sentences import DECISIONS, propose, regret
from latticeville.mind.proposals import kind_of
from latticeville.mind.requests.talk import AGREED
from latticeville.mind.topic import (
    AT,
    DECISION,
    DONE,
    EVENT,
    INSIGHT,
    INVITATION,
    MEMORY,
    OFF,
    OPINION,
    OUTCOME,
    PLAN,
    RESOLVE,
    SECRET,
    Topic,
    subject_of,
)
from latticeville.mind.topics import REQUEST, OfferedTopic

MAX_SENTENCE = 280
"""Letters of an utterance."""
_ENDS = (".", "!", "?", "…", ".”", "!”", "?”")
MORNING, EVENING, NIGHT = 4 * 60, 18 * 60, 22 * 60
"""Minutes of the day at which greetings change."""
_GREETINGS = {
    "morning": ("Good morning, {to}.", "Morning, {to}.", "{to}! Good morning."),
    "day": ("Hello, {to}.", "Good day, {to}.", "{to}! There you are.", "Ah, {to}."),
    "evening": (
        "Good evening, {to}.",
        "Evening, {to}.",
        "{to}! Still about?",
        "There you are, {to}.",
    ),
    "night": ("So late, {to}?", "{to}. You cannot sleep either?", "Good evening, {to}."),
}
_ARRIVALS = (
    "Here I am, {to}.",
    "I said that I would come, {to}.",
    "{to}! I am not late, I hope?",
    "I have come, {to}.",
    "You see, {to}: I kept my word.",
    "I would not have missed it, {to}.",
)
_ONCE_MORE = (
    "{to}, a word.",
    "One more thing, {to}.",
    "{to}! I forgot to say something.",
    "Have you a moment, {to}?",
    "{to}, listen.",
)
_SEEN = (
    "{gist}",
    "Have you heard? {gist}",
    "{gist} I saw it myself, {when}.",
    "{gist} That was {when}.",
    "You will not believe it. {gist}",
    "I was there {when}. {gist}",
)
_DONE = ("{gist}", "What a day. {gist}", "I have no luck today. {gist}", "{gist} That was {when}.")
_REQUESTED = (
    "{gist} Could you see to it?",
    "You are the one I was looking for. {gist}",
    "{gist} Nobody knows how but you.",
    "I need your help. {gist}",
    "{gist} Would you have a look?",
    "It is good that you are here. {gist}",
)
_OWNED_UP = (
    "{gist} It is my own fault.",
    "What a day. {gist}",
    "I have to tell you. {gist}",
    "Do not laugh. {gist}",
)
_COMFORT = (
    "What a pity.",
    "It can happen to anybody.",
    "Nobody was hurt, that is what counts.",
    "Poor you.",
    "Tomorrow is another day.",
)
_HEARD = (
    "{source} told me: {gist}",
    "{gist} I have it from {source}.",
    "{source} says: {gist}",
    "{gist} {source} told me.",
    "Have you spoken to {source}? {gist}",
)
_REPORTED = (
    "Have you heard? {gist}",
    "I hear news. {gist}",
    "They say: {gist}",
    "{gist} So I was told.",
)
_QUOTED = (
    "{source} told me: “{gist}”",
    "In {source}'s own words: “{gist}”",
    "Do you know what {source} said? “{gist}”",
    "{source} thinks differently: “{gist}”",
    "I asked {source}. “{gist}”",
)
_RUMOURED = (
    "{source} told me what {author} says: “{gist}”",
    "They say that {author} said: “{gist}”",
    "I know from {source} what {author} thinks: “{gist}”",
)
_MEMORY = (
    "{gist}",
    "I keep thinking of it. {gist}",
    "I have never told you this. {gist}",
    "Between us: {gist}",
    "Shall I tell you something? {gist}",
)
_OPINION = (
    "{gist}",
    "If you ask me, {lower}",
    "Let me be plain: {lower}",
    "You may disagree, but {lower}",
    "Do you know what I think? {gist}",
    "I still say that {lower}",
)
_SECRET = (
    "Keep this to yourself. {gist}",
    "Only you may know. {gist}",
    "Nobody else hears this. {gist}",
)
_INVITATION = (
    "{gist} Will you come?",
    "You are invited. {gist}",
    "Keep the time free. {gist}",
    "I hope to see you there. {gist}",
    "{gist} Come, too.",
)
_CALLS = (
    "Shall I see you at {place} {when}? There is {what}.",
    "There is {what} at {place}, {when}. Will you come?",
    "Do not forget: there is {what} at {place} {when}.",
    "You should come to {place} {when}. There is {what}.",
    "Are you going to {what} at {place}? It begins {when}.",
    "Let us go together: there is {what} {when}, at {place}.",
)
_INSIGHT = (
    "I have noticed something. {gist}",
    "Have you noticed it, too? {gist}",
    "I am not surprised. {gist}",
)
_RESOLVE = (
    "I have made up my mind. {gist}",
    "You should be the first to know. {gist}",
    "It is settled. {gist}",
)
_OUTCOME = ("{gist}", "It is done. {gist}", "{gist} All is well again.", "As I promised: {lower}")
_APOLOGY = (
    "I am sorry. {gist}",
    "I owe you an apology. {gist}",
    "Forgive me. {gist}",
    "I am ashamed of it. {gist}",
)
_TEMPLATES = {
    EVENT: _SEEN,
    MEMORY: _MEMORY,
    OPINION: _OPINION,
    SECRET: _SECRET,
    INSIGHT: _INSIGHT,
    INVITATION: _INVITATION,
    RESOLVE: _RESOLVE,
    OUTCOME: _OUTCOME,
    DECISION: DECISIONS,
}
_RETOLD = {
    EVENT: _HEARD,
    INSIGHT: _HEARD,
    RESOLVE: _HEARD,
    INVITATION: _INVITATION,
    DECISION: _HEARD,
}
_KNEW = (
    "I saw that, too.",
    "So you know it as well.",
    "That is how I have it, too.",
    "I was there.",
    "Old news to me.",
)
_SURPRISED = (
    "No!",
    "I had no idea.",
    "That is news to me.",
    "Who would have thought.",
    "You do not say.",
    "That explains something.",
    "I shall remember that.",
    "Well, well.",
    "I see.",
    "So that is how it is.",
)
_COUNTERED = (
    "{gist}",
    "As I see it, {lower}",
    "I have thought about it, too. {gist}",
    "Then hear me. {gist}",
    "My view is another matter: {lower}",
    "Let me tell you what I think. {gist}",
)
_YIELDED = (
    "You have a point. Still, {lower}",
    "I had not seen it that way. And yet {lower}",
    "True enough, in part. {gist}",
    "You make me doubt. So far I have said: {gist}",
    "There is something in that. Even so, {lower}",
)
_CHANGES = (
    "Be that as it may.",
    "Let us leave it there.",
    "You know my view.",
    "You may be right.",
    "Who knows.",
)
_CLOSINGS = (
    "You know my view.",
    "Let us leave it there.",
    "Be that as it may.",
    "I shall think about it.",
    "There is something in that.",
    "You have given me something to think about.",
    "You may be right.",
)
_PROMISES = (
    "I shall see to it at once.",
    "Leave it to me.",
    "I am on my way.",
    "I will do it right now.",
    "You did well to tell me. I shall see to it.",
)
_ASSURANCES = (
    "I have seen to it already.",
    "That is done.",
    "It is in order again, you will see.",
    "You are late with it: it is done.",
)
_THANKS = (
    "Thank you, {to}.",
    "That was kind of you, {to}.",
    "What would we do without you?",
    "I knew that I could count on you.",
)
_FORGIVING = (
    "I waited for you. Never mind.",
    "I wondered where you were.",
    "It does not matter. Another time.",
    "You were missed.",
    "It can happen to anybody.",
)
_CONCESSIONS = (
    "You have a point.",
    "I had not seen it that way.",
    "There is something in that.",
    "You make me doubt.",
    "I begin to see what you mean.",
    "Put like that, I could agree.",
    "You almost convince me.",
)
_DISCREET = (
    "I shall keep it to myself.",
    "Not a word from me.",
    "Your secret is safe.",
    "Nobody will hear it from me.",
)
_AGREED = (
    "I shall be there.",
    "Gladly.",
    "You can count on me.",
    "I would not miss it.",
    "I will come.",
    "Agreed.",
    "With pleasure.",
    "Why not?",
    "Keep me a place.",
    "Of course.",
    "I should like that.",
    "Yes, let us.",
    "I will find the time.",
)
_DECLINED = (
    "I cannot, I am afraid.",
    "Not this time.",
    "Go without me.",
    "Another day.",
    "I have promised to be elsewhere.",
    "Today it will not do.",
    "My hands are full.",
    "Ask me again.",
    "I would, but I cannot.",
    "There is too much to do.",
)
_WISHES = (
    "Then I wish you luck.",
    "Do not be late for it.",
    "That sounds like you.",
    "Tell me how it went.",
)
_BRIEFINGS = {
    EVENT: "{source} has news.",
    INSIGHT: "{source} has been thinking.",
    MEMORY: "{source} speaks of old times.",
    PLAN: "{source} looks for company.",
    INVITATION: "{source} invites us all.",
}
_PARTINGS = (
    "I must go on.",
    "Until later, {to}.",
    "I will not keep you.",
    "We shall see each other.",
    "Back to work.",
    "Take care, {to}.",
    "So long.",
    "More of that another time.",
    "I have to see to something.",
    "Until tonight, perhaps.",
    "Do not let me keep you, {to}.",
    "The day is short.",
    "I hear my name called.",
    "Let us talk again soon, {to}.",
    "Good luck, {to}.",
    "I am expected.",
    "Mind how you go, {to}.",
    "It was good to see you, {to}.",
)


def greeting(to: str, minute: int, draw: RandomStream, opening: str = "") -> str:
    """Return a greeting for a minute of the day, or for people who agreed to meet or talked
    lately."""
    if opening:
        return _fill(draw.pick(_ARRIVALS if opening == AGREED else _ONCE_MORE), to=to)
    part = (
        "night"
        if minute < MORNING or minute >= NIGHT
        else "evening"
        if minute >= EVENING
        else "day"
    )
    return _fill(draw.pick(_GREETINGS["morning" if MORNING <= minute < 11 * 60 else part]), to=to)


def telling(offered: OfferedTopic, names: Mapping[str, str], now: int, draw: RandomStream) -> str:
    """Return a sentence that tells a topic; `names` are those of people by id, and `now` is an
    absolute minute."""
    topic = offered.topic
    source, author = names.get(topic.source, ""), names.get(topic.who, "")
    if topic.kind == PLAN:
        return propose(kind_of(topic.at), offered.text, _when_ahead(offered.minute, now), draw)
    text = (
        in_first_person(offered.text, author)
        if not source and topic.kind != INVITATION
        else offered.text
    )
    gist = _as_sentence(text)
    if topic.key.endswith(OFF):
        return regret(gist, draw)
    words = {"gist": gist, "lower": _in_mid_sentence(gist), "source": source, "author": author}
    called = _called_words(topic, names, now)
    variants = _variants(offered, has_source=bool(source))
    chosen = draw.pick((*variants[:2], *_CALLS) if called else variants)
    return _fill(chosen, **({"when": _when(offered.minute, now)} | words | called))


def _called_words(topic: Topic, names: Mapping[str, str], now: int) -> dict[str, str]:
    """Return what an invitation to something with a name is to, where and when; nothing for other
    topics."""
    at = topic.at if topic.kind == INVITATION else None
    if at is None or not at.what.startswith(AT) or at.place not in names:
        return {}
    return {
        "what": at.what.removeprefix(AT),
        "place": names[at.place],
        "when": _when_ahead(at.start, now),
    }


def _variants(offered: OfferedTopic, *, has_source: bool) -> Sequence[str]:
    """Return the templates that fit what somebody saw, did, thinks or was told."""
    topic = offered.topic
    if offered.role:
        return _REQUESTED if offered.role == REQUEST else _OWNED_UP
    if topic.kind == OUTCOME and not topic.key.endswith(DONE):
        return _APOLOGY
    if not has_source:
        return _DONE if topic.kind == EVENT and topic.who else _TEMPLATES[topic.kind]
    return _hearsay(topic)


def _hearsay(topic: Topic) -> Sequence[str]:
    """Return the templates for what somebody was told."""
    if topic.kind == EVENT and topic.who == topic.source:
        return _REPORTED
    return _RETOLD.get(topic.kind) or (_QUOTED if topic.who == topic.source else _RUMOURED)


def _in_mid_sentence(text: str) -> str:
    """Return a sentence as it stands after a comma.

    >>> _in_mid_sentence("The oak stays."), _in_mid_sentence("Ada reads.")
    ('the oak stays.', 'Ada reads.')
    """
    first = text.partition(" ")[0]
    return f"{text[:1].lower()}{text[1:]}" if first in _FIRST_WORDS else text


_FIRST_WORDS = frozenset(
    ["The", "A", "An", "It", "My", "Our", "This", "That", "There", "Nobody", "Whoever", "Some"]
)
"""Words that begin with a small letter within a sentence."""


def _as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop.

    >>> _as_sentence("the bells ring"), _as_sentence("Fire!")
    ('The bells ring.', 'Fire!')
    """
    ended = text.rstrip()
    return f"{capital(ended)}{'' if ended.endswith(_ENDS) else '.'}"


def surprise(draw: RandomStream) -> str:
    """Return words for what is new."""
    return draw.pick(_SURPRISED)


def recognition(draw: RandomStream) -> str:
    """Return words for what one knows."""
    return draw.pick(_KNEW)


def consent(draw: RandomStream, *, agreed: bool) -> str:
    """Return words for an invitation."""
    return draw.pick(_AGREED if agreed else _DECLINED)


def discretion(draw: RandomStream) -> str:
    """Return words for a secret."""
    return draw.pick(_DISCREET)


def comfort(draw: RandomStream) -> str:
    """Return words for somebody's bad luck."""
    return draw.pick(_COMFORT)


def promise(draw: RandomStream) -> str:
    """Return words that promise to see to what is wrong."""
    return draw.pick(_PROMISES)


def assurance(draw: RandomStream) -> str:
    """Return words for a trouble that one has put right."""
    return draw.pick(_ASSURANCES)


def reply_to_outcome(to: str, draw: RandomStream, *, is_done: bool) -> str:
    """Return thanks for what was promised and done, or words that forgive what was not."""
    return _fill(draw.pick(_THANKS if is_done else _FORGIVING), to=to)


def wish(draw: RandomStream) -> str:
    """Return words for a plan."""
    return draw.pick(_WISHES)


def counter(view: str, draw: RandomStream, *, is_swayed: bool = False) -> str:
    """Return one's own view as an answer to another's, which may have moved it."""
    gist = _as_sentence(view)
    return _fill(
        draw.pick(_YIELDED if is_swayed else _COUNTERED), gist=gist, lower=_in_mid_sentence(gist)
    )


def change_of_subject(draw: RandomStream) -> str:
    """Return words that lead away from a subject on which both have said their view."""
    return draw.pick(_CHANGES)


def concession(draw: RandomStream) -> str:
    """Return words for an argument that moved one's view."""
    return draw.pick(_CONCESSIONS)


def closing(draw: RandomStream) -> str:
    """Return words that leave a subject on which both have said their view, before a parting."""
    return draw.pick(_CLOSINGS)


def briefing(names: Sequence[str], heard: Topic, source: str) -> str:
    """Return what the talk is about, for those who join it; "" for what they may not know.

    >>> briefing(["Cid"], Topic("o.ada.the oak", OPINION), "Ada")
    'Cid, we are talking about the oak.'
    """
    if heard.kind == OPINION:
        about = f"we are talking about {subject_of(heard)}."
    else:
        about = _BRIEFINGS.get(heard.kind, "").format(source=source) if source else ""
    return f"{' and '.join(names)}, {about}" if about else ""


def parting(to: str, draw: RandomStream) -> str:
    """Return words that end a talk."""
    return _fill(draw.pick(_PARTINGS), to=to)


def joined(lead: str, told: str) -> str:
    """Return two sentences as one utterance; without the first where there is no room for both."""
    both = f"{lead} {told}".strip()
    return both if len(both) <= MAX_SENTENCE else told


def _when(minute: int, now: int) -> str:
    """Return how people say when something was.

    >>> _when(8 * 60, 9 * 60), _when(8 * 60, 8 * 60 + 5), _when(8 * 60, DAY + 9 * 60), _when(8 * 60, 3 * DAY)
    ('this morning', 'just now', 'yesterday', 'on Monday')
    """
    days, part = now // DAY - minute // DAY, part_of_day(minute)
    if days:
        return "yesterday" if days == 1 else f"on {weekday(minute)}"
    if now - minute < JUST_NOW:
        return "just now"
    return f"at {part}" if part in ("noon", "night") else f"this {part}"


def _when_ahead(minute: int, now: int) -> str:
    """Return how people say when something is going to be.

    >>> _when_ahead(18 * 60, 9 * 60), _when_ahead(DAY + 17 * 60, 9 * 60), _when_ahead(3 * DAY, 0)
    ('at six', 'at five tomorrow', 'at midnight on Thursday')
    """
    days = minute // DAY - now // DAY
    day = {0: "", 1: " tomorrow"}.get(days, f" on {weekday(minute)}")
    return f"{spoken_time(minute)}{day}"


JUST_NOW = 20
"""Minutes for which something was just now."""


def _fill(template: str, **words: str) -> str:
    text = template.format(**words)
    return capital(text)


_IRREGULAR = {"has": "have", "is": "am", "was": "was", "does": "do", "goes": "go", "aches": "ache"}
_NO_VERBS = ("always", "perhaps", "sometimes")
_SIBILANTS = ("sses", "shes", "ches", "xes", "zzes")


def in_first_person(text: str, name: str) -> str:
    """Return a sentence as its subject says it.

    >>> in_first_person("Ada will be at Library.", "Ada"), in_first_person("It rains.", "Ada")
    ('I will be at Library.', 'It rains.')
    >>> in_first_person("Ada tries to use the table: Ada has brought nothing.", "Ada")
    'I try to use the table: I have brought nothing.'
    """
    if not name or not text.startswith(f"{name} "):
        return text
    return re.sub(
        rf"\b{re.escape(name)} (\w+)", lambda found: f"I {_first_person_of(found[1])}", text
    )


def _first_person_of(verb: str) -> str:
    """Return the first person of a verb in the third.

    >>> [_first_person_of(verb) for verb in ("watches", "carries", "pours", "cannot", "is", "passes", "promised")]
    ['watch', 'carry', 'pour', 'cannot', 'am', 'pass', 'promised']
    >>> [_first_person_of(verb) for verb in ("dozes", "buzzes", "aches")]
    ['doze', 'buzz', 'ache']
    """
    if verb in _IRREGULAR or verb in _NO_VERBS:
        return _IRREGULAR.get(verb, verb)
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    if verb.endswith(_SIBILANTS):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
