"""The sentences of the built-in mind: a small grammar whose variants are drawn by seed."""

from collections.abc import Mapping, Sequence

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.rng import RandomStream
from latticeville.mind.topic import EVENT, INSIGHT, INVITATION, MEMORY, OPINION, PLAN, SECRET, Topic, subject_of
from latticeville.mind.topics import OfferedTopic

MAX_SENTENCE = 280
"""Letters of an utterance."""
_ENDS = (".", "!", "?", "…", ".”", "!”", "?”")
MORNING, EVENING, NIGHT = 4 * 60, 18 * 60, 22 * 60
"""Minutes of the day at which greetings change."""

_GREETINGS = {
    "morning": ("Good morning, {to}.", "Morning, {to}.", "You are up early, {to}.", "{to}! Good morning."),
    "day": ("Hello, {to}.", "Good day, {to}.", "{to}! There you are.", "Ah, {to}."),
    "evening": ("Good evening, {to}.", "Evening, {to}.", "{to}! Still about?", "There you are, {to}."),
    "night": ("So late, {to}?", "{to}. You cannot sleep either?", "Good evening, {to}."),
}
_SEEN = (
    "{when}, before my eyes: {gist}", "You missed something {when}. {gist}", "I saw it myself {when}. {gist}",
    "Picture this. {gist} That was {when}.", "{gist} That was {when}, and I stood right there.",
    "Have you heard? {gist} It was {when}.", "This will interest you. {gist} I saw it {when}.",
)  # fmt: skip
_DONE = ("{gist} That was {when}.", "What a day. {gist}", "Imagine, {when}. {gist}", "You will laugh. {gist}")
_HEARD = (
    "{source} told me: {gist}", "I have it from {source}: {gist}", "{source} says this: {gist}",
    "According to {source}: {gist}", "Do you know what {source} told me? {gist}", "{source} swears to it: {gist}",
)  # fmt: skip
_REPORTED = ("Have you heard? {gist}", "Do you know what happened? {gist}", "I hear news. {gist}", "They say: {gist}")
_QUOTED = (
    "{source} told me: “{gist}”", "{source}'s own words: “{gist}”", "Do you know what {source} said? “{gist}”",
    "I had it from {source}: “{gist}”", "“{gist}” That is what {source} says.",
)  # fmt: skip
_RUMOURED = (
    "{source} told me what {author} says: “{gist}”", "They say that {author} said: “{gist}”",
    "Through {source} I know what {author} thinks: “{gist}”", "As {source} tells it, {author} said: “{gist}”",
)  # fmt: skip
_MEMORY = (
    "{gist}", "I keep thinking of it: {gist}", "I have never told you this. {gist}", "You know me. {gist}",
    "Between us: {gist}",
)  # fmt: skip
_OPINION = (
    "{gist}", "If you ask me: {gist}", "Let me be plain. {gist}", "I will say it again and again: {gist}",
    "You may disagree. {gist}", "Do you know what I think? {gist}", "Somebody has to say it. {gist}",
)  # fmt: skip
_SECRET = ("Keep this to yourself. {gist}", "Only you may know. {gist}", "Nobody else hears this: {gist}")
_PLAN = (
    "Will you join me {when}? I shall be {gist}.", "{when} you find me {gist}. Come along.",
    "Come and see me {when}: I shall be {gist}.", "I shall be {gist} {when}, if you want company.",
)  # fmt: skip
_INVITATION = (
    "{gist} Will you come?", "You are invited: {gist}", "Keep the time free. {gist}", "Mark it in your diary. {gist}",
    "There is something that you should not miss. {gist}",
)  # fmt: skip
_INSIGHT = ("I have noticed something. {gist}", "The longer I watch, the surer I am: {gist}", "Mark my words: {gist}")
_TEMPLATES = {
    EVENT: _SEEN, MEMORY: _MEMORY, OPINION: _OPINION, SECRET: _SECRET, PLAN: _PLAN, INSIGHT: _INSIGHT,
    INVITATION: _INVITATION,
}  # fmt: skip
_RETOLD = {EVENT: _HEARD, INSIGHT: _HEARD}
_KNEW = (
    "I saw that, too.",
    "So you know it as well.",
    "That is how I have it, too.",
    "I was there.",
    "Old news to me.",
)
_SURPRISED = (
    "No!", "I had no idea.", "That is news to me.", "Who would have thought.", "You do not say.",
    "That explains something.", "I shall remember that.", "Well, well.", "I see.", "So that is how it is.",
)  # fmt: skip
_COUNTERED = (
    "For my part: {gist}", "Let me answer that. {gist}", "Now hear me. {gist}", "And this is my view: {gist}",
    "You have said yours. {gist}", "It is not so simple. {gist}",
)  # fmt: skip
_YIELDED = (
    "You have a point. Still: {gist}", "I had not seen it that way. And yet: {gist}", "True enough, in part. {gist}",
    "You make me doubt. So far I have said: {gist}", "There is something in that. Even so: {gist}",
)  # fmt: skip
_CHANGES = (
    "But something else.", "Enough of that.", "Be that as it may.", "Let us leave it there.", "You know my view.",
    "You know what I think of it.", "We shall not settle that today.",
)  # fmt: skip
_CLOSINGS = (
    "You know my view.", "Let us leave it there.", "We shall not settle that today.", "Be that as it may.",
    "I shall think about it.", "There is something in that.", "You have given me something to think about.",
)  # fmt: skip
_CONCESSIONS = (
    "You have a point.", "I had not seen it that way.", "There is something in that.", "You make me doubt.",
    "I begin to see what you mean.", "Put like that, I could agree.", "You almost convince me.",
)  # fmt: skip
_DISCREET = (
    "I shall keep it to myself.",
    "Not a word from me.",
    "Your secret is safe.",
    "Nobody will hear it from me.",
)
_AGREED = ("I shall be there.", "Gladly.", "You can count on me.", "I would not miss it.", "I will come.", "Agreed.")
_DECLINED = ("I cannot, I am afraid.", "Not this time.", "Go without me.", "I have too much to do.", "Another day.")
_WISHES = ("Then I wish you luck.", "Do not be late for it.", "That sounds like you.", "Tell me how it went.")
_BRIEFINGS = {
    EVENT: "{source} has news.", INSIGHT: "{source} has been thinking.", MEMORY: "{source} speaks of old times.",
    PLAN: "{source} looks for company.", INVITATION: "{source} invites us all.",
}  # fmt: skip
_PARTINGS = (
    "I must go on.", "Until later, {to}.", "I will not keep you.", "We shall see each other.", "Back to work.",
    "Take care, {to}.", "So long.", "More of that another time.",
)  # fmt: skip


def greeting(to: str, minute: int, draw: RandomStream) -> str:
    """Return a greeting for a minute of the day."""
    part = "night" if minute < MORNING or minute >= NIGHT else "evening" if minute >= EVENING else "day"
    return _fill(draw.pick(_GREETINGS["morning" if MORNING <= minute < 11 * 60 else part]), to=to)


def telling(offered: OfferedTopic, names: Mapping[str, str], now: int, draw: RandomStream) -> str:
    """Return a sentence that tells a topic; `names` are those of people by id, and `now` is an absolute minute."""
    topic = offered.topic
    source, author = names.get(topic.source, ""), names.get(topic.who, "")
    is_own = not source and topic.kind != INVITATION
    gist = _in_first_person(offered.text, author) if is_own else offered.text
    words = {
        "gist": gist if topic.kind == PLAN else _as_sentence(gist),
        "source": source,
        "author": author,
        "when": _when(offered.minute, now),
    }
    return _fill(draw.pick(_variants(topic, has_source=bool(source))), **words)


def _variants(topic: Topic, *, has_source: bool) -> Sequence[str]:
    """Return the templates that fit what somebody saw, did, thinks or was told."""
    if not has_source:
        return _DONE if topic.kind == EVENT and topic.who else _TEMPLATES[topic.kind]
    if topic.kind == EVENT and topic.who == topic.source:
        return _REPORTED
    return _RETOLD.get(topic.kind) or (_QUOTED if topic.who == topic.source else _RUMOURED)


def _in_first_person(text: str, name: str) -> str:
    """Return a sentence as its subject says it.

    >>> _in_first_person("Ada will be at Library.", "Ada"), _in_first_person("It rains.", "Ada")
    ('I will be at Library.', 'It rains.')
    """
    return f"I {text.removeprefix(f'{name} ')}" if name and text.startswith(f"{name} ") else text


def _as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop.

    >>> _as_sentence("the bells ring"), _as_sentence("Fire!")
    ('The bells ring.', 'Fire!')
    """
    ended = text.rstrip()
    return f"{ended[:1].upper()}{ended[1:]}{'' if ended.endswith(_ENDS) else '.'}"


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


def wish(draw: RandomStream) -> str:
    """Return words for a plan."""
    return draw.pick(_WISHES)


def counter(view: str, draw: RandomStream, *, is_swayed: bool = False) -> str:
    """Return one's own view as an answer to another's, which may have moved it."""
    return _fill(draw.pick(_YIELDED if is_swayed else _COUNTERED), gist=_as_sentence(view))


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

    >>> _when(8 * 60, 9 * 60), _when(8 * 60, DAY + 9 * 60), _when(8 * 60, 3 * DAY)
    ('at 08:00', 'yesterday at 08:00', 'on Mon at 08:00')
    """
    days = now // DAY - minute // DAY
    at = f"at {format_hours(minute)}"
    return at if not days else f"yesterday {at}" if days == 1 else f"on {DAYS[minute // DAY % 7]} {at}"


def _fill(template: str, **words: str) -> str:
    text = template.format(**words)
    return text[:1].upper() + text[1:]
