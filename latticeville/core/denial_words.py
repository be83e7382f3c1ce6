"""Words that deny a time or call something off, and those that look so and deny nothing."""

import re

_AWAY = r"(?:stay|keep) (?:away|out|off)|avoid|avoids|shun|beware"
_CANCEL = (
    r"cancel|cancels|cancelled|canceled|cancelling|call(?:s|ed|ing)? (?:it |everything |all )?off"
    r"|call(?:s|ed)? (?:the|our|my|this|that) \w+(?: \w+)? off|take(?:s)? no place|fall(?:s"
    r"|en)? through"
    r"|scrapped|(?:is|are|be|'s|'re) off(?! (?:to|at|for|with|from|on|by|in|home|\w+ing)\b)"
    r"|abandoned"
    r"|given up|(?:postponed|adjourned|deferred|delayed)(?! (?:to|until|till)\b(?! further\b))"
    r"|put off(?! (?:to|until|till)\b(?! further\b))|forbidden|axed|shelved|scuppered|scrubbed|binned|ditched"
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
    r"|don't you dare(?: to)? (?:be late|miss|forget|stay|skip|leave)|with(?:out)? \w+ or with(?:out)? \w+"
    r"|nothing (?:could|can|will|would) (?:keep|stop) (?:me|us)(?: from)?"
    r"|(?:cancel|drop|forget|leave) (?:what|any|every)(?:ever|thing) (?:else )?you"
    r"|^not (?:the|my|our|your) (?!\w*day\b|morning|afternoon|evening|night|whole)(?:\w+ ){1,3}?"
    r"(?=(?:today|tomorrow|tonight|this|on)\b)|nothing (?:more|less)"
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
    "(?<!don't )(?<!not )(?<!never )(?:skip|ditch|dodge|bin|(?:scratch|scrub) (?:that|it|\\w+day)"
    r"|bail(?:s|ed|ing)?"
    r"|drop (?:the|that|all|any)(?! (?:\w+ ){1,2}(?:off|by|in|round|over)\b)"
    "|(?:pull|back|duck|bow|cry)(?:s|ed|ing)? (?:out|off)|cr(?:ies|ied) off|(?:you can |go )stuff)"
    "|(?:give|gives|gave|giving) .* a miss|(?:count|leave) me out|fat chance"
    "|hell will freeze|wild horses|can whistle for|god forbid"
    "|sold out"
    "|withdr[ae]w\\w*|retract\\w*|revok\\w*|rescind\\w*|annul\\w*|quash\\w*|suspend\\w*|veto\\w*"
    "|reject\\w*|on (?:ice|hold)"
    "|turn(?:s|ed|ing)? down|turned down|opt(?:s|ed|ing)? out|c[ao]me(?:s)? to nothing"
    "|excused? (?:me|us|him|her|from)"
    "|(?:gone|goes|went|flown) out (?:of )?the window|dead body"
    "|'d (?:sooner|rather) .*"
    " than (?!(?:at|on|in|this|next|tomorrow|today)\\b)"
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
    r"|busy|(?:i'm|i am|i'll be|we're) on (?:duty|call|shift|watch)"
    r"|(?:otherwise|already) (?:engaged|occupied|booked)|occupied|unavailable|tied up"
    r"|spoken for|elsewhere|abroad"
    r"|on holiday|indisposed|laid up|snowed under|swamped|non-starter|no-go|banned|prohibited"
    r"|absent|not on|fails? to"
    r"|out of town|double-booked|(?:i'm|i am|i'll be|i shall be) (?:away|asleep)|is out"
    r"|(?:is|are|we're|'s) (?:full|fully booked|booked (?:up|out)|taken(?! (?:at|on|by|to))|sold out|closed)"
    r"|another (?:appointment|engagement)|clash(?:es)?"
    r"|(?:have|has) to work|impossible|unable|out of the question|too (?:early"
    r"|late)(?! for you)|(?:much |far )?too \w+ to|declines?|\w+n't|nor"
)
_CANCELS, _NEGATIONS = re.compile(rf"\b(?:{_CANCEL})\b"), re.compile(rf"\b(?:{_NEGATION})\b")
_WILL_NOT = re.compile(
    r"\b(?:will not|won't|does not|doesn't|shall not) (?:take place|happen|be held)\b"
)


def without_harmless(text: str, at: int) -> str:
    """Return a text without the words that deny nothing of a time that stands at a place in it."""
    apart = _HARMLESS_APART.sub(
        lambda found: found[0] if found.start() < at < found.end() else " ", text
    )
    return _HARMLESS.sub(" ", apart)


def is_called_off(text: str) -> bool:
    """Tell whether a text without harmless words says that something does not take place.

    >>> is_called_off("the party is off"), is_called_off("we are off to the party")
    (True, False)
    """
    return _CANCELS.search(text) is not None or _WILL_NOT.search(text) is not None


def is_denied(text: str) -> bool:
    """Tell whether a text without harmless words denies something or keeps somebody away.

    >>> is_denied("i'm busy on friday"), is_denied("i'm free on friday")
    (True, False)
    """
    return _NEGATIONS.search(text) is not None
