"""What the words around a time make of it: past, denied, asked, usual or unsure."""

import re
from typing import NamedTuple

from latticeville.core.doubt_words import is_set_aside, is_unsure
from latticeville.core.sounded_out import sounds_out

_BE = r"is|are|was|were|be|been|being|am|has been|have been|had been|get|gets|got|getting"
_REPORTS = (
    "said|told|settled|asked|invited|promised|decided|planned|agreed|announced|wanted|heard|learned"
    "|thought"
    "|wrote|arranged|moved|fixed|set|changed|read|put|called|wished|hoped|sent|offered|proposed"
    "|suggested|scheduled|expected|reminded|begged|ordered|booked|hired|reserved|chose|chosen"
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
_AWAY = r"(?:stay|keep) (?:away|out|off)|avoid|avoids|shun|beware"
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
    r"|\bi'd (?:sooner|rather) (?:we|you|they)\b|\b(?:don't (?:forget|miss)|(?:is|are) (?:on|at)"
    r"|there is|there's)\b"
)
"""Words of something still to come."""
_CANCEL = (
    r"cancel|cancels|cancelled|canceled|cancelling|call(?:s|ed|ing)? (?:it |everything |all )?off"
    r"|call(?:s|ed)? (?:the|our|my|this|that) \w+(?: \w+)? off|take(?:s)? no place|fall(?:s"
    r"|en)? through"
    r"|scrapped|(?:is|are|be|'s|'re) off(?! (?:to|at|for|with|from|on|by|in|home|\w+ing)\b)"
    r"|abandoned"
    r"|given up|(?:postponed|adjourned|deferred|delayed)(?! (?:to|until|till)\b)"
    r"|put off(?! (?:to|until|till)\b)|forbidden|axed|shelved|scuppered|scrubbed|binned|ditched"
    r"|is history"
    "|washed out|ruled out|(?:won't|will not) go ahead"
)
_HARMLESS = re.compile(
    rf"(?:\b(?:not|never)|n't) (?:been |be )?(?:{_CANCEL})|"
    r"\b(?:(?:do not|don't|never|must not|mustn't|cannot|can't|should not|shouldn't|won't want to"
    r"|(?:nobody|no one|none) (?:must|should|may|can|wants to|would))"
    r" (?:miss|forget|be late|fail|hesitate|be shy|be afraid|be sad)"
    r"|no (?:doubt|hurry|rush|fuss|pressure|problem|worries|worry|trouble|rain|less|more than|fewer"
    r"|longer than|secret"
    r"|excuses?|joke)|never mind|not only|not just|not far"
    r"|if not"
    r"|or not|may or may not|why (?:not|don't)|not to mention|isn't that|not too|not very"
    r"|(?:don't|do not) bother \w+ing|when (?:nobody|no one)(?:'s| is) (?:about|around|looking|there|in"
    r"|watching)|or go without"
    r"|don't you dare(?: to)? (?:be late|miss|forget)|with(?:out)? \w+ or with(?:out)? \w+"
    r"|nothing (?:could|can|will|would) (?:keep|stop) (?:me|us)(?: from)?"
    r"|(?:don't|do not) (?:make|have|book) (?:any |other |any other )?(?:plans|anything)"
    r"|nobody else|no one else|or no \w+|not a (?:minute|second|moment) (?:later|earlier|sooner)"
    r"|wouldn't mind|not alone|no,|nothing better|i don't suppose"
    r"|(?:i|we)(?:'ve| have)(?: got)? nothing (?:on|planned)|not bad|without (?:fail|me|us|him|her|them)"
    r"|with or without \w+|not least|unless)\b"
    r"|(?<=\W)or (?:else )?(?:there|we|i|you|it|they|he|she)(?:'ll| will| won't)\b.*$"
    r"|(?<=\W)or (?:we|i|you) (?:don't|do not|won't|never) .*$"
    r"|, (?:the|my|our|his|her|their) (?:\w+ ){1,3}(?:won't|will not|can't|cannot|doesn't) [^,]*$"
    r"|^no\b(?=,)|(?<=, )no (?!thanks?\b)\w+\W*$"
)
"""Words that deny nothing of what is told with them."""
_HARMLESS_APART = re.compile(
    r"\b(?:(?:do not|don't|never|must not|mustn't|cannot|can't|should not|shouldn't|won't want to"
    r"|(?:nobody|no one|none) (?:must|should|may|can|wants to|would))"
    r" (?:worry|mention|tell|say|wait|wake|spoil|bring|you|eat|drink|dress|knock|ring|buy|wear"
    r"|touch|look|laugh|cry|go in)"
    r"|no (?:matter|charge|need|entrance|fee|ticket|dogs|children|shoes|presents?|gifts?|alts?"
    r"|experience)"
    r"|not a (?:word|soul|peep|sound)|nothing (?:fancy|special|grand|much|big|heavy"
    r"|formal))\b[^,;:]*"
)
"""Words that deny what follows them up to the next comma, and nothing of a time that stands elsewhere."""
_DISMISSALS = (
    "(?<!don't )(?<!not )(?<!never )(?:skip|ditch|dodge|bin|scratch|scrub|bail(?:s|ed|ing)?"
    r"|drop (?:the|that|all|any)(?! (?:\w+ ){1,2}(?:off|by|in|round|over)\b)"
    "|(?:pull|back|duck|bow|cry)(?:s|ed|ing)? (?:out|off)|cr(?:ies|ied) off|(?:you can |go )stuff)"
    "|(?:give|gives|gave|giving) .* a miss|(?:count|leave) me out|fat chance|dead body|god forbid"
    "|sold out"
    "|withdr[ae]w\\w*|retract\\w*|revok\\w*|rescind\\w*|annul\\w*|quash\\w*|suspend\\w*|veto\\w*"
    "|reject\\w*|on (?:ice|hold)"
    "|turn(?:s|ed|ing)? down|turned down|opt(?:s|ed|ing)? out|c[ao]me(?:s)? to nothing"
    "|excused? (?:me|us|him|her|from)"
    "|(?:cross|take|strike|scratch|leave|strike)s? (?:me|us|him|her|them|it|that|my name) (?:off"
    "|out|from)|off the (?:list|table)"
    "|(?:excuse|spare|free|exempt|keep|stop|prevent)[sd]? \\w+ from|there goes|goodbye to|needn't"
    "|not wanted"
    "|(?:any(?:thing|where|one)|everyone|everybody) but|(?:cross|rub|rule)(?:ed|s)? out"
    "|strike .* (?:from|off)|(?:delete|erase) "
)
"""Words that say no without a “not”."""
_NEGATION = (
    rf"{_CANCEL}|{_DISMISSALS}|no|not|never|nobody|no one|none|nothing|nowhere|neither|cannot"
    rf"|without|hardly"
    rf"|{_AWAY}"
    rf"|refuses?|forget"
    r"|busy|(?:otherwise|already) (?:engaged|occupied|booked)|occupied|unavailable|tied up"
    r"|spoken for|elsewhere|abroad"
    r"|on holiday|indisposed|laid up|snowed under|swamped|non-starter|no-go|banned|prohibited"
    r"|absent|not on|fails? to"
    r"|out of town|double-booked|(?:i'm|i am|i'll be|i shall be) (?:away|asleep)|is out"
    r"|(?:is|are|we're|'s) (?:full|fully booked|booked (?:up|out)|taken|sold out|closed)"
    r"|another (?:appointment|engagement)|clash(?:es)?"
    r"|(?:have|has) to work|impossible|unable|out of the question|too (?:early"
    r"|late)(?! for you)|(?:much |far )?too \w+ to|declines?|\w+n't|nor"
)
_CANCELS, _NEGATIONS = re.compile(rf"\b(?:{_CANCEL})\b"), re.compile(rf"\b(?:{_NEGATION})\b")
_WILL_NOT = re.compile(
    r"\b(?:will not|won't|does not|doesn't|shall not) (?:take place|happen|be held)\b"
)
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
_USUAL = re.compile(
    rf"\b(?:(?<!as )(?:every|each) (?:\w+ )?(?:{_UNIT})s?"
    r"|as usual|always(?! (?:assuming|provided|supposing))|usually|often|daily|mostly"
    r"|normally|ordinarily|typically"
    r"|regularly|rarely|generally|as a rule|tends? to"
    r"|from now on|(?:once|twice|times) a (?:day|week|month)|(?<!these )(?:mornings|afternoons"
    r"|evenings|nights)|most|seldom"
    r"|sometimes"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|nightly|weekly|on weekends)\b"
)
_ASKS_TO_COME = re.compile(r"(?:please |do |so )*(?:come|join|meet|drop|pop|see)\b")
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
    proposes it in a way that has to be asked back.
    """

    is_past: bool = False
    is_negated: bool = False
    is_question: bool = False
    is_usual: bool = False
    is_unsure: bool = False
    cancels: bool = False
    sounds_out: bool = False


class TimePlace(NamedTuple):
    """From where to where a part of a sentence tells its time, and whether it tells a day to come."""

    start: int = 0
    stop: int = 0
    is_dated: bool = False


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
    bare = _without_harmless(_TAGS.sub("", text), at.start)
    invites = bool(_INVITES.search(text) or _INVITING_TAG.search(text))
    cancels = bool(_CANCELS.search(bare) or _WILL_NOT.search(bare))
    is_negated = cancels or (not (invites and asks) and bool(_NEGATIONS.search(bare)))
    return Mood(
        _is_past(text) or _told_then(text, at.start),
        is_negated,
        _is_asked(text, asks=asks and not invites),
        _is_usual(text, at),
        _is_doubtful(text, at, invites=invites, is_negated=is_negated),
        cancels,
        asks and not invites and sounds_out(text),
    )


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


def _without_harmless(text: str, at: int) -> str:
    """Return a text without the words that deny nothing of a time that stands at a place in it."""
    apart = _HARMLESS_APART.sub(
        lambda found: found[0] if found.start() < at < found.end() else " ", text
    )
    return _HARMLESS.sub(" ", apart)


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
    verbs = (one for one in _ED.finditer(text) if not _KEPT_FOR.match(text, one.start("verb")))
    return bool(_PASTS.search(text)) or any(map(_is_past_verb, verbs))


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
