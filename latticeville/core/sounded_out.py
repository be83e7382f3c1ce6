"""Questions that sound somebody out for a time: “Are you free on Sunday at two?”."""

import re

from latticeville.core.clock_words import COUNT
from latticeville.core.day_words import WEEKDAYS

_SOUNDS_OUT = re.compile(
    r"^(?:(?:so|and|but|then|or),? )?(?:(?:are|will|would|might) you (?:(?:be|both|all|still|two"
    r"|by any chance|perhaps|maybe|at all) )*"
    r"(?:free|around|available|doing anything|on for)\b"
    r"|i don't suppose you\b|do you (?:happen to be|chance to be) (?:free|around)\b"
    r"|is .*\b(?:any good|(?:good|fine|okay|ok|all right|possible) (?:for|with) you)\b"
    r"|(?:would|does|will) .*\b(?:suit|do for you|convenient|work for you|be all right|be okay|be any good)\b"
    rf"|does (?:at )?(?:{WEEKDAYS}|tomorrow|tonight|this|next|noon|half|{COUNT})\b.* work\b"
    r"|(?:may|might|could|can) i (?:call (?:on|by|round)|come|drop|visit|stop|see|have|join|borrow|bring"
    r"|leave|send|fetch|collect|talk|speak|take|use)\b"
    r"|(?:have you |you )?(?:got|have) (?:a |some |any |five )?(?:minutes?|moment|time)\b)"
)
"""How a question begins that sounds somebody out for a time: it is asked back."""
_SAYS_SOMETHING = re.compile(
    r"\b(?:is|are|was|were|am|be|been|do|does|did|has|have|had|will|would|can|could|shall|should|must"
    r"|may|might|said|says?|mean|told|know|heard|think|remember|since|means?|met|see|take|takes|start"
    r"|starts|lend|coming|going|who|what|when|where|why|which|whose|how|eh|huh|not|no|sorry|\w+n't"
    r"|\w+'(?:s|re|ve|ll|d|m))\b"
)
"""Words without which a question only names a time, and so proposes it: “Sunday at seven, at the bar?”."""
_TOO = re.compile(r"\btoo \w+")


def sounds_out(text: str) -> bool:
    """Tell whether a question, in small letters, sounds somebody out for a time, or only names one.

    >>> sounds_out("are you free on sunday at two?"), sounds_out("sunday at two, at the bar?")
    (True, True)
    >>> sounds_out("is it at two?"), sounds_out("would sunday be too late to suit you?")
    (False, False)
    """
    if _SOUNDS_OUT.search(text):
        return _TOO.search(text) is None
    return _SAYS_SOMETHING.search(text) is None
