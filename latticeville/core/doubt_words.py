"""Words that leave open whether something will be so at a time that is told.

A time is agreed to only where no word of these tables stands with it, but for those in phrases that
are known to leave nothing open. A doubt costs a question, a wrong agreement a party with no guests.
"""

import re

from latticeville.core.engagement_words import is_engagement

_PARTICIPLE = (
    r"(?:\w+ed|been|shut|cut|put|gone|done|come|met|known|left|eaten|seen|taken|given|had|made|told"
    r"|said|sung"
    r"|begun"
    r"|started|got|held|kept|sworn|stayed|slept|woken|lost|won|paid|sent|brought|bought|thought"
    r"|found)"
)
_HEDGES = (
    r"(?<!\bin )(?<!\bof )(?<!this )(?<!next )(?<!the )(?<!you )may(?! (?:i|we|you|as well|\d)\b)"
    r"|bad news|news of|long(?:s|ing)? for"
    "|perhaps|maybe|may or may not|might|(?<!can't )(?<!cannot )possibly|probably|presumably|supposedly|allegedly"
    "|reportedly"
    "|potentially|conceivably|theoretically|likely|unlikely|hopefully|tentatively|provisionally"
    "|ideally"
    "|seemingly|apparently|roughly speaking|difficult|tricky|sort of|at a pinch|somewhere between|in (?:theory"
    "|principle|danger"
    "|jeopardy|doubt)|or so i (?:think|heard)|fingers crossed|touch wood|knock on wood"
    "|weather permitting|with (?:any |some |a (?:bit of|little) )?luck|to be (?:confirmed|decided"
    "|agreed|announced)"
    "|tb[acd]|not (?:sure|certain|confirmed|settled|final)|unsure|may be|it depends|(?:it|that"
    "|there) could"
    "|mistaken?|nonsense|false|untrue|is wrong|touch and go|up in the air|in the balance"
)
_BELIEFS = (
    r"i (?:think|believe|guess|suppose|imagine|assume|gather|suspect|expect(?! (?:you|to see you"
    r"|everyone|everybody)\b))|(?:i|they|we) reckon"
    "|seems?|appears? to|rumou?r(?:s|ed)?|gossip|hearsay|they say|(?<!no )doubt"
    "|keeps? (?:saying|telling|claiming)|claims?|pretend|imagine|wish|dream(?:t|ed|s)?|lied?|lying"
    "|as far as (?:i|we)|(?:to|to the best of) my knowledge|according to (?!plan\\b|custom\\b)"
    "|if memory"
    r"|(?:talk|word|chance|hope|risk|fear|possibility|question|idea|thought|threat) of"
)
_ATTITUDES = (
    r"(?<!'re )(?<!are )(?<!is )(?<!be )wanted|hoped|wished|suggested|proposed|offered|intended"
    r"|meant to"
    "|i (?:had )?hoped? to be|i'm hoping|(?:i'll|i will|we'll|we will|i'd|will|going to) try"
    "|i (?:remember|hate|regret(?! (?:that|to|i)\\b)|miss|dread)"
    "|thank(?:s| you) for|sorry about|prefers?|dreads?|hates?"
    "|(?<!that )(?:was|were) (?:planned|scheduled|meant|set|fixed|expected|due|supposed)|(?:is|are|am"
    "|'s|'re|'m) (?:supposed|meant|rumou?red|said|thought)"
    "|(?:love|like) to,? but|wish (?:i|we) could,? but"
    "|good luck with|so much for|rather (?:die|not)|shame|pity|pencil(?:led|ed)?|vaguely"
    "|toy(?:ing)? with"
    r"|(?:let (?:me|us) know|reply|rsvp|answer|decide|tell (?:me|us)) (?:\w+ )?by"
    r"|(?:pick|name|choose) (?:a|the|your|any) (?:day|time|date|hour)"
    r"|it(?:'s| is| gets) (?:dark|light|cold|hot|late) (?:by|at|from|before|after)"
    "|(?:hall|room|church|court|green|stage)(?: is|'s) booked|can only (?:do|come|make)|my (?:first|second) choice"
)
_UNREAL = (
    rf"(?:would|could|should|might|must|ought to|'d|'ll|will)(?: not"
    rf"|n't)?(?: (?:\w+ly )?have|'ve) {_PARTICIPLE}"
    r"|(?:have|has|i've|we've|they've|you've) (?:\w+ly |just |all |both )?(?:eaten|seen|slept|left"
    r"|gone|woken|stayed|died"
    r"|arrived|finished|started|begun|come|met|waited|lived)"
    "|failing that|as (?:if|though)|in (?:the|his|her|my|this|that) (?:play|story|book|tale|film"
    "|dream|song|game"
    "|legend)|once upon"
)
_UNSURE = re.compile(
    r"^(?:and |but |so |then )?(?:should|were|had)(?! (?:we|i) (?:say|meet|go|bring|come"
    r"|start)\b) (?!you\b.*\?)"
    rf"|^(?:otherwise|else|alternatively|originally)\b|{_UNREAL}"
    rf"|\b(?:{_HEDGES}|{_BELIEFS}|{_ATTITUDES})\b"
)
_CONDITION = re.compile(
    r"^(?:say the word|give (?:me|us)|ask (?:me )?nicely|let (?!us\b|me\b|everyone\b|everybody\b"
    r"|it be known\b|'s\b)).* and (?:i|we)\b"
    r"|\b(?:provided(?!\W*$)|providing|assuming|suppos(?:e|ing)|depend(?:s|ing)|contingent"
    r"|(?:as|so) long as (?!you)|subject to|unless|lest|in case|in the event|barring|but for"
    r"|permitting|allowing for|on condition|pending|or else|(?:given|with) (?:a|any|fair|good"
    r"|better) (?:fair |good )?(?:weather|wind|luck|chance)|by the time"
    r"|as soon as|once (?!more\b|again\b|a\b|upon\b)|whenever|only when"
    r"|(?<!as )(?<!what )if(?! (?:you (?:like|fancy|want|can|wish|please|have|would|care|are free"
    r"|will"
    r"|feel|see|meet)"
    r"|you're (?!not\b|late|ill\b|sick|away|busy|unable|wrong|lost|still|right|well|better"
    r"|the\b)\w+"
    r"|(?:i|we) (?:run|hurry|rush|leave now|start now|take the)"
    r"|you've (?:got )?time|only|not|any(?:one|body) (?:asks|wants|likes|cares|is)|possible|it suits)))\b"
)
_WOULD_IT = re.compile(
    r"\bwould (?:it|you) [^,?]*?\bif (?=(?:we|i)\b)"
    r"|(?:\bwould|'d) [^,?]*\b(?:glad|kindly|happy|proud)\b"
    r"[^,?]*?\bif (?=(?:you|we|i)\b)"
)
"""Words that ask for something politely: “would it suit you if we came at six?”."""
_WOULD = re.compile(
    r"\b(?:would|(?:he|she|it|they|there|that) could)\b|\b(?:i|you|he|she|it|we|they|there)'d\b"
)
_WOULD_BE_GLAD = re.compile(
    r"(?:\bwould|'d) (?:you|we|i|it suit|(?:be |have )?(?:glad|happy|delighted|lovely|nice|good|better"
    r"|perfect|fine|best|great|ideal|wonderful|splendid|all right|love|like|mind|suit|say|care"
    r"|honou?red|pleased|thrilled|proud|fancy|appreciate|take it kindly|please|honou?r|delight"
    r"|(?:make|give|mean)\b.*\b(?:happy|proud|pleasure|joy|honou?r|world|lot))"
    r"|(?:rather|sooner) (?:you\b|we\b|.* than))\b"
    r"|\bwould\W*$|\b(?:like|love|be glad|be happy)\b"
)
"""Wishes and requests in the form of what would be."""
_REPORTED = re.compile(
    r"\b(?:said|says|told|promised|promises|agreed|decided|announced|wrote|thinks?|hoping|wondering"
    r"|sure|hear|heard)\b"
)
"""Words before a “would” that tells somebody's “will”."""
_BEFORE_TIME = re.compile(
    r"(?:^|(?<!\bwhat )(?<!\bhow )(?<!\bat )(?<!\bthe )\b)(?:about|with|without|but|than|except|excepting"
    r"|against|despite|beyond"
    r"|besides|bar|save|like"
    r"|unlike|versus|of|regarding|concerning|since|towards|into|apart from|aside from|short of"
    r"|other than"
    r"|(?<!look )(?:after|before|until|following) (?:the|our|his|her|my) \w+|away from|gives?|gave"
    r"|(?<!-)giving"
    r"|spends?|spent|los(?:e|es|ing)|lost|pick(?:s|ed)?|cho(?:o)?se|loves?|loved|mind|faces?"
    r"|surviv(?:e|es|ed)|lov(?:e|es|ed))(?: (?:on|at|the|this|next))* $"
)
"""What stands before a time that is spoken about, left out or compared, and not told."""
_AT_THE_STROKE = re.compile(r"\b(?:what|how|good|strokes?|stroke|dead|chimes?) (?:about|of|with) $")
_OWNED = re.compile(r"(?:on |next |this )*(?:(?!yester)\w+day|tomorrow|tonight)'s ")
_GOES_TO = re.compile(
    r"(?:^|[,:;] |\b(?:(?:come|coming|go|going|invited?|welcome|along|over|down|up|tickets?|forward"
    r"|you|us|all) to|at|for|join|miss|forget|remember|attend|is|and|so|then|but|that|see|in"
    r"|play|in time for) "
    r"(?:the )?)$"
)
"""What stands before “Saturday's fair at two” where it is told, and not what happens to it."""
_SAID_OF = re.compile(
    r"(?:,? (?:then|now|also))? ?(?:'s(?! time)|is|isn't|was|are|aren't|has|would|sounds|seems"
    r"|looks|feels|remains|turns|turned|went"
    r"|clashes|found|saw|gives?|means?|could|may|might)\b(?! (?:at|in|on|by|for|from|when|where"
    r"|fine|good|great"
    r"|perfect|best|ideal|okay|ok"
    r"|lovely|better|settled|agreed|fixed|confirmed|set|free|open|convenient|still on|now|moved"
    r"|being|to be|going to|be (?:fine|good|great|perfect|best|ideal|lovely|all right)"
    r"|the (?:\w+ )?(?:time|day|date|place|chance|moment|deadline)|not been|(?:suit|work|do)\b"
    r"|our (?:time|day|date)|been (?:moved|changed|brought|put)|\w+ing|held|wonderful|easiest"
    r"|me|us|to|everyone)\b)"
)
"""What is said of a time that stands before it: only some of that tells the time."""


def is_unsure(text: str, *, invites: bool) -> bool:
    """Tell whether a part of a sentence, in small letters, leaves open what it tells; an invitation
    may be put as what might be.

    >>> is_unsure("we'd start at nine", invites=False), is_unsure("we'd like to start", invites=False)
    (True, False)
    """
    if _CONDITION.search(_WOULD_IT.sub("", text)):
        return True
    is_open = _UNSURE.search(text) is not None or is_engagement(text)
    return not invites and (is_open or _would_be(text))


def _would_be(text: str) -> bool:
    """Tell whether a text is of what would be, and neither a wish nor what somebody said."""
    found = _WOULD.search(text)
    if found is None or _WOULD_BE_GLAD.search(text, found.start()):
        return False
    return _REPORTED.search(text[: found.start()]) is None


def is_set_aside(before: str, time: str, after: str) -> bool:
    """Tell whether the words before a time and after it say something about it, and do not tell it.

    >>> is_set_aside("i heard about ", "six", ""), is_set_aside("how about ", "six", "")
    (True, False)
    >>> is_set_aside("", "friday", " is a non-starter"), is_set_aside("", "friday", " is fine")
    (True, False)
    """
    if _SAID_OF.match(after):
        return True
    if _OWNED.match(time) and not _GOES_TO.search(before):
        return True
    return _BEFORE_TIME.search(before) is not None and _AT_THE_STROKE.search(before) is None
