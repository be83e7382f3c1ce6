"""What the words around a time make of it: past, denied, asked, usual or unsure."""

import re
from typing import NamedTuple

from latticeville.core.denial_words import is_called_off, is_denied, without_harmless
from latticeville.core.doubt_words import is_set_aside, is_unsure
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.sounded_out import sounds_out

_BE = r"is|are|was|were|be|been|being|am|has been|have been|had been|get|gets|got|getting"
_REPORTS = (
    "said|told|settled|asked|invited|promised|decided|planned|agreed|announced|wanted|heard|learned"
    "|thought"
    "|wrote|arranged|moved|fixed|set|changed|read|put|called|wished|hoped|sent|offered|proposed"
    "|suggested|scheduled|expected"
    r"|mentioned|confirmed|warned|insisted|requested|demanded|reminded|begged|ordered|booked|hired|reserved|chose|chosen"
)
"""Verbs in the past whose object may be still to come: “she said that the party is at five”."""
_NO_VERBS = (
    "need|heed|indeed|bed|red|hundred|wed|shed|feed|seed|weed|speed|breed|bleed|sacred|kindred"
    "|naked"
    "|beloved|wicked|crowded|excited|delighted|pleased|interested|tired|old-fashioned|supposed|sled"
)
_PAST_DAY = (
    r"yesterday|the last time|(?<!the )last (?:night|evening|week|month|year|time|spring|summer"
    r"|autumn|winter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|day (?:last|just gone)(?=\W*$|,)"
    r"|(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?"
    r"|years?) ago"
    r"|the other day|earlier today|back then|back in the day|long ago|once upon|used to"
    r"|in those days|since (?:last )?(?:yesterday|this morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(?:noon|midnight|\d+|[a-z]+) (?:this morning|yesterday))"
    r"|when (?:i|we|you|he|she|they) (?:was|were) (?:young|little|small|children|a (?:boy|girl"
    r"|child))"
)
_PAST_VERB = (
    r"(?<!as )(?<!if i )(?:was|were|wasn't|weren't)(?! (?:told|asked|invited|planned|scheduled"
    r"|meant|thinking|wondering|hoping"
    r"|going to|to |just thinking|just going))"
    r"|(?:heard|saw|caught|watched) (?:you|him|her|them|us|it|me|(?:the |my |our )?\w+) \w+ing"
    r"|could already|(?:he|she|it) (?:put|cut|set|shut|hit|let|read|hurt|quit|beat)"
    r"|(?:they|he|she|people|everybody) (?:was|were) (?:hoping|thinking|wondering|planning)"
    r"|\w+'d (?:(?!need)\w{3,}ed\b|been|had|planned|meant|booked|already|just|gone|left|met|seen|done)|had(?! (?:hoped"
    r"|better|planned"
    r"|wanted))|did|(?<!rather you )(?<!rather we )(?<!rather they )didn't"
)
_IRREGULAR = (
    "went|came|gave|took|saw|sang|ate|met|held"
    "|began|left|lent|spent|drove|grew|taught|wore|drank|slept|woke|fell|lost|won|made|played|ran"
    r"|rang|sat(?! \d)|spoke|stood|swam|threw"
    "|danced|found|got (?:home|there|back|up|in|here|away)|bought|brought|broke|built|caught|felt|kept|knew|paid"
    "|froze|blew|crept|drew|fed|fought|flew|forgot|hid|rode|shone|shook|slid|sold|stole|struck"
    "|swept"
    "|swore|tore|wept|became|dealt|fled|sank|understood|bit|clung|dug|flung|hung|leapt|learnt|lit"
    "|shot|shrank|slept|slipped|spun|sprang|stung|swung|withdrew|overslept|rose|arose|awoke|led"
    "|laid|built|bent|knelt|stuck|spat|trod|burnt|sought|strode|bore|dreamt"
)
_ED = re.compile(
    rf"\b(?P<before>\w+(?:'\w+)? )?(?P<verb>(?!(?:{_REPORTS}|{_NO_VERBS})\b)[a-z]{{2,}}ed"
    rf"|{_IRREGULAR})\b(?!')"
)
_KEPT_FOR = re.compile(
    r"(?:saved|kept|bought|got|found|won|laid)\b.* (?:tickets?|seats?|tables?|places?"
    r"|rooms?) (?:for|to|at)\b"
)
"""What was got for something that is to come: “I saved you a seat for the film at six”."""
_CAUSED = re.compile(
    r"(?:(?:^|\b(?:please|to|will|shall|must|can|you) |'ll )(?:have|get)|\b(?:want|need)s?)"
    r" (?:the|my|your|our|his|her|their|this|that|these|those)(?: \w+){0,2}\s?$"
)
"""What stands before what somebody has done by others: “have the harness mended by noon”."""
_PAST_DAYS, _PASTS = re.compile(rf"\b(?:{_PAST_DAY})\b"), re.compile(rf"\b(?:{_PAST_VERB})\b")
_SURELY_AHEAD = (
    r"\b(?:will|shall|going to|let's|let us|must|should|please|tomorrow|tonight)\b|'ll\b"
)
_SURE_AHEAD = re.compile(_SURELY_AHEAD)
_MISSED = re.compile(
    r"\b(?:should|could|would|might|must|ought to)(?: not|n't)? have (?:been|\w+ed|met|come|gone)\b"
    r"|\b(?:was|were) (?:(?:going|supposed|meant|due) )?to (?!ask|invite|tell|say|suggest|propose"
    r"|remind)"
    r"|^(?:(?:it's|it is) )?(?:nearly|almost|just gone|gone|only|just|now|just after|just past)"
    r" (?:quarter|half|\d|(?!a\b|the\b|at\b|come\b)\w+(?: o'clock)?\W*$)"
    r"|^(?:it's|it is) (?:nearly|almost|just gone|gone|only|just|now|just after|just past) (?!a\b"
    r"|the\b)|\bi make it\b"
    r"|\bwhat (?:i|you|he|she|they|we) (?:said|told|promised|did|saw|heard)\b"
    r"|\byou (?:said|promised|swore|told (?:me|us)) (?:that )?(?:you|we|it)(?:'d| would)\b"
    r"|\b(?:watch|clock) (?:says|shows|reads)\b"
    r"|^(?:it's|it is) (?:a )?(?:\w+ past \w+|\w+ to \w+|\w+ o'clock)(?: now| already| and .*|\W*)$"
    r"|^(?:it's|it is) .*\balready\W*$"
)
_SHIFTED = (
    r"\b(?:moved|shifted|pushed|put|brought|postponed|delayed) .*\bby (?:an?|half|a quarter|\w+)"
    r" (?:of )?(?:an )?(?:hours?|minutes?|days?|weeks?)\b"
)
"""What is moved, and not where to: neither over nor certain."""
_IF = re.compile(r"\bif (?:i|you|we|they|he|she|only)\b")
"""A past tense after these is no past: “if you came at seven”."""
_REPORT = re.compile(rf"\b(?:{_REPORTS})\b")
_TOLD_THEN = re.compile(
    rf"(?<!')(?<!like )(?<!as )\b(?:i|you|he|she|it|we|they|who|that|(?!(?:{_BE}|to|the|a|an|and"
    rf"|all|well|have|has"
    rf"|not|now|just)\b)[a-z]+)"
    rf" (?:{_REPORTS})\b(?! (?:out|off|up|sail|about)\b)"
)
"""Who told something: at a time that stands before it, “at four she told me all”."""
_READS = re.compile(r"^(?:i|we|they|you) (?:read|set|put)$")
"""Forms that may be of now: “on Friday at three I read to the children”."""
_AHEAD = re.compile(
    rf"{_SURELY_AHEAD}|{_SHIFTED}|(?:^|\b(?:and|to|please|so|then) |, )(?:come|join|meet|see you|catch me)\b"
    r"|(?:\b(?:am|is|are)|'m|'s|'re) (?:getting|having|coming|giving|throwing|holding|meeting"
    r"|leaving)\b|\b(?:is|are) now (?:at|on)\b"
    r"|'d (?:sooner|rather)\b|\b(?:don't (?:forget|miss)|(?:is|are) (?:on|at)"
    r"|there is|there's)\b"
)
"""Words of something still to come."""
_INVITES = re.compile(
    r"^(?:(?:and|so|then|well|but|oh|say|hey|listen|hello|(?:miss |mister |madam |mr |mrs |doctor |dear )?\w+), "
    r"|(?:and|so|then|well|but|or) )*"
    r"(?:shall (?:we|i|you)|(?:should|ought) (?:we|i)\b|(?:will|would|won't|can|could|can't"
    r"|couldn't|might) (?:you|we)\b"
    r"(?! (?:be (?:there|home|free|around|in|out|busy|awake|up|back)|know|tell|say|remember"
    r"|have(?! (?:\w+ )?(?:breakfast|lunch|dinner|supper"
    r"|tea|coffee|cake|a (?:drink|cup|bite|walk|chat|look)|some)\b)))"
    r"|(?:do|would|don't|wouldn't) you (?:want|like|care|fancy|mind)|how about|how's|how (?:does"
    r"|would|do) .* sound|what about"
    r"|would it (?:be|suit|do) [^?]*\bif|wanna|picnic|(?:who's|anyone|anybody) (?:up )?for"
    r"|what if (?:we|i|you)|what (?:do|would) you say to"
    r"|why (?:don't|not)|(?:may|can|could|might) i (?:invite|ask|see|expect|meet|show|call|tempt"
    r"|persuade|interest|take|offer)"
    r"|care (?:to|for)|fancy|come|meet|join|let's|let us|let me (?!know|see|think|check|ask|guess)"
    r"|drop|be at|perhaps we|maybe we|you'll come"
    r"|(?:a |some |another )?(?:tea|coffee|lunch|dinner|supper|breakfast|drinks?|walk|swim|game"
    r"|chat)\b)"
)
"""How a question begins that proposes something."""
_INVITING_TAG = re.compile(
    r", (?:do you |would you |you )?(?:fancy|want|care|like|interested|coming|keen|up for|wanna"
    r"|game|in)\b[^,]*\?$"
)
"""How a sentence ends that proposes something: “we go berry-picking, fancy joining?”."""
_ASKS = re.compile(
    r"^(?:(?:so|and|but|then) )?(?:who|what|why(?! (?:not|don't)\b)|which|whose|whom|how (?:long"
    r"|late|early|many|much|come|soon))\b"
    r"(?! (?:an?|about|if|do you say|fun|better|else|will be)\b|ever)|^(?:who's|who is|are (?:you"
    r"|we|they)|is (?:it|there)|do (?:you|we|they)(?! (?:fancy|want|like|care|mind))"
    r"|does|did)\b|\b(?:(?:ask|asks|asked|know|knows|tell me|see|unsure|sure|remember) (?:if|whether)"
    r"|wonder (?:if|whether)(?! you(?:'d| would| could| might| care| feel like)\b)"
    r"|(?:wonder|wondering|no idea|can't tell|cannot tell|find out|asks?|asked|guess) "
    r"(?:who|what|when|where|why|which|how)(?:'s|'re|'ll)?"
    r"|do you know|who knows|what time|(?:don't|doesn't|do not|not) know (?:when|if|whether"
    r"|what))\b"
)
_TAGS = re.compile(
    r", (?:isn't it|is it not|right|correct|no|true|or is it|isn't that so|or not|eh|huh|you mean"
    r"|did you say|was it|you said"
    r"|(?:do|don't|does|doesn't|is|are|hasn't|haven't) (?:i|we|you|he|she|they)(?: not)?"
    r"|isn't there|aren't they)\?$"
)
_UNIT = (
    "day|night|morning|afternoon|evening|noon|midnight|weekday|week|weekend|month|year|hour|minute"
    "|summer|winter|spring|autumn|christmas|easter|dawn|dusk|time"
    "|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
"""Words of time with which “every” tells what is usual."""
_WHICH = (
    "other|second|third|fourth|single|blessed|working|market|school|summer|winter|spring|autumn|\\w+day"
    f"|few|{'|'.join(ONE_TO_TWELVE)}"
)
_USUAL = re.compile(
    rf"\b(?:(?<!as )(?:every|each) (?:(?:{_WHICH}) )?(?:{_UNIT})s?|every now and"
    r"|as usual|always(?! (?:assuming|provided|supposing))|usually|often|daily|mostly"
    r"|normally|ordinarily|typically"
    r"|regularly|rarely|generally|as a rule|tends? to"
    r"|from now on|(?:once|twice|times) a (?:day|week|month)|(?<!these )(?:mornings|afternoons"
    r"|evenings|nights)|most|seldom"
    r"|sometimes"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|nightly|weekly|on weekends)\b"
)
_ASKS_TO_COME = re.compile(r"(?:please |do |so )*(?:come|join|meet|drop|pop|see)\b")
_REQUESTS = re.compile(
    r"(?!(?:i'll|we'll|i can|we can|we could) be\b)"
    r"(?:(?:please|do|so|then|and|now|just|you can|you must|you'd better|i(?: want|'d like| need) you to|let's"
    r"|let us|we can|we could|we'll|i'll|i can)(?: all)?,? )*"
    r"(?:come|join|meet|drop|pop|look in|turn up|show up|stop by|swing by|run over|head over|knock"
    r"|see (?:me|you)|be (?:at|there|here|in|outside)|call|catch me|find me"
    r"|fetch|collect|pick)\b|(?:so |then )?(?:let's|let us)\b"
)
"""How a part of a sentence begins that asks somebody to be somewhere, whatever is told before it."""
_AS_USUAL = re.compile(r"\bas (?:usual|always|ever)\b")
_USUAL_HOURS = re.compile(
    r"\b(?:(?:he|she) (?!is\b|has\b|was\b|says|comes|arrives|leaves|wants|needs|asks|invites|plays"
    r"|sings|gives|speaks)"
    r"\w+s (?:\w+ )?(?=(?:from|at|until|till) )|(?:opens|closes|shuts|they (?:open|close|shut)"
    r"|(?:my|his|her|our|their) (?:shift|working day|office hours|rounds?)(?: \w+){0,4} (?:goes|go|runs?|lasts?|is|are)"
    r"|locks|unlocks|rises|sets|wakes|gets? up|goes to|go(?:es)? to (?:bed"
    r"|sleep|church|work)|works|(?:starts?|stops?|finish(?:es)?) work|knocks? off)"
    r"(?: up| down)?(?= (?:\w+ ){0,3}(?:at|from|until|till|by|around|before|after|\d|noon"
    r"|midnight))|open at .* and (?:close|shut))\b"
)
"""What is done at an hour of every day, unless a day is told."""


class Mood(NamedTuple):
    """What a part of a sentence says of its time: that it is past, denied, asked, usual or unsure.

    `cancels` says that something is called off, whatever its time, and `sounds_out` that a question
    proposes it in a way that has to be asked back; `is_request` says that it asks somebody to come.
    """

    is_past: bool = False
    is_negated: bool = False
    is_question: bool = False
    is_usual: bool = False
    is_unsure: bool = False
    cancels: bool = False
    sounds_out: bool = False
    is_request: bool = False


class TimePlace(NamedTuple):
    """From where to where a part of a sentence tells its time, whether it tells a day to come, and
    whether an hour or a part of the day."""

    start: int = 0
    stop: int = 0
    is_dated: bool = False
    has_hour: bool = True


ANYWHERE = TimePlace()
"""The place of a time where it does not matter."""


def mood_of(text: str, *, asks: bool, at: TimePlace = ANYWHERE) -> Mood:
    """Return the mood of a part of a sentence, in small letters, that tells a time at a place in it;
    `asks` says that the sentence ends with a question mark.

    >>> mood_of("there is no party at five", asks=False).is_negated
    True
    >>> mood_of("shall we meet at five?", asks=True).is_question
    False
    """
    bare = without_harmless(_TAGS.sub("", text), at.start)
    invites = bool(_INVITES.search(text) or _INVITING_TAG.search(text))
    cancels = is_called_off(bare)
    is_negated = cancels or (not (invites and asks) and is_denied(bare))
    return Mood(
        _is_past(text) or _told_then(text, at.start),
        is_negated,
        _is_asked(text, asks=asks and not invites),
        _is_usual(text, at),
        at.has_hour and _is_doubtful(text, at, invites=invites, is_negated=is_negated),
        cancels,
        asks and not invites and sounds_out(text),
        is_request(text),
    )


def is_request(text: str) -> bool:
    """Tell whether a part of a sentence, in small letters, asks somebody to come.

    >>> is_request("so meet me outside at seven"), is_request("we met outside at seven")
    (True, False)
    """
    return _REQUESTS.match(text) is not None


def _is_doubtful(text: str, at: TimePlace, *, invites: bool, is_negated: bool) -> bool:
    """Tell whether a text leaves open what it tells, or only says something of its time."""
    if is_unsure(text, invites=invites) or re.search(_SHIFTED, text):
        return True
    return not is_negated and is_set_aside(
        text[: at.start], text[at.start : at.stop], text[at.stop :]
    )


def _is_asked(text: str, *, asks: bool) -> bool:
    return asks or bool(_TAGS.search(text)) or bool(_ASKS.search(text))


def _is_usual(text: str, at: TimePlace) -> bool:
    """Tell whether a text tells what is done again and again."""
    if at.is_dated or _ASKS_TO_COME.match(text):
        text = _AS_USUAL.sub("", text)
    return bool(_USUAL.search(text)) or (not at.is_dated and bool(_USUAL_HOURS.search(text)))


def _is_past(text: str) -> bool:
    """Tell whether a part of a sentence is about what is over."""
    if _MISSED.search(text):
        return True
    if _PAST_DAYS.search(text):
        is_report = _REPORT.search(text) is not None and _AHEAD.search(text) is not None
        return not (is_report or _SURE_AHEAD.search(text))
    if _AHEAD.search(text):
        return False
    if _IF.search(text):
        return bool(_PASTS.search(text))
    return bool(_PASTS.search(text)) or _has_past_verb(text)


def _has_past_verb(text: str) -> bool:
    """Tell whether a text has a verb in the past, but for what is kept for somebody or had done."""
    return any(
        _is_past_verb(one)
        for one in _ED.finditer(text)
        if not (_KEPT_FOR.match(text, one.start("verb")) or _CAUSED.search(text[: one.start()]))
    )


def _told_then(text: str, at: int) -> bool:
    """Tell whether what was told was told at the time that stands at a place in a text."""
    told = _TOLD_THEN.search(text, at)
    is_now = told is not None and _READS.search(told[0]) is not None
    return told is not None and not is_now and _AHEAD.search(text) is None


def _is_past_verb(found: re.Match[str]) -> bool:
    """Tell whether a word that ends in -ed is a verb in the past: no participle after “is” or
    “to”, and no adjective after an article."""
    before = (found["before"] or "").strip()
    return bool(before) and not re.fullmatch(
        rf"(?:{_BE})|to|the|a|an|all|very|so|and|your|my|our|\w+'s|\w+'re|newly|not|also"
        rf"|cordially|kindly|warmly|formally|hereby|now|just"
        r"|already|have|has|having|is|well|more|most|much",
        before,
    )
